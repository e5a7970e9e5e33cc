import { markdownTable } from "markdown-table";
import { asMarkdown, joinMarkdown, type Markdown, markdown } from "../../base/markdown.ts";
import type { Block, Section, TableBlock } from "../block.ts";
import type { Inline, Text } from "../text.ts";
import { mermaidBars, mermaidLines } from "./chart.ts";
import { address, code, fenced, type Place, prose, words } from "./escape.ts";

export function markdownBlocks({ blocks }: Pick<Section, "blocks">): Markdown {
  return joinMarkdown(blocks.map(markdownBlock), "\n\n");
}

/** Returns a section that is not folded, with its heading. */
export function markdownSection(section: Section): Markdown {
  const body = markdownBlocks(section);
  return body === "" ? markdown`` : markdown`### ${words(section.title)}\n\n${body}`;
}

export function markdownBlock(block: Block): Markdown {
  switch (block.kind) {
    case "paragraph":
      return block.strong ? markdown`**${markdownText(block.text)}**` : markdownText(block.text);
    case "alert":
      return markdown`> [!WARNING]\n> ${markdownText(block.text)}`;
    case "list":
      return joinMarkdown(
        block.items.map((item) => markdown`- ${markdownText(item)}`),
        "\n",
      );
    case "command":
      return fenced(block.text, "sh");
    case "output":
      return fenced(block.text, "text");
    case "table":
      return tableText(block);
    case "chart":
      return chartText(mermaidLines(block));
    case "bars":
      return chartText(mermaidBars(block));
  }
}

/** Text at the start of a block. */
export function markdownText(text: Text): Markdown {
  return inlines(text, { start: true });
}

function tableText({ labels, align, rows }: TableBlock): Markdown {
  const place = { table: true };
  const cells = rows.map((row) => row.map((text) => inlines(text, place)));
  const head = labels.map((label) => words(label, place));
  return asMarkdown(markdownTable([head, ...cells], { align, alignDelimiters: false }));
}

function chartText({ source, caption }: ReturnType<typeof mermaidLines>): Markdown {
  const sentences = caption.map((text) => inlines(text, {})).filter((text) => text !== "");
  return joinMarkdown(
    [fenced(source, "mermaid"), joinMarkdown(sentences, ". ")].filter((text) => text !== ""),
    "\n\n",
  );
}

function inlines(text: Text, { start = false, ...place }: Place): Markdown {
  return text.reduce<Markdown>((before, part, index) => {
    const after = inline(part, { ...place, start: start && index === 0 });
    // The backticks of two code spans would run together and open what stands between them.
    const gap = before.endsWith("`") && after.startsWith("`") ? markdown` ` : markdown``;
    return markdown`${before}${gap}${after}`;
  }, markdown``);
}

function inline(part: Inline, place: Place): Markdown {
  if (typeof part === "string") return words(part, place);
  if ("strong" in part) return markdown`**${words(part.strong, { ...place, start: false })}**`;
  if ("name" in part) return code(part.name, place);
  if ("prose" in part) return prose(part.prose, place);
  const label = words(part.link, { ...place, start: false });
  const url = address(part.url);
  return url === undefined ? label : markdown`[${label}](${url})`;
}
