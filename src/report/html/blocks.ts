import type { Block, Inline, Section, Text } from "../block.ts";
import { clean, messageLength, nameLength } from "../escape.ts";
import type { TableBlock } from "../table.ts";
import { foreign, type Html, html } from "./markup.ts";

/** The blocks of a section. */
export function blocksHtml({ blocks, title }: Section): Html[] {
  return blocks.map((block) => blockHtml(block, title));
}

function blockHtml(block: Block, title: string): Html {
  switch (block.kind) {
    case "paragraph":
      return html`<p>${textHtml(block.text)}</p>`;
    case "alert":
      return html`<p class="alert">${textHtml(block.text)}</p>`;
    case "list":
      return html`<ul>${block.items.map((item) => html`<li>${textHtml(item)}</li>`)}</ul>`;
    case "command":
      return commandHtml(block.text);
    case "table":
      return tableHtml(block, title);
    case "chart":
      // The page draws its own.
      return html``;
  }
}

export function textHtml(text: Text): Html[] {
  return text.map(inlineHtml);
}

function inlineHtml(part: Inline): Html {
  if (typeof part === "string") return html`${part}`;
  if ("strong" in part) return html`<strong>${part.strong}</strong>`;
  if ("name" in part) return html`<code>${foreign(part.name, nameLength)}</code>`;
  if ("prose" in part) return proseHtml(part.prose);
  if (!/^https?:\/\/[^\s()<>[\]"]+$/.test(part.url)) return html`${part.link}`;
  return html`<a href="${part.url}" rel="noopener noreferrer">${part.link}</a>`;
}

/** What stands in backticks is code, here as in the comment. */
function proseHtml(text: string): Html {
  const parts = (clean(text, messageLength) || "–").split(/`([^`]+)`/);
  return html`<bdi>${parts.map((part, index) => (index % 2 === 0 ? part : html`<code>${part}</code>`))}</bdi>`;
}

function commandHtml(text: string): Html {
  const lines = text.split(/\r\n|\r|\n/).map((line) => clean(line, 4 * messageLength));
  return html`<pre tabindex="0"><code>${lines.join("\n")}</code></pre>`;
}

function tableHtml({ labels, align, rows }: TableBlock, title: string): Html {
  const head = labels.map((label, place) => html`<th scope="col" class="${align[place]}">${label}</th>`);
  const body = rows.map(
    (row) => html`<tr>${row.map((cell, place) => html`<td class="${align[place]}">${textHtml(cell)}</td>`)}</tr>\n`,
  );
  return scrollable(title, html`<table><thead><tr>${head}</tr></thead><tbody>${body}</tbody></table>`);
}

/** A wide table scrolls within the page; the keyboard must reach what scrolls. */
export function scrollable(label: string, table: Html): Html {
  return html`<div class="scroll" role="group" tabindex="0" aria-label="${label}">${table}</div>`;
}
