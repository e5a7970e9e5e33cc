import type { Finding } from "../../decide/verdict.ts";
import { percent, plural } from "../../metrics/format.ts";
import { changeText, signOf, worstFirst } from "../../report/finding.ts";
import { rowName } from "../../report/report.ts";
import { type Html, html } from "./markup.ts";
import { textHtml } from "./text.ts";

/** Rows of the figure; those beyond are counted. */
const shown = 40;
/** Half widths of the axis: the first that holds every interval, or the last, at which intervals are cut. */
const reaches = [0.05, 0.1, 0.2, 0.5, 1];

/** The change of p50 in every row with its interval, on one axis: to the right is slower. */
export function forestHtml(findings: readonly Finding[]): Html | undefined {
  const gates = findings.filter(
    ({ metric: id, threshold, change, against }) =>
      id === "p50" &&
      threshold.level === "fail" &&
      change &&
      against === undefined &&
      threshold.limit.kind !== "absolute",
  );
  const rows = worstFirst(gates).toSorted((a, b) => (b.change?.estimate ?? 0) - (a.change?.estimate ?? 0));
  if (rows.length === 0) return undefined;
  const furthest = Math.max(...rows.flatMap((one) => [ends(one).low, ends(one).high].map(Math.abs)));
  const reach = reaches.find((one) => one >= furthest) ?? 1;
  const hidden = rows.length - shown;
  const lines = rows
    .slice(0, shown)
    .map(
      (one) =>
        html`<li><span class="name">${textHtml([rowName(one.row)])}</span>${picture(one, reach)}<span class="change tone-${signOf(one).tone}">${changeText(one)}</span></li>`,
    );
  return html`<figure class="forest"><figcaption><b>Change of p50 with its interval</b> <span class="note">Right of the line is slower; dashed is the threshold.</span></figcaption>
<ul>${lines}<li class="axis" aria-hidden="true"><span class="name"></span><span class="ticks"><span>−${percent(reach)}</span><span>0</span><span>+${percent(reach)}</span></span><span class="change"></span></li></ul>${
    hidden > 0 ? html`<p>and ${plural(hidden, "more row")}.</p>` : undefined
  }</figure>`;
}

function ends({ change }: Finding): { estimate: number; low: number; high: number } {
  const { estimate = 0, low = estimate, high = estimate } = change ?? {};
  return { estimate, low, high };
}

function picture(finding: Finding, reach: number): Html {
  const x = (share: number) => Number((100 + 100 * Math.min(1, Math.max(-1, share / reach))).toFixed(1));
  const { estimate, low, high } = ends(finding);
  const { limit } = finding.threshold;
  const bound = limit.kind === "relative" ? limit.change : 0;
  const dashed = bound > 0 && bound <= reach ? html`<path class="limit" d="M${x(bound)} 1V19"/>` : undefined;
  return html`<svg class="tone-${signOf(finding).tone}" viewBox="0 0 200 20" preserveAspectRatio="none" aria-hidden="true"><path class="axis" d="M100 0V20"/>${dashed}<path class="span" d="M${x(low)} 10H${x(high)}"/><path class="estimate" d="M${x(estimate)} 4V16"/></svg>`;
}
