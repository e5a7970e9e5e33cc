import { groupBy } from "../../stats/group-by.ts";
import { trimmedMean } from "../../stats/trimmed.ts";
import type { RoundChange } from "../../table/round-change.ts";

import { decidePaired } from "./paired-decision.ts";

/** A slowdown of all rows beyond this is reported, whatever the thresholds of the rows. */
const slowerByMore = Math.log1p(0.015);

/** Fewest rows whose average says more than one of them. */
const fewestRows = 3;

/** Smallest share of a round's rows: the slowest-looking rows stay longest. */
const leastShare = 0.5;

/**
 * Estimates how much slower the rows of a run are together: ln of p50's ratio, the trimmed mean of the rows in every
 * round. What moves all rows a little moves none of them beyond its own noise, and scatters less the more rows there
 * are. Undefined where it is not shown, by evidence of one in a hundred runs, or too small to be told.
 */
export function slowdownOfAll(
  rows: readonly (readonly RoundChange[])[],
  { correlation = 0 }: { readonly correlation?: number } = {},
): { readonly estimate: number; readonly rounds: number } | undefined {
  if (rows.length < fewestRows) return undefined;
  const rounds = groupBy(rows.flat(), ({ round }) => round);
  const enough = Math.max(fewestRows, leastShare * rows.length);
  const whole = [...rounds.values()].filter(({ length }) => length >= enough);
  if (whole.length === 0) return undefined;
  const centres = whole.map((changes) => trimmedMean(changes.map(({ worse }) => worse)));
  const { state, estimate, values } = decidePaired(centres, { limit: slowerByMore, gates: 1, correlation });
  return state === "regressed" ? { estimate, rounds: values.length } : undefined;
}
