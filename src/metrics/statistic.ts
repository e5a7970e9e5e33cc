import { median } from "../stats/describe.ts";
import { samplesNeeded } from "../stats/sufficiency.ts";
import { type MetricId, metric } from "./metric.ts";
import type { Statistic } from "./summary.ts";

interface Pooled {
  readonly pooled: number | undefined;
  /** Samples of all rounds together. */
  readonly count: number;
}

/** A metric over the rounds in which it has a value, pooled over all of them where that is given. */
export function measured(id: MetricId, perRound: readonly (number | undefined)[], all?: Pooled): Statistic {
  const rounds = perRound.filter((value) => value !== undefined);
  if (rounds.length === 0) return { state: "not-available", reason: `${metric(id).label} was not measured` };
  const { quantile } = metric(id);
  const need = quantile === undefined ? 0 : samplesNeeded(quantile);
  return {
    state: "measured",
    value: median(rounds),
    rounds,
    ...(all?.pooled === undefined ? {} : { pooled: all.pooled }),
    ...(all && all.count < need ? { insufficient: { have: all.count, need } } : {}),
  };
}
