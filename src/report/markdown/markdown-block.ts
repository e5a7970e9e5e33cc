import { markdownTable } from "markdown-table";
import type { Block, Section } from "../block.ts";
import type { TableBlock } from "../table.ts";
import type { Inline, Text } from "../text.ts";
import { type MermaidChart, mermaidBars, mermaidLines } from "./chart.ts";
import { code, fenced, type Place, prose, proseBlock } from "./escape.ts";

/** A section as GitHub Markdown; folded ones as `<details>`. */
export function markdownSection(section: Section): string {
  const body = section.blocks.map(markdownBlock).join("\n\n");
  if (body === "") return "";
  if (section.folded) return `<details><summary>${section.title}</summary>\n\n${body}\n\n</details>`;
  return `### ${section.title}\n\n${body}`;
}

export function markdownBlock(block: Block): string {
  switch (block.kind) {
    case "paragraph":
      return markdownText(block.text);
    case "alert":
      return `> [!WARNING]\n> ${markdownText(block.text)}`;
    case "list":
      return block.items.map((item) => `- ${markdownText(item)}`).join("\n");
    case "command":
      return fenced(block.text, "sh");
    case "table":
      return tableText(block);
    case "chart":
      return chartText(mermaidLines(block));
    case "bars":
      return chartText(mermaidBars(block));
  }
}

/** Text at the start of a block. */
export function markdownText(text: Text): string {
  return text.map((part, index) => inline(part, { start: index === 0 })).join("");
}

function tableText({ labels, align, rows }: TableBlock): string {
  const place = { table: true };
  const cells = rows.map((row) => row.map((text) => text.map((part) => inline(part, place)).join("")));
  return markdownTable([labels, ...cells], { align, alignDelimiters: false });
}

function chartText({ source, caption }: MermaidChart): string {
  const sentences = caption.map((text) => text.map((part) => inline(part)).join("")).filter((text) => text !== "");
  return [fenced(source, "mermaid"), sentences.join(". ")].filter((text) => text !== "").join("\n\n");
}

function inline(part: Inline, place: Place & { readonly start?: boolean } = {}): string {
  if (typeof part === "string") return part;
  if ("strong" in part) return `**${part.strong}**`;
  if ("name" in part) return code(part.name, place);
  if ("prose" in part) {
    const where = { ...place, names: part.names ?? [] };
    return place.start ? proseBlock(part.prose, where) : prose(part.prose, where);
  }
  return /^https?:\/\/[^\s()<>[\]"]+$/.test(part.url) ? `[${part.link}](${part.url})` : part.link;
}
