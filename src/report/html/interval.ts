import type { Finding } from "../../compare/verdict.ts";
import { type Html, html } from "./markup.ts";

const width = 100;
const middle = width / 2;

/**
 * The change with its interval against no change (the line in the middle) and the threshold (dashed), worse to the
 * right for metrics of which less is better. Decoration: the numbers stand in the column beside it.
 */
export function intervalPicture({ change, threshold: { limit }, threshold }: Finding): Html | string {
  if (!change || !Number.isFinite(change.estimate) || limit.kind === "absolute") return "";
  const bound = (limit.kind === "relative" ? limit.change : limit.points) * (threshold.text.startsWith("-") ? -1 : 1);
  const reach = Math.max(
    Math.abs(bound) * 1.6,
    Math.abs(change.estimate) * 1.15,
    limit.kind === "points" && bound > 1 ? bound : 0.02,
  );
  const x = (share: number) => Number((middle + Math.min(1, Math.max(-1, share / reach)) * (middle - 5)).toFixed(1));
  const { estimate, low = estimate, high = estimate } = change;
  return html`<svg class="interval" viewBox="0 0 ${width} 16" width="${width}" height="16" aria-hidden="true"><path class="axis" d="M${middle} 1V15"/><path class="limit" d="M${x(bound)} 1V15"/><path class="span" d="M${x(low)} 8H${x(high)}"/><circle cx="${x(estimate)}" cy="8" r="3.5"/></svg>`;
}
