import { expect, test } from "vitest";
import { ServerError } from "../../../src/errors.ts";
import { runPlan } from "../../../src/measure/run/run-plan.ts";
import { fixture } from "../../server/support.ts";
import { warningTexts } from "../../support/warnings.ts";
import { arm, dependencies, plan, stdioSpec, toolRow } from "../plans.ts";

test("a tool whose replies bear other ids is skipped, and what the server does wrong is said", async () => {
  const server = stdioSpec([fixture("misbehave.js"), "unknown-id"]);
  const { skipped, ...record } = await runPlan(plan({ arms: [arm(server)], discover: true }), dependencies());
  expect(skipped).toMatchObject([{ benchmark: "call", reason: expect.stringContaining("not answered within 2 s") }]);
  expect(warningTexts(record)).toContain("head: 2 replies to requests never made");
});

test("a run goes on beside messages that are nested too deep, and says so", async () => {
  const server = stdioSpec([fixture("misbehave.js"), "deep"]);
  const record = await runPlan(plan({ arms: [arm(server)], rows: [toolRow("call")] }), dependencies());
  expect(record.rounds[0]?.launches[0]?.measurements[0]?.outcomes).toEqual({ ok: 8 });
  expect(warningTexts(record)).toContain("head: 2 messages nested deeper than 1000 levels, passed over");
});

test("a list of tools that is none is an error that says so, not a server without tools", async () => {
  const server = stdioSpec([fixture("misbehave.js"), "no-list"]);
  const running = runPlan(plan({ arms: [arm(server)], rows: [toolRow("call")] }), dependencies());
  await expect(running).rejects.toThrow(ServerError);
  await expect(running).rejects.toThrow(
    'no usable reply to tools/list (malformed: no list `tools` in {"tools":"none"})',
  );
});

test("a list of tools that is nested too deep is an error that says so", async () => {
  const server = stdioSpec([fixture("misbehave.js"), "deep-tools"]);
  const running = runPlan(plan({ arms: [arm(server)], rows: [toolRow("call")] }), dependencies());
  await expect(running).rejects.toThrow(ServerError);
  await expect(running).rejects.toThrow("no usable reply to tools/list (malformed: nested deeper than 1000 levels");
});
