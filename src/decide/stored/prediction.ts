import { mean, sampleVariance } from "simple-statistics";
import { type MetricId, metric } from "../../metrics/metric.ts";
import { median } from "../../stats/describe.ts";
import { studentCritical } from "../../stats/distributions.ts";
import { trimmedVariance } from "../../stats/trimmed.ts";

/**
 * Noise between two runs of unchanged code on one machine class, as the standard deviation of the logarithm, assumed
 * until stored runs show it. From published and own A/A figures: medians of a 0.7 ms tool 9.1 % on a disturbed two-core
 * machine (2 to 4 % between neighbouring runs on hosted runners); means and throughput spread about a third more; tails
 * up to 20 %. Start-up is taken like a mean. For memory no figure was found; 5 % is a guess on the safe side. CPU time:
 * 1 to 3 % of a run in fixtures/stored-runs, quiet or beside a busy process.
 */
const assumedSpread = { median: 0.09, mean: 0.12, tail: 0.2, memory: 0.05, cpu: 0.025 } as const;

/** The assumption counts as much as this many degrees of freedom, that is as eleven stored runs. */
const assumedFreedom = 10;

/** From this many stored runs on, their own spread may narrow the interval. */
export const fewestForOwnSpread = 5;

/** Stored runs never count as closer together than this, however equal they look. */
const leastSpread = 0.01;

/** One run's figure for a metric: natural logarithms of its value and of its rounds' values, none for an old run. */
export interface LogRun {
  readonly value: number;
  readonly rounds: readonly number[];
}

export interface Prediction {
  /** ln of head over the geometric mean of the stored runs. */
  readonly difference: number;
  /** Standard deviation of a run that the narrower interval goes by. */
  readonly spread: number;
  /** Half the width of the interval that an unchanged head leaves on one side with probability `tail`. */
  readonly halfWidth: (tail: number) => number;
  /** The same by what the rounds of head show of it alone: those of a starved run lie far apart. */
  readonly ownHalfWidth: (tail: number) => number;
}

/**
 * Predicts where a run of unchanged code would lie after k stored runs: Student's prediction interval for one further
 * observation, t · s · √(1 + 1/k) (Hahn and Meeker, Statistical Intervals, 4.7), on the log scale. s² is the narrower
 * of two, each taken at half the error, so that choosing keeps the promise (Bonferroni). The first is the assumed
 * spread, plus what the rounds of a run show of their trimmed mean, pooled with the
 * stored runs' own variance by degrees of freedom (a conjugate prior; Gelman and others, Bayesian Data Analysis, 3.3;
 * the degrees of freedom of the sum are Welch and Satterthwaite's). The second, with five or more stored runs, is their
 * own variance alone. Undefined where no run has two rounds: then the noise between launches is unknown.
 */
export function predict(
  id: MetricId,
  { head, entries }: { head: LogRun; entries: readonly LogRun[] },
): Prediction | undefined {
  const within = withinRun([head, ...entries]);
  if (!within) return undefined;
  const count = entries.length;
  const values = entries.map((entry) => entry.value);
  const own = count > 1 ? sampleVariance(values) : 0;
  const { spread = "tail", isCpuTime } = metric(id);
  const assumed = pool(assumedSpread[isCpuTime ? "cpu" : spread] ** 2, within);
  const freedom = assumed.freedom + count - 1;
  const pooled = (assumed.freedom * assumed.variance + (count - 1) * own) / freedom;
  const observed = Math.max(own, within.variance, leastSpread ** 2);
  const widen = Math.sqrt(1 + 1 / count);
  const enough = count >= fewestForOwnSpread;
  return {
    difference: head.value - mean(values),
    spread: Math.sqrt(enough ? Math.min(pooled, observed) : pooled),
    halfWidth: (tail) => {
      if (!enough) return studentCritical(tail, freedom) * Math.sqrt(pooled) * widen;
      const byAssumption = studentCritical(tail / 2, freedom) * Math.sqrt(pooled) * widen;
      return Math.min(byAssumption, ownHalfWidth(observed, { count, tail }));
    },
    ownHalfWidth: (tail) => {
      const count = head.rounds.length;
      return count < 2 ? 0 : studentCritical(tail, count - 1) * Math.sqrt(trimmedVariance(head.rounds));
    },
  };
}

/** Only the newest runs count: the machine and the code move on. */
export const window = 20;

/** Fewest stored runs whose interval would be narrower than `limit` if they spread by `spread`; undefined where none suffice. */
export function entriesNeeded(spread: number, { limit, tail }: { limit: number; tail: number }): number | undefined {
  for (let count = fewestForOwnSpread; count <= window; count++) {
    if (ownHalfWidth(spread ** 2, { count, tail }) < limit) return count;
  }
  return undefined;
}

function ownHalfWidth(variance: number, { count, tail }: { count: number; tail: number }): number {
  return studentCritical(tail / 2, count - 1) * Math.sqrt(variance * (1 + 1 / count));
}

interface Variance {
  readonly variance: number;
  readonly freedom: number;
}

/** Variance of a run's value as its own rounds show it, in the middle of the runs: a single bad launch tells nothing of the others. */
function withinRun(runs: readonly LogRun[]): Variance | undefined {
  const replicated = runs.filter((run) => run.rounds.length > 1);
  if (replicated.length === 0) return undefined;
  const fewest = replicated.reduce((least, run) => Math.min(least, run.rounds.length), Number.POSITIVE_INFINITY);
  const freedom = replicated.reduce((sum, run) => sum + run.rounds.length - 1, 0);
  const variance = median(
    replicated.map(
      ({ rounds }) => (trimmedVariance(rounds) * (rounds.length / fewest)) / middleOfVariances(rounds.length - 1),
    ),
  );
  return { variance, freedom };
}

/** The median of estimates of a variance, as a share of it (Wilson and Hilferty 1931). */
function middleOfVariances(freedom: number): number {
  return (1 - 2 / (9 * freedom)) ** 3;
}

function pool(assumed: number, within: Variance): Variance {
  const variance = assumed + within.variance;
  return { variance, freedom: variance ** 2 / (assumed ** 2 / assumedFreedom + within.variance ** 2 / within.freedom) };
}
