import { type Html, html } from "./markup.ts";

const size = { width: 120, height: 24 };

/** How a figure went, without an axis: the numbers stand beside it. */
export function sparkline(values: readonly number[]): Html | undefined {
  if (values.length < 2) return undefined;
  const [low, high] = [Math.min(...values), Math.max(...values)];
  // Small noise does not look large.
  const half = Math.max((high - low) / 2, Math.abs(high) * 0.1, Number.MIN_VALUE);
  const middle = (low + high) / 2;
  const at = (value: number, index: number) => {
    const x = (size.width * index) / (values.length - 1);
    const y = size.height / 2 - ((value - middle) / half) * (size.height / 2 - 2);
    return `${x.toFixed(1)} ${y.toFixed(1)}`;
  };
  return html`<svg class="sparkline" viewBox="0 0 ${size.width} ${size.height}" width="${size.width}" height="${size.height}" aria-hidden="true"><path d="M${values.map(at).join("L")}"/></svg>`;
}
