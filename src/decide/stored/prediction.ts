import { mean, sampleVariance } from "simple-statistics";
import { fewestForSpread } from "../../history/entry.ts";
import { type MetricId, metric } from "../../metrics/metric.ts";
import { studentCritical } from "../../stats/distributions.ts";

/** Only the newest runs count: the machine and the code move on. */
export const window = 20;

/**
 * CPU time of equal code scatters by 1 to 3 %, on a quiet machine and beside a busy process (fixtures/stored-runs). That counts
 * as much as eleven stored runs.
 */
const ofCpuTime = { spread: 0.025, freedom: 10 };
const unknown = { spread: 0, freedom: 0 };

export interface Prediction {
  readonly runs: number;
  /** Mean of the runs, as a logarithm. */
  readonly centre: number;
  /** Standard deviation of a run. */
  readonly spread: number;
  /** Half the width of the interval that an unchanged head leaves on one side with probability `tail`; infinite for few runs. */
  readonly halfWidth: (tail: number) => number;
}

/**
 * Predicts where a run of unchanged code would lie after others, all as logarithms: Student's prediction interval for one
 * further observation (Hahn and Meeker, Statistical Intervals, 4.7). What is known of CPU time is pooled with the stored runs'
 * own variance by degrees of freedom (a conjugate prior; Gelman and others, Bayesian Data Analysis, 3.3).
 */
export function predict(id: MetricId, values: readonly number[]): Prediction {
  const runs = values.length;
  const known = metric(id).isCpuTime ? ofCpuTime : unknown;
  const freedom = known.freedom + runs - 1;
  const squares = runs > 1 ? (runs - 1) * sampleVariance([...values]) : 0;
  const spread = freedom > 0 ? Math.sqrt((known.freedom * known.spread ** 2 + squares) / freedom) : 0;
  return {
    runs,
    centre: mean([...values]),
    spread,
    halfWidth: (tail) => {
      if (runs < fewestForSpread) return Number.POSITIVE_INFINITY;
      return studentCritical(tail, freedom) * spread * Math.sqrt(1 + 1 / runs);
    },
  };
}
