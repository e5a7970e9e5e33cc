import { ConfigError } from "../../errors.ts";
import { samplesNeeded } from "../../stats/sufficiency.ts";
import { joined, type K6Run } from "./survey.ts";

interface Side {
  readonly run: K6Run;
  readonly arm: "head" | "base";
}

/** A place for what one arm did for one row: which round a time belongs to, and how long that took of it. */
export interface Slot extends Side {
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

/** Times in whole seconds tell how many calls there were in a window only if it has many of them. */
const fewestSeconds = 10;

/** A median takes so many. */
const fewestCalls = samplesNeeded(0.5);

/**
 * Divides runs of k6 into the rounds of a record. A run of k6 is one observation: several of them are a round each, and
 * base's stand beside head's. Of a single one there are windows of the same length, in each of which a row is measured
 * for itself: they show how steady it was, not how two runs differ. Throws ConfigError for runs that are no pairs.
 */
export function roundsOf(
  { head, base }: Readonly<Record<Side["arm"], readonly K6Run[]>>,
  { windows }: { readonly windows: number },
): Rounds {
  const [[first], [other]] = [head, base];
  if (!first) throw new RangeError("no run to import");
  if (base.length > 0 && base.length !== head.length)
    throw notPaired(`there are ${head.length} runs of head and ${base.length} of base`);
  const sides = { head: sidesOf("head", head), base: sidesOf("base", base) };
  if (head.length === 1) {
    if (other && !isTogether(first, other)) throw notPaired("base and head ran once each, one after the other");
    return { kind: "windows", ...cut([...sides.head, ...sides.base], { most: windows }) };
  }
  requireTurns(head, base);
  const slots = [sides.head, sides.base].flatMap((of) =>
    of.flatMap((side, round) => cut([side], { most: 1, before: round }).slots),
  );
  return { kind: "runs", count: head.length, slots };
}

function sidesOf(arm: Side["arm"], runs: readonly K6Run[]): Side[] {
  return runs.map((run) => ({ run, arm }));
}

/** Cuts the same time of runs into at most so many windows, which are the rounds after `before` others. */
function cut(sides: readonly Side[], { most, before = 0 }: { readonly most: number; readonly before?: number }) {
  const files = sides.flatMap(({ run }) => run.files);
  const inSeconds = files.some((file) => file.inSeconds);
  const ids = new Set(files.flatMap(({ rows }) => [...rows.keys()]));
  const windows = new Map([...ids].map((row) => [row, windowsOfRow(row, { sides, most, inSeconds })]));
  const of = (row: string) => windows.get(row) ?? { fromMs: 0, lengthMs: 1, count: 1 };
  const slots = sides.map(
    (side): Slot => ({
      ...side,
      roundOf: (row, timeMs) => {
        const { fromMs, lengthMs, count } = of(row);
        return before + Math.min(count - 1, Math.max(0, Math.floor((timeMs - fromMs) / lengthMs)));
      },
      wallMsOf: (row) => of(row).lengthMs,
    }),
  );
  return { count: Math.max(...[...windows.values()].map(({ count }) => count)), slots };
}

interface Cutting {
  readonly sides: readonly Side[];
  readonly most: number;
  readonly inSeconds: boolean;
}

/** A row that was called seldom has fewer windows, as few calls have no median. */
function windowsOfRow(row: string, { sides, most, inSeconds }: Cutting) {
  const found = sides.map(({ run }) => run.files.flatMap(({ rows }) => rows.get(row) ?? []));
  const { fromMs, toMs } = joined(found.flat().map(({ span }) => span));
  const calls = Math.min(...found.map((rows) => rows.reduce((sum, { count }) => sum + count, 0)));
  const bySeconds = inSeconds ? (toMs - fromMs) / (1000 * fewestSeconds) : most;
  const count = Math.max(1, Math.floor(Math.min(most, calls / fewestCalls, bySeconds)));
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
