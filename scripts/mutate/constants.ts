/** A constant that decides, and the tests that hold it. */
export interface Constant {
  readonly file: string;
  /** The name declared at the top of the file; `name.field` of an object. */
  readonly name: string;
  /** Files or folders below `test`. */
  readonly tests: readonly string[];
}

const of = (file: string, names: readonly string[], ...tests: readonly string[]): Constant[] =>
  names.map((name) => ({ file: `src/${file}.ts`, name, tests: tests.map((one) => `test/${one}`) }));

const limits = "decide/paired/deciding-constants.test.ts";

/**
 * Every constant of the deciding code that moves a verdict, but those of stored runs, which are held by simulations. One that is
 * added to the code is added here, with a test on either side of it.
 */
export const constants: readonly Constant[] = [
  ...of("decide/judge", ["falseAlarms", "falsePasses", "noEvidence"], limits),
  ...of("decide/judge", ["fewestAlike"], "decide/paired/counts.test.ts"),
  ...of("decide/error-rate", ["finestRise"], "decide/error-rate.test.ts"),
  ...of("decide/breakdown", ["fewestLaunches", "evidenceOfDoubt"], limits),
  ...of("decide/paired/stopping", ["launchesWithoutBase"], "decide/paired/stopping.test.ts"),
  ...of("decide/paired/paired-decision", ["fewestRounds", "finestScale"], limits),
  ...of("decide/paired/decide-gate", ["leastCpuMs", "mostlyWork"], limits),
  ...of(
    "decide/paired/guards",
    [
      "usualGrowth",
      "enoughCalls",
      "enoughChecks",
      "shareLimits.slow_calls",
      "shareLimits.stalls",
      "shareLimits.cpu_to_p50",
      "shareLimits.idle_cpu",
      "fewestCalls",
      "finestMean",
    ],
    limits,
  ),
  ...of("decide/paired/row-leaks", ["suspectBytes", "shownBytes"], limits),
  ...of("stats/correlation", ["fewestPairs", "significance", "smallest", "largest"], limits),
  ...of("facts/round-warnings", ["slowerByMore", "fewestRows", "leastShare"], limits),
  ...of("decide/paired/slow-mode", ["smallestRise"], limits),
  ...of("decide/paired/trend", ["beyond"], "decide/paired/trend.test.ts"),
  ...of("facts/load-warnings", ["decayed.share", "decayed.bytes"], "decide/paired/trend.test.ts"),
  ...of("facts/load-warnings", ["muchBytes"], "facts/warnings.test.ts"),
  ...of("table/modes", ["apart"], limits),
  ...of("table/series", ["tickMs"], limits),
  ...of("decide/paired/futures", ["enoughFutures"], limits),
  ...of("metrics/change", ["resolution.call"], limits),
  ...of("stats/anytime", ["cautious", "bolder"], "stats/anytime.test.ts"),
  ...of("stats/anytime", ["boldStake", "cautiousStake"], "stats/evidence-of-ranks.test.ts"),
  ...of("stats/trimmed", ["share", "fewestToTrim", "fewestForInterval"], "stats/trimmed.test.ts"),
  ...of("stats/tail", ["slowFactor", "stall.factor", "stall.leastMs"], "stats/tail.test.ts"),
  ...of("stats/trend", ["fewestPoints", "critical", "weight", "mostBent", "degree"], "stats/trend.test.ts"),
  ...of("measure/memory/session-check", ["leastBytes", "reused"], "measure/memory/session-reuse.test.ts"),
  ...of("stats/sufficiency", ["beyond"], "stats", "metrics"),
];
