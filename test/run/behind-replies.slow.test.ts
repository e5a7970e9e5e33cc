import { expect, test } from "vitest";
import { runPlan } from "../../src/measure/run/run-plan.ts";
import { defaultThresholds, ofScope } from "../../src/plan/threshold.ts";
import { judge } from "../../src/run/judge.ts";
import { arm, dependencies, plan, stdioSpec, toolRow } from "../measure/plans.ts";
import { fixture } from "../server/support.ts";

const launch = (behind: string) => stdioSpec([fixture("behind-replies.js"), behind]);

/** Rise of the CPU time per call where head works behind its replies and base does not, as a share, and the verdict on it. */
async function riseOf(behind: string) {
  const load = { requests: 60, warmup: 5 };
  const rows = [toolRow("work", {}, { load, thresholds: ofScope(defaultThresholds, "row") })];
  const arms = [arm(launch(behind)), arm(launch("none"), { id: "base", side: "base" })];
  const rounds = { kind: "fixed", min: 6, max: 6, timeBudgetMs: 600_000 } as const;
  const record = await runPlan(plan({ arms, rows, rounds }), dependencies());
  const stored = { kind: "none", reason: "none" } as const;
  const { comparison } = judge(record, { stored, failOn: ["regression"], reproduce: "" });
  return comparison.findings.find(({ metric }) => metric === "cpu_per_call");
}

test.each(["thread", "process"])("the guard on CPU time sees what a %s does behind the replies", async (behind) => {
  expect((await riseOf(behind))?.change?.estimate).toBeGreaterThan(0.3);
});

test("the guard stays quiet where nothing is done behind the replies", async () => {
  expect((await riseOf("none"))?.state).not.toBe("regressed");
});
