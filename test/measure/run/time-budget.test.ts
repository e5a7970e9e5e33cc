import { describe, expect, test } from "vitest";
import { ConfigError, ServerError, UserError } from "../../../src/errors.ts";
import { checkFits, tooShort } from "../../../src/measure/run/least-time.ts";
import { type Launch, type RunDependencies, runPlan } from "../../../src/measure/run/run-plan.ts";
import type { Plan, Row } from "../../../src/plan/plan.ts";
import { type RunRecord, recordSchema } from "../../../src/record/record.ts";
import { warningTexts } from "../../support/warnings.ts";
import { FakeServer, ManualClock, okReply } from "../fake-server.ts";
import { arm, dependencies, plan, row, stdioSpec, toolRow } from "../plans.ts";

const head = arm(stdioSpec(["head"]));
const base = arm(stdioSpec(["base"]), { id: "base", side: "base" });
const fixed = (rounds: number, timeBudgetMs?: number) =>
  ({ kind: "fixed", min: rounds, max: rounds, timeBudgetMs }) as const;
const rows = ["first", "second", "third"].map((id) => toolRow("work", {}, { id }));

describe("a budget that ends inside a round", () => {
  /** On both arms a row makes 2 × 10 calls, of so many ms in so many rounds; launch 0 of head is the probe. */
  async function run(callMs: (launch: number) => number, given: Partial<Plan>, more: Partial<RunDependencies> = {}) {
    const clock = new ManualClock();
    const servers: FakeServer[] = [];
    const launches = { head: 0, base: 1 };
    const launch: Launch = async ({ args: [id] }) => {
      const number = launches[id === "head" ? "head" : "base"]++;
      const takesMs = callMs(number);
      const server = new FakeServer({ clock, behave: () => ({ kind: "reply", result: { content: [] }, takesMs }) });
      servers.push(server);
      return server;
    };
    const running = runPlan(
      plan({ arms: [head, base], rows, ...given }),
      dependencies({ clock, launch, alarm: clock.alarm, ...more }),
    ).finally(() => expect(servers.every(({ stops }) => stops > 0)).toBe(true));
    const record = await running;
    expect(recordSchema.parse(record)).toEqual(record);
    return { record, clock };
  }

  const measured = ({ rounds }: RunRecord) =>
    rounds.map(({ launches }) => launches.map(({ arm, measurements }) => [arm, ...measurements.map(({ row }) => row)]));

  test("ends it there: the rows that are finished count, and the others are named", async () => {
    const { record, clock } = await run(() => 100, { rounds: fixed(9, 5500) });
    expect(measured(record)).toEqual([
      [
        ["head", "first", "second"],
        ["base", "first", "second"],
      ],
    ]);
    for (const { measurements } of record.rounds[0]?.launches ?? [])
      for (const { outcomes } of measurements) expect(outcomes).toEqual({ ok: 8 });
    expect(record.stop).toEqual([{ code: "time-budget-ended", budgetMs: 5500, round: 1 }]);
    // Rows that were not reached have not failed.
    expect(record.rows.map(({ id }) => id)).toEqual(["first", "second"]);
    expect(record.skipped).toEqual([{ benchmark: "third", reason: "the time budget ended before" }]);
    expect(warningTexts(record).filter((text) => text.startsWith("the time budget of 5.5 s ended"))).toEqual([
      "the time budget of 5.5 s ended before these were measured: third",
    ]);
    expect(clock.now()).toBeLessThan(1000 + 5500 + 200);
  });

  test("says nothing of how the servers end, which it has cut short", async () => {
    const { record } = await run(() => 100, { rounds: fixed(9, 5500) });
    for (const { metrics, killed, orphans } of record.rounds[0]?.launches ?? []) {
      expect(Object.keys(metrics)).toContain("startup");
      for (const id of ["shutdown", "unclean_exits", "orphans", "steady_rss"]) expect(metrics).not.toHaveProperty(id);
      expect([killed, orphans]).toEqual([false, 0]);
    }
  });

  test("is an error where nothing is finished", async () => {
    const running = run(() => 1000, { rounds: fixed(9, 5500) });
    await expect(running).rejects.toThrow(UserError);
    await expect(running).rejects.toThrow("the time budget of 5.5 s ended before the first benchmark was measured");
    await expect(running).rejects.not.toThrow(ServerError);
  });

  describe("by what was awaited", () => {
    const step = (tool: string) =>
      ({
        kind: "call",
        place: `${tool}[0]`,
        per: "row",
        timeoutMs: 60_000,
        tool,
        arguments: {},
        repeat: 1,
        capture: {},
      }) as const;
    const setup = {
      isolate: "none",
      processes: 1,
      values: {},
      steps: [step("setup")],
      teardown: [step("teardown")],
    } as const;
    const [first, second] = ["first", "second"].map((id) => toolRow("work", {}, { id, setup })) as [Row, Row];

    /** Calls of a tool hang, on one arm or both, and the time passes. */
    async function hanging(tool: string, { of = ["head", "base"], rows = [first], after = 0 } = {}) {
      const clock = new ManualClock();
      let calls = 0;
      const launch: Launch = async ({ args: [id = ""] }) =>
        new FakeServer({
          clock,
          behave: ({ params }) =>
            params?.name !== tool || !of.includes(id) || calls++ < after ? okReply : { kind: "silence" },
        });
      const given = plan({ arms: [head, base], rows, rounds: fixed(9, 5500) });
      return runPlan(given, dependencies({ clock, launch, alarm: clock.alarm }));
    }

    test.each([
      ["work", "no reply had come to 1 call when the time budget of 5.5 s ended"],
      ["setup", 'the step setup[0] (the tool "setup") was not done when the time budget of 5.5 s ended'],
      ["teardown", 'the step teardown[0] (the tool "teardown") was not done when the time budget of 5.5 s ended'],
    ])("is the server's fault, and names the row (%s)", async (tool, found) => {
      const error = await hanging(tool).catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(ServerError);
      expect(String(error)).toContain(`benchmark "first": ${found}`);
    });

    test("is the fault of a server that never starts", async () => {
      const clock = new ManualClock();
      const launch: Launch = (_, { signal }) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener("abort", () => reject(signal.reason));
          clock.advance(6000);
        });
      const given = plan({ arms: [head, base], rows: [first], rounds: fixed(9, 5500) });
      const error = await runPlan(given, dependencies({ clock, launch, alarm: clock.alarm })).catch((reason) => reason);
      expect(error).toBeInstanceOf(ServerError);
      expect(String(error)).toContain("the server was not started when the time budget of 5.5 s ended");
    });

    test("is a warning beside the rows that are finished, where no step of head hung", async () => {
      const record = await hanging("work", { rows: [first, second], after: 20 });
      expect(measured(record)).toEqual([
        [
          ["head", "first"],
          ["base", "first"],
        ],
      ]);
      expect(warningTexts(record)).toContainEqual(expect.stringMatching(/"second".*: no reply had come/));
      const later = await hanging("teardown", { of: ["base"], rows: [first, second], after: 1 });
      expect(measured(later)[0]?.[0]).toContain("first");
      expect(warningTexts(later)).toContainEqual(expect.stringMatching(/the step teardown\[0\] .* was not done/));
    });

    test("is named without a row where no row had begun", async () => {
      const clock = new ManualClock();
      const refusal = { kind: "raw", body: '{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"no"}}' } as const;
      let subscriptions = 0;
      const launch: Launch = async () =>
        new FakeServer({
          clock,
          capabilities: ["tools", "resources.subscribe"],
          behave: ({ method }) => {
            if (method !== "resources/subscribe") return okReply;
            return subscriptions++ < 1 ? refusal : { kind: "silence" };
          },
        });
      const operation = { method: "tools/call", params: { name: "work" }, target: "work", updates: "a:b" };
      const given = plan({ arms: [head], rows: [row(operation), second], rounds: fixed(9, 5500) });
      const record = await runPlan(given, dependencies({ clock, launch, alarm: clock.alarm }));
      expect(warningTexts(record).filter((text) => text.includes("no reply had come"))).toEqual([
        "no reply had come to 1 call when the time budget of 5.5 s ended",
      ]);
    });

    test("is not blamed for less than half of the time", async () => {
      const { record } = await run((launch) => (launch < 2 ? 0 : 300), { rows: [first], rounds: fixed(9, 5500) });
      expect(record.stop).toEqual([{ code: "time-budget-ended", budgetMs: 5500, round: 2 }]);
      expect(warningTexts(record).join()).not.toContain("when the time budget");
    });
  });

  test("is foreseen after the first round", async () => {
    const auto = (timeBudgetMs: number) => ({ kind: "auto", min: 7, max: 60, timeBudgetMs }) as const;
    const warnings = async (budgetMs: number) => {
      const { record } = await run(() => 10, { rounds: auto(budgetMs) });
      return warningTexts(record).filter((text) => text.includes("too few for a decision"));
    };
    expect(await warnings(2_500)).toHaveLength(1);
    expect(await warnings(50_000)).toEqual([]);
  });

  test("in a later round adds what is finished of it, and names no row that an earlier one has measured", async () => {
    const { record } = await run((launch) => (launch < 2 ? 10 : 100), { rounds: fixed(9, 4000) });
    expect(measured(record)).toEqual([
      [
        ["head", "first", "second", "third"],
        ["base", "first", "second", "third"],
      ],
      [
        ["head", "first"],
        ["base", "first"],
      ],
    ]);
    expect(record.stop).toEqual([{ code: "time-budget-ended", budgetMs: 4000, round: 2 }]);
    expect(warningTexts(record).join()).not.toContain("not measured");
  });

  test("drops an arm that was measured alone", async () => {
    const setup = { isolate: "launch", processes: 1, values: {}, steps: [], teardown: [] } as const;
    const alone = rows.map((row) => ({ ...row, setup }));
    const running = run(() => 100, { rows: alone, rounds: fixed(9, 4500) });
    await expect(running).rejects.toThrow("ended before the first benchmark was measured");
  });

  test("is not heard where the user interrupts the run", async () => {
    const controller = new AbortController();
    const running = run(
      (launch) => {
        if (launch > 1) controller.abort(new Error("SIGINT"));
        return 10;
      },
      { rounds: fixed(9, 60_000) },
      { signal: controller.signal },
    );
    expect((await running).record.stop).toEqual([{ code: "interrupted", by: "SIGINT", rounds: 1 }]);
  });

  test("does not exist for a fixed number of rounds that nobody has set one for", async () => {
    const { record } = await run(() => 1e6, { rounds: fixed(2) });
    expect(record.rounds).toHaveLength(2);
    expect(record.stop).toEqual([{ code: "rounds-configured", rounds: 2 }]);
  });
});

describe("before the first launch", () => {
  const ten = { kind: "auto", min: 7, max: 60, timeBudgetMs: 10_000 } as const;
  const check =
    (row: Row, given: Partial<Plan> = {}) =>
    () =>
      checkFits(plan({ arms: [head, base], rows: [row], rounds: ten, ...given }));
  const closed = { kind: "closed", concurrency: 1, warmup: 0, timeoutMs: 1000 } as const;
  const load = (load: Parameters<typeof toolRow>[2] & object) => toolRow("work", {}, { line: 7, ...load });
  const setup = { isolate: "none", processes: 100, values: {}, steps: [], teardown: [] } as const;

  test.each([
    ["a duration", load({ load: { ...closed, durationMs: 36_000_000 } }), "72,000 s"],
    ["pauses", load({ load: { ...closed, requests: 25, delayMs: 1500 } }), "75 s"],
    ["pauses in the warm-up", load({ load: { ...closed, requests: 1, warmup: 10, delayMs: 1500 } }), "33 s"],
    [
      "pauses between batches",
      load({ load: { ...closed, kind: "batch", size: 5, dispatch: { kind: "burst" }, requests: 9, delayMs: 1e3 } }),
      "18 s",
    ],
    [
      "a rate",
      load({ load: { ...closed, kind: "open", maxInFlight: 9, ratePerSecond: 1e-4, requests: 9 } }),
      "100,000 s",
    ],
    ["many processes", load({ setup, load: { ...closed, durationMs: 100 } }), "20 s"],
  ])("%s that cannot fit is an error that names the row, how long it takes and the fix", (_, row, takes) => {
    expect(check(row)).toThrow(ConfigError);
    expect(check(row)).toThrow(`work takes (on both commits) at least ${takes}, longer than the time budget of 10 s`);
    expect(check(row)).toThrow(`benchmark "work" (line 7 of the configuration)`);
    expect(check(row)).toThrow(`raise \`time_budget\` above ${takes}`);
    expect(check(row, { rounds: fixed(3) })).not.toThrow();
  });

  test("rows that fit alone but not together, and pauses between them, are one as well", () => {
    const second = load({ load: { ...closed, durationMs: 1000 } });
    const rows = (count: number) => Array.from({ length: count }, (_, at) => ({ ...second, id: `row ${at}` }));
    expect(check(second, { rows: rows(2000) })).toThrow("one round of all 2000 benchmarks takes at least 4,000 s");
    expect(check(second, { rows: rows(5) })).not.toThrow();
    expect(check(second, { rows: rows(2), cooldownMs: 36e6 })).toThrow("at least 36,000 s");
    expect(check(second, { rows: rows(1), cooldownMs: 36e6 })).not.toThrow();
  });

  test("more rounds than the budget holds contradict it", () => {
    const second = load({ load: { ...closed, durationMs: 1000 } });
    expect(check(second, { rounds: fixed(6, 10_000) })).toThrow("6 rounds take at least 12 s, longer than the time");
    expect(check(second, { rounds: fixed(5, 10_000) })).not.toThrow();
    expect(check({ ...second, rounds: 5 }, { rounds: fixed(6, 10_000) })).not.toThrow();
    expect(check(second)).not.toThrow();
  });

  test("no server is started", async () => {
    const launch: Launch = () => Promise.reject(new Error("launched"));
    const [row] = [load({ load: { ...closed, durationMs: 36_000_000 } })];
    await expect(runPlan(plan({ arms: [head], rows: [row], rounds: ten }), dependencies({ launch }))).rejects.toThrow(
      "one round of work takes at least 36,000 s",
    );
  });

  test("a first round that leaves no time for a decision is told", () => {
    const told = (roundMs: number, given: Partial<Plan> = {}) =>
      tooShort(plan({ arms: [head, base], rows: [load({})], rounds: ten, ...given }), { roundMs, leftMs: 9_000 });
    expect(told(1500)).toBeUndefined();
    expect(told(1501)).toMatch(
      /^9 s of the time budget of 10 s are left, too few for a decision: a pass takes at least 7 rounds, about 9\.01 s more here/,
    );
    // Without base, nothing is decided by rounds.
    expect(told(5000, { arms: [head] })).toBeUndefined();
    expect(told(5000, { rounds: fixed(3) })).toBeUndefined();
  });
});
