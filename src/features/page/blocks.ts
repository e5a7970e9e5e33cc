import type { Block, Section, TableBlock } from "../../report/block.ts";
import { clean, messageLength, oneLine } from "../../report/clean.ts";
import { type Charts, figures } from "./figure.ts";
import { type Html, html } from "./markup.ts";
import { textHtml } from "./text.ts";

/** The charts of a section, then its other blocks. */
export function blocksHtml({ blocks, title }: Pick<Section, "blocks" | "title">, charts: Charts): Html[] {
  const drawn = blocks.flatMap((block) => (block.kind === "chart" ? [charts.figure(block)] : []));
  return [figures(drawn), ...blocks.map((block) => blockHtml(block, title))];
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
    case "output":
      return commandHtml(block.text);
    case "table":
      return tableHtml(block, title);
    case "chart":
    case "bars":
      // Charts stand on top; what bars show is in the table of results, with intervals.
      return html``;
  }
}

function commandHtml(text: string): Html {
  const lines = text.split(/\r\n|\r|\n/).map((line) => clean(line, 4 * messageLength));
  return html`<pre tabindex="0"><code>${lines.join("\n")}</code></pre>`;
}

function tableHtml({ labels, align, rows }: TableBlock, title: string): Html {
  const head = labels.map((label, place) => html`<th scope="col" class="${align[place]}">${oneLine(label)}</th>`);
  const body = rows.map(
    (row) => html`<tr>${row.map((cell, place) => html`<td class="${align[place]}">${textHtml(cell)}</td>`)}</tr>\n`,
  );
  return scrollable(title, html`<table><thead><tr>${head}</tr></thead><tbody>${body}</tbody></table>`);
}

/** A wide table scrolls within the page; the keyboard must reach what scrolls. */
export function scrollable(label: string, table: Html): Html {
  return html`<div class="scroll" role="group" tabindex="0" aria-label="${label}">${table}</div>`;
}
