import { expect, test } from "vitest";
import { preparationMs, Timetable } from "../../../src/measure/generator/timetable.ts";
import { launchGroups } from "../../../src/measure/launch/launch-group.ts";
import type { Plan, Row } from "../../../src/plan/plan.ts";
import type { Load } from "../../../src/plan/workload.ts";
import { arm, plan, stdioSpec, toolRow } from "../plans.ts";

const generator = { index: 1, count: 2, startAt: "2026-11-23T20:00:00Z" };
const closed: Load = { kind: "closed", concurrency: 4, durationMs: 10_000, warmup: 0, timeoutMs: 2_000 };

function timetableOf(rows: readonly Row[], given: Partial<Plan> = {}) {
  const whole = { ...plan({ arms: [arm(stdioSpec([]))], rows, ...given }), generator };
  const sets = launchGroups(whole.rows, whole.arms).flatMap((group) => group.sets);
  const timetable = new Timetable(whole);
  return { timetable, of: (round: number) => sets.map((set) => timetable.of(set, round)) };
}

test("blocks follow one another by what the plan says alone: preparation, duration, time limit and pause", () => {
  const rows = [toolRow("a", {}, { load: closed }), toolRow("b", {}, { load: closed, cooldownMs: 7_000 })];
  const { timetable, of } = timetableOf(rows, { rounds: { kind: "fixed", min: 2, max: 2 }, cooldownMs: 1_000 });
  const starts = [of(0), of(1)].flat(2).map(({ startMs }) => startMs);
  const blockMs = 10_000 + 2_000;
  const second = preparationMs + blockMs + 1_000 + preparationMs;
  const round = second + blockMs + 7_000;
  expect(starts).toEqual([preparationMs, second, round + preparationMs, round + second]);
  expect(timetable.endMs).toBe(2 * round);
});

test("two deployments take turns, and lead in turn", () => {
  const arms = ["blue", "green"].map((variant) => arm(stdioSpec([]), { id: `head/${variant}`, variant }));
  const rows = ["blue", "green"].map((variant) =>
    toolRow("a", {}, { id: `a [${variant}]`, key: "a", variant, load: closed }),
  );
  const { of } = timetableOf(rows, { arms, rounds: { kind: "fixed", min: 2, max: 2 } });
  const order = [0, 1].map((round) => of(round).flatMap((blocks) => blocks.map((block) => block.arm)));
  expect(order.map((names) => names.toSorted())).toEqual([
    ["head/blue", "head/green"],
    ["head/blue", "head/green"],
  ]);
  expect(order[0]).toEqual(order[1]?.toReversed());
});

test("a block has no more replies of one generator than are kept until they are judged", () => {
  const open: Load = {
    kind: "open",
    ratePerSecond: 50_000,
    maxInFlight: 1000,
    durationMs: 10_000,
    warmup: 0,
    timeoutMs: 1000,
  };
  const [blocks] = timetableOf([toolRow("a", {}, { load: open })]).of(0);
  expect(blocks?.map(({ amount }) => amount)).toEqual([3334, 3333, 3333]);
  expect(blocks?.map(({ startMs }) => startMs)).toEqual([5000, 5000 + 4334, 5000 + 4334 + 4333]);
});

test("a row that asks for fewer rounds has no time in the others", () => {
  const rows = [toolRow("a", {}, { load: closed, rounds: 1 }), toolRow("b", {}, { load: closed })];
  const { of } = timetableOf(rows, { rounds: { kind: "fixed", min: 2, max: 2 } });
  expect(of(1).map((blocks) => blocks.length)).toEqual([0, 1]);
});
