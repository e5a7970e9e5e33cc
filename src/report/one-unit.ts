import { bytes, noBreak, nothing, significant, writable } from "../metrics/format.ts";
import { formatValue } from "../metrics/format-value.ts";
import { type MetricId, metric } from "../metrics/metric.ts";
import { batchSizeOf, type Load } from "../model/load.ts";

interface Unit {
  readonly name: string;
  readonly factor: number;
}

const times: readonly Unit[] = [
  { name: "µs", factor: 1000 },
  { name: "ms", factor: 1 },
  { name: "s", factor: 1e-3 },
];

/** Times of one column, in milliseconds, in one unit, so that they can be compared at a glance: that of their middle. */
export function timesInOneUnit(values: Iterable<number | undefined>): (value: number | undefined) => string {
  const { name, factor } = unitOf(values, [0.3, 3000], times);
  return (value) => {
    if (value === undefined || !writable(value)) return nothing;
    return value === 0 ? `0${noBreak}${name}` : `${significant(value * factor)}${noBreak}${name}`;
  };
}

const sizes: readonly Unit[] = [
  { name: "B", factor: 1 },
  { name: "KB", factor: 1e-3 },
  { name: "MB", factor: 1e-6 },
  { name: "GB", factor: 1e-9 },
];

/** Values of one metric in one unit for a whole column. Exact sizes are bytes, rates calls, or batches, per second. */
export function inOneUnit(
  id: MetricId,
  values: Iterable<number | undefined>,
): (value: number | undefined, load?: Load) => string {
  const { unit, kind } = metric(id);
  switch (unit) {
    case "ms":
      return timesInOneUnit(values);
    case "bytes":
    case "bytes-per-second": {
      if (kind === "exact") return (value) => formatValue(id, value);
      const { name, factor } = unitOf(values, [1000, 1e6, 1e9], sizes);
      const rate = unit === "bytes" ? "" : "/s";
      return (value) => {
        if (value === undefined || !writable(value)) return nothing;
        return name === "B" ? `${bytes(value)}${rate}` : `${significant(value * factor)}${noBreak}${name}${rate}`;
      };
    }
    default:
      return (value, load) => {
        const text = formatValue(id, value);
        return id === "throughput" && load && batchSizeOf(load) !== undefined && text !== nothing
          ? `${text.slice(0, -2)}${perBatch}`
          : text;
      };
  }
}

const perBatch = `${noBreak}batches/s`;

/** The unit in which the middle of the values, by magnitude, is written shortest. */
function unitOf(values: Iterable<number | undefined>, bounds: readonly number[], units: readonly Unit[]): Unit {
  const known = [...values].flatMap((value) =>
    value !== undefined && writable(value) && value !== 0 ? Math.abs(value) : [],
  );
  const middle = known.length === 0 ? 1 : Math.sqrt(Math.min(...known) * Math.max(...known));
  const place = bounds.filter((bound) => middle >= bound).length;
  return units[place] ?? { name: "", factor: 1 };
}
