import { expect, test } from "vitest";
import { CallsOfRound } from "../../../src/measure/row/calls-of-round.ts";
import { runPlan } from "../../../src/measure/run/run-plan.ts";
import type { Load } from "../../../src/model/load.ts";
import type { Row } from "../../../src/plan/plan.ts";
import type { RecordMeasurement } from "../../../src/record/record.ts";
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

/** One measurement with calls that took so many milliseconds. */
const measured = (row: string, callMs: readonly number[]): RecordMeasurement => ({
  row,
  outcomes: { ok: callMs.length },
  errors: [],
  blocks: [
    { position: 0, wallMs: callMs.reduce((sum, ms) => sum + ms, 0), attempted: callMs.length, ok: callMs.length },
  ],
  samples: encodeSamples(callMs),
  requestBytes: 1,
});

/** Returns where their calls take so many milliseconds each. */
function callsOf(rows: readonly Row[], paceMs: Readonly<Record<string, number>>) {
  const calls = new CallsOfRound();
  for (const [row, ms] of Object.entries(paceMs)) calls.learn([measured(row, [ms])]);
  return Object.fromEntries(rows.flatMap((row) => (calls.of(row) === undefined ? [] : [[row.id, calls.of(row)]])));
}

/** Number of calls of a row that nobody gave a number, after rounds with such calls on each arm. */
function asNeeded(rounds: readonly (readonly (readonly number[])[])[], given: Partial<Row> = {}) {
  const calls = new CallsOfRound();
  for (const arms of rounds) calls.learn(arms.map((callMs) => measured("slow", callMs)));
  return calls.of(reading("slow", { callsAsNeeded: true, ...given }));
}

/** A hundred calls of 20 ms on average, with this standard deviation by their mean. */
const calls = (scatter: number) => Array.from({ length: 100 }, (_, i) => 20 * (1 + (i % 2 === 0 ? scatter : -scatter)));

test("slow calls that nobody counted are as many as their scatter needs", () => {
  expect(asNeeded([[calls(0), calls(0)]])).toBe(20);
  // A standard error of 2 %, on the arm that scatters more, in the steadiest round.
  expect(asNeeded([[calls(0.5)], [calls(0.1), calls(0.12)], [calls(0.2)]])).toBe(37);
  expect(asNeeded([[calls(0.5)]])).toBeUndefined();
  // A quarter of a second, and no fewer than four times what is in flight.
  expect(asNeeded([[calls(0).map((ms) => ms / 4)]])).toBe(50);
  expect(asNeeded([[calls(0).map((ms) => ms / 10)]])).toBeUndefined();
  const inFlight = { kind: "closed", concurrency: 6, requests: 100, warmup: 0, timeoutMs: 1000 } as const;
  expect(asNeeded([[calls(0)]], { load: inFlight })).toBe(24);
});

test("slow calls stay as many as somebody wrote, or a percentile with a limit needs", () => {
  const rounds = [[calls(0)]];
  expect(asNeeded(rounds, { callsAsNeeded: undefined })).toBeUndefined();
  const limit = (metric: "p75" | "p95") =>
    ({ metric, level: "fail", limit: { kind: "relative", change: 0.1 }, text: "+10%" }) as const;
  expect(asNeeded(rounds, { thresholds: [limit("p75")] })).toBe(40);
  // A hundred calls are too few for p95 anyway.
  expect(asNeeded(rounds, { thresholds: [limit("p95")] })).toBe(20);
});

test("quick rows are called for 20 ms, slow ones as often as asked for", () => {
  const rows = ["quick", "quicker", "slow"].map((id) => reading(id));
  expect(callsOf(rows, { quick: 0.05, quicker: 0.001, slow: 0.25 })).toEqual({ quick: 400, quicker: 1000 });
});

test("slow rows warm up for a tenth of a second, once timed calls have told their pace", () => {
  const warmUps = (callMs: number | undefined, own: Partial<Row> = {}, warmUp: Partial<Load> = {}) => {
    const row = reading("slow", { callsAsNeeded: true, ...own });
    const calls = new CallsOfRound();
    calls.learnWarmUp([measured("slow", [300])]);
    if (callMs !== undefined) calls.learn([measured("slow", [callMs])]);
    return calls.warmUpsOf({ ...row, load: { ...row.load, warmup: 10, ...warmUp } as Load });
  };
  expect([undefined, 1, 20, 300].map((ms) => warmUps(ms))).toEqual([10, 10, 5, 2]);
  // The number that somebody wrote is kept, and so is that of calls in several sessions.
  expect(warmUps(300, { callsAsNeeded: undefined })).toBe(10);
  expect(warmUps(300, {}, { warmup: 50 })).toBe(50);
  expect(warmUps(300, {}, { concurrency: 4 })).toBe(8);
  expect(warmUps(300, {}, { sessions: 2 })).toBe(10);
});

test("a warm-up tells the pace and the scatter of a row until timed calls do", () => {
  const row = reading("slow", { callsAsNeeded: true });
  const calls = new CallsOfRound();
  expect(calls.of(row)).toBeUndefined();
  calls.learnWarmUp([{ ...measured("slow", [0.001]), outcomes: { "tool-error": 1 } }]);
  expect(calls.of(row)).toBeUndefined();
  calls.learnWarmUp([measured("slow", [20, 20]), measured("slow", [21, 21])]);
  expect(calls.of(row)).toBe(20);
  const scattered = Array.from({ length: 100 }, (_, place) => (place % 10 === 0 ? 80 : 20));
  calls.learn([measured("slow", scattered), measured("slow", scattered)]);
  expect(calls.of(row)).toBeUndefined();
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
] as const)("quick rows are called more often %s", async (_what, arms, kind, more) => {
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
  expect(calls).toEqual(more ? [80, 80] : [8, 8]);
});

test("a round whose calls fail at once makes no later one longer", async () => {
  const clock = new ManualClock();
  let isFailing = true;
  const behave = () =>
    isFailing
      ? ({ kind: "reply", result: { content: [], isError: true }, takesMs: 0.001 } as const)
      : ({ kind: "reply", result: { content: [] }, takesMs: 5 } as const);
  const record = await runPlan(
    plan({
      arms: [head, base],
      rows: [toolRow("work")],
      rounds: { kind: "auto", min: 3, max: 3, timeBudgetMs: 60_000 },
    }),
    dependencies({
      clock,
      alarm: clock.alarm,
      progress: ({ kind }) => {
        if (kind === "round-end") isFailing = false;
      },
      launch: async () => {
        clock.advance(100);
        return new FakeServer({ clock, behave });
      },
    }),
  );
  const calls = record.rounds.map(({ launches: [launch] }) => launch?.measurements[0]?.outcomes);
  expect(calls).toEqual([{ "tool-error": 8 }, { ok: 8 }, { ok: 8 }]);
});
