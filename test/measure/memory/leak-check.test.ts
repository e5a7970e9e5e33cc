import { describe, expect, test } from "vitest";
import { systemClock } from "../../../src/base/host/clock.ts";
import { macosReader, type ResourceReader } from "../../../src/measure/resources/resources.ts";
import { leakCheckMs } from "../../../src/measure/run/leak-check-rounds.ts";
import { type Launch, runPlan } from "../../../src/measure/run/run-plan.ts";
import type { LeakOutlook } from "../../../src/plan/outlook.ts";
import type { RunRecord } from "../../../src/record/record.ts";
import { launchServer } from "../../../src/server/open.ts";
import { fixture } from "../../server/support.ts";
import { warningTexts } from "../../support/warnings.ts";
import { type Call, FakeServer, ManualClock, okReply, toolError } from "../fake-server.ts";
import { arm, dependencies, plan, stdioSpec, toolRow } from "../plans.ts";

/** Says what a server holds after so many calls. */
type Held = (calls: number) => number;

const idle = 1e7;
const same: Held = () => 0;
const leak: Held = (calls) => 1000 * calls;

/** Trees that hold so many bytes more than at the beginning, each server its own; real ones never hold more. */
function grownReader(held: readonly Held[]): ResourceReader {
  const order: number[] = [];
  return {
    method: "fake",
    async read(roots) {
      return new Map(
        roots.map((pid) => {
          if (!order.includes(pid)) order.push(pid);
          const more = held[order.indexOf(pid) % held.length] ?? same;
          const rssBytes = idle + more(inMemory.get(pid)?.wire.calls.length ?? 0);
          return [pid, { processes: 1, rssBytes, peakRssBytes: rssBytes, cpuMs: 0 }];
        }),
      );
    },
  };
}
/** Enough for any machine: all calls are made although one takes 4 s. */
const patience = 24_000_000;
const ofReads = (longestMs: number) => ({ longestMs, writes: false });
/** Launched in memory, where thousands of calls take no time. */
const head = arm(stdioSpec(["in memory"]));
const base = arm(stdioSpec(["in memory"]), { id: "base", side: "base" });
const inMemory = new Map<number, FakeServer>();
const started = (options: Omit<ConstructorParameters<typeof FakeServer>[0], "pid">) => {
  const pid = inMemory.size + 1;
  const server = new FakeServer({ ...options, pid });
  inMemory.set(pid, server);
  return server;
};
const launch: Launch = (spec, options) =>
  spec.args[0] === "in memory" ? Promise.resolve(started({ clock: systemClock })) : launchServer(spec, options);
const work = toolRow("work", { units: 0 }, { load: { requests: 40, warmup: 2 } });

async function growths(given: Partial<Parameters<typeof plan>[0]>, reader: ResourceReader) {
  const record = await runPlan(
    plan({ arms: [head, base], rows: [work], rounds: { kind: "fixed", min: 1, max: 1 }, ...given }),
    dependencies({ launch, resources: reader }),
  );
  const of = (id: string) =>
    record.rounds.map((round) => round.launches.find((one) => one.arm === id)?.metrics.memory_growth);
  return { record, head: of("head"), base: of("base") };
}

describe("the time of a round for looking for leaks", () => {
  interface Given {
    readonly kind?: "auto" | "fixed";
    readonly arms?: (typeof head)[];
    readonly leak?: LeakOutlook;
    readonly budgetSeconds?: number;
    readonly share?: number;
    readonly count?: number;
  }
  /** Returns what each of `count` rounds, of 1 s without it, gives to a check of up to 3 s: all of it is taken. */
  const given = ({ kind = "auto", arms = [head, base], leak, budgetSeconds = 600, share, count = 20 }: Given = {}) => {
    const rounds = { kind, min: kind === "fixed" ? count : 7, max: 60, timeBudgetMs: budgetSeconds * 1000 };
    const leakCheck = { longestMs: 3000, writes: false, ...(share === undefined ? {} : { share }) };
    const found: number[] = [];
    const sum = () => found.reduce((total, ms) => total + ms, 0);
    for (let done = 0; done < count; done++) {
      const checked = found.filter((ms) => ms > 0).length;
      const elapsedMs = (done + 1) * 1000 + sum();
      const soFar = { done, checked, elapsedMs, roundMs: done === 0 ? 0 : 1000, checksMs: sum(), fewest: 10 };
      found.push(leakCheckMs({ arms, rounds, leakCheck }, { ...soFar, ...(leak ? { leak } : {}) }));
    }
    return found;
  };

  test("is its share of the run beside other open gates, in every round, and all of it where the configuration says so", () => {
    const quarters = given({ share: 0.25, count: 30 });
    const sum = quarters.reduce((total, ms) => total + ms, 0);
    // The first is on credit.
    expect(quarters.slice(0, 9)).toEqual([3000, ...Array(8).fill(0)]);
    expect(quarters.slice(9)).toEqual(Array(21).fill(expect.closeTo(1000 / 3)));
    expect(sum / (30_000 + sum)).toBeCloseTo(0.25);
    expect(given({})).toEqual(Array(20).fill(3000));
    // Nor is it held up where calls look as if they kept memory.
    expect(given({ share: 0.25, leak: "beyond" })).toEqual(Array(20).fill(3000));
  });

  test("leaves the time budget room for the rounds that the other gates need", () => {
    // Ten rounds of 1 s, and 5 s beside.
    expect(given({ budgetSeconds: 15, count: 10 })).toEqual([3000, 2000, ...Array(8).fill(0)]);
    expect(given({ budgetSeconds: 9, count: 3 }).slice(1)).toEqual([0, 0]);
  });

  test("is what is left where nothing else is open, and nothing once that is decided", () => {
    expect(given({ leak: "last open", share: 0.25, count: 3 })).toEqual([3000, 3000, 3000]);
    expect(given({ leak: "last open", budgetSeconds: 9, count: 4 })).toEqual([3000, 3000, 0, 0]);
    expect(given({ leak: "decided" })).toEqual(Array(20).fill(0));
  });

  test("is had by twelve of a fixed number of rounds, and by three without a base", () => {
    expect(given({ kind: "fixed" })).toEqual([...Array(12).fill(3000), ...Array(8).fill(0)]);
    expect(given({ kind: "fixed", budgetSeconds: 30 }).slice(0, 5)).toEqual([3000, 3000, 3000, 1000, 0]);
    expect(given({ arms: [head], share: 0.25 })).toEqual([3000, 3000, 3000, ...Array(17).fill(0)]);
  });
});

describe("calls after the blocks", () => {
  test("show by how much memory rises with each, after the first of them", async () => {
    const young: Held = (calls) => Math.min(calls, 400) * 20_000;
    const { record, head, base } = await growths({ leakCheck: ofReads(patience) }, grownReader([leak, young]));
    expect(head).toEqual([expect.closeTo(1_000_000, 6)]);
    expect(base).toEqual([0]);
    expect(record.rounds[0]?.launches.map(({ leakCheckCalls }) => leakCheckCalls)).toEqual([2368, 2368]);
  });

  test.each([1000, 1500, 2000, 2500])(
    "tell a leak from what grows once and stays, such as a cache, after %i calls",
    async (at) => {
      const once: Held = (calls) => (calls > at ? 20e6 : 0);
      const leaksToo: Held = (calls) => once(calls) + leak(calls);
      const { head, base } = await growths({ leakCheck: ofReads(patience) }, grownReader([leaksToo, once]));
      expect(head).toEqual([expect.closeTo(1_000_000, 6)]);
      expect(base).toEqual([0]);
    },
  );

  test("are made of all rows in turn: what one of them keeps is spread over the calls of all", async () => {
    const rows = [0, 1, 2].map((place) => ({ ...work, id: `row ${place}` }));
    const { head, record } = await growths({ leakCheck: ofReads(patience), rows }, grownReader([leak, same]));
    expect(record.rounds[0]?.launches[0]?.measurements).toHaveLength(3);
    expect(record.rounds[0]?.launches.map(({ leakChecked }) => leakChecked)).toEqual(
      Array(2).fill(rows.map(({ id }) => id)),
    );
    expect(head).toEqual([expect.closeTo(1_000_000, 6)]);
    expect(warningTexts(record)).toEqual([]);
  });

  test("are made of a mix as well, and missed by a warning in turns", async () => {
    const operation = { method: "tools/call", params: { name: "work", arguments: { units: 0 } }, target: "work" };
    const parts = [1, 2].map((weight) => ({ operation, weight }));
    const steps = [{ operation, capture: {} }];
    const rows = [
      { ...work, id: "mix", operation: { kind: "mix", method: "mix", target: "mix", parts } as const },
      { ...work, id: "turn", operation: { kind: "steps", method: "steps", target: "turn", steps } as const },
    ];
    const { record } = await growths({ leakCheck: ofReads(patience), rows }, grownReader([same]));
    expect(record.rounds[0]?.launches.map(({ leakChecked }) => leakChecked)).toEqual(Array(2).fill(["mix"]));
    expect(warningTexts(record)).toEqual([
      "no leak check of turn (only closed loops in one session are checked, without `steps`, `updates` and set-up)",
    ]);
  });

  test("are made of a slow row as well, in its part of the time, beside as many of the quick ones as without it", async () => {
    const clock = new ManualClock();
    const rows = [2, 0.3, 0.3, 0.3].map((units, place) => ({
      ...toolRow("work", { units }, { load: { requests: 8, warmup: 0 } }),
      id: `row ${place}`,
    }));
    const called: unknown[] = [];
    const behave = ({ params }: Call) => {
      const { units } = (params?.arguments ?? { units: 0 }) as { units: number };
      called.push(units);
      return { kind: "reply", result: { content: [] }, takesMs: units } as const;
    };
    const record = await runPlan(
      plan({ arms: [head], rows, leakCheck: ofReads(900) }),
      dependencies({
        launch: async () => started({ clock, behave }),
        clock,
        alarm: clock.alarm,
        resources: grownReader([same]),
      }),
    );
    const [round] = record.rounds;
    expect(round?.launches[0]?.leakChecked).toEqual(rows.map(({ id }) => id));
    const calls = (units: number) => called.filter((one) => one === units).length;
    // 225 ms for each, of which 112 calls of 2 ms come; the probe and the timed blocks make a few more.
    expect(calls(2)).toBeGreaterThanOrEqual(112);
    expect(calls(2)).toBeLessThan(130);
    expect(calls(0.3)).toBeGreaterThanOrEqual(3 * 750);
    expect(warningTexts(record)).toEqual([]);
  });

  const auto = { kind: "auto", min: 1, max: 3, timeBudgetMs: 600_000 } as const;
  const grown = ({ rounds }: Awaited<ReturnType<typeof runPlan>>) =>
    rounds.map(({ launches }) => launches.filter(({ metrics }) => metrics.memory_growth !== undefined).length);

  test("are left out of further rounds once nothing more is asked of them", async () => {
    const outlook = ({ rounds: { length } }: RunRecord) => ({ leak: length < 2 ? "open" : "decided" }) as const;
    const resources = grownReader([same]);
    const plans = plan({
      arms: [head, base],
      rows: [work],
      leakCheck: ofReads(patience),
      rounds: auto,
    });
    expect(grown(await runPlan(plans, dependencies({ launch, resources, outlook })))).toEqual([2, 2, 0]);
  });

  test("are not begun where the time budget has no room for as many as tell anything, and a warning says so", async () => {
    const clock = new ManualClock();
    const behave = () => ({ kind: "reply", result: { content: [] }, takesMs: 100 }) as const;
    const record = await runPlan(
      plan({
        arms: [head, base],
        rows: [toolRow("work", {}, { load: { requests: 10, warmup: 0 } })],
        leakCheck: ofReads(30_000),
        // Each row has 2 s; a hundred calls take 10 s.
        rounds: { ...auto, timeBudgetMs: 10_000 },
      }),
      dependencies({
        launch: async () => started({ clock, behave }),
        clock,
        alarm: clock.alarm,
        resources: grownReader([same]),
        outlook: () => ({}),
      }),
    );
    expect(grown(record)).toEqual(record.rounds.map(() => 0));
    expect(warningTexts(record).join()).toContain("no leak check of work (no time for its calls; raise the");
  });

  test("are of one row alone, in rounds that measure none, while it is suspected of keeping memory", async () => {
    const rows = [0, 1].map((place) => ({ ...work, id: `row ${place}` }));
    const suspect = { row: "row 1", calls: 300 };
    const outlook = ({ rounds: { length } }: RunRecord) =>
      ({ leak: "decided", ...(length < 2 ? { suspect } : {}) }) as const;
    const plans = plan({ arms: [head, base], rows, leakCheck: ofReads(patience), rounds: { ...auto, min: 3 } });
    const deps = dependencies({ launch, resources: grownReader([leak, same]), outlook });
    const { rounds } = await runPlan(plans, deps);
    expect(rounds.map(({ order }) => Object.keys(order))).toEqual([["row 0", "row 1"], [], ["row 0", "row 1"]]);
    const ends = deps.events.filter(({ kind }) => kind === "round-end");
    expect(ends).toMatchObject([{ suspect: undefined }, { suspect: "row 1" }, { suspect: undefined }]);
    expect(rounds.map(({ launches }) => launches[0]?.leakChecked)).toEqual([["row 0", "row 1"], ["row 1"], undefined]);
    const kept = (round: number) =>
      rounds[round]?.launches.map(({ leakCheckRows }) => leakCheckRows?.map(({ bytesPerCall }) => bytesPerCall));
    expect(kept(0)).toEqual([
      [1000, 1000],
      [0, 0],
    ]);
    // Base leads in the second round, and is the first that is read.
    expect(kept(1)).toEqual([[0], [1000]]);
    expect(rounds[1]?.launches[1]).toMatchObject({ leakCheckCalls: 240, leakCheckRows: [{ calls: 240 }] });
  });

  test.each([
    { what: "by one of them for both arms after the calls of a row", readMs: 5, units: 2, looks: 17 },
    { what: "not at all, but for one to see what it takes, where it takes longer", readMs: 5, units: 0.01, looks: 1 },
  ])("read memory of rows, where a reading starts a process, $what", async ({ readMs, units, looks }) => {
    const clock = new ManualClock();
    const servers: FakeServer[] = [];
    const asked: (readonly number[] | undefined)[] = [];
    const list = async (pids?: readonly number[]) => {
      clock.advance(readMs);
      asked.push(pids);
      return servers.map(({ pid = 0, wire }) => {
        const rssBytes = idle + (pid % 2 ? leak(wire.calls.length) : 0);
        return { pid, parent: 1, group: pid, rssBytes, cpuMs: 0 };
      });
    };
    const launch = async () => {
      const behave = () => ({ ...okReply, takesMs: units }) as const;
      servers.push(new FakeServer({ clock, behave, pid: servers.length + 2 }));
      return servers.at(-1) as FakeServer;
    };
    const rows = [0, 1, 2, 3].map((place) => ({ ...work, id: `row ${place}` }));
    const resources = macosReader(list);
    const setup = plan({ arms: [head, base], rows, leakCheck: ofReads(patience) });
    const { rounds } = await runPlan(setup, dependencies({ launch, clock, alarm: clock.alarm, resources }));
    const single = asked.flatMap((pids) => (pids ? [pids] : []));
    expect(single).toEqual(Array(looks).fill([3, 4]));
    const kept = rounds[0]?.launches.map(({ leakCheckRows }) => leakCheckRows?.map(({ bytesPerCall }) => bytesPerCall));
    expect(kept).toEqual(looks > 1 ? [Array(4).fill(1000), Array(4).fill(0)] : [undefined, undefined]);
    expect(rounds[0]?.launches.map(({ metrics }) => metrics.memory_growth)).toEqual([1e6, 0]);
  });

  test("of one row alone are none of those that a run with a regression gives the others", async () => {
    const rows = [0, 1].map((place) => ({ ...work, id: `row ${place}` }));
    const suspect = { row: "row 1", calls: 300 };
    const slower = { regressed: [{ row: "row 0", metric: "p50" }], openGates: 1, leak: "decided" } as const;
    const outlook = ({ rounds: { length } }: RunRecord) => ({ ...slower, ...(length < 4 ? { suspect } : {}) });
    const setup = plan({ arms: [head, base], rows, leakCheck: ofReads(patience), rounds: { ...auto, max: 9 } });
    const deps = dependencies({ launch, resources: grownReader([leak, same]), outlook });
    const { rounds, stop } = await runPlan(setup, deps);
    expect(rounds.map(({ order }) => Object.keys(order).length)).toEqual([2, 0, 0, 0, 2]);
    expect(stop).toEqual([{ code: "first-regression", rounds: 2, certain: 1, openGates: 1 }]);
  });

  test("end the run where a row is suspected that no check can call", async () => {
    const setup = plan({ arms: [head, base], rows: [work], leakCheck: ofReads(0), rounds: auto });
    const suspect = { row: work.id, calls: 300 };
    const outlook = () => ({ leak: "decided", open: [], suspect }) as const;
    const record = await runPlan(setup, dependencies({ launch, resources: grownReader([same]), outlook }));
    expect(record.rounds).toHaveLength(1);
  });

  test("end the run where they are all that is left to tell and cannot be made", async () => {
    const setup = plan({ arms: [head, base], rows: [work], leakCheck: ofReads(0), rounds: auto });
    const outlook = () => ({ leak: "last open" as const, open: [] });
    const record = await runPlan(setup, dependencies({ launch, resources: grownReader([same]), outlook }));
    expect(record.rounds).toHaveLength(1);
    expect(record.stop).toEqual([{ code: "no-time-for-leak-check", rounds: 1 }]);
  });

  test.each([
    { leak: "last open", rounds: 2 },
    { leak: "open", rounds: 3 },
  ] as const)("end the run early where none tell, if nothing else is open: $leak", async ({ leak, rounds }) => {
    const setup = plan({ arms: [head, base], rows: [work], leakCheck: ofReads(patience), rounds: auto });
    const outlook = () => ({ leak, open: [], fewest: 2, mayDecide: () => false });
    const record = await runPlan(setup, dependencies({ launch, resources: grownReader([same]), outlook }));
    expect(record.rounds).toHaveLength(rounds);
    expect(record.stop).toMatchObject([{ code: leak === "last open" ? "no-decision-in-sight" : "rounds-at-limit" }]);
  });

  test("are made once in a round of several processes", async () => {
    const setup = { isolate: "none", processes: 2, values: {}, steps: [], teardown: [] } as const;
    const { record } = await growths({ leakCheck: ofReads(patience), rows: [{ ...work, setup }] }, grownReader([same]));
    expect(record.rounds[0]?.launches).toHaveLength(4);
    expect(grown(record)).toEqual([2]);
  });

  test("are given up where they take far longer than the timed ones", async () => {
    let reads = 0;
    // Every 4,000 readings a jump beyond what a soak may last.
    const clock = { now: () => systemClock.now() + Math.floor(++reads / 4000) * 4 * patience };
    const record = await runPlan(
      plan({
        arms: [head, base],
        rows: [work],
        leakCheck: ofReads(patience),
        rounds: { kind: "fixed", min: 3, max: 3, timeBudgetMs: 1e15 },
      }),
      dependencies({
        launch: async () => started({ clock }),
        resources: grownReader([same]),
        clock,
      }),
    );
    expect(grown(record)).toEqual([0, 0, 0]);
    expect(record.rounds.map(({ launches }) => launches.filter(({ leakChecked }) => leakChecked).length)).toEqual([
      2, 2, 0,
    ]);
    expect(warningTexts(record).join()).toContain(
      "no leak check of work (later calls take several times as long as the timed",
    );
  });

  test("are made in a session and with a token that are renewed, where those of the blocks have ended", async () => {
    let refused = 0;
    const launch: Launch = async () => {
      let called = 0;
      const renewed = new Set<string>();
      const renew = (what: string) => async () => void (called >= 42 && renewed.add(what));
      const refusal = { kind: "http-status", status: 404, message: "HTTP 404" } as const;
      const behave = () => {
        if (++called <= 42 || renewed.size === 2) return okReply;
        refused++;
        return { kind: "failure", failure: refusal } as const;
      };
      const server = started({ clock: systemClock, behave });
      const session = { ...(await server.connect()), renew: renew("session") };
      const authorization = { header: "Bearer t", renew: renew("token") };
      return Object.assign(server, { connect: async () => session, authorization });
    };
    const deps = dependencies({ launch, resources: grownReader([leak]) });
    const rounds = { kind: "fixed", min: 1, max: 1 } as const;
    const record = await runPlan(plan({ arms: [head], rows: [work], rounds, leakCheck: ofReads(patience) }), deps);
    expect(record.rounds[0]?.launches[0]).toMatchObject({ leakChecked: ["work"], leakCheckCalls: 2368 });
    expect(refused).toBe(0);
  });

  test("fail nobody where base does not take them either", async () => {
    const load = { requests: 20, warmup: 0 };
    const dying = stdioSpec([fixture("misbehave.js"), "dies-after", "60"]);
    const { record } = await growths(
      {
        arms: [arm(dying), arm(dying, { id: "base", side: "base" as const })],
        rows: [toolRow("call", {}, { load })],
        leakCheck: ofReads(patience),
      },
      grownReader([same]),
    );
    expect(record.rounds[0]?.launches.map(({ failure }) => failure)).toEqual([undefined, undefined]);
    expect(warningTexts(record).join()).toContain(
      "no leak check of call (base failed the calls of the leak check: after the blocks",
    );
  });

  test("are missed by a warning where every row has launches of its own", async () => {
    const setup = { isolate: "row", processes: 1, values: {}, steps: [], teardown: [] } as const;
    const { record } = await growths({ leakCheck: ofReads(patience), rows: [{ ...work, setup }] }, grownReader([same]));
    expect(grown(record)).toEqual([0]);
    expect(warningTexts(record).join()).toContain("no leak check of work (its launches serve no other row)");
  });

  test.each([
    ["dies-after", 30_000, "connection lost"],
    ["falls-silent-after", 500, "no answers"],
  ])("are a failure of the launch where a server does not take them: %s", async (mode, timeoutMs, found) => {
    const load = { requests: 20, warmup: 0, timeoutMs };
    const well = stdioSpec([fixture("misbehave.js"), "ok"]);
    const { record, head: grown } = await growths(
      {
        arms: [arm(stdioSpec([fixture("misbehave.js"), mode, "60"])), arm(well, { id: "base", side: "base" as const })],
        rows: [toolRow("call", {}, { load })],
        leakCheck: ofReads(patience),
      },
      grownReader([same]),
    );
    const failureOf = (id: string) => record.rounds[0]?.launches.find(({ arm }) => arm === id)?.failure;
    expect(failureOf("head")).toContain(`after the blocks, in more calls of call: ${found}`);
    expect(failureOf("base")).toBeUndefined();
    expect(grown).toEqual([undefined]);
  });

  test.each([
    { failing: ["head"], leakChecked: ["work"], growth: 0 },
    { failing: ["head", "base"], leakChecked: ["work", "find"], growth: 500_000 },
  ])("leave out a row whose calls fail on one arm alone, which do other work there: $failing", async (given) => {
    const { failing, leakChecked, growth } = given;
    const tools = ["work", "find"];
    const heads = new Set<number>();
    const calledFind = ({ params }: Call) => params?.name === "find";
    const launch: Launch = async ({ args: [side = ""] }) => {
      const behave = (call: Call) =>
        calledFind(call) && failing.includes(side) ? toolError("there is no index") : okReply;
      const server = started({ clock: systemClock, tools, behave });
      if (side === "head" && server.pid !== undefined) heads.add(server.pid);
      return server;
    };
    // The memory of head grows with each call of one tool.
    const heldBy = (pid: number) => (heads.has(pid) ? (inMemory.get(pid)?.wire.calls ?? []) : []);
    const resources: ResourceReader = {
      method: "fake",
      async read(pids) {
        return new Map(
          pids.map((pid) => {
            const rssBytes = idle + 1000 * heldBy(pid).filter(calledFind).length;
            return [pid, { processes: 1, rssBytes, peakRssBytes: rssBytes, cpuMs: 0 }];
          }),
        );
      },
    };
    const arms = [arm(stdioSpec(["head"])), arm(stdioSpec(["base"]), { id: "base", side: "base" })];
    const rows = tools.map((tool) => toolRow(tool, {}, { load: { requests: 40, warmup: 2 } }));
    const { rounds, warnings } = await runPlan(
      plan({ arms, rows, leakCheck: ofReads(patience) }),
      dependencies({ launch, resources }),
    );
    const launches = rounds[0]?.launches ?? [];
    expect(launches.map((one) => one.leakChecked)).toEqual([leakChecked, leakChecked]);
    expect(launches.map(({ metrics }) => metrics.memory_growth)).toEqual([expect.closeTo(growth, 6), 0]);
    const gap = { code: "not-leak-checked", gaps: [{ rows: ["find"], why: { code: "fails", arms: ["head"] } }] };
    expect(warnings).toEqual(leakChecked.length === 1 ? [gap] : []);
  });

  test("are not missed in a tool that head has removed", async () => {
    const launch: Launch = async ({ args: [side = ""] }) =>
      started({ clock: systemClock, tools: side === "head" ? ["work"] : ["work", "find"] });
    const arms = [arm(stdioSpec(["head"])), arm(stdioSpec(["base"]), { id: "base", side: "base" })];
    const rows = ["work", "find"].map((tool) => toolRow(tool, {}, { load: { requests: 40, warmup: 2 } }));
    const { rounds, warnings } = await runPlan(
      plan({ arms, rows, leakCheck: ofReads(patience) }),
      dependencies({ launch, resources: grownReader([same]) }),
    );
    expect(rounds[0]?.launches.map(({ leakChecked }) => leakChecked)).toEqual([["work"], ["work"]]);
    expect(warnings).toEqual([]);
  });

  test("count for no other figure", async () => {
    const { record } = await growths({ leakCheck: ofReads(patience) }, grownReader([leak]));
    const [launch] = record.rounds[0]?.launches ?? [];
    expect(launch?.measurements[0]?.outcomes).toEqual({ ok: 40 });
    expect(launch?.metrics.peak_rss).toBeLessThan(1e7 + 100 * 1000);
  });

  test("are made of what may change something only where that is asked for, and the report says so", async () => {
    const server = stdioSpec([fixture("misbehave.js"), "not-annotated"]);
    const given = {
      arms: [arm(server), arm(server, { id: "base", side: "base" as const })],
      rows: [toolRow("call", {}, { load: { requests: 20 } })],
      leakCheck: ofReads(patience),
    };
    const unasked = await growths(given, grownReader([same]));
    expect(unasked.head).toEqual([undefined]);
    expect(warningTexts(unasked.record).join()).toContain("no leak check of call (not marked read-only");
    const asked = await growths({ ...given, leakCheck: { longestMs: patience, writes: true } }, grownReader([same]));
    expect(asked.head).toEqual([0]);
    expect(warningTexts(asked.record)).toEqual([]);
  });

  test("are not made of what head is too slow to answer more than once, whatever it may change", async () => {
    const rows = [work, { ...work, id: "slow", calledOnce: true as const }];
    const given = { rows, leakCheck: { longestMs: patience, writes: true } };
    const { record } = await growths(given, grownReader([same]));
    expect(record.rounds[0]?.launches.map(({ leakChecked }) => leakChecked)).toEqual([["work"], ["work"]]);
    expect(warningTexts(record).join()).toContain("no leak check of slow (too slow to be called more than once)");
    expect(record.rows[1]).not.toHaveProperty("calledOnce");
  });

  test("are missed by a warning in a row that is too slow for them, where there is a base or a budget to hold", async () => {
    const tooSlow =
      /no leak check of work \(too slow for 100 calls in its share of 0\.100.µs; raise `defaults\.leak_check`\)/;
    const { record } = await growths({ leakCheck: ofReads(0.0001) }, grownReader([same]));
    expect(warningTexts(record).join()).toMatch(tooSlow);
    const alone = await growths({ leakCheck: ofReads(0.0001), arms: [head] }, grownReader([same]));
    expect(warningTexts(alone.record)).toEqual([]);
    const limit = { kind: "absolute", value: 1e6 } as const;
    const serverThresholds = [{ metric: "memory_growth", level: "fail", limit, text: "1MB" } as const];
    const bound = await growths({ leakCheck: ofReads(0.0001), arms: [head], serverThresholds }, grownReader([same]));
    expect(warningTexts(bound.record).join()).toMatch(tooSlow);
    expect((await growths({ leakCheck: ofReads(0) }, grownReader([same]))).record.warnings).toEqual([]);
  });

  test("are not made where they are not asked for, of rows that would take too long, nor of rows with a set-up", async () => {
    const reader = () => grownReader([same]);
    expect((await growths({}, reader())).head).toEqual([undefined]);
    expect((await growths({ leakCheck: ofReads(0.0001) }, reader())).head).toEqual([undefined]);
    const steps = [
      {
        kind: "call",
        place: "setup[0]",
        per: "row",
        timeoutMs: 5000,
        tool: "work",
        arguments: { units: 0 },
        repeat: 1,
        capture: {},
      },
    ] as const;
    const setup = { isolate: "none", processes: 1, values: {}, steps, teardown: [] } as const;
    expect((await growths({ leakCheck: ofReads(patience), rows: [{ ...work, setup }] }, reader())).head).toEqual([
      undefined,
    ]);
  });
});
