/**
 * Verdicts of a run, as reports show them and the baseline branch stores them. Worst first: one status speaks for all
 * parts of a run.
 */
export const statuses = [
  "errored",
  "regressed",
  "over-budget",
  "inconclusive",
  "not-comparable",
  "no-baseline",
  "pass",
] as const;
export type Status = (typeof statuses)[number];
