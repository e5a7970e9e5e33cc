/** How a run was judged, as reports show it and the baseline branch stores it. */
export const statuses = [
  "pass",
  "regressed",
  "over-budget",
  "inconclusive",
  "contaminated",
  "not-comparable",
  "no-baseline",
  "errored",
] as const;
export type Status = (typeof statuses)[number];
