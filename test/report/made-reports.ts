import { type BranchExport, entryFrom } from "../../src/baseline/branch/entry.ts";
import { overrideThresholds, thresholdsSchema } from "../../src/plan/threshold.ts";
import type { RecordMeasurement, RunRecord } from "../../src/record/record.ts";
import { encodeSamples } from "../../src/record/samples.ts";
import type { Report } from "../../src/report/report.ts";
import { judge } from "../../src/run/judge.ts";
import { median } from "../../src/stats/describe.ts";
import { seededRandom } from "../../src/stats/random.ts";
import { summarise } from "../../src/table/summarise.ts";
import { tabulate } from "../../src/table/table.ts";
import { normal } from "../decide/records.ts";
import { environment } from "./build.ts";

/** A row of a made run: what a call takes at base, and by how much head differs. */
interface MadeRow {
  readonly id: string;
  readonly ms: number;
  readonly factor?: number;
  readonly concurrency?: number;
}

const rows: readonly MadeRow[] = [
  { id: "search", ms: 12.4, factor: 1.22 },
  { id: "read_file", ms: 1.3 },
  { id: "echo", ms: 0.41, factor: 0.8 },
  { id: "tools/list", ms: 2.2 },
  ...[1, 5, 10, 20].map((concurrency) => ({ id: `docs @${concurrency}`, ms: 3 + concurrency * 1.4, concurrency })),
];

interface MadeRun {
  readonly rounds?: number;
  readonly calls?: number;
  readonly arms?: readonly ("base" | "head")[];
  readonly commit?: string;
  readonly createdAt?: string;
  readonly rows?: readonly MadeRow[];
  readonly seed?: number;
}

/** A run with samples as a real one has them: long tails, rounds that differ, now and then a pause. */
export function madeRecord(run: MadeRun = {}): RunRecord {
  const { rounds = 16, calls = 300, arms = ["base", "head"], seed = 7, rows: measured = rows } = run;
  const random = seededRandom(seed);
  const measure = (row: MadeRow, arm: "base" | "head"): RecordMeasurement => {
    const launch = row.ms * (arm === "head" ? (row.factor ?? 1) : 1) * Math.exp(0.03 * normal(random));
    const samples = Array.from(
      { length: calls },
      (_, call) =>
        launch * Math.exp(0.12 * normal(random)) * (random() < 0.02 ? 3 : 1) * (1 + 0.4 * Math.exp(-call / 3)),
    );
    return {
      row: row.id,
      outcomes: { ok: calls },
      errors: [],
      blocks: [0, 1].map((position) => {
        const block = samples.slice((position * calls) / 2, ((position + 1) * calls) / 2);
        const sum = block.reduce((total, sample) => total + sample, 0);
        return {
          position: position === 0 ? arms.indexOf(arm) : 2 * arms.length - 1 - arms.indexOf(arm),
          wallMs: sum / (row.concurrency ?? 1),
          attempted: block.length,
          ok: block.length,
          medianMs: median(block),
          meanMs: sum / block.length,
        };
      }),
      samples: encodeSamples(samples),
      cpuPerCallMs: launch * 0.6,
      requestBytes: 118,
      responseBytes: 2410,
    };
  };
  return {
    schema: 1,
    kind: "mcp-bench-record",
    harness: "mcp-bench 0.1.0",
    createdAt: run.createdAt ?? "2026-11-18T09:41:07.000Z",
    commit: { sha: run.commit ?? "1f2e3d4c5b6a79881726354453627180912a3b4c", dirty: false },
    environment,
    seed,
    command: "node dist/server.js",
    resourceMethod: "linux-proc-highwater",
    serverHash: "server-1",
    serverThresholds: overrideThresholds([], thresholdsSchema.parse({ peak_rss: "+15%", startup: "+20%" })),
    arms: arms.map((id) => ({
      id,
      side: id,
      transport: "stdio",
      commit: (id === "base" ? "a0b1c2d3" : "1f2e3d4c").repeat(5),
      server: { name: "example-server", version: "1.4.0", protocol: "2025-11-25" },
    })),
    rows: measured.map(({ id, concurrency }) => ({
      id,
      benchmark: id.split(" ")[0] ?? id,
      method: "tools/call",
      target: id,
      load: { kind: "closed", concurrency: concurrency ?? 1, requests: calls, warmup: 10, timeoutMs: 30_000 },
      ...(concurrency === undefined ? {} : { sweep: { field: "concurrency", value: concurrency } }),
      configHash: `config of ${id}`,
      thresholds: overrideThresholds(
        [],
        thresholdsSchema.parse({ p50: { warn: "+5%", fail: "+10%" }, p95: "+15%", throughput: "-10%" }),
      ),
    })),
    rounds: Array.from({ length: rounds }, (_, index) => ({
      index,
      order: Object.fromEntries(measured.map(({ id }) => [id, [...arms, ...arms.toReversed()]])),
      launches: arms.map((arm) => ({
        arm,
        metrics: {
          startup: 182 * Math.exp(0.05 * normal(random)),
          handshake: 11 * Math.exp(0.1 * normal(random)),
          idle_rss: 61e6 * Math.exp(0.01 * normal(random)),
          peak_rss: (arm === "head" ? 82e6 : 75e6) * Math.exp(0.02 * normal(random)),
          shutdown: 14 * Math.exp(0.1 * normal(random)),
          tools_list_bytes: 14_211,
        },
        exitCode: 0,
        killed: false,
        orphans: 0,
        measurements: measured.map((row) => measure(row, arm)),
      })),
    })),
    stop: [{ code: "decided", of: "gate", rounds: 9 }],
    skipped: [],
    warnings: [],
  };
}

/** A judged run of base and head with a history behind it. */
export function madeReport(run: MadeRun = {}): Report {
  return judge(madeRecord(run), {
    stored: { kind: "entries", entries: Object.values(madeBranch(30).keys)[0] ?? [] },
    failOn: ["regression"],
    reproduce: "npx mcp-bench run --config mcp-bench.yml",
    configFile: "mcp-bench.yml",
    runUrl: "https://github.com/octo/server/actions/runs/42",
  });
}

const branches = new Map<number, BranchExport>();

/** A branch with one kind of machine on which `search` became slower two thirds of the way, and one with two runs. */
export function madeBranch(runs: number): BranchExport {
  const made = branches.get(runs) ?? makeBranch(runs);
  branches.set(runs, made);
  return made;
}

function makeBranch(runs: number): BranchExport {
  const entry = (index: number, cpu = "") => {
    const slower = index >= (2 * runs) / 3 ? 1.3 : 1;
    const made = madeRecord({
      arms: ["head"],
      rounds: 7,
      calls: 30,
      seed: index + 1,
      commit: (index + 17).toString(16).padStart(2, "0").repeat(20),
      createdAt: new Date(Date.UTC(2026, 8, 1 + index, 2)).toISOString(),
      rows: rows.map((row) => ({ ...row, factor: row.id === "search" ? slower : 1 })),
    });
    const record = { ...made, environment: { ...made.environment, cpuModel: `${made.environment.cpuModel}${cpu}` } };
    return entryFrom(record, { head: summarise(tabulate(record), "head"), status: "pass" });
  };
  const entries = Array.from({ length: runs }, (_, index) => entry(index));
  const others = [entry(0, " B"), entry(1, " B")];
  const keys = Object.fromEntries([entries, others].map((list) => [list[0]?.key ?? "", list]));
  return { kind: "mcp-bench-export", schema: 1, sha: "c0ffee".repeat(7).slice(0, 40), keys };
}
