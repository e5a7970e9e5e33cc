import { expect, test } from "vitest";
import { runPlan } from "../../src/measure/run-plan.ts";
import { fixture } from "../server/support.ts";
import { arm, dependencies, plan, stdioSpec } from "./plans.ts";

test("a tool whose replies bear other ids is skipped, and what the server does wrong is said", async () => {
  const server = stdioSpec([fixture("misbehave.js"), "unknown-id"]);
  const { skipped, warnings } = await runPlan(plan({ arms: [arm(server)], discover: true }), dependencies());
  expect(skipped).toEqual([{ benchmark: "call", reason: expect.stringContaining("not answered within 2 s") }]);
  expect(warnings).toContain("head: 2 replies to requests never made");
});
