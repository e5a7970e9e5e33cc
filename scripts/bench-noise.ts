/**
 * Measures how far rounds of unchanged code lie apart, for each way to keep cores awake:
 *
 *   npm run bench:noise [-- --only "CANDIDATE;…"] [--servers node-stdio,…] [--busy N] [--cpus N] [--rounds N] [--passes N] [--tree DIR]
 *
 * Both arms are the same small server. Scatter is that of ln(head/base) of p50 over rounds, as the trimmed mean sees it, in percent, with
 * the median of p50 behind it. `--busy N` keeps N processes computing beside; `--cpus N` gives this process and all that it
 * starts so much of the time of the cores (a cgroup, which needs root). For one core: `taskset -c 0 npm run bench:noise`.
 */
import { execFileSync, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmdirSync, rmSync, writeFileSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { argv, execPath, pid, platform } from "node:process";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { sampleStandardDeviation } from "simple-statistics";
import { systemClock } from "../src/base/host/clock.ts";
import type { RunDependencies } from "../src/measure/run/run-plan.ts";
import type { LaunchSpec, Plan, Row } from "../src/plan/plan.ts";
import type { RunRecord } from "../src/record/record.ts";
import { latenciesOf } from "../src/record/samples.ts";
import { median } from "../src/stats/describe.ts";
import { candidates, prepared } from "./bench-noise/candidates.ts";
import { chosen } from "./chosen.ts";
import { madeRecord } from "./made-record.ts";
import { root } from "./revision.ts";

const { values } = parseArgs({
  args: argv.slice(2),
  options: {
    only: { type: "string" },
    servers: { type: "string" },
    busy: { type: "string", default: "0" },
    cpus: { type: "string" },
    rounds: { type: "string", default: "8" },
    passes: { type: "string", default: "2" },
    tree: { type: "string", default: root },
  },
});
const names = chosen(values.only, { what: "candidate", of: Object.keys(candidates), separator: ";" });
const servers = chosen(values.servers, {
  what: "server",
  of: ["node-stdio", "node-http", "python-stdio", "python-http", "go-stdio", "go-http"],
});
const rounds = Number(values.rounds);
const folder = mkdtempSync(join(tmpdir(), "mcp-bench-noise-"));
const here = join(root, "scripts/bench-noise");

const programs: Readonly<Record<string, readonly [string, ...string[]]>> = {
  node: [execPath, join(here, "server.mjs")],
  python: ["python3", join(here, "server.py")],
  go: [join(folder, "server-go")],
};

/** Rows by their time in µs, and their calls in a round; 0: ping. */
const rows = { 0: 200, 130: 100, 600: 50, 2000: 30, 20000: 5 };

function planOf(language: string, transport: string): Plan {
  const [command = "", ...args] = programs[language] ?? [];
  if (language === "go") execFileSync("go", ["build", "-o", command, join(here, "server.go")]);
  const stepsPerMs = Number(execFileSync(command, [...args, "--pace"], { encoding: "utf8" }));
  const isHttp = transport === "http";
  const launch: LaunchSpec = {
    transport: isHttp ? "streamable-http" : "stdio",
    command,
    args: isHttp ? [...args, "${PORT}"] : args,
    ...(isHttp ? { url: "http://127.0.0.1:${PORT}/mcp" } : {}),
    env: { PATH: process.env.PATH ?? "", HOME: process.env.HOME ?? "" },
    cwd: tmpdir(),
    headers: {},
    startupTimeoutMs: 60_000,
    shutdownTimeoutMs: 3_000,
    protocol: "2025-11-25",
  };
  return {
    arms: (["head", "base"] as const).map((side) => ({ id: side, side, launch })),
    rows: Object.entries(rows).map(([us, requests]): Row => {
      const id = us === "0" ? "ping" : `${Number(us) / 1000} ms`;
      const n = Math.round((Number(us) / 1000) * stepsPerMs);
      const operation =
        us === "0"
          ? { method: "ping", target: "ping" }
          : { method: "tools/call", params: { name: "work", arguments: { n } }, target: "work" };
      const load = { kind: "closed", concurrency: 1, requests, warmup: 5, timeoutMs: 10_000 } as const;
      return { id, benchmark: id, operation, load, thresholds: [], configHash: "0".repeat(16) };
    }),
    serverThresholds: [],
    serverHash: "0".repeat(16),
    rounds: { kind: "fixed", min: rounds, max: rounds, timeBudgetMs: 86_400_000 },
    cooldownMs: 0,
    discover: false,
    defaults: { kind: "closed", concurrency: 1, requests: 100, warmup: 5, timeoutMs: 10_000 },
    defaultThresholds: [],
    seed: 1,
  };
}

const { runPlan } = (await import(
  pathToFileURL(join(values.tree, "src/measure/run/run-plan.ts")).href
)) as typeof import("../src/measure/run/run-plan.ts");

function measure(plan: Plan, candidate: Pick<RunDependencies, "instrument">): Promise<RunRecord> {
  return runPlan(plan, {
    clock: systemClock,
    now: () => new Date(),
    signal: new AbortController().signal,
    progress: () => undefined,
    environment: { ...madeRecord.environment, os: platform },
    command: "server",
    harness: "bench",
    ...candidate,
  });
}

/** p50 of a row of an arm by round, in ms. */
function p50s(records: readonly RunRecord[], row: string, arm: string): number[] {
  return records.flatMap(({ rounds: all }) =>
    all.flatMap(({ launches }) =>
      launches
        .filter((launch) => launch.arm === arm)
        .map(({ measurements }) => median(latenciesOf(measurements.filter((one) => one.row === row)))),
    ),
  );
}

/** Standard deviation that the 20 % trimmed mean goes by: the fifth at each end counts as its neighbour does. */
function scatterOf(apart: readonly number[]): number {
  const sorted = apart.toSorted((a, b) => a - b);
  const cut = Math.floor(sorted.length / 5);
  const [low = 0, high = 0] = [sorted[cut], sorted.at(-1 - cut)];
  return (
    sampleStandardDeviation(sorted.map((one) => Math.min(high, Math.max(low, one)))) / (1 - (2 * cut) / sorted.length)
  );
}

function told(records: readonly RunRecord[], row: string): string {
  const [head, base] = [p50s(records, row, "head"), p50s(records, row, "base")];
  const apart = head.map((one, round) => Math.log(one / (base[round] ?? Number.NaN)));
  const middle = median([...head, ...base]);
  return `${(100 * scatterOf(apart)).toFixed(1)} % (${middle < 1 ? `${(1000 * middle).toFixed(0)} µs` : `${middle.toFixed(2)} ms`})`;
}

const busy = Array.from({ length: Number(values.busy) }, () =>
  spawn(execPath, ["-e", "for (;;);"], { stdio: "ignore" }),
);
const group = "/sys/fs/cgroup/cpu/mcp-bench-noise";
try {
  if (values.cpus !== undefined) {
    mkdirSync(group, { recursive: true });
    writeFileSync(join(group, "cpu.cfs_quota_us"), String(Math.round(100_000 * Number(values.cpus))));
    writeFileSync(join(group, "cgroup.procs"), String(pid));
  }
  console.log(`${busy.length} busy processes beside; load of the machine before: ${loadavg()[0]?.toFixed(1)}`);
  for (const server of servers) {
    const [language = "", transport = ""] = server.split("-");
    const plan = planOf(language, transport);
    const found = new Map(names.map((name) => [name, [] as RunRecord[]]));
    const seconds = new Map(names.map((name) => [name, 0]));
    for (let pass = 0; pass < Number(values.passes); pass++)
      for (const name of pass % 2 === 0 ? names : names.toReversed()) {
        const from = performance.now();
        const candidate = candidates[name];
        found.get(name)?.push(await measure({ ...plan, seed: pass + 1 }, await prepared(candidate)));
        seconds.set(name, (seconds.get(name) ?? 0) + (performance.now() - from) / 1000);
      }
    const width = Math.max(...names.map(({ length }) => length)) + 2;
    console.log(`\n${server.padEnd(width)}${plan.rows.map(({ id }) => id.padStart(18)).join("")}${"s".padStart(7)}`);
    for (const [name, records] of found) {
      const cells = plan.rows.map(({ id }) => told(records, id).padStart(18)).join("");
      console.log(`${name.padEnd(width)}${cells}${(seconds.get(name) ?? 0).toFixed(1).padStart(7)}`);
    }
  }
} finally {
  for (const child of busy) child.kill("SIGKILL");
  if (values.cpus !== undefined) {
    writeFileSync("/sys/fs/cgroup/cpu/cgroup.procs", String(pid));
    // The files of a control group go with its folder, and cannot be removed by themselves.
    rmdirSync(group);
  }
  rmSync(folder, { recursive: true, force: true });
}
