/**
 * Measures what reading the servers' resources costs: CPU time of the harness itself by row and round, here and in another revision.
 *
 *   npm run bench:cost [-- --against REVISION] [--rows N] [--rounds N]
 *
 * The servers are three processes of the bundled one. The CPU time of the calls themselves is not in it.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { argv, execPath, platform } from "node:process";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { systemClock } from "../src/base/host/clock.ts";
import type { RunDependencies } from "../src/measure/run/run-plan.ts";
import type { Plan } from "../src/plan/plan.ts";
import { madeRecord } from "./made-record.ts";
import { extract, root } from "./revision.ts";

const { values } = parseArgs({
  args: argv.slice(2),
  options: {
    against: { type: "string" },
    rows: { type: "string", default: "50" },
    rounds: { type: "string", default: "2" },
  },
});
const [rows, rounds] = [Number(values.rows), Number(values.rounds)];

const launch = {
  transport: "stdio",
  command: execPath,
  args: [join(root, "dist/control-server.js")],
  env: {},
  cwd: tmpdir(),
  headers: {},
  startupTimeoutMs: 60_000,
  shutdownTimeoutMs: 3_000,
  protocol: "2025-11-25",
} as const;
const load = { kind: "closed", concurrency: 1, requests: 20, warmup: 2, timeoutMs: 10_000 } as const;
const operation = { method: "tools/call", params: { name: "work", arguments: { units: 1 } }, target: "work" } as const;
const plan: Plan = {
  arms: (["head", "base", "control"] as const).map((side) => ({ id: side, side, launch })),
  rows: Array.from({ length: rows }, (_, row) => {
    const id = `row ${row + 1}`;
    return { id, benchmark: id, operation, load, thresholds: [], configHash: "0".repeat(16) };
  }),
  serverThresholds: [],
  serverHash: "0".repeat(16),
  rounds: { kind: "fixed", min: rounds, max: rounds, timeBudgetMs: 86_400_000 },
  cooldownMs: 0,
  discover: false,
  defaults: load,
  defaultThresholds: [],
  seed: 1,
};

/** CPU time in ms and number of the readings of one run by the sources of a tree. */
async function costOf(tree: string): Promise<{ readonly ms: number; readonly readings: number }> {
  const load = (file: string): Promise<Record<string, unknown>> => import(pathToFileURL(join(tree, "src", file)).href);
  const { runPlan } = (await load("measure/run/run-plan.ts")) as typeof import("../src/measure/run/run-plan.ts");
  const { resourceReader } = (await load(
    "measure/resources/resources.ts",
  )) as typeof import("../src/measure/resources/resources.ts");
  const reader = resourceReader(platform);
  const cost = { ms: 0, readings: 0 };
  const read: typeof reader.read = async (...asked) => {
    const from = process.cpuUsage();
    const found = await reader.read(...asked);
    const { user, system } = process.cpuUsage(from);
    cost.ms += (user + system) / 1000;
    cost.readings += 1;
    return found;
  };
  const dependencies: RunDependencies = {
    clock: systemClock,
    now: () => new Date(),
    signal: new AbortController().signal,
    progress: () => undefined,
    environment: { ...madeRecord.environment, os: platform },
    command: "control-server.js",
    harness: "bench",
    resources: { ...reader, read },
  };
  await runPlan(plan, dependencies);
  return cost;
}

const folder = mkdtempSync(join(tmpdir(), "mcp-bench-cost-"));
try {
  console.log(`${rows} rows, ${rounds} rounds; load of the machine before: ${loadavg()[0]?.toFixed(1)}`);
  const trees = new Map([["now", root]]);
  if (values.against !== undefined) {
    extract(values.against, join(folder, "before"));
    trees.set(values.against, join(folder, "before"));
  }
  const each: number[] = [];
  for (const [name, tree] of trees) {
    const { ms, readings } = await costOf(tree);
    each.push(ms / rows / rounds);
    const perRow = (readings / rows / rounds).toFixed(1);
    console.log(
      `${name.padEnd(12)} ${(ms / rows / rounds).toFixed(2)} ms of CPU time by row and round, ${perRow} readings`,
    );
  }
  const [now = Number.NaN, before] = each;
  if (before !== undefined) console.log(`ratio        ${(now / before).toFixed(3)}`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
