import type { Load } from "../model/load.ts";
import type { RecordSearchStep } from "../record/launch.ts";
import type { RowReading } from "./reading.ts";

/** Result of a search. `end` says what kept it from a higher rate. */
export interface Capacity {
  readonly perSecond: number;
  /**
   * `failed`: the next rate did not hold. `lagged`: requests could not leave quicker. `top`, `bottom`: all of the range held,
   * or nothing of it. `unfinished`: the search was cut short.
   */
  readonly end: "failed" | "lagged" | "top" | "bottom" | "unfinished";
  /** Side on which the capacity is bounded; absent where it was found. */
  readonly bound?: "least" | "most";
  /** Condition that the lowest failing rate missed. */
  readonly reason?: string;
}

/** So far below a range lies what does not reach it: a budget at its lowest rate is missed. */
const below = 0.99;

/** Undefined where not even the lowest rate could be tried. */
export function capacityOf(steps: readonly RecordSearchStep[], load: Load): Capacity | undefined {
  if (!("highest" in load)) return undefined;
  const held = Math.max(0, ...steps.flatMap(({ result, ratePerSecond }) => (result === "held" ? ratePerSecond : [])));
  if (held >= load.highest) return { perSecond: held, end: "top", bound: "least" };
  const beyond = steps.filter(({ ratePerSecond }) => ratePerSecond > held);
  // The second trial of a rate counts.
  const next = beyond.toReversed().toSorted((a, b) => a.ratePerSecond - b.ratePerSecond)[0];
  const why = next?.reason === undefined ? {} : { reason: next.reason };
  if (held === 0 && next?.result !== "failed") return undefined;
  if (held === 0) return { perSecond: below * load.lowest, end: "bottom", bound: "most", ...why };
  if (next?.result === "failed") return { perSecond: held, end: "failed", ...why };
  return { perSecond: held, end: next ? "lagged" : "unfinished", bound: "least", ...why };
}

/** Returns the capacity of each launch of some rounds, where it is known. */
export function capacitiesOf(readings: readonly RowReading[], load: Load): Capacity[] {
  const measurements = readings.flatMap((reading) => reading.measurements);
  return measurements.flatMap(({ searchSteps = [] }) => capacityOf(searchSteps, load) ?? []);
}
