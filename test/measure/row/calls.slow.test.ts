import { text } from "node:stream/consumers";
import { describe, expect, test } from "vitest";
import { systemClock } from "../../../src/base/host/clock.ts";
import { childEnvironment } from "../../../src/base/host/environment.ts";
import { makePlan } from "../../../src/config/expand/make-plan.ts";
import { parseConfig } from "../../../src/config/parse.ts";
import { runClosedLoop } from "../../../src/measure/load/closed-loop.ts";
import { bodyClassifier } from "../../../src/measure/replies/classifiers.ts";
import { runPlan } from "../../../src/measure/run/run-plan.ts";
import { standardRun } from "../../../src/options/run-options.ts";
import { type RunRecord, recordSchema } from "../../../src/record/record.ts";
import { plainHttp } from "../../../src/server/http/plain-http.ts";
import { summarise } from "../../../src/table/summarise.ts";
import { tabulate } from "../../../src/table/table.ts";
import { sampleServer } from "../../server/support.ts";
import { listen } from "../../support/listen.ts";
import { dependencies, referenceServer } from "../plans.ts";

const everything = JSON.stringify(referenceServer("everything"));
const stdio = `{ command: ${JSON.stringify(process.execPath)}, args: [${everything}, stdio] }`;
const http = `{ command: ${JSON.stringify(process.execPath)}, args: [${everything}, streamableHttp], env: { PORT: "\${PORT}" }, url: "http://127.0.0.1:\${PORT}/mcp" }`;
const sample = `{ command: ${JSON.stringify(process.execPath)}, args: [${JSON.stringify(sampleServer)}] }`;

/** Measures benchmarks as a user writes them, in one round. */
async function run(server: string, benchmarks: readonly string[]): Promise<RunRecord> {
  const text = `server: ${server}\ndefaults: { requests: 12, warmup: 2, rounds: 1, leak_check: 0 }\nbenchmarks:\n${benchmarks.map((one) => `  - ${one}`).join("\n")}\n`;
  const plan = makePlan(parseConfig(text, "c.yml"), {
    directory: process.cwd(),
    expansion: { environment: {}, allowed: [] },
    childEnvironment: (configured) => childEnvironment(process.env, configured),
    run: { ...standardRun, seed: 1 },
  });
  const record = await runPlan(plan, dependencies());
  expect(recordSchema.parse(record)).toEqual(record);
  return record;
}

function outcomes({ rounds }: RunRecord): Record<string, unknown> {
  const measurements = rounds.flatMap(({ launches }) => launches.flatMap((launch) => launch.measurements));
  return Object.fromEntries(measurements.map(({ row, outcomes }) => [row, outcomes]));
}

const operations = [
  "{ tool: echo, arguments: { message: 'call {{seq}}' }, expect: { text: call } }",
  "{ method: tools/list }",
  "{ method: resources/list }",
  "{ method: resources/templates/list }",
  "{ resource: 'demo://resource/dynamic/text/1' }",
  "{ method: prompts/list }",
  "{ prompt: args-prompt, arguments: { city: Bern } }",
  "{ completion: { prompt: completable-prompt, argument: department, value: E }, expect: { text: Engineering } }",
  "{ method: ping }",
  "{ name: raw, method: tools/call, params: { name: echo, arguments: { message: raw } } }",
];
const names = [
  "echo",
  "tools/list",
  "resources/list",
  "resources/templates/list",
  "demo://resource/dynamic/text/1",
  "prompts/list",
  "args-prompt",
  "completion completable-prompt",
  "ping",
  "raw",
];

describe.each([
  ["stdio", stdio],
  ["streamable HTTP", http],
])("server-everything over %s", (_, server) => {
  test("every operation by its own name", async () => {
    const record = await run(server, operations);
    expect(outcomes(record)).toEqual(Object.fromEntries(names.map((name) => [name, { ok: 12 }])));
    expect(record.skipped).toEqual([]);
    expect(record.rows.map(({ method }) => method)).toEqual([
      "tools/call",
      "tools/list",
      "resources/list",
      "resources/templates/list",
      "resources/read",
      "prompts/list",
      "prompts/get",
      "completion/complete",
      "ping",
      "tools/call",
    ]);
  });

  test("every load", async () => {
    const echo = "tool: echo, arguments: { message: x }";
    const record = await run(server, [
      `{ name: open, ${echo}, rate: 100/s, requests: 50 }`,
      `{ name: timed, ${echo}, duration: 300ms, concurrency: 2 }`,
      `{ name: paced, ${echo}, delay: 5ms, requests: 4 }`,
      `{ name: burst, ${echo}, batch: { size: 10 }, requests: 4 }`,
      `{ name: waves, ${echo}, batch: { size: 10, dispatch: { waves: 3 } }, requests: 4 }`,
      `{ name: spread, ${echo}, sessions: 2, concurrency: 4 }`,
      `{ name: mixed, mix: [ { ${echo}, weight: 2 }, { method: ping } ] }`,
    ]);
    const { timed, ...counted } = outcomes(record);
    expect(counted).toEqual({
      open: { ok: 50 },
      paced: { ok: 4 },
      burst: { ok: 4 },
      waves: { ok: 4 },
      spread: { ok: 12 },
      mixed: { ok: 12 },
    });
    expect((timed as { ok: number }).ok).toBeGreaterThan(5);
    const head = summarise(tabulate(record), "head");
    const statistics = new Map(head.rows.map((row) => [row.row, row.statistics]));
    expect(statistics.get("open")).toMatchObject({
      requested_rate: { value: 100 },
      achieved_rate: { state: "measured" },
    });
    expect(statistics.get("burst")).toHaveProperty("items_throughput");
    for (const { orphans, killed } of record.rounds[0]?.launches ?? []) expect([orphans, killed]).toEqual([0, false]);
  });
});

test("what the sample server does not offer is skipped with its reason", async () => {
  const record = await run(sample, [
    "{ tool: echo, arguments: { text: x } }",
    "{ completion: { prompt: greeting, argument: name } }",
    "{ method: resources/templates/list }",
  ]);
  expect(outcomes(record)).toEqual({ echo: { ok: 12 } });
  expect(record.skipped).toEqual([
    { benchmark: "completion greeting", reason: expect.stringContaining("no capability `completions`") },
    { benchmark: "resources/templates/list", reason: expect.stringContaining("answers -32601") },
  ]);
});

test("plain HTTP beside MCP, on the same server", async () => {
  const record = await run(http, [
    "{ method: ping }",
    "{ name: missing, http: { request: GET /nowhere, status: 404 } }",
    "{ name: refused, http: GET /nowhere }",
  ]);
  expect(outcomes(record)).toEqual({ ping: { ok: 12 }, missing: { ok: 12 }, refused: { unexpected: 12 } });
});

describe("plain HTTP requests", () => {
  test("carry their own and the server's headers, method, path and body; a reply is judged by its text", async () => {
    const seen: unknown[] = [];
    await using server = await listen(async (request, response) => {
      const { method, url, headers } = request;
      seen.push([method, url, headers.authorization, headers["content-type"], await text(request)]);
      response.writeHead(seen.length === 3 ? 503 : 201).end(`{"made":${seen.length}}`);
    });
    const wire = plainHttp(new URL(`${server.url}/mcp`), {
      clock: systemClock,
      headers: { Authorization: "Bearer x" },
    });
    try {
      const request = {
        verb: "POST",
        path: "/items?a=b",
        headers: { "content-type": "text/plain" },
        body: "one",
      } as const;
      const { answers, failures } = await runClosedLoop({
        wire,
        frames: Array.from({ length: 4 }, () => wire.encode(request)),
        concurrency: 1,
        timeoutMs: 5000,
        clock: systemClock,
        signal: new AbortController().signal,
        classify: bodyClassifier(),
      });
      expect(seen).toEqual(Array(4).fill(["POST", "/items?a=b", "Bearer x", "text/plain", "one"]));
      expect(failures.samples).toEqual([
        { kind: "unexpected", message: 'expected a status from 200 to 299, got HTTP 503: {"made":3}', count: 1 },
      ]);
      const classify = bodyClassifier({ text: "made", structured: { made: 2 }, error: false });
      expect(answers.map(({ body }) => classify(body).kind)).toEqual(["unexpected", "ok", "unexpected"]);
    } finally {
      await wire.destroy();
    }
  });

  test("to nobody are lost connections, not latencies", async () => {
    const wire = plainHttp(new URL("http://127.0.0.1:1/"), { clock: systemClock, headers: {} });
    const { answers, disconnected } = await runClosedLoop({
      wire,
      frames: Array.from({ length: 5 }, () => wire.encode({ verb: "GET", path: "/", headers: {} })),
      concurrency: 1,
      timeoutMs: 5000,
      clock: systemClock,
      signal: new AbortController().signal,
      classify: bodyClassifier(),
    });
    await wire.destroy();
    expect(answers).toEqual([]);
    expect(disconnected).toContain("the HTTP connection failed");
  });
});
