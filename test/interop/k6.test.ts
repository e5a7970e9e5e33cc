import { execFile } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { gunzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { boundsOf } from "../../src/config/expand/bound-rows.ts";
import { importK6 } from "../../src/features/k6/import.ts";
import { k6Script } from "../../src/features/k6/script.ts";
import { readEnvironment } from "../../src/measure/run/environment.ts";
import type { MetricId } from "../../src/metrics/metric.ts";
import type { RunRecord } from "../../src/record/record.ts";
import { summarise } from "../../src/table/summarise.ts";
import { tabulate } from "../../src/table/table.ts";
import { planOf } from "../config/plan-of.ts";
import { runConfig } from "../measure/run-config.ts";
import { fixture, httpSpec, launch } from "../server/support.ts";
import { sharedFolder } from "../support/folder.ts";
import { findTool } from "../support/tool.ts";

const k6 = findTool("k6");
const goServer = findTool("everything-server");
const folder = sharedFolder();

function scriptOf(yaml: string, durationMs?: number): string {
  const script = path.join(folder, "script.js");
  writeFileSync(script, k6Script(planOf(yaml), { from: "mcp-bench.yml", durationMs }).text);
  return script;
}

/** Returns what k6 says of a script, without calling anybody. */
async function inspected(yaml: string): Promise<{ readonly scenarios: object }> {
  const { stdout } = await promisify(execFile)(k6 ?? "", ["inspect", "--execution-requirements", scriptOf(yaml)]);
  return JSON.parse(stdout);
}

const out = path.join(folder, "results.json.gz");

async function ranByK6(yaml: string, durationMs: number): Promise<RunRecord> {
  const args = ["run", "--quiet", "--no-usage-report", "--out", `json=${out}`, scriptOf(yaml, durationMs)];
  await promisify(execFile)(k6 ?? "", args);
  const options = { head: [out], base: [], windows: 1, bounds: boundsOf(undefined) };
  return importK6(options, { environment: readEnvironment({ env: {} }) });
}

/** Requests of the last run that k6's own summary calls failed. */
function failedRequests(): string[] {
  const points = gunzipSync(readFileSync(out)).toString().split("\n");
  return points.filter((line) => line.includes('"metric":"http_req_failed"') && line.includes('"value":1,'));
}

/** Counts calls that were made: where the machine is busy k6 drops some that are due. */
function failures(record: RunRecord): string[] {
  return record.rounds
    .flatMap(({ launches }) => launches.flatMap(({ measurements }) => measurements))
    .flatMap(({ errors }) => errors.map(({ kind, message }) => `${kind}: ${message}`))
    .filter((one) => !one.startsWith("dropped: "));
}

function figure(record: RunRecord, row: string, metric: MetricId): number {
  const found = summarise(tabulate(record), "head").rows.find((one) => one.row === row)?.statistics[metric];
  if (found?.state !== "measured") throw new Error(`${row} has no ${metric}`);
  return found.value;
}

describe.skipIf(k6 === undefined)("the real k6", () => {
  test("takes a script of every kind of row, whatever they are called", async () => {
    const nasty = JSON.stringify("*/ `${x}` ' \" \u2028 :: {a:b,c} \\ \n// ü");
    const { scenarios } = await inspected(`
server: { url: "http://127.0.0.1:1/mcp", headers: { X-Nasty: ${JSON.stringify("` */ ' \\")} }, tls: { verify: false } }
thresholds: { p50: 1s, p999: 2s, mean: 1s, max: 9s, error_rate: 1% }
defaults: { warmup: 3 }
benchmarks:
  - { name: ${nasty}, tool: ${nasty}, arguments: { ${nasty}: ${nasty}, n: "{{seq}}" }, expect: { text: ${nasty} } }
  - { name: sweep, method: ping, concurrency: [1, 2], duration: 2s }
  - { name: paced, method: tools/list, rate: 90/min, requests: 10, max_in_flight: 3 }
  - { name: mix, mix: [{ tool: a, weight: 3, expect: { structured: { a: 1 } } }, { resource: "file:///a" }] }
  - { name: turn, steps: [{ tool: a }, { prompt: b }], think: { mean: 1s, distribution: exponential } }
  - { name: fresh, tool: a, fresh_session: true }
  - { name: plain, http: "GET /health?n={{seq}}", expect: { text: "/^ok$/i" } }`);
    expect(Object.keys(scenarios)).toHaveLength(8);
  });

  // A wrong unit or number of users is off each time; a machine that stands still while one of the two measures is not.
  test("calls as often and measures the same as mcp-bench, in closed and open loops", { retry: 2 }, async () => {
    const rows = `benchmarks:
  - { name: closed, tool: search, arguments: { query: "{{seq}}" }, expect: { text: "hit: {{seq}}" }, concurrency: 4, duration: 1500ms }
  - { name: open, tool: search, arguments: { query: a }, rate: 50/s, duration: 1500ms }`;
    const [script, ms] = [fixture("crossing.js"), "50"];
    const server = await launch(httpSpec(script, ["sound", "${PORT}", ms]));
    const theirs = await ranByK6(`server: { url: "${server.url}" }\n${rows}`, 2_000);
    // It refuses the question for the line of the protocol without sessions.
    expect(failedRequests()).toEqual([]);
    const command = `{ command: ${JSON.stringify(process.execPath)}, args: [${JSON.stringify(script)}, sound, "\${PORT}", ${ms}], url: "http://127.0.0.1:\${PORT}/mcp" }`;
    const ours = await runConfig(`server: ${command}\ndefaults: { rounds: 1, leak_check: 0s }\n${rows}`);
    expect(failures(theirs)).toEqual([]);
    for (const row of ["closed", "open"]) {
      // Each runs by itself, on a machine that may be busy with others: a wrong unit or number of users is off by more than that.
      expect(figure(theirs, row, "p50") / figure(ours, row, "p50")).toSatisfy(withinTwice);
      expect(figure(theirs, row, "throughput") / figure(ours, row, "throughput")).toSatisfy(withinTwice);
    }
  });

  test.skipIf(goServer === undefined)("speaks both lines of the protocol with a server that streams", async () => {
    const command = { command: goServer ?? "", url: "http://127.0.0.1:${PORT}/" };
    const row = `benchmarks:
  - { name: a, tool: test_x_mcp_header, arguments: { region: Zürich }, expect: { text: "region=Zürich" } }`;
    for (const [protocol, ...args] of [["2026-07-28"], ["2025-11-25", "-stateless=false"]]) {
      const spec = { ...command, protocol: protocol ?? "", args: [...args, "-http", "127.0.0.1:${PORT}"] };
      const { url } = await launch(httpSpec("", [], spec));
      const called =
        protocol === "2026-07-28" ? row : row.replace(/tool.*/, "tool: test_simple_text, expect: { text: simple } }");
      const record = await ranByK6(`server: { url: "${url}" }\n${called}`, 1_000);
      expect(figure(record, "a", "error_rate")).toBe(0);
      expect(summarise(tabulate(record), "head").rows[0]?.ok).toBeGreaterThan(10);
    }
  });
});

function withinTwice(ratio: number): boolean {
  return ratio > 0.5 && ratio < 2;
}
