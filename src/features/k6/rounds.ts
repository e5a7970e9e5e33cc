import { ConfigError } from "../../errors.ts";
import { samplesNeeded } from "../../stats/sufficiency.ts";
import { joined, type K6Run } from "./survey.ts";

/** A run, and for each row which round a time belongs to and how long it took of that. */
export interface Slot extends K6Run {
  /** The round of a time; that of the first or last one for a time beyond them. */
  roundOf(row: string, timeMs: number): number;
  wallMsOf(row: string): number;
}

export interface Rounds {
  readonly count: number;
  /** `windows`: parts of one run, by the clock; `runs`: a run each, or a pair of runs. */
  readonly kind: "windows" | "runs";
  readonly slots: readonly Slot[];
}

/** A median takes so many. */
const fewestCalls = samplesNeeded(0.5);

/**
 * Divides runs of k6 into the rounds of a record. A run of k6 is one observation: several of them are a round each, and
 * base's stand beside head's. Of a single one there are windows of the same length, in each of which a row is measured
 * for itself: they show how steady it was, not how two runs differ. Throws ConfigError for runs that are no pairs.
 */
export function roundsOf(
  { head, base }: Readonly<Record<K6Run["arm"], readonly K6Run[]>>,
  { windows }: { readonly windows: number },
): Rounds {
  const [[first], [other]] = [head, base];
  if (!first) throw new RangeError("no run to import");
  if (base.length > 0 && base.length !== head.length)
    throw notPaired(`there are ${head.length} runs of head and ${base.length} of base`);
  if (head.length === 1) {
    if (other && !isTogether(first, other)) throw notPaired("base and head ran once each, one after the other");
    return { kind: "windows", ...cut([...head, ...base], { most: windows }) };
  }
  requireTurns(head, base);
  const slots = [head, base].flatMap((runs) =>
    runs.flatMap((run, round) => cut([run], { most: 1, before: round }).slots),
  );
  return { kind: "runs", count: head.length, slots };
}

/** Cuts the same time of runs into at most so many windows, which are the rounds after `before` others. */
function cut(runs: readonly K6Run[], { most, before = 0 }: { readonly most: number; readonly before?: number }) {
  const ids = new Set(runs.flatMap(({ files }) => files.flatMap(({ rows }) => [...rows.keys()])));
  const windows = new Map([...ids].map((row) => [row, windowsOfRow(row, runs, most)]));
  const of = (row: string) => windows.get(row) ?? { fromMs: 0, lengthMs: 1, count: 1 };
  const roundOf = (row: string, timeMs: number) => {
    const { fromMs, lengthMs, count } = of(row);
    return before + Math.min(count - 1, Math.max(0, Math.floor((timeMs - fromMs) / lengthMs)));
  };
  const wallMsOf = (row: string) => of(row).lengthMs;
  const slots = runs.map((run): Slot => ({ ...run, roundOf, wallMsOf }));
  return { count: Math.max(...[...windows.values()].map(({ count }) => count)), slots };
}

/** A row that was called seldom has fewer windows, as few calls have no median. */
function windowsOfRow(row: string, runs: readonly K6Run[], most: number) {
  const found = runs.map(({ files }) => files.flatMap(({ rows }) => rows.get(row) ?? []));
  const { fromMs, toMs } = joined(found.flat().map(({ span }) => span));
  const calls = Math.min(...found.map((rows) => rows.reduce((sum, { count }) => sum + count, 0)));
  const count = Math.max(1, Math.floor(Math.min(most, calls / fewestCalls)));
  return { fromMs, lengthMs: Math.max(1, (toMs - fromMs) / count), count };
}

/** Throws ConfigError unless each run of base stands beside that of head, before the next ones. */
function requireTurns(head: readonly K6Run[], base: readonly K6Run[]): void {
  for (const [index, pair] of base.entries()) {
    const end = Math.max(pair.span.toMs, head[index]?.span.toMs ?? 0);
    const next = [head[index + 1], base[index + 1]].flatMap((run) => run?.span.fromMs ?? []);
    if (Math.min(...next) < end) throw notPaired("base and head did not take turns");
  }
}

/** Tests whether two runs saw the same time, but for their ends. */
function isTogether({ span: one }: K6Run, { span: other }: K6Run): boolean {
  const common = Math.min(one.toMs, other.toMs) - Math.max(one.fromMs, other.fromMs);
  const longest = Math.max(one.toMs - one.fromMs, other.toMs - other.fromMs);
  return common >= 0.9 * longest;
}

function notPaired(found: string): ConfigError {
  return new ConfigError(found, {
    where: "--base",
    expected: "runs in pairs: one of each at the same time, or base and head in turns, as often",
    fix: "import each side by itself, and `mcp-bench compare` the two records",
  });
}
