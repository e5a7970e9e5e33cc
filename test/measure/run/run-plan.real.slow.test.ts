import { chmod, writeFile } from "node:fs/promises";
import path from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { childEnvironment } from "../../../src/base/host/environment.ts";
import { listProcesses } from "../../../src/base/host/process-tree.ts";
import { ConfigError, ServerError, UserError } from "../../../src/errors.ts";
import type { ProgressEvent } from "../../../src/measure/progress.ts";
import { runPlan } from "../../../src/measure/run/run-plan.ts";
import type { Plan } from "../../../src/plan/plan.ts";
import { type RunRecord, recordSchema } from "../../../src/record/record.ts";
import { decodeSamples } from "../../../src/record/samples.ts";
import { launchServer } from "../../../src/server/open.ts";
import { freePort } from "../../../src/server/process/port.ts";
import { fixture } from "../../server/support.ts";
import { sharedFolder } from "../../support/folder.ts";
import { warningTexts } from "../../support/warnings.ts";
import { arm, dependencies, plan, referenceServer, row, stdioSpec, toolRow } from "../plans.ts";

const directory = sharedFolder();
beforeAll(async () => {
  await writeFile(path.join(directory, "note.txt"), "a note");
});

/** Runs a plan and makes sure that the record is valid and that no process is left of it. */
async function run(given: Partial<Plan> & Pick<Plan, "arms">): Promise<RunRecord> {
  const before = new Set(children());
  const record = await runPlan(plan(given), dependencies());
  expect(recordSchema.parse(record)).toEqual(record);
  expect(children().filter((pid) => !before.has(pid))).toEqual([]);
  return record;
}

function children(): number[] {
  return listProcesses().flatMap(({ pid, parent }) => (parent === process.pid ? [pid] : []));
}

describe("server-everything", () => {
  const everything = stdioSpec([referenceServer("everything"), "stdio"]);

  test("without configuration: ping, lists and read-only tools, phases, memory and shut-down", async () => {
    const record = await run({ arms: [arm(everything)], discover: true });
    expect(record.rows.map(({ id }) => id)).toEqual(
      expect.arrayContaining(["ping", "tools/list", "resources/list", "prompts/list", "get-tiny-image"]),
    );
    // Called with the first choice that its schema names, "error", the one says that it failed.
    expect(record.skipped.map(({ benchmark, code }) => [benchmark, code])).toEqual([
      ["get-annotated-message", "failed"],
      ["trigger-long-running-operation", "slow"],
    ]);
    expect(record.rows.filter(({ origin }) => origin === "derived").map(({ id }) => id)).toEqual(
      expect.arrayContaining(["get-structured-content", "echo"]),
    );
    expect(record.arms[0]?.server).toEqual({
      name: "mcp-servers/everything",
      version: "2.0.0",
      protocol: "2025-11-25",
    });
    const [launch] = record.rounds[0]?.launches ?? [];
    for (const { row, outcomes, samples, blocks } of launch?.measurements ?? []) {
      // The tool that says what it is told is asked by several callers at a time.
      expect(outcomes).toEqual({ ok: row === "echo" ? 16 : 8 });
      expect(Math.min(...decodeSamples(samples))).toBeGreaterThan(0);
      for (const { wallMs, medianMs } of blocks)
        expect(wallMs).toBeGreaterThanOrEqual(medianMs ?? Number.POSITIVE_INFINITY);
    }
    const { startup, startup_cpu, handshake, first_list, idle_rss, steady_rss, peak_rss, shutdown, tools_list_bytes } =
      launch?.metrics ?? {};
    expect(startup).toBeGreaterThan(handshake ?? Number.POSITIVE_INFINITY);
    expect(startup_cpu).toBeGreaterThan(0);
    expect(first_list).toBeGreaterThan(0);
    expect(idle_rss).toBeGreaterThan(2e7);
    expect(peak_rss).toBeGreaterThanOrEqual(Math.max(idle_rss ?? Number.POSITIVE_INFINITY, steady_rss ?? 0));
    expect(steady_rss).toBeGreaterThan(2e7);
    expect(shutdown).toBeGreaterThan(0);
    expect(tools_list_bytes).toBeGreaterThan(2000);
    expect(launch).toMatchObject({ exitCode: 0, killed: false, orphans: 0 });
  });

  test("two arms side by side, several in flight, expected errors", async () => {
    const rows = [
      toolRow(
        "echo",
        { message: "call {{seq}}" },
        { expect: { text: { pattern: "call \\d+", flags: "" }, error: false } },
      ),
      toolRow("get-sum", { a: "{{seq}}", b: 1 }, { load: { concurrency: 4, requests: 20 } }),
      toolRow("no-such-tool", {}, { expect: { error: true } }),
      toolRow("echo", { message: "x" }, { id: "wrong", expect: { text: "y", error: false } }),
    ];
    const record = await run({ arms: [arm(everything), arm(everything, { id: "base", side: "base" })], rows });
    for (const { measurements } of record.rounds[0]?.launches ?? []) {
      expect(measurements.map(({ outcomes }) => outcomes)).toEqual([
        { ok: 8 },
        { ok: 20 },
        { ok: 8 },
        { unexpected: 8 },
      ]);
      expect(measurements[3]?.errors).toEqual([
        { kind: "unexpected", message: 'expected the text "y", got: Echo: x', count: 8 },
      ]);
    }
    const [head, base] = record.rounds[0]?.launches ?? [];
    expect(head?.measurements.map(({ responseBytes }) => responseBytes)).toEqual(
      base?.measurements.map(({ responseBytes }) => responseBytes),
    );
    expect(head?.metrics.tools_list_bytes).toBe(base?.metrics.tools_list_bytes);
  });

  test("a tool it does not have", async () => {
    await expect(run({ arms: [arm(everything)], rows: [toolRow("ehco", { message: "" })] })).rejects.toThrow(
      'did you mean "echo"?',
    );
  });

  test("a resource it does not have, and one it has", async () => {
    const read = (uri: string) => row({ method: "resources/read", params: { uri }, target: uri });
    await expect(run({ arms: [arm(everything)], rows: [read("demo://nowhere")] })).rejects.toThrow(ConfigError);
    const record = await run({ arms: [arm(everything)], rows: [read("demo://resource/dynamic/text/1")] });
    expect(record.rounds[0]?.launches[0]?.measurements[0]?.outcomes).toEqual({ ok: 8 });
  });
});

describe("server-everything over streamable HTTP", () => {
  const http = stdioSpec([referenceServer("everything"), "streamableHttp"], {
    transport: "streamable-http",
    url: "http://127.0.0.1:${PORT}/mcp",
    env: childEnvironment(process.env, { PORT: "${PORT}" }),
  });

  test("two arms on ports of their own, several in flight", async () => {
    const rows = [toolRow("echo", { message: "{{seq}} over HTTP" }, { load: { concurrency: 5, requests: 40 } })];
    const record = await run({ arms: [arm(http), arm(http, { id: "base", side: "base" })], rows });
    for (const { measurements, metrics, killed, orphans } of record.rounds[0]?.launches ?? []) {
      expect(measurements.map(({ outcomes }) => outcomes)).toEqual([{ ok: 40 }]);
      expect(metrics.idle_rss).toBeGreaterThan(2e7);
      expect([killed, orphans]).toEqual([false, 0]);
    }
    expect(record.arms.map(({ transport }) => transport)).toEqual(["streamable-http", "streamable-http"]);
  });

  test("a server reached by URL alone has no memory, start-up or shut-down", async () => {
    const { clock, signal } = dependencies();
    const port = String(await freePort());
    const url = `http://127.0.0.1:${port}/mcp`;
    const server = await launchServer(
      { ...http, url, env: childEnvironment(process.env, { PORT: port }) },
      { clock, signal },
    );
    try {
      const { command: _none, ...rest } = stdioSpec([], { transport: "streamable-http", url });
      const record = await run({ arms: [arm(rest)], rows: [toolRow("echo", { message: "x" })] });
      const [launch] = record.rounds[0]?.launches ?? [];
      expect(launch?.measurements[0]?.outcomes).toEqual({ ok: 8 });
      expect(Object.keys(launch?.metrics ?? {}).sort()).toEqual([
        "connection_setup",
        "first_list",
        "handshake",
        "instructions_bytes",
        "tools_list_bytes",
      ]);
      expect(launch?.measurements[0]).toHaveProperty("cpuPerCallMs", undefined);
    } finally {
      await server.stop();
    }
  });
});

test("an interruption ends the servers and keeps the finished round", async () => {
  const before = new Set(children());
  const controller = new AbortController();
  const everything = arm(stdioSpec([referenceServer("everything"), "stdio"]));
  const rows = [toolRow("echo", { message: "x" }), toolRow("echo", { message: "y" }, { id: "again" })];
  const progress = (event: ProgressEvent) => {
    if (event.kind === "row" && event.round === 1) setImmediate(() => controller.abort(new Error("SIGINT")));
  };
  const rounds = { kind: "fixed", min: 3, max: 3, timeBudgetMs: 1e6 } as const;
  const record = await runPlan(plan({ arms: [everything], rows, rounds }), {
    ...dependencies(),
    signal: controller.signal,
    progress,
  });
  expect(record.rounds).toHaveLength(1);
  expect(record.stop).toEqual([{ code: "interrupted", by: "SIGINT", rounds: 1 }]);
  expect(children().filter((pid) => !before.has(pid))).toEqual([]);
});

test("a tool that hangs holds a run no longer than its time budget", async () => {
  const rows = [toolRow("call", {}, { id: "answered", load: { requests: 4 } }), toolRow("call", { more: 1 })];
  const silent = { ...stdioSpec([fixture("misbehave.js"), "falls-silent-after", "12"]), shutdownTimeoutMs: 200 };
  const within = (seconds: number) =>
    run({
      arms: [arm(silent)],
      rows: rows.map((one) => ({ ...one, load: { ...one.load, timeoutMs: 600_000 } })),
      rounds: { kind: "auto", min: 7, max: 60, timeBudgetMs: 1000 * seconds },
    });
  const measuredIn = (record?: RunRecord) => record?.rounds[0]?.launches[0]?.measurements.map(({ row }) => row) ?? [];
  // On a busy machine a start may take all of a short budget. That a call hangs for longer fails the test.
  let seconds = 1.5;
  let record: RunRecord | undefined;
  for (; measuredIn(record).length === 0 && seconds < 90; seconds *= 4)
    record = await within(seconds).catch((error: unknown) => {
      expect(error).toBeInstanceOf(UserError);
      return undefined;
    });
  seconds /= 4;
  expect(record?.stop).toEqual([{ code: "time-budget-ended", budgetMs: 1000 * seconds, round: 1 }]);
  expect(record && warningTexts(record).join()).toContain("ended before these were measured: call");
  expect(measuredIn(record)).toEqual(["answered"]);
});

describe("server-filesystem behind a shell wrapper", () => {
  test("is measured with its whole process tree", async () => {
    const script = path.join(directory, "wrapper.sh");
    await writeFile(script, `#!/bin/sh\n"${process.execPath}" "${referenceServer("filesystem")}" "$1"\nexit $?\n`);
    await chmod(script, 0o755);
    const file = path.join(directory, "note.txt");
    const rows = [
      toolRow("read_text_file", { path: file }, { expect: { text: "a note", error: false }, load: { requests: 200 } }),
    ];
    const record = await run({ arms: [arm(stdioSpec([directory], { command: script }))], rows });
    const [launch] = record.rounds[0]?.launches ?? [];
    expect(launch?.measurements[0]?.outcomes).toEqual({ ok: 200 });
    expect(launch?.metrics.idle_rss).toBeGreaterThan(2e7);
    expect(launch?.measurements[0]?.cpuPerCallMs).toBeGreaterThan(0);
    expect(launch).toMatchObject({ killed: false, orphans: 0 });
  });
});

test("a server that does not start", async () => {
  const before = new Set(children());
  await expect(run({ arms: [arm(stdioSpec(["-e", "process.exit(7)"]))], discover: true })).rejects.toThrow(ServerError);
  expect(children().filter((pid) => !before.has(pid))).toEqual([]);
});
