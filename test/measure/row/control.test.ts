import { describe, expect, test } from "vitest";
import { ServerError } from "../../../src/errors.ts";
import { matchControl, withControl } from "../../../src/measure/row/control.ts";
import { runPlan } from "../../../src/measure/run/run-plan.ts";
import { launchServer } from "../../../src/server/open.ts";
import { warningTexts } from "../../support/warnings.ts";
import { type Call, FakeServer, gone, ManualClock, okReply } from "../fake-server.ts";
import { arm, controlSpec, dependencies, plan, row, toolRow } from "../plans.ts";

const control = arm(controlSpec(), { id: "control", side: "control" });
const head = arm(controlSpec());
const base = arm(controlSpec(), { id: "base", side: "base" });

const load = { kind: "closed", concurrency: 1, requests: 100, warmup: 0, timeoutMs: 1000 } as const;

test("a short block of the control stands behind every block", () => {
  const schedule = ["base", "head", "head", "base"].map((id) => ({ arm: id, amount: 25 }));
  const woven = withControl(schedule, { arm: "control", load });
  expect(woven.map((block) => block.arm)).toEqual(schedule.flatMap((block) => [block.arm, "control"]));
  expect(woven.filter((block) => block.arm === "control").map((block) => block.amount)).toEqual([3, 3, 3, 3]);
  expect(withControl([{ arm: "head", amount: 1 }], { arm: "control", load })[1]?.amount).toBe(1);
  expect(withControl([{ arm: "head", amount: 10_000 }], { arm: "control", load })[1]?.amount).toBe(5);
});

test("beside a stretch of time the control still makes a few calls", () => {
  const timed = { kind: "closed", concurrency: 1, durationMs: 4000, warmup: 0, timeoutMs: 1000 } as const;
  expect(withControl([{ arm: "head", amount: 1000 }], { arm: "control", load: timed })[1]?.amount).toBe(5);
});

describe("the work of the control", () => {
  /** Calls of `work` take 10 µs per unit and what the machine adds. */
  const match = async (latencyMs: number, added: (units: number) => number = () => 0.1) => {
    const clock = new ManualClock();
    const answer = (takesMs: number) => ({ kind: "reply", result: {}, takesMs }) as const;
    const server = new FakeServer({ clock, behave: () => answer(latencyMs) });
    const control = new FakeServer({
      clock,
      behave: ({ params }) => {
        const units = Number((params?.arguments as { units: number } | undefined)?.units);
        return answer(added(units) + 0.01 * units);
      },
    });
    const options = { clock, signal: new AbortController().signal, timeoutMs: 1000 };
    const sessions = { server: await server.connect(), control: await control.connect() };
    return (await matchControl([toolRow("anything")], { ...options, ...sessions })).get("anything")?.units;
  };

  test("takes about as long as a call of the row, on a grid of ratio √2", async () => {
    expect(await match(1.1)).toBe(91); // 100 units, of 64, 91, 128
    expect(await match(1.05)).toBe(91);
    expect(await match(0.12)).toBe(2);
  });

  test("is priced by more of it where a little is lost in what a busy machine adds to every call", async () => {
    expect(await match(900, (units) => (units === 0 ? 3 : 2))).toBe(2048);
    expect(await match(900, (units) => (units === 0 ? 3 : 1.5))).toBe(2048);
    expect(await match(900, () => 100)).toBe(0);
  });

  test("is nothing for a call that costs nothing, and no more than 20 ms for a long one", async () => {
    expect(await match(0.05)).toBe(0);
    expect(await match(900)).toBe(2048); // 1990 units
  });
});

describe("the control server outlives a round", () => {
  /** Returns what became of the servers of the control, the one that its work is priced with left out. */
  const controlsOf = async (rounds: number, dies: (launch: number, call: number) => boolean = () => false) => {
    const clock = new ManualClock();
    const controls: FakeServer[] = [];
    const others: FakeServer[] = [];
    const seen = dependencies({
      clock,
      launch: async (spec) => {
        const own = spec === control.launch ? controls : others;
        const launch = own.length;
        const behave = ({ index }: Call) => (own === controls && dies(launch, index) ? gone : okReply);
        const server = new FakeServer({ clock, behave });
        own.push(server);
        return server;
      },
    });
    const policy = { kind: "fixed", min: rounds, max: rounds, timeBudgetMs: 1e9 } as const;
    const record = await runPlan(
      plan({ arms: [head, base, control], rows: [toolRow("work", { units: 1 })], rounds: policy }),
      seen,
    );
    const [, ...kept] = controls;
    const launches = record.rounds.map(({ launches }) => launches.find(({ arm }) => arm === "control"));
    return { kept, others, launches };
  };

  test("four rounds share a launch, each measures it, and all are stopped in the end", async () => {
    const { kept, others, launches } = await controlsOf(6);
    expect(kept).toHaveLength(2);
    expect(others).toHaveLength(1 + 2 * 6); // one to probe
    expect(kept.map(({ stops }) => stops)).toEqual([1, 1]);
    expect(launches.map((launch) => launch?.measurements.map(({ outcomes }) => outcomes.ok))).toEqual(
      new Array(6).fill([8]),
    );
  });

  test("one that is lost is launched anew for the next round", async () => {
    const { kept, launches } = await controlsOf(3, (launch, call) => launch === 1 && call >= 12);
    expect(launches.map((launch) => launch?.failure !== undefined)).toEqual([false, true, false]);
    expect(kept).toHaveLength(2);
    expect(kept.every(({ stops }) => stops > 0)).toBe(true);
  });
});

describe("with a control arm", () => {
  test("its work is matched to each row, and its calls stand beside base and beside head", async () => {
    const rows = [
      toolRow("work", { units: 300 }, { id: "long", load: { requests: 40 } }),
      row({ method: "ping", target: "ping" }, { load: { requests: 40, concurrency: 4 } }),
    ];
    const record = await runPlan(plan({ arms: [head, base, control], rows }), dependencies());
    for (const { controlUnits } of record.rows) expect(controlUnits).toBeGreaterThanOrEqual(0);
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
    expect(warningTexts(record)).toEqual([
      "the control is left out: no such file",
      "control failed in round 1: no such file",
    ]);
    expect(record.rounds[0]?.order.work).toEqual(new Array(4).fill("head"));
  });
});
