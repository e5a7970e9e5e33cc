/** How a run was judged, as reports show it and the baseline branch stores it. Worst first: one status speaks for all parts of a run. */
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
