import type { Block } from "../../report/block.ts";
import type { Chart } from "../../report/figures/chart.ts";
import type { Flame } from "../../report/figures/flame.ts";
import type { Picture, PictureSeries } from "../../report/figures/picture.ts";
import type { Text } from "../../report/text.ts";
import { type Html, html } from "./markup.ts";
import { textHtml } from "./text.ts";

/** Collects the data of a page's charts while their figures are written. */
export class Charts {
  readonly pictures: Picture[] = [];
  readonly flames: Flame[] = [];

  /** Returns the place where the page's script draws a flame graph. */
  flameGraph({ of, flame }: Extract<Block, { kind: "flame" }>): Html {
    const index = this.flames.push(flame) - 1;
    return html`<figure class="flame" data-flame="${index}" hidden>
<figcaption><strong>Calls of ${textHtml(of)}</strong><span class="note">Each bar is a function below its caller, as wide as its time, with the functions that it calls. Red takes longer on head, blue less.</span></figcaption>
<div class="tools"><label>Find <input type="search" data-find></label>
<label>Width <select data-side><option value="head">head</option><option value="base">base</option></select></label>
<button type="button" data-whole>Whole</button><span class="quiet" role="status"></span></div>
<div class="bars" role="group" aria-roledescription="flame graph" aria-label="Calls. Arrow keys go to callers, callees and neighbours, Enter widens, Escape shows the whole."></div>
<output class="readout"></output>
</figure>`;
  }

  /** The place where the page's script draws a chart, with its legend, what it says, and its data as a table. */
  figure(chart: Chart): Html {
    const index = this.pictures.push(written(chart.picture)) - 1;
    const title = textHtml(titleOf(chart));
    return html`<figure class="chart">
<figcaption><strong>${title}</strong>${chart.notes.map((note) => html`<span class="note">${textHtml(note)}.</span>`)}</figcaption>
${legend(chart.picture.series)}
<div class="plot" data-chart="${index}" tabindex="0" role="group" aria-roledescription="chart" aria-label="${chart.alt} Arrow keys read the points."></div>
<output class="readout"></output>
<details class="data" data-chart="${index}"><summary>Data<span class="quiet"> of ${title}</span></summary></details>
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
