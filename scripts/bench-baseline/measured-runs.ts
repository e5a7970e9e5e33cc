import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { demoServer } from "../../src/cli/demo.ts";
import { measureCheckout } from "../../src/cli/run.ts";
import type { Statistics } from "../../src/metrics/summary.ts";
import { standardRun } from "../../src/options/run-options.ts";
import { machineLoad } from "../../src/table/machine-load.ts";
import { summarise } from "../../src/table/summarise.ts";
import { tabulate } from "../../src/table/table.ts";
import type { SeriesRun } from "./stored-trials.ts";

interface Measured {
  readonly language: SeriesRun["language"];
  readonly benchmarks: readonly object[];
  /** Writes what the server needs into the folder, and returns its command. `factor`: how many times as long a call takes. */
  readonly server: (factor: number, folder: string) => { readonly command: string; readonly args: readonly string[] };
  /** Slower versions: of each, every so many runs of the unchanged one are followed by one. */
  readonly slower: Readonly<Record<number, number>>;
}

/** Servers whose calls cost nothing but CPU time, so that the factor is exact. */
export const servers = {
  demo: {
    language: "node",
    benchmarks: [{ method: "ping" }, { tool: "search", arguments: { query: "item {{seq}}" } }],
    server: (factor, folder) => {
      writeFileSync(join(folder, "server.mjs"), demoServer({ passes: factor, description: "Finds items by name" }));
      return { command: "node", args: ["server.mjs"] };
    },
    slower: { 1.1: 3, 1.2: 3, 1.3: 3 },
  },
  python: {
    language: "python",
    benchmarks: [{ tool: "tool1" }, { tool: "tool2" }],
    server: (factor) => {
      const program = fileURLToPath(new URL("../../fixtures/stored-runs/server.py", import.meta.url));
      // The interpreter itself: what leads to it may be a shell script, whose start-up would be measured too.
      const python = execFileSync("python3", ["-c", "import sys; print(sys.executable)"], { encoding: "utf8" }).trim();
      return { command: python, args: [program, String(factor)] };
    },
    slower: { 1.1: 3, 1.2: 1, 1.3: 3 },
  },
} as const satisfies Record<string, Measured>;

interface Asked {
  readonly runs: number;
  /** Number of processes beside it that compute without end. */
  readonly beside: number;
  readonly log: (line: string) => void;
}

/**
 * Measures a server so many times as it is, and its slower versions in turns with it; beside many processes only as it
 * is.
 */
export async function measureRuns(
  { language, benchmarks, server, slower }: Measured,
  { runs, beside, log }: Asked,
): Promise<SeriesRun[]> {
  const world = beside === 0 ? "quiet" : beside === 1 ? "busy" : "crowded";
  const others = startOthers(beside);
  const directory = await mkdtemp(join(tmpdir(), "mcp-bench-stored-runs-"));
  try {
    const turns = Array.from({ length: runs }, (_, run) => [
      1,
      ...Object.entries(world === "crowded" ? {} : slower).flatMap(([factor, every]) =>
        (run + 1) % every === 0 ? [Number(factor)] : [],
      ),
    ]).flat();
    const series: SeriesRun[] = [];
    for (const [turn, factor] of turns.entries()) {
      const defaults = { leak_check: 0 };
      const configuration = { server: server(factor, directory), defaults, benchmarks };
      writeFileSync(join(directory, "mcp-bench.yml"), JSON.stringify(configuration));
      const watching = { signal: new AbortController().signal, progress: () => {} };
      const { record } = await measureCheckout(standardRun, { directory, isBuilt: true, ...watching });
      const table = tabulate(record);
      const { isBusy } = machineLoad(table);
      const { rows, server: ofServer, arm, rounds } = summarise(table, "head");
      const summary = {
        ...{ arm, rounds, serverHash: language },
        server: figures(ofServer),
        rows: rows.map(({ row, benchmark, attempted, ok, failures, statistics }) => ({
          ...{ row, benchmark, configHash: row, attempted, ok, failures },
          statistics: figures(statistics),
        })),
      };
      series.push({ world, language, factor, createdAt: record.createdAt, isBusy, summary });
      log(`${turn + 1} of ${turns.length}: x${factor}${isBusy ? ", on a busy machine" : ""}`);
    }
    return series;
  } finally {
    for (const pid of others) process.kill(pid, "SIGKILL");
    await rm(directory, { recursive: true, force: true });
  }
}

/** Starts processes that compute without end, as somebody else: the work of our own children is not taken for that of others. */
function startOthers(count: number): number[] {
  const loop = 'for one; do { while :; do :; done; } > /dev/null 2>&1 & echo "$!"; done';
  const numbers = Array.from({ length: count }, (_, index) => String(index));
  return execFileSync("sh", ["-c", loop, "sh", ...numbers], { encoding: "utf8" })
    .split("\n")
    .filter(Boolean)
    .map(Number);
}

/** Metrics with a threshold in the standard configuration, and those that the comparison reads beside them. */
const kept = new Set([
  "p50",
  "p95",
  "throughput",
  "error_rate",
  "cpu_per_call",
  "cpu_to_p50",
  "startup",
  "startup_cpu",
  "peak_rss",
  "tools_list_bytes",
]);

function figures(statistics: Statistics): Statistics {
  const entries = Object.entries(statistics).flatMap(([id, one]) =>
    kept.has(id) && one.state === "measured"
      ? [[id, { state: one.state, value: short(one.value), rounds: one.rounds.map(short) }] as const]
      : [],
  );
  return Object.fromEntries(entries);
}

/** Four digits are far below what runs differ by; exact figures stay as they are. */
function short(value: number): number {
  return Number.isInteger(value) ? value : Number(value.toPrecision(4));
}
