import { execFile } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { markdownTable } from "markdown-table";
import { recordSchema } from "../../src/record/record.ts";
import { latenciesOf } from "../../src/record/samples.ts";
import { describe } from "../../src/stats/describe.ts";
import { callBody, compiled, find, overHttp, wrkFigures } from "../bench-harness/contenders.ts";
import { cli } from "../bench-harness/watch.ts";
import { root } from "../revision.ts";

const connections = 48;
const steadyRate = 2_000;
const durationS = 3;

/** A contender's line: requests per second with all connections busy, and latency at a rate that leaves everybody time. */
interface Figures {
  readonly who: string;
  readonly perSecond: number;
  /** At the steady rate, in µs; of wrk, which knows none, with one connection. */
  readonly p50: number;
  readonly p99: number;
}

/** One server, called by one, two and four generators, by wrk and by k6, one after the other. */
export async function callers(folder: string): Promise<string> {
  const program = compiled("echo-server", folder);
  if (!program) return "skipped: cc was not found: no echo server";
  const found = await overHttp(program, async (url) => {
    const figures: Figures[] = [];
    for (const count of [1, 2, 4]) figures.push(await ours(count, url, folder));
    const wrk = find("wrk");
    if (wrk) figures.push(await ofWrk(wrk, url, folder));
    const k6 = find("k6") ?? find(join(root, ".tools/bin/k6"));
    if (k6) figures.push(await ofK6(k6, url, folder));
    return figures;
  });
  const least = Math.min(...found.map(({ p50 }) => p50));
  return markdownTable(
    [
      ["who calls", `requests/s, ${connections} connections`, `p50, p99 at ${steadyRate}/s`, "p50 above the lowest"],
      ...found.map(({ who, perSecond, p50, p99 }) => [
        who,
        Math.round(perSecond).toLocaleString("en"),
        `${p50.toFixed(0)} µs, ${p99.toFixed(0)} µs`,
        `${(p50 - least).toFixed(0)} µs`,
      ]),
    ],
    { alignDelimiters: false },
  );
}

const run = promisify(execFile);

async function ours(count: number, url: string, folder: string): Promise<Figures> {
  const config = {
    version: 1,
    server: { url, protocol: "2025-06-18" },
    defaults: { timeout: "1s", duration: `${durationS}s`, warmup: 200 },
    benchmarks: [
      { name: "busy", tool: "echo", arguments: { text: "hello" }, concurrency: connections },
      { name: "steady", tool: "echo", arguments: { text: "hello" }, rate: `${steadyRate}/s` },
    ],
  };
  writeFileSync(join(folder, "mcp-bench.yml"), JSON.stringify(config));
  const startAt = new Date(Date.now() + 6_000).toISOString();
  const files = Array.from({ length: count }, (_, at) => join(folder, `load-${at + 1}.json`));
  const asked = ["run", "--working-directory", folder, "--start-at", startAt, "--rounds", "1"];
  await Promise.all(
    files.map((file, at) =>
      run(process.execPath, [cli, ...asked, "--generator", `${at + 1}/${count}`, "--json", file]),
    ),
  );
  const merged = join(folder, "load.json");
  await run(process.execPath, [cli, "merge", ...files, "--output", merged]);
  const record = recordSchema.parse(JSON.parse(readFileSync(merged, "utf8")));
  const measurements = record.rounds.flatMap(({ launches }) => launches.flatMap((launch) => launch.measurements));
  const [busy, steady] = ["busy", "steady"].map((row) => measurements.find((one) => one.row === row));
  if (!busy || !steady) throw new Error("a row was not measured");
  const [block] = busy.blocks;
  const { p50, p99 } = describe(latenciesOf([steady]));
  return {
    who: count === 1 ? "one generator" : `${count} generators`,
    perSecond: (1000 * (block?.ok ?? 0)) / (block?.wallMs ?? Number.NaN),
    p50: 1000 * p50,
    p99: 1000 * p99,
  };
}

async function ofWrk(wrk: string, url: string, folder: string): Promise<Figures> {
  const times = (open: number) => wrkFigures(wrk, { connections: open, seconds: durationS, url, folder });
  const [{ perSecond }, { p50, p99 }] = [await times(connections), await times(1)];
  return { who: "wrk (latency: one connection)", perSecond, p50, p99 };
}

async function ofK6(k6: string, url: string, folder: string): Promise<Figures> {
  const script = join(folder, "script.js");
  const summary = join(folder, "k6.json");
  const scenario = (options: object) => `import http from "k6/http";
export const options = {
  scenarios: { load: ${JSON.stringify(options)} }, discardResponseBodies: true, summaryTrendStats: ["p(50)", "p(99)"],
};
const params = { headers: { "Content-Type": "application/json", Accept: "application/json, text/event-stream" } };
export default () => void http.post(${JSON.stringify(url)}, ${JSON.stringify(callBody)}, params);
`;
  const measured = async (options: object) => {
    writeFileSync(script, scenario({ duration: `${durationS}s`, ...options }));
    await run(k6, ["run", "--quiet", "--summary-export", summary, script]);
    return JSON.parse(readFileSync(summary, "utf8")).metrics;
  };
  const busy = await measured({ executor: "constant-vus", vus: connections });
  const steady = await measured({
    executor: "constant-arrival-rate",
    rate: steadyRate,
    timeUnit: "1s",
    preAllocatedVUs: connections,
  });
  return {
    who: "k6",
    perSecond: busy.http_reqs.rate,
    p50: 1000 * steady.http_req_duration["p(50)"],
    p99: 1000 * steady.http_req_duration["p(99)"],
  };
}
