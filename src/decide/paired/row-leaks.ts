import type { Threshold } from "../../plan/threshold.ts";
import { evidenceOfHigher } from "../../stats/anytime.ts";
import { trimmedMean } from "../../stats/trimmed.ts";
import type { TableLaunch } from "../../table/round.ts";
import type { Table } from "../../table/table.ts";
import type { Finding } from "../verdict.ts";
import { decideDifferences, judgementOf } from "./decide-gate.ts";
import { growthLimit, growthThreshold } from "./guards.ts";

/*
 * The gate on what calls keep is over all rows: a leak in one of many is thinned out, and in slow calls lost among what
 * launches differ by. But a leak check also reads by how much memory rises in the calls of each row. A row in whose calls it
 * rises more in head than in base is suspected, and called alone by further launches for as long as these look as if it did,
 * until they show it.
 */

/**
 * A row is suspected where its calls keep so much more in one launch, in several as much less as their mean scatters less. One
 * that is suspected wrongly mostly costs one launch of either arm.
 */
const suspectBytes = 500_000;

/** A leak is to show by so many bytes in each of the launches that look for it. */
const shownBytes = 3e6;

/**
 * The row to call alone next, and how often; undefined where none is suspected. `open`: one that was called alone and is not
 * decided. Only rows that a leak check has called can be.
 */
export function suspectedRow(
  table: Table,
  open: string | undefined,
): { readonly row: string; readonly calls: number } | undefined {
  if (checkedRows(table).length === 0) return undefined;
  const suspect = likelyLeaks(table).find(({ row, bytes, checks }) =>
    open === undefined ? bytes >= suspectBytes / Math.sqrt(checks) && looksAt(table, row).length === 0 : row === open,
  );
  if (!suspect) return undefined;
  const { row, bytes, calls } = suspect;
  return { row, calls: Math.ceil((5 / 4) * (shownBytes / bytes) * calls) };
}

/**
 * Judges the rows that were called alone, by these launches, which are all called alike. Rows that leaked no more than the
 * threshold are no longer suspected.
 */
export function judgeLoneRows(
  table: Table,
  { guard, gates }: { readonly guard: Threshold | undefined; readonly gates: number },
): Finding[] {
  if (guard?.limit.kind !== "points") return [];
  const { points } = guard.limit;
  return checkedRows(table).flatMap((row): Finding[] => {
    const looks = looksAt(table, row);
    if (looks.length === 0) return [];
    const limit = Math.max(points, growthLimit(looks.map(({ calls }) => calls)));
    const decision = decideDifferences(
      looks.map(({ base, head }) => ({ worse: head - base })),
      { id: "memory_growth", limit, gates, evidence: evidenceOfHigher(looks.map((look) => [look.base, look.head])) },
    );
    if (decision.estimate <= decision.rule.limit) return [];
    const launches = looks.length;
    return [
      {
        row,
        metric: "memory_growth",
        threshold: limit === points ? guard : growthThreshold(limit, guard.level),
        ...judgementOf(decision, { base: trimmedMean(looks.map(({ base }) => base)) }),
        rounds: launches,
        reason: { code: "alone", isShown: decision.state === "regressed", launches },
      },
    ];
  });
}

/** Rows that leak checks called, where there are several: of one, the gate over all is its own. */
export function checkedRows({ leakChecked }: Table): readonly string[] {
  return leakChecked.length > 1 ? leakChecked : [];
}

/** Returns the row whose calls leak most by the leak checks of all rounds, for a profile to look at. It decides nothing. */
export function likeliestLeak(table: Table): string | undefined {
  const [first, ...others] = table.leakChecked;
  return others.length === 0 ? first : likelyLeaks(table).find(({ bytes }) => bytes > 0)?.row;
}

interface LikelyLeak {
  readonly row: string;
  /** Rise of RSS of head's process tree beyond that of base's, over the calls of the row in one check. */
  readonly bytes: number;
  readonly calls: number;
  readonly checks: number;
}

/** Checked rows, first those whose calls leak most. */
function likelyLeaks(table: Table): LikelyLeak[] {
  const leaks = table.leakChecked.flatMap((row) => {
    const rises = risesOf(table, row);
    if (rises.length === 0) return [];
    const [bytes, calls] = [trimmedMean(rises.map((rise) => rise.bytes)), trimmedMean(rises.map((rise) => rise.calls))];
    return [{ row, bytes, calls, checks: rises.length }];
  });
  return leaks.toSorted((a, b) => b.bytes - a.bytes);
}

/** Rises over the calls of a row in the leak check of each round. */
function risesOf(table: Table, row: string): Pick<LikelyLeak, "bytes" | "calls">[] {
  return pairsOf(table, row).flatMap(({ isAlone, base, head }) => {
    const of = ({ leakChecked, leakCheckRows }: TableLaunch) => leakCheckRows?.[leakChecked?.indexOf(row) ?? -1];
    const [before, after] = [of(base), of(head)];
    if (isAlone || !before || !after) return [];
    const calls = Math.min(before.calls, after.calls);
    return [{ bytes: (after.bytesPerCall - before.bytesPerCall) * calls, calls }];
  });
}

/** Growth per 1,000 calls in launches that were called for one row alone, and the calls over which memory was read. */
function looksAt(table: Table, row: string) {
  return pairsOf(table, row).flatMap(({ isAlone, base, head }) => {
    const [before, after] = [base.metrics.memory_growth, head.metrics.memory_growth];
    if (!isAlone || base.leakChecked?.[0] !== row || before === undefined || after === undefined) return [];
    return [{ base: before, head: after, calls: Math.min(base.leakCheckCalls ?? 0, head.leakCheckCalls ?? 0) }];
  });
}

/** Both launches of each round that were called to look for leaks. */
function pairsOf({ rounds, rows }: Table, id: string) {
  const row = rows.find((one) => one.id === id);
  return rounds.flatMap(({ order, launches }) => {
    const on = (arm: string | undefined) => launches.find((one) => one.arm === arm && one.leakChecked !== undefined);
    const [base, head] = [on(row?.base?.arm), on(row?.head.arm)];
    // A check of the rows of a round may be of a single one, too.
    const isAlone = base?.leakChecked?.length === 1 && Object.keys(order).length === 0;
    return base && head ? [{ isAlone, base, head }] : [];
  });
}
