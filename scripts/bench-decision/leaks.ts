import { readFileSync } from "node:fs";
import { decideDifferences } from "../../src/decide/paired/decide-gate.ts";
import { growthLimit, growthThreshold } from "../../src/decide/paired/guards.ts";
import { judgeLoneRows, suspectedRow } from "../../src/decide/paired/row-leaks.ts";
import type { RecordLaunch, RecordRound, RunRecord } from "../../src/record/record.ts";
import { evidenceOfHigher } from "../../src/stats/anytime.ts";
import { tabulate } from "../../src/table/table.ts";
import { madeRecord } from "../made-record.ts";

/** Says what launches of a server kept in leak checks of all rows, and called for one row alone. */
type Pool = { readonly checks: readonly string[]; readonly alone: readonly string[] };

const file = new URL("../../fixtures/recorded/leak-checks.json", import.meta.url);
const recorded = JSON.parse(readFileSync(file, "utf8")) as Readonly<Record<string, Pool>>;

/** For twelve rows. */
const gates = 100;

export interface LeakChecks {
  /** The row that head's calls keep memory in; undefined: in none. */
  readonly leaking?: string;
  readonly rows: readonly string[];
  readonly head: string;
  readonly base: string;
  /** Leak checks, of all rows or of one, after which a run ends. */
  readonly most: number;
}

export interface PlayedLeaks {
  readonly state: "regressed" | "pass" | "inconclusive";
  /** Says whether a row was called alone, and how often one was. */
  readonly alone: number;
  readonly checks: number;
  /** The row that regressed. */
  readonly named?: string;
}

/** A run's leak checks until all is decided, each of a launch of either arm that was recorded. */
export function playLeaks({ leaking, rows, head, base, most }: LeakChecks, random: () => number): PlayedLeaks {
  const rounds: RecordRound[] = [];
  let alone = 0;
  let suspect: ReturnType<typeof suspectedRow>;
  for (let index = 0; index < most; index++) {
    if (suspect) alone++;
    const called = suspect ? [suspect.row] : rows;
    const drawn = (kind: string) => {
      const pool = recorded[kind]?.[called.length === 1 ? "alone" : "checks"] ?? [];
      const text = pool[Math.floor(random() * pool.length)];
      if (text === undefined) throw new RangeError(`no launches of ${kind} are recorded`);
      return text;
    };
    // Called alone, a row that keeps nothing is as base's is.
    const ofHead = called.length > 1 || called[0] === leaking ? head : base;
    rounds.push({
      index,
      order: called.length > 1 ? Object.fromEntries(rows.map((row) => [row, []])) : {},
      launches: [launchOf("base", called, drawn(base)), launchOf("head", called, drawn(ofHead))],
    });
    const table = tabulate(recordOf(rounds, rows));
    const lone = judgeLoneRows(table, { guard: growthThreshold(growthLimit([]), "fail"), gates });
    const [named] = lone.filter(({ state }) => state === "regressed");
    if (named) return { state: "regressed", alone, checks: index + 1, named: named.row };
    const together = decideAll(rounds);
    if (together === "regressed") return { state: "regressed", alone, checks: index + 1 };
    suspect = suspectedRow(table, lone[0]?.row);
    if (together !== "inconclusive" && !suspect) return { state: "pass", alone, checks: index + 1 };
  }
  return { state: "inconclusive", alone, checks: most };
}

/** The gate over all rows. */
function decideAll(rounds: readonly RecordRound[]) {
  const pairs = rounds
    .filter(({ launches }) => (launches[0]?.leakChecked?.length ?? 0) > 1)
    .map(({ launches }) => launches);
  const growth = (launch: RecordLaunch | undefined) => launch?.metrics.memory_growth ?? 0;
  const limit = growthLimit(pairs.flat().map(({ leakCheckCalls = 0 }) => leakCheckCalls));
  const differences = pairs.map(([base, head]) => ({ worse: growth(head) - growth(base) }));
  const evidence = evidenceOfHigher(pairs.map(([base, head]) => [growth(base), growth(head)]));
  return decideDifferences(differences, { id: "memory_growth", limit, gates, evidence }).state;
}

/** `GROWTH/CALLS` of all calls, then bytes per call and calls of each row. */
function launchOf(arm: string, leakChecked: readonly string[], text: string): RecordLaunch {
  const [[growth = 0, calls = 0] = [], ...ofRows] = text.split(" ").map((pair) => pair.split("/").map(Number));
  return {
    arm,
    metrics: { memory_growth: growth },
    leakChecked: [...leakChecked],
    leakCheckCalls: calls,
    leakCheckRows: ofRows.map(([bytesPerCall = 0, calls = 0]) => ({ bytesPerCall, calls })),
    exitCode: 0,
    killed: false,
    orphans: 0,
    measurements: [],
  };
}

function recordOf(rounds: RecordRound[], rows: readonly string[]): RunRecord {
  const load = { kind: "closed", concurrency: 1, requests: 100, warmup: 10, timeoutMs: 30_000 } as const;
  return {
    ...madeRecord,
    arms: (["base", "head"] as const).map((side) => ({ id: side, side, transport: "stdio" })),
    rows: rows.map((id) => ({
      id,
      benchmark: id,
      method: "tools/call",
      target: id,
      load,
      configHash: "",
      thresholds: [],
    })),
    rounds,
  };
}
