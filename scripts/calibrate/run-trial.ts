import { systemClock } from "../../src/base/host/clock.ts";
import type { Environment } from "../../src/base/host/environment.ts";
import { harness } from "../../src/base/host/version.ts";
import { shouldContinue } from "../../src/decide/paired/stopping.ts";
import type { Progress } from "../../src/measure/progress.ts";
import { readProcessorTime, stealBetween } from "../../src/measure/resources/processor-time.ts";
import { readEnvironment } from "../../src/measure/run/environment.ts";
import { runPlan } from "../../src/measure/run/run-plan.ts";
import type { Plan } from "../../src/plan/plan.ts";
import { judge } from "../../src/run/judge.ts";
import { tabulate } from "../../src/table/table.ts";
import type { Checkouts } from "./checkouts.ts";
import { sampleLaunch } from "./sample-launch.ts";
import type { Scenario } from "./scenario.ts";
import { scenarioPlan } from "./scenario-plan.ts";
import { type Trial, trialOf } from "./trial.ts";

interface TrialOptions {
  readonly seed: number;
  /** Only told: how many other processes compute meanwhile. */
  readonly busy: number;
  readonly checkouts: Checkouts;
  /** Longest time to measure one row. */
  readonly secondsPerRow: number;
  /** So many and no more, however long they take; absent: until all is decided. */
  readonly rounds?: number;
  readonly environment: Environment;
  readonly signal: AbortSignal;
  readonly progress: Progress;
}

/** Runs one scenario as a pull request is: real launches of base and head, for as many rounds as it takes. */
export async function runTrial(scenario: Scenario, options: TrialOptions): Promise<Trial> {
  const { seed, busy, environment, signal, progress } = options;
  const from = systemClock.now();
  const timeBefore = readProcessorTime();
  const record = await runPlan(planOf(scenario, options), {
    clock: systemClock,
    now: () => new Date(),
    signal,
    progress,
    environment: readEnvironment({ env: environment, custom: {} }),
    command: ["sample-server.js", ...scenario.bothFlags, ...scenario.flags].join(" "),
    harness,
    outlook: (soFar) => shouldContinue(tabulate(soFar)),
  });
  // An interrupted trial is no trial: its rounds would count as decided by whoever interrupted it.
  signal.throwIfAborted();
  const seconds = (systemClock.now() - from) / 1000;
  const steal = stealBetween(timeBefore, readProcessorTime());
  const stored = { kind: "none", reason: "a calibration has no stored runs" } as const;
  const { comparison, verdict } = judge(record, { stored, failOn: ["regression"], reproduce: "" });
  return trialOf({ ...record, seed }, { scenario: scenario.name, busy, steal, seconds, comparison, verdict });
}

function planOf(scenario: Scenario, options: TrialOptions): Plan {
  const { environment, rounds, checkouts } = options;
  const { flags, bothFlags } = scenario;
  const launch = (file: string, args: readonly string[]) => sampleLaunch(environment, { file, args });
  return {
    ...scenarioPlan(scenario, options),
    ...(rounds === undefined ? {} : { rounds: { kind: "fixed", min: rounds, max: rounds } }),
    arms: [
      { id: "head", side: "head", launch: launch(checkouts.head, [...bothFlags, ...flags]) },
      { id: "base", side: "base", launch: launch(checkouts.base, bothFlags) },
    ],
  };
}
