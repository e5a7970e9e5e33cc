import type { Threshold } from "../../plan/threshold.ts";
import { evidenceAbove, evidenceOfHigher } from "../../stats/anytime.ts";
import { median } from "../../stats/describe.ts";
import { hodgesLehmann } from "../../stats/hodges-lehmann.ts";
import type { TableLaunch } from "../../table/round.ts";
import type { Table } from "../../table/table.ts";
import type { Finding } from "../verdict.ts";
import { decideDifferences, judgementOf } from "./decide-gate.ts";
import { growthLimit, growthThreshold } from "./guards.ts";
import { evidenceNeeded, fewestRounds } from "./paired-decision.ts";

/*
 * The gate on what calls keep is over all rows: a leak in one of many is thinned out, and in slow calls lost among what launches
 * differ by. But a leak check also reads by how much memory rises in the calls of each row. A row in whose calls it rises more in
 * head than in base is suspected, and called alone by further launches for as long as these look as if it did, until they show it.
 */

/** Rises of two launches further apart than this count fully. */
const scaleBytes = 500_000;

/** A row is suspected where its calls keep so much more in one launch, in several as much less as their mean scatters less, … */
const suspectBytes = 500_000;
/** … and so much more each. What is suspected wrongly mostly costs one launch of either arm. */
const suspectBytesPerCall = 500;

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
  const suspects = checkedRows(table).flatMap((row) => {
    const rises = risesOf(table, row);
    const isSuspected = open === undefined ? looksAt(table, row).length === 0 && looksLike(rises) : row === open;
    return isSuspected ? [{ row, rises }] : [];
  });
  const [likeliest] = suspects.toSorted((a, b) => evidenceOf(b.rises) - evidenceOf(a.rises));
  if (!likeliest) return undefined;
  const { row, rises } = likeliest;
  const looks = looksAt(table, row).map(({ base, head }) => (head - base) / 1000);
  // Launches that called it alone tell better what its calls keep.
  const each = looks.length > 0 ? hodgesLehmann(looks) : perCall(rises);
  return { row, calls: Math.ceil((5 / 4) * (shownBytes / each)) };
}

/**
 * Judges the rows that were called alone; those that leaked no more than the threshold are no longer suspected. Their
 * evidence is that of these launches, all called alike, and with half of the stake that of the leak checks before, by
 * which one row of all was picked: the mean over all rows, of which it is one, may be bet on it.
 */
export function judgeLoneRows(
  table: Table,
  { guard, gates }: { readonly guard: Threshold | undefined; readonly gates: number },
): Finding[] {
  if (guard?.limit.kind !== "points") return [];
  const { points } = guard.limit;
  const rows = checkedRows(table);
  return rows.flatMap((row): Finding[] => {
    const looks = looksAt(table, row);
    if (looks.length === 0) return [];
    const limit = Math.max(points, growthLimit(looks.map(({ calls }) => calls)));
    const evidence = evidenceOfHigher(looks.map((look) => [look.base, look.head]));
    const decision = decideDifferences(
      looks.map(({ base, head }) => ({ worse: head - base })),
      { id: "memory_growth", limit, gates, evidence },
    );
    const { estimate, values, rule } = decision;
    if (estimate <= rule.limit) return [];
    const before = risesOf(table, row).filter(({ round }) => round < (looks[0]?.round ?? 0));
    const claim = (decision.claim * (1 + evidenceOf(before) / rows.length)) / 2;
    const isShown = claim >= evidenceNeeded(gates) && looks.length >= fewestRounds;
    const base = median(looks.map((look) => look.base));
    return [
      {
        row,
        metric: "memory_growth",
        threshold: limit === points ? guard : growthThreshold(limit, guard.level),
        ...judgementOf(decision, { base }),
        state: isShown ? "regressed" : "inconclusive",
        claim,
        rounds: values.length,
        reason: { code: "alone", isShown, launches: values.length },
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
  const [only, ...others] = table.leakChecked;
  if (only === undefined || others.length === 0) return only;
  const leaking = [only, ...others].flatMap((row) => {
    const rises = risesOf(table, row);
    return rises.length > 0 && perCall(rises) > 0 ? [{ row, bytes: perCall(rises) }] : [];
  });
  return leaking.toSorted((a, b) => b.bytes - a.bytes)[0]?.row;
}

interface Rise {
  readonly round: number;
  /** Rise of RSS of head's process tree beyond that of base's. */
  readonly bytes: number;
  readonly calls: number;
}

/** Over the calls of a row in the leak check of each round. */
function risesOf(table: Table, row: string): Rise[] {
  return pairsOf(table, row).flatMap(({ round, isAlone, base, head }) => {
    const of = ({ leakChecked, leakCheckRows }: TableLaunch) => leakCheckRows?.[leakChecked?.indexOf(row) ?? -1];
    const [before, after] = [of(base), of(head)];
    if (isAlone || !before || !after) return [];
    const calls = Math.min(before.calls, after.calls);
    return [{ round, bytes: (after.bytesPerCall - before.bytesPerCall) * calls, calls }];
  });
}

function evidenceOf(rises: readonly Rise[]): number {
  return evidenceAbove(
    rises.map(({ bytes }) => bytes),
    { theta: 0, scale: scaleBytes },
  );
}

function looksLike(rises: readonly Rise[]): boolean {
  if (rises.length === 0 || perCall(rises) < suspectBytesPerCall) return false;
  return hodgesLehmann(rises.map(({ bytes }) => bytes)) >= suspectBytes / Math.sqrt(rises.length);
}

function perCall(rises: readonly Rise[]): number {
  return hodgesLehmann(rises.map(({ bytes, calls }) => bytes / calls));
}

/** Growth per 1,000 calls in launches that were called for one row alone, and the calls over which memory was read. */
function looksAt(table: Table, row: string) {
  return pairsOf(table, row).flatMap(({ round, isAlone, base, head }) => {
    const [before, after] = [base.metrics.memory_growth, head.metrics.memory_growth];
    if (!isAlone || base.leakChecked?.[0] !== row || before === undefined || after === undefined) return [];
    return [{ round, base: before, head: after, calls: Math.min(base.leakCheckCalls ?? 0, head.leakCheckCalls ?? 0) }];
  });
}

/** Both launches of each round that were called to look for leaks. */
function pairsOf({ rounds, rows }: Table, id: string) {
  const row = rows.find((one) => one.id === id);
  return rounds.flatMap(({ index: round, order, launches }) => {
    const on = (arm: string | undefined) => launches.find((one) => one.arm === arm && one.leakChecked !== undefined);
    const [base, head] = [on(row?.base?.arm), on(row?.head.arm)];
    // A check of the rows of a round may be of a single one, too.
    const isAlone = base?.leakChecked?.length === 1 && Object.keys(order).length === 0;
    return base && head ? [{ round, isAlone, base, head }] : [];
  });
}
