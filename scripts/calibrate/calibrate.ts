import { sum } from "simple-statistics";
import { median } from "../../src/stats/describe.ts";
import { seededRandom } from "../../src/stats/random.ts";
import { drawnFrom, replayedRows, replayRun } from "./replay.ts";
import type { Scenario } from "./scenario.ts";
import { scenarioPlan } from "./scenario-plan.ts";
import type { Outcome } from "./tally.ts";
import { conditionOf, type Trial } from "./trial.ts";

/**
 * Trials that are still to be run, scenario after scenario in turn, so that an unfinished calibration has some of each. One
 * with too much steal does not count.
 */
export function missingTrials(
  done: readonly Trial[],
  { scenarios, trials, busy }: { scenarios: readonly Scenario[]; trials: number; busy: number },
): { readonly scenario: Scenario; readonly seed: number }[] {
  const wanted = conditionOf({ busy });
  const finished = new Set(
    done.filter((one) => conditionOf(one) === wanted).map(({ scenario, seed }) => `${scenario} ${seed}`),
  );
  return Array.from({ length: trials }, (_, seed) => scenarios.map((scenario) => ({ scenario, seed })))
    .flat()
    .filter(({ scenario, seed }) => !finished.has(`${scenario.name} ${seed}`));
}

/** Returns how the trials ended, for the tally. */
export function outcomesOf(trials: readonly Trial[], scenarios: readonly Scenario[]): Outcome[] {
  return trials.flatMap(({ scenario: name, status, rounds, seconds, oneShot, figures }) => {
    const scenario = scenarios.find((candidate) => candidate.name === name);
    if (!scenario) return [];
    const changes = figures.flat().map(({ p50 }) => p50);
    return [
      { scenario: name, status, rounds, seconds, changes, oneShot: oneShot.some((change) => change > scenario.limit) },
    ];
  });
}

interface ReplayOptions {
  readonly scenarios: readonly Scenario[];
  /** Replays of each scenario. */
  readonly count: number;
  readonly seed: number;
  /** Longest time to measure one row: a replay has as many rounds as fit in it at the pace of its trials. */
  readonly secondsPerRow: number;
}

/** Plays each scenario that has trials `count` times from the rounds of its trials; the same seed plays the same. */
export function replays(trials: readonly Trial[], { scenarios, count, seed, secondsPerRow }: ReplayOptions): Outcome[] {
  return scenarios.flatMap((scenario) => {
    const own = trials.filter((trial) => trial.scenario === scenario.name);
    const pool = own.flatMap(({ figures }) => figures.flat());
    if (pool.length === 0 || !scenario.replayed) return [];
    const random = seededRandom(seed);
    const gates = Math.max(...own.map((trial) => trial.gates));
    const perRound = sum(own.map(({ seconds }) => seconds)) / sum(own.map(({ rounds }) => rounds));
    const fitting = Math.floor((secondsPerRow * scenario.rows) / perRound);
    const plan = scenarioPlan(scenario, { seed, secondsPerRow });
    const most = Math.max(1, Math.min(plan.rounds.max, fitting));
    const rows = replayedRows(scenario, plan);
    return Array.from({ length: count }, () =>
      replayRun(scenario, { rows, noise: drawnFrom(pool), gates, most, random }),
    );
  });
}

/** About how many seconds trials will take: by those of the same scenario that were run here, else by what is expected. */
export function expectedSeconds(
  missing: readonly { readonly scenario: Scenario }[],
  { done, busy }: { readonly done: readonly Trial[]; readonly busy: number },
): number {
  return sum(
    missing.map(({ scenario: { name, expectedSeconds: guess } }) => {
      const own = done.filter((trial) => trial.scenario === name && trial.busy === busy);
      if (own.length > 0) return median(own.map(({ seconds }) => seconds));
      // One core fewer of a few, for each.
      return (1 + busy) * guess;
    }),
  );
}
