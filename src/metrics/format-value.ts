import { byteUnit, count, grouped, noBreak, nothing, significant, timeUnit, type Unit, writable } from "./format.ts";
import { type MetricId, metric } from "./metric.ts";

/** Returns the unit in which a value of a metric of this size is written. */
export function unitFor(id: MetricId, size = 0): Unit {
  const { unit, kind } = metric(id);
  switch (unit) {
    case "ms":
      return timeUnit(size);
    case "bytes":
      return byteUnit(kind === "exact" ? 0 : size);
    case "ratio":
      return { name: "%", factor: 100 };
    case "per-second":
      return { name: "/s", factor: 1 };
    case "bytes-per-second":
    case "bytes-per-hour": {
      const { name, factor } = byteUnit(size);
      return { name: `${name}/${unit === "bytes-per-hour" ? "h" : "s"}`, factor };
    }
    case "ratio-per-10-minutes":
      return { name: `%/10${noBreak}min`, factor: 100 };
    case "tokens":
    case "count":
      return { name: "", factor: 1 };
  }
}

/**
 * Returns the unit for a whole column, so that it can be compared at a glance: that of the geometric middle of its values, or the
 * next larger one where that is nearly reached.
 */
export function unitOfAll(id: MetricId, values: Iterable<number | undefined>): Unit {
  const known = [...values].flatMap((value) =>
    value !== undefined && writable(value) && value !== 0 ? Math.abs(value) : [],
  );
  const [least, most] = [Math.min(...known), Math.max(...known)];
  return unitFor(id, known.length === 0 ? undefined : Math.min(most, 3 * Math.sqrt(least * most)));
}

/** A value with its unit, that of its own size where none is given. Exact metrics keep every digit, noisy ones about three. */
export function formatValue(id: MetricId, value: number | undefined, unit = unitFor(id, value)): string {
  return value === undefined || !writable(value) ? nothing : `${numberText(id, value, unit)}${suffixOf(unit)}`;
}

interface FromTo {
  readonly metric: MetricId;
  readonly base?: number | undefined;
  readonly head?: number | undefined;
  readonly unit?: Unit;
}

/** A value before and after, with the unit once where both have one, such as `1.54 → 1.86 ms`. */
export function fromTo({ metric: id, base, head, unit }: FromTo): string {
  const [before, after] = [unit ?? unitFor(id, base), unit ?? unitFor(id, head)];
  const isOne = base !== undefined && head !== undefined && writable(base) && before.name === after.name;
  const start = isOne ? numberText(id, base, before) : formatValue(id, base, before);
  return `${start}${noBreak}→${noBreak}${formatValue(id, head, after)}`;
}

/** A value in a unit that stands elsewhere. */
export function numberText(id: MetricId, value: number, { name, factor }: Unit): string {
  if (metric(id).kind === "exact" && name === "B") return grouped(value, Number.isInteger(value) ? 0 : 1);
  if (name === "B" || (name === "" && Number.isInteger(value))) return count(value);
  return significant(value * factor);
}

function suffixOf({ name }: Unit): string {
  return /^[\p{L}]/u.test(name) ? `${noBreak}${name}` : name;
}
