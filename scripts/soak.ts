/**
 * Does for long what a run does once, and prints what of it stays behind in this process:
 *
 *   npm run soak [-- --calls 1000000 --sessions 1000 --launches 200]
 *
 * Memory has to be flat from the first tenth to the end, with no descriptor, child, zombie or temporary folder left, and no
 * trend of the sound server may be warned about. Exit code 1 where that does not hold. Linux only: it counts what /proc shows.
 */
import { readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { systemClock } from "../src/base/host/clock.ts";
import { compare } from "../src/facts/compare.ts";
import { requestOnce } from "../src/measure/load/request-once.ts";
import { runPlan } from "../src/measure/run/run-plan.ts";
import { trendIds } from "../src/metrics/definitions/trends.ts";
import { formatValue } from "../src/metrics/format-value.ts";
import { type MetricId, metric } from "../src/metrics/metric.ts";
import { type ArmSummary, measured } from "../src/metrics/summary.ts";
import type { LaunchSpec } from "../src/plan/plan.ts";
import { launchServer } from "../src/server/open.ts";
import { summarise } from "../src/table/summarise.ts";
import { tabulate } from "../src/table/table.ts";
import { arm, dependencies, plan, stdioSpec, toolRow } from "../test/measure/plans.ts";

/** A collector leaves memory where it was, more or less: what grows by more than this grows without end. */
const mostGrowthMb = 8;

const { values } = parseArgs({
  options: {
    calls: { type: "string", default: "1000000" },
    sessions: { type: "string", default: "1000" },
    launches: { type: "string", default: "200" },
  },
});

setFlagsFromString("--expose-gc");
const collectGarbage: () => void = runInNewContext("gc");

const fixture = (name: string) => path.resolve(import.meta.dirname, "../fixtures/servers", name);
const stdio = stdioSpec([fixture("misbehave.js"), "ok"]);
const http: LaunchSpec = {
  ...stdioSpec([fixture("http.js"), "ok", "${PORT}"]),
  transport: "streamable-http",
  url: "http://127.0.0.1:${PORT}/mcp",
};
const signal = new AbortController().signal;

/** Returns what this process has by now. */
function possessions() {
  collectGarbage();
  collectGarbage();
  const parents = readdirSync("/proc").flatMap((name) => {
    try {
      const stat = readFileSync(`/proc/${name}/stat`, "latin1");
      return [stat.slice(stat.lastIndexOf(")") + 2).split(" ")];
    } catch {
      return [];
    }
  });
  const own = parents.filter(([, parent]) => Number(parent) === process.pid);
  const { rss, heapUsed, external } = process.memoryUsage();
  return {
    rssMb: rss / 1e6,
    heapMb: (heapUsed + external) / 1e6,
    descriptors: readdirSync("/proc/self/fd").length,
    children: own.length,
    zombies: own.filter(([state]) => state === "Z").length,
    folders: readdirSync(tmpdir()).filter((name) => name.startsWith("mcp-bench-pipes-")).length,
  };
}

/** Alarms about the sound server. */
let alarms = 0;

function trendText(id: MetricId, { rows }: ArmSummary): string {
  const { value, interval } = measured(rows[0]?.statistics, id) ?? {};
  if (value === undefined) return "the load was too short to tell";
  const ends = interval ? ` (${formatValue(id, interval.low)} … ${formatValue(id, interval.high)})` : "";
  return `${formatValue(id, value)}${ends}`;
}

async function calls(count: number): Promise<string> {
  const load = { concurrency: 4, requests: count, warmup: 0 };
  const record = await runPlan(
    plan({
      arms: [arm(stdio)],
      rows: [toolRow("call", { text: "{{seq}}" }, { load })],
      rounds: { kind: "fixed", min: 1, max: 1, timeBudgetMs: 3_600_000 },
    }),
    dependencies(),
  );
  const { outcomes } = record.rounds[0]?.launches[0]?.measurements[0] ?? {};
  const head = summarise(tabulate(record), "head");
  const { warnings } = compare({ table: tabulate(record), head, against: { kind: "none", reason: "nothing else" } });
  for (const id of trendIds) console.log(`${count} calls, ${metric(id).label}: ${trendText(id, head)}`);
  const decayed = warnings.filter(({ code }) => code === "decay");
  alarms += decayed.length;
  return `${JSON.stringify(outcomes)}, ${decayed.length === 0 ? "silent" : "warned about"}`;
}

async function sessions(count: number): Promise<string> {
  const server = await launchServer(http, { clock: systemClock, signal });
  let answered = 0;
  for (let left = count; left > 0; left--) {
    const session = await server.connect();
    const options = { clock: systemClock, signal, timeoutMs: 10_000 };
    await requestOnce(session.wire, { method: "tools/call", params: { name: "call" } }, options);
    answered++;
    await session.close();
  }
  await server.stop();
  return `${answered} answered`;
}

async function launches(count: number): Promise<string> {
  const record = await runPlan(
    plan({
      arms: [arm(stdio)],
      rows: [toolRow("call", {}, { load: { requests: 2, warmup: 0 } })],
      rounds: { kind: "fixed", min: count, max: count, timeBudgetMs: 3_600_000 },
    }),
    dependencies(),
  );
  const ok = record.rounds.flatMap((round) => round.launches).filter(({ failure }) => failure === undefined);
  return `${ok.length} without failure`;
}

const parts = { calls, sessions, launches };
const found = [];
let holds = true;
for (const [name, work] of Object.entries(parts)) {
  const count = Number(values[name as keyof typeof parts]);
  if (count === 0) continue;
  // The first tenth loads code and fills caches.
  await work(Math.max(1, Math.round(count / 10)));
  const before = possessions();
  const from = performance.now();
  const what = await work(count);
  const seconds = (performance.now() - from) / 1000;
  const after = possessions();
  const grown = after.heapMb - before.heapMb;
  const left = (["descriptors", "children", "zombies", "folders"] as const).filter((key) => after[key] > before[key]);
  holds &&= grown <= mostGrowthMb && left.length === 0 && alarms === 0;
  found.push({
    part: name,
    count,
    seconds: Number(seconds.toFixed(1)),
    what,
    "heap MB": `${before.heapMb.toFixed(1)} → ${after.heapMb.toFixed(1)}`,
    "RSS MB": `${before.rssMb.toFixed(0)} → ${after.rssMb.toFixed(0)}`,
    descriptors: `${before.descriptors} → ${after.descriptors}`,
    children: after.children,
    zombies: after.zombies,
    folders: after.folders - before.folders,
  });
}
console.table(found);
console.log(holds ? "nothing stays behind" : "something stays behind");
process.exitCode = holds ? 0 : 1;
