import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { boundsOf } from "../../../src/config/expand/bound-rows.ts";
import { parseConfig } from "../../../src/config/parse.ts";
import { type ImportOptions, importK6 } from "../../../src/features/k6/import.ts";
import { readEnvironment } from "../../../src/measure/run/environment.ts";
import { figureOf } from "../../../src/metrics/summary.ts";
import { readRecord } from "../../../src/record/files/record-file.ts";
import type { RunRecord } from "../../../src/record/record.ts";
import { latenciesOf } from "../../../src/record/samples.ts";
import { viewOf } from "../../../src/report/report.ts";
import { judge, judgeRecords } from "../../../src/run/judge.ts";
import { sizeOf } from "../../../src/stats/pool.ts";
import { summarise } from "../../../src/table/summarise.ts";
import { tabulate } from "../../../src/table/table.ts";
import { sharedFolder } from "../../support/folder.ts";

const fixture = (name: string) => `fixtures/k6/${name}`;
const folder = sharedFolder();

let files = 0;
function written(content: string | Buffer): string {
  const file = path.join(folder, `${++files}.json`);
  writeFileSync(file, content);
  return file;
}

async function imported(head: readonly string[], more: Partial<ImportOptions> = {}): Promise<RunRecord> {
  const options = { head, base: [], windows: 10, bounds: boundsOf(undefined), ...more };
  const record = await importK6(options, { environment: readEnvironment({ env: {} }) });
  return readRecord(JSON.parse(JSON.stringify(record)), "record");
}

interface Request {
  readonly atMs: number;
  readonly ms: number;
  readonly tags?: Readonly<Record<string, string>>;
}

/** Requests as k6 writes them, from a moment on. */
function output(requests: readonly Request[], fromMs = Date.UTC(2026, 0, 1)): string {
  const declared =
    '{"type":"Metric","data":{"name":"http_req_duration","type":"trend"},"metric":"http_req_duration"}\n';
  return requests.reduce((text, { atMs, ms, tags }) => {
    const time = new Date(fromMs + atMs).toISOString();
    const all = { scenario: "default", method: "GET", name: "a", expected_response: "true", ...tags };
    return `${text}${JSON.stringify({ metric: "http_req_duration", type: "Point", data: { time, value: ms, tags: all } })}\n`;
  }, declared);
}

/** So many requests, evenly over a time. */
function steady(ms: (index: number) => number, { count = 400, everyMs = 250 } = {}): Request[] {
  return Array.from({ length: count }, (_, index) => ({ atMs: index * everyMs + ms(index), ms: ms(index) }));
}

const jitter = (index: number) => 1 + 0.05 * Math.sin(index * 12.9898);

function counts(record: RunRecord): Record<string, unknown> {
  const head = summarise(tabulate(record), "head");
  return Object.fromEntries(head.rows.map(({ row, ok, failures }) => [row, { ok, ...failures }]));
}

describe("what k6 wrote becomes a record", () => {
  it("of an exported script: rows by their tag, loads, failures by kind", async () => {
    const record = await imported([fixture("own.json.gz")]);
    expect(counts(record)).toEqual({ echo: { ok: 23, dropped: 2 }, refused: { ok: 0, "tool-error": 11 } });
    expect(record.rows.map(({ load }) => load)).toMatchObject([
      { kind: "open", ratePerSecond: 12 },
      { kind: "open", ratePerSecond: 5 },
    ]);
    expect(record).toMatchObject({ imported: { by: "k6", rounds: "windows" } });
    // A median takes twenty calls.
    expect(record.rounds).toHaveLength(1);
  });

  it("of any script: rows by scenario, method and name, failed checks where no request failed", async () => {
    const record = await imported([fixture("foreign.json.gz")]);
    expect(counts(record)).toEqual({
      "shop GET cart": { ok: 12, unexpected: 2 },
      "api POST api": { ok: 4, "rpc-error": 2 },
    });
  });

  it("by tags of one's choice, and a metric of one's choice", async () => {
    const record = await imported([fixture("foreign.json.gz")], { rowTags: ["team"], metric: "http_req_waiting" });
    expect(counts(record)).toEqual({ requests: { ok: 12, unexpected: 2 }, "a=b & c": { ok: 4, "rpc-error": 2 } });
  });

  it("in windows of the same length", async () => {
    const record = await imported([written(output(steady(() => 5)))], { windows: 4 });
    const blocks = record.rounds.map(({ launches }) => launches[0]?.measurements[0]?.blocks[0]);
    expect(blocks.map((block) => block?.ok)).toEqual([100, 100, 100, 100]);
    for (const block of blocks) expect(block?.wallMs).toBeCloseTo(99_755 / 4, 6);
  });

  it("in windows, with the figures of the run as a whole", async () => {
    // 10 calls per second for 30 s, then 90 for 10 s, every tenth of which takes ten times as long.
    const ms = (index: number) => (index % 10 === 9 ? 50 : 5) * jitter(index);
    const at = (index: number) => (index < 300 ? index * 100 : 30_000 + ((index - 300) * 1000) / 90);
    const staged = Array.from({ length: 1200 }, (_, index) => ({
      atMs: at(index),
      ms: ms(index),
      tags: { rate: "30" },
    }));
    const record = await imported([written(output(staged))]);
    expect(record.rounds).toHaveLength(10);
    const { statistics } = summarise(tabulate(record), "head").rows[0] ?? { statistics: {} };
    expect(figureOf(statistics, "throughput")).toBeCloseTo(1200 / 40, 0);
    const all = staged.map((one) => one.ms).sort((a, b) => a - b);
    expect(figureOf(statistics, "p99")).toBeCloseTo(all[1187] ?? 0, 0);
    expect(figureOf(statistics, "p50")).toBeCloseTo(all[599] ?? 0, 1);
    const shown = viewOf(judge(record, { stored: { kind: "none", reason: "first run" }, failOn: [], reproduce: "" }))
      .rows[0]?.head?.statistics;
    expect(figureOf(shown, "throughput")).toBe(figureOf(statistics, "throughput"));
  });

  it("under the conditions of a script of ours: target, time limit and warm-up", async () => {
    const tags = { row: "echo-rate", target: "echo", timeout_ms: "30000", warmup: "4", rate: "4" };
    const record = await imported([written(output(steady(() => 5).map((one) => ({ ...one, tags }))))]);
    expect(record.rows[0]).toMatchObject({ target: "echo", load: { timeoutMs: 30_000, warmup: 4, ratePerSecond: 4 } });
    const foreign = { ...tags, timeout_ms: "soon", warmup: "-1" };
    const other = await imported([written(output(steady(() => 5).map((one) => ({ ...one, tags: foreign }))))]);
    expect(other.rows[0]?.load).toMatchObject({ timeoutMs: 60_000, warmup: 0 });
  });

  it("of all pods: what happened at the same time is one run", async () => {
    const users = { metric: "vus_max", type: "Point", data: { time: "2026-01-01T00:00:01Z", value: 3, tags: {} } };
    const text = `${output(steady(() => 5))}${JSON.stringify(users)}\n`;
    const [one, two] = [await imported([written(text)]), await imported([written(text), written(text)])];
    expect(two.rounds).toHaveLength(10);
    expect(two.rows[0]?.load).toMatchObject({ concurrency: 6 });
    expect(summarise(tabulate(two), "head").rows[0]?.ok).toBe(2 * (summarise(tabulate(one), "head").rows[0]?.ok ?? 0));
  });

  it("as the same row, however many users a slow server takes", async () => {
    const hashOf = async (value: number, tags: Record<string, string>) => {
      const users = { metric: "vus_max", type: "Point", data: { time: "2026-01-01T00:00:01Z", value, tags: {} } };
      const text = `${output(steady(() => 5).map((one) => ({ ...one, tags })))}${JSON.stringify(users)}\n`;
      return (await imported([written(text)])).rows[0]?.configHash;
    };
    const untagged = [{ row: "a", rate: "4" }, { row: "a" }];
    for (const tags of untagged) expect(await hashOf(37, tags)).toBe(await hashOf(10, tags));
    expect(await hashOf(10, { row: "a", concurrency: "4" })).not.toBe(await hashOf(10, { row: "a", concurrency: "8" }));
  });

  it("of several runs: a round each", async () => {
    const record = await imported([fixture("foreign-later.json.gz"), fixture("foreign.json.gz")]);
    expect(record).toMatchObject({
      imported: { rounds: "runs" },
      createdAt: expect.stringMatching(/^2026-11-23T08:21/),
    });
    expect(record.rounds.map(({ launches }) => launches[0]?.measurements.length)).toEqual([2, 2]);
    expect(record.warnings).toEqual([]);
  });

  it("in memory that is bounded: many requests are a histogram", async () => {
    const record = await imported([written(gzipSync(output(steady(() => 5, { count: 33_000, everyMs: 1 }))))], {
      windows: 1,
    });
    const [measurement] = record.rounds[0]?.launches[0]?.measurements ?? [];
    expect(measurement?.histogram?.count).toBe(33_000);
    expect(measurement && sizeOf(latenciesOf([measurement]))).toBe(33_000);
  });

  it("with names that stand for something else told apart", async () => {
    const record = await imported([
      written(output(steady(() => 5).map((one) => ({ ...one, tags: { name: "(server)", method: "" } })))),
    ]);
    expect(record.rows.map(({ id }) => id)).toEqual(["row (server)"]);
  });

  it("under the limits of the configuration, by row", async () => {
    const { config } = parseConfig(
      "server: { url: 'http://127.0.0.1:1/' }\nthresholds: { p50: 7ms }\nbenchmarks: [{ name: echo, tool: echo, thresholds: { p50: 1s } }]",
      "c.yml",
    );
    const record = await imported([fixture("own.json.gz")], { bounds: boundsOf(config) });
    const p50 = record.rows.map(({ id, thresholds }) => [id, thresholds.find(({ metric }) => metric === "p50")?.text]);
    expect(p50).toEqual([
      ["echo", "1s"],
      ["refused", "7ms"],
    ]);
  });
});

describe("two deployments", () => {
  const start = Date.UTC(2026, 0, 1);
  const run = (ms: number, { at = 0, seed = 0 } = {}) =>
    written(
      output(
        steady((index) => ms * jitter(index + seed)),
        start + at,
      ),
    );
  const options = { failOn: ["regression"] as const, reproduce: "" };

  it("in records of their own are told apart where the change is large, and not called the same", async () => {
    const base = await imported([run(10)]);
    const slower = judgeRecords({ base, head: await imported([run(25, { seed: 7 })]) }, options);
    expect(slower.verdict).toMatchObject({ failed: true, status: "regressed" });
    const same = judgeRecords({ base, head: await imported([run(10, { seed: 7 })]) }, options);
    expect(same.verdict.failed).toBe(false);
    const p50 = same.comparison.findings.filter(({ metric }) => metric === "p50");
    expect(p50.map(({ state }) => state)).toEqual(["inconclusive", "inconclusive"]);
  });

  it("that took turns are compared in pairs: +20 % is a regression, the same is none", async () => {
    const inTurns = async (headMs: number) => {
      const pairs = Array.from({ length: 12 }, (_, index) => ({
        base: run(10, { at: index * 400_000, seed: index }),
        head: run(headMs, { at: index * 400_000 + 200_000, seed: 3 * index }),
      }));
      const record = await imported(
        pairs.map(({ head }) => head),
        { base: pairs.map(({ base }) => base) },
      );
      return judge(record, { ...options, stored: { kind: "none", reason: "none", unasked: true } });
    };
    const slower = await inTurns(12);
    expect(slower.comparison.reference.kind).toBe("paired");
    expect(slower.verdict).toMatchObject({ failed: true, status: "regressed" });
    const same = await inTurns(10);
    expect(same.verdict).toMatchObject({ failed: false, status: "pass" });
  });

  it("that ran at the same time share their windows", async () => {
    const record = await imported([run(12)], { base: [run(10, { at: 1000, seed: 5 })] });
    expect(record.rounds).toHaveLength(10);
    expect(record.rounds.every(({ launches }) => launches.length === 2)).toBe(true);
  });

  it.each([
    ["once each, one after the other", [[0], [200_000]]],
    ["not as often", [[0, 200_000], [400_000]]],
    [
      "not in turns",
      [
        [0, 200_000],
        [400_000, 600_000],
      ],
    ],
  ])("are refused where they are no pairs: %s", async (_, [head = [], base = []]) => {
    const runs = (starts: readonly number[]) => starts.map((at) => run(10, { at }));
    await expect(imported(runs(head), { base: runs(base) })).rejects.toThrow(/--base: .*\n {2}expected: runs in pairs/);
  });
});

describe("what cannot be imported is an error that says why", () => {
  const whole = output(steady(() => 5, { count: 20 }));
  const own = gunzipSync(readFileSync(fixture("own.json.gz"))).toString();

  it.each<[string, string | Buffer, string]>([
    ["a file cut in a line", whole.slice(0, -30), "it ends in the middle of a line"],
    ["compressed data that is cut", gzipSync(whole).subarray(0, 60), "it ends in the middle of compressed data"],
    [
      "compressed data that is broken",
      Buffer.concat([gzipSync(whole).subarray(0, 10), Buffer.alloc(2000, 7)]),
      "its compressed data is broken",
    ],
    ["nothing", "", "it is empty"],
    ["a page", "<html>\n", 'line 1 is no output of k6 in JSON: "<html>"'],
    ["CSV", "metric_name,timestamp,metric_value\n", "run k6 with `--out json=FILE`"],
    [
      "a summary",
      `${JSON.stringify({ metrics: { http_req_duration: { "p(95)": 7 } } }, null, 2)}\n`,
      "the percentiles of a summary",
    ],
    ["lines that are no JSON", `${whole}"http_req_duration"}\n`, "line 22 is not JSON"],
    [
      "points of another shape",
      whole.replace(/"time":"[^"]*"/, '"at":1'),
      "line 2 is a point without a time and a value",
    ],
    [
      "a script that makes no requests",
      own.replaceAll(/mcp_call_duration|http_req_duration|mcp_call_failed/g, "other"),
      "it has no point of http_req_duration",
    ],
    ["times below zero", whole.replace('"value":5', '"value":-5'), "http_req_duration is -5, which is no time"],
    [
      "a value without an end",
      whole.replace('"value":5', '"value":1e999'),
      "line 2 is a point without a time and a value",
    ],
    ["a line without an end", `{"metric":"${"x".repeat(2 ** 21)}`, "lines of more than 1 MiB"],
  ])("%s", async (_, content, message) => {
    const files = [fixture("foreign.json.gz"), written(content)];
    await expect(imported(files)).rejects.toThrow(message);
  });

  it("a compressed file that is cut anywhere", async () => {
    const whole = readFileSync(fixture("own.json.gz"));
    const cuts = [2, 9, 17, 100, 1000, 3000, whole.length - 9, whole.length - 8, whole.length - 1];
    for (const cut of cuts)
      await expect(imported([written(whole.subarray(0, cut))])).rejects.toThrow(/it ends in the middle of|it is empty/);
  });

  it("a file that is not there, and a folder", async () => {
    await expect(imported([path.join(folder, "none.json")])).rejects.toThrow("there is no such file");
    const pipe = path.join(folder, "pipe");
    execFileSync("mkfifo", [pipe]);
    await expect(imported([pipe])).rejects.toThrow("pipe: it is not a regular file");
    const twice = [fixture("own.json.gz"), path.resolve(fixture("own.json.gz"))];
    await expect(imported(twice)).rejects.toThrow("the file is named twice");
    await expect(imported([fixture("own.json.gz")], { base: twice.slice(1) })).rejects.toThrow("named twice");
    await expect(imported([folder])).rejects.toThrow("it is not a regular file");
  });

  it("tags that are no texts", async () => {
    const odd = whole.replace(
      '"name":"a"',
      '"name":"a","odd":{"toString":1},"__proto__":{"row":"x"},"deep":[[{"valueOf":1}]]',
    );
    expect((await imported([written(odd)])).rows.map(({ id }) => id)).toEqual(["GET a"]);
  });

  it("more iterations dropped than there can be, or fewer than none", async () => {
    const dropped = (value: string) =>
      whole
        .split("\n")[1]
        ?.replaceAll("http_req_duration", "dropped_iterations")
        .replace('"value":5', `"value":${value}`);
    const record = await imported([written(`${whole}${dropped("1e300")}\n${dropped("-7")}\n`)]);
    const of = record.rounds.flatMap(({ launches }) => launches.flatMap(({ measurements }) => measurements));
    expect(of.reduce((sum, { outcomes }) => sum + (outcomes.dropped ?? 0), 0)).toBe(1e9);
  });

  it("more rows than a report can show", async () => {
    const many = steady(() => 5, { count: 101 }).map((one, index) => ({ ...one, tags: { name: `/item/${index}` } }));
    await expect(imported([written(output(many))])).rejects.toThrow(/more than 100 rows.*\n.*--row-tag scenario/);
  });
});
