import { markdownTable } from "markdown-table";
import { asMarkdown, joinMarkdown, type Markdown, markdown } from "../../base/markdown.ts";
import type { Block, Section } from "../block.ts";
import type { TableBlock } from "../table.ts";
import type { Inline, Text } from "../text.ts";
import { type MermaidChart, mermaidBars, mermaidLines } from "./chart.ts";
import { address, code, fenced, htmlWords, type Place, prose, proseBlock, words } from "./escape.ts";

/** A section as GitHub Markdown; folded ones as `<details>`. */
export function markdownSection(section: Section): Markdown {
  const body = joinMarkdown(section.blocks.map(markdownBlock), "\n\n");
  if (body === "") return markdown``;
  if (section.folded) return markdown`<details><summary>${htmlWords(section.title)}</summary>\n\n${body}\n\n</details>`;
  return markdown`### ${words(section.title)}\n\n${body}`;
}

export function markdownBlock(block: Block): Markdown {
  switch (block.kind) {
    case "paragraph":
      return markdownText(block.text);
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

function chartText({ source, caption }: MermaidChart): Markdown {
  const sentences = caption.map((text) => inlines(text, {})).filter((text) => text !== "");
  return joinMarkdown(
    [fenced(source, "mermaid"), joinMarkdown(sentences, ". ")].filter((text) => text !== ""),
    "\n\n",
  );
}

interface Spot extends Place {
  /** Whether a block begins here. */
  readonly start?: boolean;
}

function inlines(text: Text, { start = false, ...place }: Spot): Markdown {
  return text.reduce<Markdown>((before, part, index) => {
    const after = inline(part, { ...place, start: start && index === 0 });
    // The backticks of two code spans would run together and open what stands between them.
    const gap = before.endsWith("`") && after.startsWith("`") ? markdown` ` : markdown``;
    return markdown`${before}${gap}${after}`;
  }, markdown``);
}

function inline(part: Inline, place: Spot): Markdown {
  if (typeof part === "string") return words(part, place);
  if ("strong" in part) return markdown`**${words(part.strong, { ...place, start: false })}**`;
  if ("name" in part) return code(part.name, place);
  if ("prose" in part) {
    const where = { ...place, names: part.names ?? [] };
    return place.start ? proseBlock(part.prose, where) : prose(part.prose, where);
  }
  const label = words(part.link, { ...place, start: false });
  const url = address(part.url);
  return url === undefined ? label : markdown`[${label}](${url})`;
}
