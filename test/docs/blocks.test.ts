import { describe, expect, it } from "vitest";
import { blocks } from "./blocks.ts";
import { anchors, relativeLinks } from "./links.ts";

const page = `# A page

[elsewhere](https://example.org/x) and [here](docs/a.md#some-part "title"), \`[code](no.md)\`

1. A step

   \`\`\`sh
   npx mcp-bench run
   \`\`\`

<!-- not run: it needs a runner -->

\`\`\`yaml
on: push # [not](a-link.md)
\`\`\`

<!-- exits 1 -->
\`\`\`sh
false
\`\`\`

## Some \`part\`, with more!
`;

describe("the blocks of a page", () => {
  it("are found with their language, text, line and marker", () => {
    expect(blocks(page)).toEqual([
      { line: 7, language: "sh", text: "npx mcp-bench run\n", exits: 0 },
      {
        line: 13,
        language: "yaml",
        text: "on: push # [not](a-link.md)\n",
        notRun: "it needs a runner",
        exits: 0,
      },
      { line: 18, language: "sh", text: "false\n", exits: 1 },
    ]);
  });

  it("must be closed", () => {
    expect(() => blocks("text\n```sh\nls\n")).toThrow("line 2: the block is never closed");
  });
});

describe("the links of a page", () => {
  it("are the relative ones outside code", () => {
    expect(relativeLinks(page)).toEqual([{ path: "docs/a.md", anchor: "some-part" }]);
  });

  it("may point at headings by the anchors GitHub makes", () => {
    expect([...anchors(page)]).toEqual(["a-page", "some-part-with-more"]);
  });
});
