import { byteUnit, type Unit } from "../../metrics/format.ts";
import { unitFor } from "../../metrics/format-value.ts";
import { type MetricId, metric } from "../../metrics/metric.ts";

export type Quantity = MetricId | "speed-up";

export function quantityName(quantity: Quantity): string {
  if (quantity === "speed-up") return quantity;
  const { label, quantile } = metric(quantity);
  return quantile === undefined ? label : `latency ${label}`;
}

/** The unit of an axis up to `most`, so that its numbers are short. Its name is empty for plain counts. */
export function scaleOf(quantity: Quantity, most: number): Unit {
  if (quantity === "speed-up") return { name: "times", factor: 1 };
  switch (metric(quantity).unit) {
    case "bytes":
      return byteUnit(most);
    case "per-second":
      return { name: "req/s", factor: 1 };
    default:
      return unitFor(quantity, most);
  }
}

/** A value in the unit of the axis; null where there is none. */
export function scaled(value: number | undefined, { factor }: Unit): number | null {
  return value === undefined || !Number.isFinite(value) ? null : value * factor;
}

/** An axis from zero to above the largest value. */
export function fromZero(values: readonly (number | null)[]): [number, number] {
  const most = Math.max(0, ...values.map((value) => value ?? 0));
  return [0, most > 0 ? most * 1.08 : 1];
}

/** An axis around the values, at least a tenth of them to either side, so that small noise does not look large. */
export function around(values: readonly (number | null)[]): [number, number] {
  const known = values.filter((value) => value !== null);
  if (known.length === 0) return [0, 1];
  const [least, most] = [Math.min(...known), Math.max(...known)];
  const middle = (least + most) / 2;
  const half = Math.max((most - least) * 0.58, Math.abs(middle) * 0.1, Number.MIN_VALUE);
  const low = middle - half;
  return [least >= 0 ? Math.max(0, low) : low, middle + half];
}

/** More decades than these have room for one number each only. */
const fineDecades = 4;

/** The round numbers of a logarithmic axis: 1, 2 and 5 of every decade. */
export function logarithmicTicks([low, high]: readonly [number, number]): number[] {
  const [first, last] = [Math.floor(Math.log10(low)), Math.ceil(Math.log10(high))];
  const steps = last - first > fineDecades ? [1] : [1, 2, 5];
  return Array.from({ length: last - first + 1 }, (_, place) => first + place)
    .flatMap((decade) => steps.map((step) => Number(`${step}e${decade}`)))
    .filter((tick) => tick >= low && tick <= high);
}
