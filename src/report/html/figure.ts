import type { ChartSeries, ChartSpec } from "../figures/plot.ts";
import { type Html, html, type Part } from "./markup.ts";

export interface Figure {
  readonly title: Part;
  /** What the picture says, in words: read out in its place. Plain text. */
  readonly summary: string;
  /** How it was made and what was left out. */
  readonly notes?: readonly Part[];
  readonly spec: ChartSpec;
}

/** Collects the data of a page's charts while their figures are written. */
export class Charts {
  readonly specs: ChartSpec[] = [];

  /** The place where the page's script draws a chart, with its legend, what it says, and its data as a table. */
  figure({ title, summary, notes = [], spec }: Figure): Html {
    const index = this.specs.push(spec) - 1;
    return html`<figure class="chart">
<figcaption><strong>${title}</strong>${notes.map((note) => html`<span class="note">${note}</span>`)}</figcaption>
${legend(spec.series)}
<div class="plot" data-chart="${index}" tabindex="0" role="group" aria-roledescription="chart" aria-label="${summary} Arrow keys read the points."></div>
<output class="readout"></output>
<details class="data" data-chart="${index}"><summary>Data<span class="quiet"> of ${title}</span></summary></details>
</figure>`;
  }
}

/** Several figures beside each other; nothing for none. */
export function figures(all: readonly Html[]): Html {
  return all.length === 0 ? html`` : html`<div class="charts">${all}</div>`;
}

function legend(series: readonly ChartSeries[]): Html {
  const shown = series.filter(({ shape }) => shape !== "edge");
  const band = series.find(({ shape }) => shape === "edge");
  return html`<ul class="legend">${shown.map(
    ({ label, colour }) => html`<li><span class="swatch ${colour}"></span>${label}</li>`,
  )}${band ? html`<li><span class="swatch band"></span>interval</li>` : undefined}</ul>`;
}
