/**
 * Measures how far rounds of unchanged code lie apart, for each way to keep cores awake:
 *
 *   npm run bench:noise [-- --only "CANDIDATE;…"] [--servers node-stdio,…] [--busy N] [--cpus N] [--rounds N] [--passes N] [--tree DIR]
 *
 * Both arms are the same small server. Scatter is that of ln(head/base) of p50 over rounds, as the trimmed mean sees it, in percent, with
 * the median of p50 behind it. `--busy N` keeps N processes computing beside; `--cpus N` gives this process and all that it
 * starts so much of the time of the cores (a cgroup, which needs root). For one core: `taskset -c 0 npm run bench:noise`.
 */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempDisposableSync, rmdirSync, writeFileSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { argv, execPath, pid } from "node:process";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import type { Plan } from "../src/plan/plan.ts";
import type { RunRecord } from "../src/record/record.ts";
import { latenciesOf } from "../src/record/samples.ts";
import { median } from "../src/stats/describe.ts";
import { candidates, prepared } from "./bench-noise/candidates.ts";
import { keepBusy } from "./busy.ts";
import { chosen } from "./chosen.ts";
import { madeLaunch, madeLoad, madePlan, madeRow, madeSurroundings, toolCall } from "./made-run.ts";
import { root } from "./revision.ts";
import { standardError } from "./standard-error.ts";

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
using folder = mkdtempDisposableSync(join(tmpdir(), "mcp-bench-noise-"));
const here = join(root, "scripts/bench-noise");

const programs: Readonly<Record<string, readonly [string, ...string[]]>> = {
  node: [execPath, join(here, "server.mjs")],
  python: ["python3", join(here, "server.py")],
  go: [join(folder.path, "server-go")],
};

/** Rows by their time in µs, and their calls in a round; 0: ping. */
const rows = { 0: 200, 130: 100, 600: 50, 2000: 30, 20000: 5 };

function planOf(language: string, transport: string): Plan {
  const [command = "", ...args] = programs[language] ?? [];
  if (language === "go") execFileSync("go", ["build", "-o", command, join(here, "server.go")]);
  const stepsPerMs = Number(execFileSync(command, [...args, "--pace"], { encoding: "utf8" }));
  const isHttp = transport === "http";
  const launch = madeLaunch({
    transport: isHttp ? "streamable-http" : "stdio",
    command,
    args: isHttp ? [...args, "${PORT}"] : args,
    ...(isHttp ? { url: "http://127.0.0.1:${PORT}/mcp" } : {}),
    env: { PATH: process.env.PATH ?? "", HOME: process.env.HOME ?? "" },
  });
  return madePlan({
    arms: (["head", "base"] as const).map((side) => ({ id: side, side, launch })),
    rows: Object.entries(rows).map(([us, requests]) => {
      const n = Math.round((Number(us) / 1000) * stepsPerMs);
      const operation = us === "0" ? { method: "ping", target: "ping" } : toolCall("work", { n });
      const load = madeLoad({ requests, warmup: 5 });
      return madeRow({ id: us === "0" ? "ping" : `${Number(us) / 1000} ms`, operation, load });
    }),
    rounds,
  });
}

const { runPlan } = (await import(
  pathToFileURL(join(values.tree, "src/measure/run/run-plan.ts")).href
)) as typeof import("../src/measure/run/run-plan.ts");

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

function told(records: readonly RunRecord[], row: string): string {
  const [head, base] = [p50s(records, row, "head"), p50s(records, row, "base")];
  const apart = head.map((one, round) => Math.log(one / (base[round] ?? Number.NaN)));
  const middle = median([...head, ...base]);
  // Standard deviation that the 20 % trimmed mean goes by.
  const scatter = Math.sqrt(apart.length) * standardError(apart);
  return `${(100 * scatter).toFixed(1)} % (${middle < 1 ? `${(1000 * middle).toFixed(0)} µs` : `${middle.toFixed(2)} ms`})`;
}

using _busy = keepBusy(Number(values.busy));
const group = "/sys/fs/cgroup/cpu/mcp-bench-noise";
try {
  if (values.cpus !== undefined) {
    mkdirSync(group, { recursive: true });
    writeFileSync(join(group, "cpu.cfs_quota_us"), String(Math.round(100_000 * Number(values.cpus))));
    writeFileSync(join(group, "cgroup.procs"), String(pid));
  }
  console.log(`${values.busy} busy processes beside; load of the machine before: ${loadavg()[0]?.toFixed(1)}`);
  for (const server of servers) {
    const [language = "", transport = ""] = server.split("-");
    const plan = planOf(language, transport);
    const found = new Map(names.map((name) => [name, [] as RunRecord[]]));
    const seconds = new Map(names.map((name) => [name, 0]));
    for (let pass = 0; pass < Number(values.passes); pass++)
      for (const name of pass % 2 === 0 ? names : names.toReversed()) {
        const from = performance.now();
        const candidate = candidates[name];
        const surroundings = { ...madeSurroundings(), ...(await prepared(candidate)) };
        found.get(name)?.push(await runPlan({ ...plan, seed: pass + 1 }, surroundings));
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
  if (values.cpus !== undefined) {
    writeFileSync("/sys/fs/cgroup/cpu/cgroup.procs", String(pid));
    // The files of a control group go with its folder, and cannot be removed by themselves.
    rmdirSync(group);
  }
}
