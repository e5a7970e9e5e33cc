import { describe, expect, test } from "vitest";
import { controlLaunch } from "../../src/control-arm.ts";
import { ServerError } from "../../src/errors.ts";
import { withControl } from "../../src/measure/control.ts";
import { runPlan } from "../../src/measure/run-plan.ts";
import { launchServer } from "../../src/server/open.ts";
import { arm, dependencies, plan, row, toolRow } from "./plans.ts";

const control = arm(controlLaunch(process.env), { id: "control", side: "control" });
const head = arm(controlLaunch(process.env));
const base = arm(controlLaunch(process.env), { id: "base", side: "base" });

test("a short block of the control stands behind every block", () => {
  const schedule = ["base", "head", "head", "base"].map((id) => ({ arm: id, requests: 25 }));
  const woven = withControl(schedule, "control");
  expect(woven.map((block) => block.arm)).toEqual(schedule.flatMap((block) => [block.arm, "control"]));
  expect(woven.filter((block) => block.arm === "control").map((block) => block.requests)).toEqual([3, 3, 3, 3]);
  expect(withControl([{ arm: "head", requests: 1 }], "control")[1]?.requests).toBe(1);
  expect(withControl([{ arm: "head", requests: 10_000 }], "control")[1]?.requests).toBe(5);
});

describe("with a control arm", () => {
  test("its work is matched to each row, and its calls stand beside base and beside head", async () => {
    const rows = [
      toolRow("work", { units: 300 }, { id: "long", load: { requests: 40 } }),
      row({ method: "ping", target: "ping" }, { load: { requests: 40, concurrency: 4 } }),
    ];
    const record = await runPlan(plan({ arms: [head, base, control], rows }), dependencies());
    const units = Object.fromEntries(record.rows.map(({ id, controlUnits }) => [id, controlUnits]));
    expect(units.long).toBeGreaterThanOrEqual(128);
    expect(units.long).toBeLessThanOrEqual(724);
    expect(units.ping).toBeLessThan(64);
    const order = record.rounds[0]?.order.long ?? [];
    expect(order).toHaveLength(16);
    expect(order.filter((_, index) => index % 2 === 1)).toEqual(new Array(8).fill("control"));
    const measured = record.rounds[0]?.launches.find((launch) => launch.arm === "control")?.measurements ?? [];
    expect(measured.map((one) => [one.row, one.outcomes])).toEqual([
      ["long", { ok: 8 }],
      ["ping", { ok: 8 }],
    ]);
  });

  test("one that cannot be launched is said, and the run goes on without", async () => {
    const seen = dependencies({
      launch: (spec, options) =>
        spec === control.launch ? Promise.reject(new ServerError("no such file")) : launchServer(spec, options),
    });
    const record = await runPlan(plan({ arms: [head, control], rows: [toolRow("work", { units: 1 })] }), seen);
    expect(record.warnings).toEqual([
      "the control is left out: no such file",
      "control failed in round 1: no such file",
    ]);
    expect(record.rounds[0]?.order.work).toEqual(new Array(4).fill("head"));
  });
});
