import { expect, test } from "vitest";
import { enter, watchPhases } from "../../src/measure/phase.ts";
import { runPlan } from "../../src/measure/run/run-plan.ts";
import { arm, dependencies, plan, sampleSpec, toolRow } from "./plans.ts";

test("every moment since the start of the process belongs to one phase", () => {
  let at = 40;
  const times = watchPhases(() => at);
  enter("calls");
  at += 3;
  enter("leak check");
  at += 5;
  enter("calls");
  at += 7;
  expect(Object.fromEntries(times())).toEqual({ "preparing and building": 40, calls: 10, "leak check": 5 });
});

test("a run enters the phases of its rounds", async () => {
  const times = watchPhases();
  await runPlan(plan({ arms: [arm(sampleSpec())], rows: [toolRow("work", { units: 1 })] }), dependencies());
  for (const phase of ["probe", "launch", "warm-up", "calls", "leak check", "stop", "judging"] as const)
    expect(times().get(phase)).toBeGreaterThan(0);
});
