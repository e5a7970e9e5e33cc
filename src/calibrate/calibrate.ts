import { seededRandom } from "../stats/random.ts";
import { replayRun } from "./replay.ts";
import type { Scenario } from "./scenario.ts";
import type { Outcome } from "./tally.ts";
import type { Trial } from "./trial.ts";

/** Trials that are still to be run, scenario after scenario in turn, so that an unfinished calibration has some of each. */
export function missingTrials(
  done: readonly Trial[],
  { scenarios, trials, busy }: { scenarios: readonly Scenario[]; trials: number; busy: boolean },
): { readonly scenario: Scenario; readonly seed: number }[] {
  const finished = new Set(done.filter((one) => one.busy === busy).map(({ scenario, seed }) => `${scenario} ${seed}`));
  return Array.from({ length: trials }, (_, seed) => scenarios.map((scenario) => ({ scenario, seed })))
    .flat()
    .filter(({ scenario, seed }) => !finished.has(`${scenario.name} ${seed}`));
}

/** How the trials ended, for the tally. */
export function outcomesOf(trials: readonly Trial[], scenarios: readonly Scenario[]): Outcome[] {
  return trials.flatMap(({ scenario: name, status, rounds, seconds, oneShot }) => {
    const scenario = scenarios.find((candidate) => candidate.name === name);
    if (!scenario) return [];
    return [{ scenario: name, status, rounds, seconds, oneShot: oneShot.some((change) => change > scenario.limit) }];
  });
}

/** Plays each scenario that has trials `count` times from the rounds of its trials; the same seed plays the same. */
export function replays(
  trials: readonly Trial[],
  { scenarios, count, seed }: { scenarios: readonly Scenario[]; count: number; seed: number },
): Outcome[] {
  return scenarios.flatMap((scenario) => {
    const own = trials.filter((trial) => trial.scenario === scenario.name);
    const pool = own.flatMap(({ figures }) => figures.flat());
    if (pool.length === 0) return [];
    const random = seededRandom(seed);
    const gates = Math.max(...own.map((trial) => trial.gates));
    return Array.from({ length: count }, () => replayRun(scenario, { pool, gates, random }));
  });
}
