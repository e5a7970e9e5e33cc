import { describe, expect, test } from "vitest";
import { controlLaunch } from "../../src/control-arm.ts";
import type { ResourceReader } from "../../src/measure/resources.ts";
import { runPlan } from "../../src/measure/run-plan.ts";
import { soaks } from "../../src/measure/soak.ts";
import type { LeakOutlook } from "../../src/measure/stopping.ts";
import { fixture } from "../server/support.ts";
import { arm, dependencies, plan, stdioSpec, toolRow } from "./plans.ts";

/** Trees that hold `idle` bytes and, at every reading after the first, so much more, each server its own. */
function grownReader(more: readonly number[]): ResourceReader {
  const order: number[] = [];
  const seen = new Set<number>();
  return {
    method: "fake",
    async read(roots) {
      return new Map(
        roots.map((pid) => {
          if (!order.includes(pid)) order.push(pid);
          const rssBytes = idle + (seen.has(pid) ? (more[order.indexOf(pid)] ?? 0) : 0);
          seen.add(pid);
          return [pid, { processes: 1, rssBytes, peakRssBytes: rssBytes, cpuMs: 0 }];
        }),
      );
    },
  };
}

const idle = 1e7;
/** Enough for any machine: all calls are made although one takes 4 s. */
const patience = 24_000_000;
const head = arm(controlLaunch(process.env));
const base = arm(controlLaunch(process.env), { id: "base", side: "base" });
const work = toolRow("work", { units: 0 }, { load: { requests: 40, warmup: 2 } });

async function growths(given: Partial<Parameters<typeof plan>[0]>, reader: ResourceReader) {
  const record = await runPlan(
    plan({ arms: [head, base], rows: [work], ...given }),
    dependencies({ resources: reader }),
  );
  const of = (id: string) =>
    record.rounds.map((round) => round.launches.find((one) => one.arm === id)?.metrics.memory_growth);
  return { record, head: of("head"), base: of("base") };
}

test("leaks are looked for until that is decided, half of the time beside other open gates, and in a few rounds where nothing says when", () => {
  const rounds = { min: 7, max: 60, timeBudgetMs: 60_000 };
  /** Of 20 rounds of 1 s, and 4 s more where they look for leaks. */
  const soaked = (kind: "auto" | "fixed", arms: (typeof head)[], leak: LeakOutlook = "open") => {
    let soaksMs = 0;
    const looked = Array.from({ length: 20 }, (_, done) => {
      const looks = soaks(
        { arms, rounds: { kind, ...rounds } },
        { done, leak, elapsedMs: done * 1000 + soaksMs, soaksMs },
      );
      if (looks) soaksMs += 4000;
      return looks;
    });
    return looked.flatMap((looks, round) => (looks ? round : []));
  };
  const first = (count: number) => Array.from({ length: count }, (_, round) => round);
  expect(soaked("auto", [head, base])).toEqual([0, 4, 8, 12, 16]);
  expect(soaked("auto", [head, base], "last open")).toEqual(first(20));
  expect(soaked("auto", [head, base], "decided")).toEqual([]);
  expect(soaked("fixed", [head, base])).toEqual(first(12));
  expect(soaked("auto", [head])).toEqual(first(3));
});

describe("calls after the blocks", () => {
  test("show by how much memory rose since the launch, over timed calls and the others", async () => {
    const found = await growths({ soakMs: patience }, grownReader([6_000_000, 60_000]));
    // 6,000 calls at the last of five readings, 100 between two; the median is the third.
    expect(found.head).toEqual([expect.closeTo(6_000_000 / 5.8, 6)]);
    expect(found.base).toEqual([expect.closeTo(60_000 / 5.8, 6)]);
  });

  test("are made of all rows in turn: what one of them keeps is spread over the calls of all", async () => {
    const rows = [0, 1, 2].map((place) => ({ ...work, id: `row ${place}` }));
    const { head, record } = await growths({ soakMs: patience, rows }, grownReader([6_000_000, 0]));
    expect(record.rounds[0]?.launches[0]?.measurements).toHaveLength(3);
    expect(record.rounds[0]?.launches.map(({ soaked }) => soaked)).toEqual(Array(2).fill(rows.map(({ id }) => id)));
    // 120 timed calls, 1,827 and twice 34 of each row by the median reading.
    expect(head).toEqual([expect.closeTo(6_000_000 / (0.12 + 3 * (1.827 + 0.068)), 6)]);
    expect(record.warnings).toEqual([]);
  });

  test("are at least a thousand where many calls were timed", async () => {
    const rows = [toolRow("work", { units: 0 }, { load: { requests: 6000 } })];
    const { head } = await growths({ soakMs: patience, rows }, grownReader([7_000_000, 0]));
    expect(head).toEqual([expect.closeTo(7_000_000 / 6.8, 6)]);
  });

  test("are left out of further rounds once nothing more is asked of them", async () => {
    const reader = grownReader([20_000, 2000]);
    const plans = plan({
      arms: [head, base],
      rows: [work],
      soakMs: patience,
      rounds: { kind: "auto", min: 1, max: 3, timeBudgetMs: 600_000 },
    });
    const outlook = () => ({ more: true, reason: "open", leak: "decided" as const });
    const { rounds } = await runPlan(plans, dependencies({ resources: reader, outlook }));
    const grown = rounds.map(({ launches }) => launches.find(({ arm: id }) => id === "head")?.metrics.memory_growth);
    expect(grown).toEqual([expect.any(Number), undefined, undefined]);
  });

  test("are left to half of the time where something else is open", async () => {
    // A clock that counts how often it is read: 6,000 calls on two arms take longer than four rounds without.
    let reads = 0;
    const clock = { now: () => ++reads / 10 };
    const plans = plan({
      arms: [head, base],
      rows: [work],
      soakMs: patience,
      rounds: { kind: "auto", min: 1, max: 4, timeBudgetMs: 600_000 },
    });
    const outlook = () => ({ more: true, reason: "open", leak: "open" as const });
    const resources = grownReader([20_000, 2000]);
    const { rounds } = await runPlan(plans, dependencies({ resources, outlook, clock }));
    const soaked = rounds.map(({ launches }) => launches.some(({ metrics }) => metrics.memory_growth !== undefined));
    expect(soaked).toEqual([true, false, false, false]);
  });

  test.each([
    ["dies-after", "connection lost"],
    ["falls-silent-after", "no answers"],
  ])("are a failure of the launch where a server does not take them: %s", async (mode, found) => {
    const load = { requests: 20, warmup: 0, timeoutMs: 200 };
    const well = stdioSpec([fixture("misbehave.js"), "ok"]);
    const { record, head: grown } = await growths(
      {
        arms: [arm(stdioSpec([fixture("misbehave.js"), mode, "60"])), arm(well, { id: "base", side: "base" as const })],
        rows: [toolRow("call", {}, { load })],
        soakMs: patience,
      },
      grownReader([1000, 1000]),
    );
    const failureOf = (id: string) => record.rounds[0]?.launches.find(({ arm }) => arm === id)?.failure;
    expect(failureOf("head")).toContain(`after the blocks, in more calls of call: ${found}`);
    expect(failureOf("base")).toBeUndefined();
    expect(grown).toEqual([undefined]);
  });

  test("count for no other figure", async () => {
    const { record } = await growths({ soakMs: patience }, grownReader([1_000_000, 1_000_000]));
    const [launch] = record.rounds[0]?.launches ?? [];
    expect(launch?.measurements[0]?.outcomes).toEqual({ ok: 40 });
    expect(launch?.metrics.peak_rss).toBeLessThan(1e7 + 20 * 1_000_000);
  });

  test("are made of what may change something only where that is asked for, and the report says so", async () => {
    const server = stdioSpec([fixture("misbehave.js"), "not-annotated"]);
    const given = {
      arms: [arm(server), arm(server, { id: "base", side: "base" as const })],
      rows: [toolRow("call", {}, { load: { requests: 20 } })],
      soakMs: patience,
    };
    const unasked = await growths(given, grownReader([1000, 1000]));
    expect(unasked.head).toEqual([undefined]);
    expect(unasked.record.warnings.join()).toContain("memory that calls keep is not looked for in call (may change");
    const asked = await growths({ ...given, soakWrites: true }, grownReader([5_800_000, 2000]));
    expect(asked.head).toEqual([expect.closeTo(1_000_000, 6)]);
    expect(asked.record.warnings).toEqual([]);
  });

  test("are missed by a warning in a row that is too slow for them, where there is a base or a budget to hold", async () => {
    const { record } = await growths({ soakMs: 0.0001 }, grownReader([1000, 1000]));
    expect(record.warnings.join()).toContain("is not looked for in work (too slow; raise `defaults.soak`)");
    const alone = await growths({ soakMs: 0.0001, arms: [head] }, grownReader([1000, 1000]));
    expect(alone.record.warnings).toEqual([]);
    const limit = { kind: "absolute", value: 1e6 } as const;
    const serverThresholds = [{ metric: "memory_growth", level: "fail", limit, text: "1MB" } as const];
    const bound = await growths({ soakMs: 0.0001, arms: [head], serverThresholds }, grownReader([1000, 1000]));
    expect(bound.record.warnings.join()).toContain("is not looked for in work (too slow; raise `defaults.soak`)");
    expect((await growths({ soakMs: 0 }, grownReader([1000, 1000]))).record.warnings).toEqual([]);
  });

  test("are not made where they are not asked for, of rows that would take too long, nor of rows with a set-up", async () => {
    const reader = () => grownReader([1000, 1000]);
    expect((await growths({}, reader())).head).toEqual([undefined]);
    expect((await growths({ soakMs: 0.0001 }, reader())).head).toEqual([undefined]);
    const setup = [
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
    const staging = { isolate: "none", processes: 1, values: {}, setup, teardown: [] } as const;
    expect((await growths({ soakMs: patience, rows: [{ ...work, staging }] }, reader())).head).toEqual([undefined]);
  });
});
