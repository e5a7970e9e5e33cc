import { describe, expect, it } from "vitest";
import { clean } from "../../src/report/clean.ts";
import { table } from "../../src/report/columns.ts";
import { renderComment, renderSummary } from "../../src/report/markdown/markdown.ts";
import { markdownBlock } from "../../src/report/markdown/markdown-block.ts";
import { injections, situations } from "../report/situations.ts";
import { elements, outsideCode, toHtml } from "../support/cmark.ts";
import { findTool } from "../support/tool.ts";

/** Says what GitHub turns into something live when it stands outside code. */
const live = [
  /@[\w-]/,
  /#\d/,
  /\bGH-\d/i,
  /\b[0-9a-f]{7,40}\b/i,
  /:\/\//,
  /\bwww\./i,
  /:[a-z_+-]+:/i,
  /\$/,
  /\[[!^ x\]]/,
  /[\u202a-\u202e\u2066-\u2069\u200b-\u200f]/,
];

/** The injections joined in pairs: neighbours must not open what the other closes. */
const pairs = injections
  .slice(0, -2)
  .flatMap((first, index) => [
    `${first}${injections[(index * 7 + 3) % injections.length]}`,
    `${first} \`${injections[(index * 5 + 2) % injections.length]}`,
  ]);
const corpus = [...injections, ...pairs];

describe.skipIf(findTool("cmark-gfm") === undefined)("rendered as GitHub does", () => {
  const blocks = (text: string) => ({
    paragraph: markdownBlock({ kind: "paragraph", text: [{ prose: text }] }),
    "name in a paragraph": markdownBlock({ kind: "paragraph", text: [{ name: text }] }),
    list: markdownBlock({ kind: "list", items: [[{ prose: text }], [{ name: text }, ": ", { prose: text }]] }),
    alert: markdownBlock({ kind: "alert", text: [{ prose: text }] }),
    table: markdownBlock(
      table(
        [
          { label: "Name", align: "left", cell: (cell: string) => ({ name: cell }) },
          { label: "Text", align: "right", cell: (cell: string) => ({ prose: cell }) },
        ],
        [text, text],
      ),
    ),
    command: markdownBlock({ kind: "command", text }),
  });
  const allowed: Record<string, Record<string, number>> = {
    paragraph: { p: 1 },
    "name in a paragraph": { p: 1 },
    list: { ul: 1, li: 2 },
    alert: { blockquote: 1, p: 1 },
    table: { table: 1, thead: 1, tbody: 1, tr: 3, th: 2, td: 4 },
    command: {},
  };

  it.each(Object.keys(allowed))("nothing in a %s comes alive", (place) => {
    const shown = corpus.filter((text) => clean(text, 500) !== "");
    const separator = "\n\n<hr>\n\n";
    const html = toHtml(shown.map((text) => blocks(text)[place as keyof ReturnType<typeof blocks>]).join(separator));
    const pieces = html.split("<hr>");
    expect(pieces).toHaveLength(shown.length);
    for (const [index, piece] of pieces.entries()) {
      expect(elements(piece), shown[index]).toEqual(allowed[place]);
      const own = place === "alert" ? outsideCode(piece).replace("[!WARNING]", "") : outsideCode(piece);
      for (const pattern of live) expect(own, `${shown[index]} against ${pattern}`).not.toMatch(pattern);
    }
  });

  it("the check sees what comes alive when nothing is escaped", () => {
    const html = toHtml("@octocat <b>x</b> https://evil.example [a](b) **c**");
    expect(elements(html)).toEqual({ p: 1, b: 1, a: 2, strong: 1 });
    expect(live.filter((pattern) => pattern.test(outsideCode(html)))).toHaveLength(2);
  });

  it("leaves the words of a name readable", () => {
    const html = toHtml(markdownBlock({ kind: "paragraph", text: [{ name: "search (a|b) <x> `y` *z* @10 #3" }] }));
    expect(html).toBe("<p><code>search (a|b) &lt;x&gt; `y` *z* @10 #3</code></p>\n");
  });

  it.each(["comment", "summary"])("the %s with hostile names has only our own elements", (medium) => {
    const report = situations["hostile-names"]?.();
    if (!report) throw new Error("no such situation");
    const markdown = medium === "comment" ? renderComment(report) : renderSummary(report);
    const html = toHtml(markdown);
    const names = Object.keys(elements(html));
    const ours = [
      "h2",
      "h3",
      "h4",
      "p",
      "table",
      "thead",
      "tbody",
      "tr",
      "th",
      "td",
      "ul",
      "li",
      "details",
      "summary",
      "strong",
      "a",
    ];
    expect(ours).toEqual(expect.arrayContaining(names));
    expect(html.match(/<details>/g)?.length).toBe(html.match(/<\/details>/g)?.length);
    const link = /<a href="https:[^"]+\/docs\/(metrics\.md#glossary|how-it-decides\.md)">/g;
    expect(html).toMatch(link);
    for (const pattern of live) expect(outsideCode(html.replace(link, ""))).not.toMatch(pattern);
  });
});
