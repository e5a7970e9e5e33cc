import { type MetricId, metric } from "../stats/metric.ts";

/** A number to three significant digits, without an exponent. */
function digits(value: number): string {
  if (value === 0) return "0";
  const places = Math.min(6, Math.max(0, 2 - Math.floor(Math.log10(Math.abs(value)))));
  return String(Number(value.toFixed(places)));
}

/** A share of 1 as a percentage: 0.123 is `12.3 %`. */
export function percent(share: number): string {
  return `${digits(share * 100)} %`;
}

/** A value of a metric with its unit. */
export function amount(id: MetricId, value: number): string {
  const { unit } = metric(id);
  if (unit === "ratio") return percent(value);
  if (unit === "per-second") return `${digits(value)}/s`;
  if (unit === "bytes") return value >= 1e6 ? `${digits(value / 1e6)} MB` : `${digits(value)} B`;
  return unit === "count" ? digits(value) : `${digits(value)} ${unit}`;
}

/** `1 run`, `3 runs`. */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}
