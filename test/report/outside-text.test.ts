import { describe, expect, it, test } from "vitest";
import { readTree } from "../../scripts/architecture/tree.ts";
import { joinMarkdown, type Markdown, markdown } from "../../src/base/markdown.ts";
import { type Html, html } from "../../src/base/markup.ts";
import { textHtml } from "../../src/features/page/text.ts";
import type { Tracking } from "../../src/publish/issue.ts";
import type { CommentRequest } from "../../src/publish/pr-comment.ts";
import type { Block } from "../../src/report/block.ts";
import { markdownBlock, markdownSection } from "../../src/report/markdown/markdown-block.ts";
import type { Annotation } from "../../src/report/terminal/annotations.ts";
import { terminalTable } from "../../src/report/terminal/terminal.ts";
import { type Printable, printed, terminalText, terminalWords } from "../../src/report/terminal/terminal-text.ts";
import type { Text } from "../../src/report/text.ts";

/**
 * A text that came from outside cannot be written anywhere as it is: each medium has a type of its own, which only what escapes
 * for that medium makes, and what a report says is escaped by the medium whether or not it is marked.
 */

const outside: string = JSON.parse('"@mallory"');

describe("the compiler refuses a string that nothing has escaped", () => {
  test("in Markdown", () => {
    // @ts-expect-error a string is no Markdown
    const plain: Markdown = outside;
    // @ts-expect-error nor is it part of some
    const within = markdown`**${outside}**`;
    // @ts-expect-error nor one of several
    const joined = joinMarkdown([markdown`a`, outside], " ");
    // @ts-expect-error added to Markdown it makes a string
    const added: Markdown = markdown`a ` + outside;
    // @ts-expect-error and a template without the tag is one
    const untagged: Markdown = `${markdown`a`}`;
    expect([plain, within, joined, added, untagged].join(" ")).toContain(outside);
  });

  test("as a comment, an issue and a job summary", () => {
    // @ts-expect-error a comment is finished Markdown
    const comment: Pick<CommentRequest, "body"> = { body: outside };
    // @ts-expect-error and so is an issue
    const issue: Tracking = { kind: "settled", body: outside };
    // @ts-expect-error and a summary
    const summary: Parameters<typeof import("../../src/action/runner.ts").writeSummary>[0] = outside;
    expect([comment.body, issue.body, summary]).toHaveLength(3);
  });

  test("in a terminal and as an annotation", () => {
    // @ts-expect-error a string is not printable
    const plain: Printable = outside;
    // @ts-expect-error nor is it part of what is
    const within = printed`> ${outside}`;
    // @ts-expect-error nor a cell of a table
    const cells: Parameters<typeof terminalTable>[1] = [[outside]];
    // @ts-expect-error nor the title of an annotation
    const annotation: Pick<Annotation, "title"> = { title: outside };
    expect([plain, within, cells, annotation]).toHaveLength(4);
  });

  test("in a page, where the template escapes it", () => {
    // @ts-expect-error a string is no markup
    const plain: Html = outside;
    // @ts-expect-error nor is what looks like it
    const forged: Html = { markup: outside };
    expect([plain, forged]).toHaveLength(2);
    expect(html`${"<img>"}`.markup).toBe("&lt;img&gt;");
  });
});

describe("what makes a string finished", () => {
  const users = (name: string) =>
    [...readTree("src")]
      .filter(([, text]) => new RegExp(`import \\{[^}]*\\b${name}\\b[^}]*\\} from|\\b${name} =`).test(text))
      .map(([file]) => file)
      .sort();

  it.each([
    [
      "asMarkdown",
      [
        "baseline/branch/branch-readme.ts",
        "publish/comment-marker.ts",
        "report/markdown/escape.ts",
        "report/markdown/markdown-block.ts",
      ],
    ],
    ["asPrintable", ["report/terminal/terminal.ts"]],
    ["asHtml", ["features/page/markup.ts", "features/page/page.ts"]],
  ])("%s is used by the files that escape, and by no other", (name, files) => {
    expect(users(name)).toEqual(files);
  });
});

const payloads = {
  Markdown:
    "@mallory #4711 [a](https://evil.example) www.evil.example GH-7 <img> **b** _c_ | `d` $x$ :rocket: deadbeef1",
  lines: "a\n# head\n- item\r\n::error::x\n##[error]x\n```\n\u001b[2J\u202e",
};

/** The text in every place that a report has for words of ours. */
function unmarked(text: string): { readonly inline: Text; readonly block: Block }[] {
  const inlines: Text[] = [[text], ["of ", text], [{ strong: text }], [{ link: text, url: "https://example.org/" }]];
  return inlines.map((inline) => ({
    inline,
    block: { kind: "table", labels: [text], align: ["left"], rows: [[inline]] },
  }));
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const invisible = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e]/;

describe.each(Object.entries(payloads))("words that nobody marked as coming from outside: %s", (_, text) => {
  it.each(unmarked(text))("do nothing in Markdown: $inline", ({ inline, block }) => {
    const written = [
      markdownBlock({ kind: "paragraph", text: inline }),
      markdownBlock({ kind: "list", items: [inline] }),
      markdownBlock(block),
      markdownSection({ id: "x", title: text, blocks: [block] }),
    ];
    for (const part of written) {
      const outsideCode = part.replace(/(?<!`)(`+)(?!`)[\s\S]*?(?<!`)\1(?!`)/g, "·");
      expect(outsideCode).not.toMatch(/@mallory|#4711|:\/\/evil|www\.|GH-7|<img|\*\*b|\$x|:rocket:|^# head/m);
      // Within HTML these are words.
      expect(outsideCode.replace(/<summary>.*<\/summary>/, "")).not.toMatch(/_c_|deadbeef1/);
      expect(outsideCode).not.toMatch(invisible);
    }
  });

  it.each(unmarked(text))("do nothing in a terminal: $inline", ({ inline, block }) => {
    if (block.kind !== "table") return;
    const cells = block.rows.map((row) => row.map(terminalText));
    const written = [terminalText(inline), terminalTable(block, cells, 400), terminalWords(text)].join("\n");
    expect(written).not.toMatch(invisible);
    expect(written).not.toMatch(/^\s*::|##\[/m);
  });

  it.each(unmarked(text))("do nothing in a page: $inline", ({ inline }) => {
    const page = textHtml(inline)
      .map(({ markup }) => markup)
      .join("");
    expect(page).not.toMatch(/<img|evil[^<]*">/);
    expect(page).not.toMatch(invisible);
  });
});
