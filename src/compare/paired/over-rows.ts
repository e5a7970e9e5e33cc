import type { RoundChange } from "../../metrics/row-rounds.ts";
import { median } from "../../stats/describe.ts";
import { groupBy } from "../../stats/group-by.ts";
import { hodgesLehmann } from "../../stats/hodges-lehmann.ts";
import type { SharedGuard } from "../cross-checks.ts";
import { prewhitened } from "./correlation.ts";
import { shareLimits } from "./guards.ts";
import { claimOf, decidePaired, evidenceNeeded } from "./paired-decision.ts";

/**
 * Whether a guard passes over all rows of a run: the median of their differences, round by round. A machine that holds calls
 * up does so in all rows of both arms, and what is left of that in one row stays open far longer than their median.
 */
export function passesOver(
  id: SharedGuard,
  rows: readonly (readonly RoundChange[])[],
  { correlation = 0 }: { readonly correlation?: number } = {},
): boolean {
  const rounds = groupBy(rows.flat(), ({ round }) => round);
  const medians = [...rounds.values()].map((changes) => median(changes.map(({ worse }) => worse)));
  if (rows.length < 2 || medians.length === 0) return false;
  const limit = shareLimits[id];
  return decidePaired(prewhitened(medians, correlation), { limit, gates: 1, harm: 2 * limit }) === "pass";
}

/** The rows of a run with their differences of a guard, round by round. */
type Differences = (id: SharedGuard) => ReadonlyMap<string, readonly RoundChange[]>;

/**
 * The same asked for one row, by the rounds up to its last: what vouches for a row when it leaves the run does so to the end,
 * whatever the rows that go on show.
 */
export function passesWithAllRows(
  differences: Differences,
  options: { readonly correlation: number },
): (id: SharedGuard, row: string) => boolean {
  const read = new Map<SharedGuard, ReturnType<Differences>>();
  const known = new Map<string, boolean>();
  return (id, row) => {
    const rows = read.get(id) ?? differences(id);
    read.set(id, rows);
    const last = Math.max(...(rows.get(row) ?? []).map(({ round }) => round));
    const key = `${id} ${last}`;
    const passes =
      known.get(key) ??
      passesOver(
        id,
        [...rows.values()].map((changes) => changes.filter(({ round }) => round <= last)),
        options,
      );
    known.set(key, passes);
    return passes;
  };
}

/** A server that got slower by more than this in all rows is told of, whatever the limits of its rows. */
const slowerByMore = Math.log1p(0.015);

/** Of fewer rows one says as much. */
const fewestRows = 3;

/** Of a round: those that stay longest are the ones that look slower. */
const leastShare = 0.5;

/**
 * How much longer the rows of a run take together: ln of p50's ratio, the Hodges–Lehmann centre of the rows in every round.
 * What moves all rows a little moves none of them beyond its own noise, and scatters less the more rows there are. Undefined where
 * it is not shown, by evidence of one in a hundred runs, or too small to be told.
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
  const centres = whole.map((changes) => hodgesLehmann(changes.map(({ worse }) => worse)));
  const values = prewhitened(centres, correlation);
  const estimate = hodgesLehmann(values);
  const isShown = claimOf(values, { limit: slowerByMore, estimate }) >= evidenceNeeded(1);
  return isShown ? { estimate, rounds: values.length } : undefined;
}
