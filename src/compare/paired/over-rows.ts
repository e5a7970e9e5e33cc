import type { RoundChange } from "../../metrics/row-rounds.ts";
import { median } from "../../stats/describe.ts";
import { groupBy } from "../../stats/group-by.ts";
import type { SharedGuard } from "../cross-checks.ts";
import { prewhitened } from "./correlation.ts";
import { shareLimits } from "./guards.ts";
import { decidePaired } from "./paired-decision.ts";

/**
 * Whether a guard passes over all rows of a run: the mean of their differences, round by round. A machine that holds calls
 * up does so in all rows of both arms, and what is left of that in one row stays open far longer than their mean.
 */
export function passesOver(
  id: SharedGuard,
  rows: readonly (readonly RoundChange[])[],
  { correlation = 0 }: { readonly correlation?: number } = {},
): boolean {
  const rounds = groupBy(rows.flat(), ({ round }) => round);
  const means = [...rounds.values()].map((changes) => median(changes.map(({ worse }) => worse)));
  if (rows.length < 2 || means.length === 0) return false;
  const limit = shareLimits[id];
  return decidePaired(prewhitened(means, correlation), { limit, gates: 1, harm: 2 * limit }) === "pass";
}
