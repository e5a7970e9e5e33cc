import { expect, test } from "vitest";
import { CallPaces, callsOfRound } from "../../../src/measure/row/calls-of-round.ts";
import { runPlan } from "../../../src/measure/run/run-plan.ts";
import type { Row } from "../../../src/plan/plan.ts";
import { encodeSamples } from "../../../src/record/samples.ts";
import { FakeServer, ManualClock } from "../fake-server.ts";
import { arm, dependencies, plan, stdioSpec, toolRow } from "../plans.ts";

const head = arm(stdioSpec(["head"]));
const base = arm(stdioSpec(["base"]), { id: "base", side: "base" });
const load = { requests: 100 };
const reading = (id: string, given: Partial<Row> = {}): Row => ({
  ...toolRow("work", {}, { id, load }),
  onlyReads: true,
  ...given,
});

const step = {
  kind: "call",
  place: "setup[0]",
  per: "row",
  timeoutMs: 5000,
  tool: "work",
  arguments: {},
  repeat: 1,
  capture: {},
} as const;

/** Returns where their calls take so many milliseconds each. */
function callsOf(rows: readonly Row[], paceMs: Readonly<Record<string, number>>) {
  const paces = new CallPaces();
  for (const [row, wallMs] of Object.entries(paceMs))
    paces.learn([
      {
        row,
        outcomes: { ok: 1 },
        errors: [],
        blocks: [{ position: 0, wallMs, attempted: 1, ok: 1 }],
        samples: encodeSamples([wallMs]),
        requestBytes: 1,
      },
    ]);
  return Object.fromEntries(callsOfRound(rows, paces));
}

test("quick rows are called for 20 ms, slow ones as often as asked for", () => {
  const rows = ["quick", "quicker", "slow"].map((id) => reading(id));
  expect(callsOf(rows, { quick: 0.05, quicker: 0.001, slow: 0.25 })).toEqual({ quick: 400, quicker: 1000 });
});

test("what is not known to read, or is not the same in every call, is called as often as asked for", () => {
  const params = { name: "work", arguments: { id: "{{seq}}" } };
  const rows = [
    toolRow("work", {}, { id: "writes", load }),
    reading("varies", { operation: { method: "tools/call", params, target: "work" } }),
    reading("prepared", { setup: { isolate: "none", processes: 1, values: {}, steps: [step], teardown: [] } }),
    reading("unknown"),
  ];
  expect(callsOf(rows, { writes: 0.1, varies: 0.1, prepared: 0.1 })).toEqual({});
});

test.each([
  ["beside a base", [head, base], "auto", true],
  ["alone, as stored runs are", [head], "auto", false],
  ["in a fixed number of rounds", [head, base], "fixed", false],
] as const)("quick rows are called more often %s: from the second round on", async (_what, arms, kind, more) => {
  const clock = new ManualClock();
  const behave = () => ({ kind: "reply", result: { content: [] }, takesMs: 0.1 }) as const;
  const record = await runPlan(
    plan({ arms, rows: [toolRow("work")], rounds: { kind, min: 2, max: 2, timeBudgetMs: 60_000 } }),
    dependencies({
      clock,
      alarm: clock.alarm,
      launch: async () => {
        clock.advance(100);
        return new FakeServer({ clock, behave });
      },
    }),
  );
  const calls = record.rounds.map(({ launches: [launch] }) => launch?.measurements[0]?.outcomes.ok);
  expect(calls).toEqual([8, more ? 80 : 8]);
});
