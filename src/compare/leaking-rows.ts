import type { RunRecord } from "../record/record.ts";

/** What the calls of one row keep in memory, in bytes per call. */
export interface KeptByRow {
  readonly row: string;
  /** Absent where base was not looked at. */
  readonly base?: number;
  readonly head: number;
  /** By how much head keeps more than base; all that it keeps where base was not looked at. */
  readonly more: number;
  /** Calls of head over which memory was read. */
  readonly calls: number;
}

/** The rows that were looked at one by one, the one that keeps most first. */
export function keptByRow({ rowGrowths = [], arms }: Pick<RunRecord, "rowGrowths" | "arms">): KeptByRow[] {
  const sides = new Map(arms.map(({ id, side }) => [id, side]));
  const of = (side: "head" | "base") => rowGrowths.filter(({ arm }) => sides.get(arm) === side);
  const base = new Map(of("base").map(({ row, bytesPerCall }) => [row, bytesPerCall]));
  const kept = of("head").map(({ row, bytesPerCall: head, calls }): KeptByRow => {
    const before = base.get(row);
    return before === undefined
      ? { row, head, more: head, calls }
      : { row, base: before, head, more: head - before, calls };
  });
  return kept.toSorted((a, b) => b.more - a.more);
}

/** A row that keeps memory keeps so many times what the others scatter by, … */
const timesScatter = 4;
/** … so many times what any of them keeps, … */
const timesNext = 2;
/** … and over all its calls more than launches of the same code differ by: recorded ones, over 2,500 calls, by 0.5 to 1.7 MB. */
const leastBytes = 2_000_000;

/**
 * The rows, at most half of them, that stand out as those whose calls keep memory; none where all keep alike or too few were
 * looked at. They decide nothing: each was launched once.
 */
export function leakingRows(kept: readonly KeptByRow[]): KeptByRow[] {
  for (let count = 1; count <= kept.length / 2; count++) {
    const [leaking, others] = [kept.slice(0, count), kept.slice(count).map(({ more }) => more)];
    const scatter = Math.sqrt(others.reduce((sum, more) => sum + more ** 2, 0) / others.length);
    const stand = Math.max(timesScatter * scatter, timesNext * Math.max(...others));
    if (leaking.every(({ more, calls }) => more >= stand && more * calls >= leastBytes)) return leaking;
  }
  return [];
}
