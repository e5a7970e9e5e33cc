import type { Chart } from "../../report/figures/chart.ts";
import type { Picture, PictureSeries } from "../../report/figures/picture.ts";
import type { Text } from "../../report/text.ts";
import { type Html, html } from "./markup.ts";
import { textHtml } from "./text.ts";

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
  const series = picture.series.map((one) => ({
    ...one,
    values: one.values.map((value) => (value === null ? null : fourDigits(value))),
  }));
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
