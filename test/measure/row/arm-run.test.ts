import { expect, test } from "vitest";
import type { LaunchContext } from "../../../src/measure/context.ts";
import { RunningArm } from "../../../src/measure/launch/running-arm.ts";
import type { LoopResult } from "../../../src/measure/load/loop-result.ts";
import { OutcomeTally } from "../../../src/measure/load/outcome.ts";
import { ArmRun } from "../../../src/measure/row/arm-run.ts";
import { FakeServer, ManualClock } from "../fake-server.ts";
import { arm, dependencies, plan, stdioSpec, toolRow } from "../plans.ts";

/** Something nobody holds, and whether it is still there. */
function litter(): WeakRef<object> {
  return new WeakRef({ some: "thing" });
}

const laterTurn = () => new Promise((resolve) => setImmediate(resolve));

test("many replies are followed by a collection of garbage", async () => {
  const clock = new ManualClock();
  const head = arm(stdioSpec([]));
  const server = new FakeServer({ clock });
  const running = new RunningArm(head, { server, session: await server.connect() });
  const context = { ...dependencies({ clock }), plan: plan({ arms: [head] }) } as unknown as LaunchContext;
  await using run = await ArmRun.open(toolRow("work"), running, { context, captures: new Map() });
  const failures = new OutcomeTally();
  const block: LoopResult = { wallMs: 1, answers: [], failures, sent: 30_000, sentBytes: 0, gaveUp: false };
  const left = litter();
  await laterTurn();
  await run?.record(block, 0);
  await laterTurn();
  expect(left.deref()).toBeDefined();
  await laterTurn();
  await run?.record(block, 1);
  expect(left.deref()).toBeUndefined();
});
