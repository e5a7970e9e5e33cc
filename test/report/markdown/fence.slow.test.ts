import { describe, expect, it } from "vitest";
import { fenced } from "../../../src/report/markdown/escape.ts";
import { markdownBlock } from "../../../src/report/markdown/markdown-block.ts";
import { renderFailure } from "../../../src/report/markdown/no-result.ts";
import { seededRandom } from "../../../src/stats/random.ts";
import { elements, outsideCode, toHtml } from "../../support/cmark.ts";
import { findTool } from "../../support/tool.ts";

/** Every character that cannot be seen: what stands on its two sides is read as one. */
const ignorable = Array.from({ length: 0x110000 }, (_, code) => code)
  .filter((code) => code < 0xd800 || code > 0xdfff)
  .map((code) => String.fromCodePoint(code))
  .filter((character) => /\p{Default_Ignorable_Code_Point}|\p{Cf}|\u2800/u.test(character));

const live = "# head @mallory [a](https://evil.example) <img src=x> Closes #1";

/** Returns what closed the fence of old: two runs that become a longer one. */
const joined = [...ignorable, "\u001b[0m"].map((between) => `x\n\`\`${between}\`\`\n\n${live}\n`);

const random = seededRandom(37);
const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item;
const pieces = ["`", "``", "```", "~", "~~~", "\n", "\r", "\r\n", " ", "    ", "\u2028", "\u001b", "\u001b[0m", live];
const drawn = Array.from({ length: 4_000 }, () =>
  Array.from({ length: 2 + Math.floor(random() * 14) }, () => (random() < 0.25 ? pick(ignorable) : pick(pieces))).join(
    "",
  ),
);

/** Renders each text by itself between rules, so that one call of the judge sees them all. */
function rendered(texts: readonly string[], render: (text: string) => string): string[] {
  return toHtml(texts.map(render).join("\n\n<hr>\n\n")).split("<hr>");
}

describe.skipIf(findTool("cmark-gfm") === undefined)("a fence, as GitHub reads it,", () => {
  it.each([
    ["joined runs of backticks", joined],
    ["random texts", drawn],
  ])("is one block that nothing in it closes: %s", (_, texts) => {
    const blocks = rendered(texts, (text) => fenced(text, "text"));
    expect(blocks).toHaveLength(texts.length);
    const open = texts.filter(
      (__, index) => !/^\s*<pre[^>]*><code[^<]*>[^<]*<\/code><\/pre>\s*$/.test(blocks[index] ?? ""),
    );
    expect(open).toEqual([]);
  });

  it("holds the reason of a run without a result, and the command that measures again", () => {
    for (const render of [
      (message: string) => renderFailure({ message }),
      (text: string) => markdownBlock({ kind: "command", text }),
    ])
      for (const [index, html] of rendered(joined, render).entries()) {
        expect(outsideCode(html), joined[index]).not.toMatch(/mallory|evil/);
        expect(Object.keys(elements(html)), joined[index]).not.toEqual(expect.arrayContaining(["img"]));
      }
  });

  it("rings where a fence is shorter than a run within", () => {
    expect(outsideCode(toHtml(`\`\`\`\nx\n\`\`\`\`\n\n${live}`))).toContain("mallory");
  });
});
