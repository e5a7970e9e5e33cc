/**
 * Builds a baseline branch of many runs in a local bare repository and prints its size and the time to add and read a
 * run: `npm run bench:baseline [-- RUNS]`. The last runs are pushed one by one; those before them are folded in memory by
 * the same functions, since what is kept depends on the runs alone. `npm run bench:baseline -- series [TRIALS]` prints instead how often
 * the recorded runs of fixtures/stored-runs are told apart, rightly and wrongly; `-- demo [RUNS [BUSY [FILE]]]`
 * measures the demo's server for that, beside so many busy processes, and names the runs that give false alarms; `-- python`
 * that of fixtures/stored-runs. What was measured is added to FILE.
 */
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempDisposableSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { quantile } from "simple-statistics";
import { keyEdit } from "../src/baseline/branch/branch-edit.ts";
import { type Entry, entryFrom } from "../src/baseline/branch/entry.ts";
import { defaultRetention, retain } from "../src/baseline/branch/retention.ts";
import { openBranchStore } from "../src/baseline/branch-store.ts";
import type { Statistic, Statistics } from "../src/metrics/summary.ts";
import type { RunRecord } from "../src/record/record.ts";
import { encodeSamples } from "../src/record/samples.ts";
import { seededRandom } from "../src/stats/random.ts";
import { measureRuns, servers } from "./bench-baseline/measured-runs.ts";
import { oddRuns, readSeries, type SeriesRun, seriesTable } from "./bench-baseline/stored-trials.ts";
import { madeRecord } from "./made-record.ts";

if (process.argv[2] === "series") {
  for (const line of seriesTable(readSeries(), Number(process.argv[3] ?? 500))) console.log(line);
  process.exit();
}
if (process.argv[2] === "demo" || process.argv[2] === "python") {
  const [server, runs = "30", beside = "0", file] = process.argv.slice(2) as [keyof typeof servers, ...string[]];
  const asked = { runs: Number(runs), beside: Number(beside), log: console.error };
  const series = await measureRuns(servers[server], asked);
  if (file !== undefined) {
    const before: SeriesRun[] = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : [];
    writeFileSync(file, `[\n${[...before, ...series].map((run) => JSON.stringify(run)).join(",\n")}\n]\n`);
  }
  for (const line of [...seriesTable(series, 500), ...oddRuns(series, 50)]) console.log(line);
  process.exit();
}
const runs = Number(process.argv[2] ?? 10_000);
const pushed = Math.min(runs, 700);
const machines = 5;
const rows = 10;
const rounds = 10;
const samplesPerRound = 100;
const hourMs = 3_600_000;
const random = seededRandom(20_261_120);

const rowMetrics = [
  "min",
  "p50",
  "p75",
  "p90",
  "p95",
  "p99",
  "max",
  "mean",
  "stddev",
  "iqr",
  "mad",
  "throughput",
  "cpu_per_call",
];
const serverMetrics = ["startup", "handshake", "first_list", "shutdown", "idle_rss", "peak_rss", "tools_list_bytes"];

function statistics(names: readonly string[]): Statistics {
  const one = (): Statistic => {
    const values = Array.from({ length: rounds }, () => 1 + random());
    return { state: "measured", value: 1 + random(), rounds: values, pooled: 1 + random() };
  };
  return Object.fromEntries(names.map((name) => [name, one()]));
}

function recordOf(run: number): RunRecord {
  const names = Array.from({ length: rows }, (_, row) => `tool ${row}`);
  return {
    ...madeRecord,
    createdAt: new Date(Date.UTC(2024, 0, 1) + run * 2 * hourMs).toISOString(),
    commit: { sha: run.toString(16).padStart(40, "0"), dirty: false },
    environment: { ...madeRecord.environment, cpuModel: `CPU model ${run % machines}` },
    seed: run,
    arms: [{ id: "head", side: "head", transport: "stdio" }],
    rounds: Array.from({ length: rounds }, (_, index) => ({
      index,
      order: {},
      launches: [
        {
          arm: "head",
          metrics: {},
          exitCode: 0,
          killed: false,
          orphans: 0,
          measurements: names.map((row) => ({
            row,
            outcomes: { ok: samplesPerRound },
            errors: [],
            blocks: [],
            samples: encodeSamples(Array.from({ length: samplesPerRound }, () => 1 + random())),
            requestBytes: 80,
          })),
        },
      ],
    })),
  };
}

function entryOf(record: RunRecord): Entry {
  const head = {
    arm: "head",
    serverHash: "s",
    server: statistics(serverMetrics),
    rounds,
    rows: Array.from({ length: rows }, (_, row) => ({
      row: `tool ${row}`,
      benchmark: `tool ${row}`,
      configHash: "c",
      attempted: rounds * samplesPerRound,
      ok: rounds * samplesPerRound,
      failures: {},
      statistics: statistics(rowMetrics),
    })),
  };
  return entryFrom(record, { head, status: "pass" });
}

using temporary = mkdtempDisposableSync(join(tmpdir(), "mcp-bench-baseline-bench-"));
const folder = temporary.path;
const git = (...args: string[]) => execFileSync("git", args, { cwd: folder }).toString().trim();

function bytesBelow(path: string): number {
  const files = readdirSync(path, { recursive: true, withFileTypes: true }).filter((file) => file.isFile());
  return files.reduce((sum, file) => sum + statSync(join(file.parentPath, file.name)).size, 0);
}

const open = () =>
  openBranchStore({
    remote: { url: `file://${folder}/remote.git` },
    branch: "mcp-bench-baseline",
    environment: process.env,
    workDirectory: folder,
    random,
    log: console.log,
  });

async function timed(step: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await step();
  return performance.now() - start;
}

/** The first runs, thinned out as if each had been added by itself. */
function folded(count: number): Map<string, Entry[]> {
  const kept = new Map<string, Entry[]>();
  for (let run = 0; run < count; run++) {
    const entry = entryOf(recordOf(run));
    kept.set(entry.key, retain([...(kept.get(entry.key) ?? []), entry], defaultRetention));
  }
  return kept;
}

function report(label: string, { value, goal, unit }: { value: number; goal: number; unit: string }): void {
  const isMet = value <= goal;
  if (!isMet) process.exitCode = 1;
  console.log(
    `${label.padEnd(44)} ${value.toFixed(unit === "MB" ? 2 : 3)} ${unit}  (goal ${goal} ${unit}: ${isMet ? "met" : "missed"})`,
  );
}

git("init", "--quiet", "--bare", "remote.git");
git("-C", "remote.git", "config", "uploadpack.allowFilter", "true");
git("-C", "remote.git", "config", "gc.auto", "0");
for (const [key, entries] of folded(runs - pushed)) {
  await using store = await open();
  await store.change({
    message: `Fold ${key}\n`,
    edit: async () => keyEdit({ shards: new Map(), entries: [] }, { key, entries }),
  });
}
const appends: number[] = [];
let key = "";
for (let run = runs - pushed; run < runs; run++) {
  const record = recordOf(run);
  const entry = entryOf(record);
  key = entry.key;
  appends.push(
    await timed(async () => {
      await using store = await open();
      await store.append(entry);
    }),
  );
}
const reads: number[] = [];
for (let turn = 0; turn < 15; turn++)
  reads.push(
    await timed(async () => {
      await using store = await open();
      const { entries } = await store.read(key);
      if (entries.slice(-100).length < Math.min(100, runs / machines)) throw new Error("runs are missing");
    }),
  );
git(
  "clone",
  "--quiet",
  "--bare",
  "--single-branch",
  "--branch",
  "mcp-bench-baseline",
  `file://${folder}/remote.git`,
  "clone.git",
);
const seconds = (values: readonly number[], share: number) => quantile(values, share) / 1000;

console.log(`${runs} runs of ${rows} rows on ${machines} kinds of machine, the last ${pushed} pushed one by one`);
console.log(
  `files ${git("-C", "clone.git", "ls-tree", "-r", "--name-only", "mcp-bench-baseline").split("\n").length}, commits ${git("-C", "clone.git", "rev-list", "--count", "mcp-bench-baseline")}`,
);
report("branch as cloned, with its history", {
  value: bytesBelow(join(folder, "clone.git", "objects")) / 1e6,
  goal: 10,
  unit: "MB",
});
report("adding a run, median", { value: seconds(appends, 0.5), goal: 2, unit: "s" });
report("adding a run, p99", { value: seconds(appends, 0.99), goal: 2, unit: "s" });
report("adding a run, slowest", { value: seconds(appends, 1), goal: 2, unit: "s" });
report("reading the last 100 runs of a key, median", { value: seconds(reads, 0.5), goal: 1, unit: "s" });
report("reading the last 100 runs of a key, slowest", { value: seconds(reads, 1), goal: 1, unit: "s" });
