import { ConfigError } from "../../errors.ts";
import { samplesNeeded } from "../../stats/sufficiency.ts";
import { joined, type K6Run } from "./survey.ts";

/** A place for what one arm did for one row: which round a time belongs to, and how long that took of it. */
export interface Slot {
  readonly run: K6Run;
  readonly arm: "head" | "base";
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
  { head, base }: Readonly<Record<Slot["arm"], readonly K6Run[]>>,
  { windows }: { readonly windows: number },
): Rounds {
  const [first] = head;
  if (!first) throw new RangeError("no run to import");
  if (base.length === 0)
    return head.length === 1 ? windowsOf([{ run: first, arm: "head" }], windows) : ofRuns(head, []);
  if (base.length !== head.length) throw notPaired(`there are ${head.length} runs of head and ${base.length} of base`);
  const [other] = base;
  if (head.length === 1 && other) {
    if (!isTogether(first, other)) throw notPaired("base and head ran once each, one after the other");
    return windowsOf(
      [
        { run: first, arm: "head" },
        { run: other, arm: "base" },
      ],
      windows,
    );
  }
  return ofRuns(head, base);
}

function windowsOf(sides: readonly Pick<Slot, "run" | "arm">[], most: number): Rounds {
  const files = sides.flatMap(({ run }) => run.files);
  const inSeconds = files.some((file) => file.inSeconds);
  const ids = new Set(files.flatMap(({ rows }) => [...rows.keys()]));
  const windows = new Map([...ids].map((row) => [row, windowsOfRow(row, { sides, most, inSeconds })]));
  const of = (row: string) => windows.get(row) ?? { fromMs: 0, lengthMs: 1, count: 1 };
  const slots = sides.map((side) => ({
    ...side,
    roundOf: (row: string, timeMs: number) => {
      const { fromMs, lengthMs, count } = of(row);
      return Math.min(count - 1, Math.max(0, Math.floor((timeMs - fromMs) / lengthMs)));
    },
    wallMsOf: (row: string) => of(row).lengthMs,
  }));
  return { count: Math.max(...[...windows.values()].map(({ count }) => count)), kind: "windows", slots };
}

interface Cutting {
  readonly sides: readonly Pick<Slot, "run">[];
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

function ofRuns(head: readonly K6Run[], base: readonly K6Run[]): Rounds {
  const slot =
    (arm: Slot["arm"]) =>
    (run: K6Run, round: number): Slot => ({
      run,
      arm,
      roundOf: () => round,
      wallMsOf: (row) => {
        const { fromMs, toMs } = joined(run.files.flatMap(({ rows }) => rows.get(row)?.span ?? []));
        return Math.max(1, toMs - fromMs);
      },
    });
  for (const [index, run] of head.entries()) {
    const [pair, next] = [base[index], base[index + 1]];
    const after = head[index + 1];
    const end = pair ? Math.max(run.span.toMs, pair.span.toMs) : undefined;
    if (end !== undefined && after && next && Math.min(after.span.fromMs, next.span.fromMs) < end)
      throw notPaired("base and head did not take turns");
  }
  return { count: head.length, kind: "runs", slots: [...head.map(slot("head")), ...base.map(slot("base"))] };
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
