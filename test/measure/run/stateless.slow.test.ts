import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { runPlan } from "../../../src/measure/run/run-plan.ts";
import type { LaunchSpec } from "../../../src/plan/plan.ts";
import { recordSchema } from "../../../src/record/record.ts";
import { warningTexts } from "../../support/warnings.ts";
import { arm, dependencies, plan, referenceServer, row, stdioSpec, toolRow } from "../plans.ts";

const server = fileURLToPath(new URL("../../../fixtures/servers/stateless.js", import.meta.url));
const overStdio = stdioSpec([server], { protocol: "auto" });
const overHttp: LaunchSpec = {
  ...stdioSpec([server, "${PORT}"], { protocol: "auto" }),
  transport: "streamable-http",
  url: "http://127.0.0.1:${PORT}/mcp",
};

test.each([
  ["stdio", overStdio],
  ["streamable HTTP", overHttp],
])("a server of the stateless line is measured without configuration over %s", async (_name, spec) => {
  const record = await runPlan(plan({ arms: [arm(spec)], discover: true }), dependencies());
  expect(recordSchema.parse(record)).toEqual(record);
  expect(record.arms[0]?.server).toEqual({ name: "stateless", version: "1.2.3", protocol: "2026-07-28" });
  expect(record.skipped).toEqual([
    { benchmark: "ping", reason: "protocol 2026-07-28 has no ping" },
    { benchmark: "form", code: "failed", reason: expect.stringContaining("elicitation") },
  ]);
  expect(record.rows.map(({ id }) => id)).toEqual(["tools/list", "prompts/list", "now", "echo"]);
  const [launch] = record.rounds[0]?.launches ?? [];
  const outcomes = new Map(launch?.measurements.map((measurement) => [measurement.row, measurement.outcomes]));
  expect(outcomes.get("tools/list")).toEqual({ ok: 8 });
  expect(outcomes.get("now")).toEqual({ ok: 8 });
  expect(launch?.metrics.startup).toBeGreaterThan(launch?.metrics.handshake ?? Number.POSITIVE_INFINITY);
  expect(launch?.metrics.tools_list_bytes).toBeGreaterThan(500);
  expect(launch?.metrics.instructions_bytes).toBe("No sessions here.".length);
});

test.each([1, 2])("what a person does for the server is part of a call, in %i sessions", async (sessions) => {
  const client = { elicitation: { action: "accept", content: { name: "Ada" }, delayMs: 40 } } as const;
  const load = { requests: 4, warmup: 0, sessions, concurrency: sessions };
  const form = toolRow("form", {}, { expect: { text: "Ada", error: false }, load });
  const record = await runPlan(plan({ arms: [arm({ ...overHttp, client })], rows: [form] }), dependencies());
  const [measured] = record.rounds[0]?.launches[0]?.measurements ?? [];
  expect(measured?.outcomes).toEqual({ ok: 4 });
  for (const { medianMs } of measured?.blocks ?? []) expect(medianMs).toBeGreaterThanOrEqual(39);
});

test("a commit that moves a server to the stateless line is measured beside its base", async () => {
  const older = stdioSpec([referenceServer("everything"), "stdio"], { protocol: "auto" });
  const arms = [arm(overStdio), arm(older, { id: "base", side: "base" })];
  const rows = [row({ method: "tools/list", target: "tools/list" }), row({ method: "ping", target: "ping" })];
  const record = await runPlan(plan({ arms, rows }), dependencies());
  expect(record.arms.map((each) => each.server?.protocol)).toEqual(["2026-07-28", "2025-11-25"]);
  expect(record.skipped.map(({ benchmark }) => benchmark)).toEqual(["ping"]);
  const outcomes = record.rounds[0]?.launches.flatMap(({ measurements }) => measurements.map((each) => each.outcomes));
  expect(outcomes).toEqual([{ ok: 8 }, { ok: 8 }]);
});

test("arguments that a tool wants in headers are there in every session", async () => {
  const load = { requests: 4, warmup: 2, sessions: 2 };
  const routed = toolRow("routed", { region: "eu" }, { load });
  const record = await runPlan(plan({ arms: [arm(overHttp)], rows: [routed] }), dependencies());
  expect(record.rounds[0]?.launches[0]?.measurements[0]?.outcomes).toEqual({ ok: 4 });
  expect(warningTexts(record)).toEqual([]);
});
