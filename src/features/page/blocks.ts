import { type Html, html } from "../../base/markup.ts";
import type { Block, Section, TableBlock } from "../../report/block.ts";
import { clean, messageLength, oneLine } from "../../report/clean.ts";
import type { Chart } from "../../report/figures/chart.ts";
import type { Picture, PictureSeries } from "../../report/figures/picture.ts";
import type { Text } from "../../report/text.ts";
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
  return scrollableTable(title, { head, body });
}

/** A wide table scrolls within the page; the keyboard must reach what scrolls. */
export function scrollableTable(
  label: string,
  { head, body }: Readonly<Record<"head" | "body", readonly Html[]>>,
): Html {
  const table = html`<table><thead><tr>${head}</tr></thead><tbody>${body}</tbody></table>`;
  return html`<div class="scroll" role="group" tabindex="0" aria-label="${label}">${table}</div>`;
}

/** Collects the data of a page's charts while their figures are written. */
export class Charts {
  readonly pictures: Picture[] = [];

  /** The place where the page's script draws a chart, with its legend and what it says. */
  figure(chart: Chart): Html {
    const index = this.pictures.push(written(chart.picture)) - 1;
    const title = textHtml(titleOf(chart));
    return html`<figure class="chart">
<figcaption><strong>${title}</strong>${chart.notes.map((note) => html`<span class="note">${textHtml(note)}.</span>`)}</figcaption>
${legend(chart.picture.series)}
<div class="plot" data-chart="${index}" tabindex="0" role="group" aria-roledescription="chart" aria-label="${chart.alt} Arrow keys read the points."></div>
<output class="readout"></output>
</figure>`;
  }
}

/** Several figures beside each other; nothing for none. */
export function figures(all: readonly Html[]): Html {
  return all.length === 0 ? html`` : html`<div class="charts">${all}</div>`;
}

/** Such as `latency p50 of search`. */
export function titleOf({ quantity, of }: Pick<Chart, "quantity" | "of">): Text {
  return of === undefined ? [quantity] : [quantity, " of ", of];
}

/** To four digits: more is not seen, and a page holds many numbers. */
function written(picture: Picture): Picture {
  const [low, high] = picture.y;
  const short = (value: number | null) => (value === null ? null : fourDigits(value));
  const series = picture.series.map((one) => ({ ...one, values: one.values.map(short) }));
  return { ...picture, y: [fourDigits(low), fourDigits(high)], series };
}

function fourDigits(value: number): number {
  return Number(value.toPrecision(4));
}

function legend(series: readonly PictureSeries[]): Html {
  const shown = series.filter(({ shape }) => shape !== "edge");
  const band = series.find(({ shape }) => shape === "edge");
  return html`<ul class="legend">${shown.map(
    ({ label, colour }) => html`<li><span class="swatch ${colour}"></span>${label}</li>`,
  )}${band ? html`<li><span class="swatch band"></span>interval</li>` : undefined}</ul>`;
}
