import { bytes, count, duration, grouped, noBreak, nothing, significant, writable } from "./format.ts";
import { type MetricId, metric } from "./metric.ts";

/** A value with the unit of its metric. Exact metrics keep every digit, noisy ones about three. */
export function formatValue(id: MetricId, value: number | undefined): string {
  if (value === undefined || !writable(value)) return nothing;
  const { unit, kind } = metric(id);
  switch (unit) {
    case "ms":
      return duration(value);
    case "bytes":
      return kind === "exact" ? `${grouped(value, Number.isInteger(value) ? 0 : 1)}${noBreak}B` : bytes(value);
    case "ratio":
      return `${significant(value * 100)}%`;
    case "per-second":
      return `${significant(value)}/s`;
    case "bytes-per-second":
      return `${bytes(value)}/s`;
    case "tokens":
    case "count":
      return Number.isInteger(value) ? count(value) : significant(value);
  }
}
