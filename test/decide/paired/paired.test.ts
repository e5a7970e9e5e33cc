import { describe, expect, test } from "vitest";
import { breakdowns } from "../../../src/decide/breakdown.ts";
import { decide } from "../../../src/decide/decide.ts";
import { shouldContinue } from "../../../src/decide/paired/stopping.ts";
import type { Comparison } from "../../../src/facts/comparison.ts";
import { seededRandom } from "../../../src/stats/random.ts";
import { summarise } from "../../../src/table/summarise.ts";
import { tabulate } from "../../../src/table/table.ts";
import { comparePaired, makeRecord, type RoundOf } from "../records.ts";
import { of, paired, sides } from "./sides.ts";

describe("base and head on one runner", () => {
  test("unchanged code passes under a machine that drifts by 30 % from round to round", () => {
    const comparison = comparePaired(paired(sides(20, 1)));
    expect(comparison.findings.map((one) => one.state)).toEqual(["pass", "pass", "pass", "pass"]);
    expect(comparison.warnings).toEqual([]);
    expect(decide(comparison, { failOn: ["regression"] })).toMatchObject({ status: "pass", failed: false });
  });

  test("a slower head regresses, with estimate, interval and evidence", () => {
    const p50 = of(comparePaired(paired(sides(20, 1.25))), "p50");
    expect(p50).toMatchObject({ state: "regressed", rounds: 20 });
    expect(p50?.change?.estimate).toBeCloseTo(0.25, 1);
    expect(p50?.change?.low).toBeGreaterThan(0.1);
    expect(p50?.change?.high).toBeLessThan(0.4);
    expect(p50).not.toHaveProperty("minimumDetectable");
    expect(p50?.evidence).toBeGreaterThan(200);
  });

  test("an undecided gate has the smallest change that its rounds could have shown", () => {
    const p50 = of(comparePaired(paired(sides(20, 1.1))), "p50");
    expect(p50?.state).toBe("inconclusive");
    expect(p50?.minimumDetectable).toBeGreaterThanOrEqual(0.0999);
  });

  test("a faster head is improved", () => {
    expect(of(comparePaired(paired(sides(20, 0.7))), "p50")?.state).toBe("improved");
  });

  test("a slow path of a fifth of the calls is invisible to p50 and regresses throughput", () => {
    const comparison = comparePaired(paired(sides(20, 1, (latency, call) => (call % 5 === 0 ? 2 * latency : latency))));
    expect(of(comparison, "p50")?.state).toBe("pass");
    expect(of(comparison, "throughput")?.state).toBe("regressed");
    expect(of(comparison, "slow_calls")?.state).toBe("regressed");
  });

  test("pauses of 15 calls every 100 calls do not pass on every row", () => {
    const comparison = comparePaired(
      paired(sides(20, 1, (latency, call) => (call % 100 === 50 ? 15 * latency : latency))),
    );
    expect(of(comparison, "throughput")?.state).not.toBe("pass");
    expect(of(comparison, "stalls")?.state).toBe("regressed");
  });

  test("fewer than six rounds never pass, and the reason says how many it takes", () => {
    const comparison = comparePaired(paired(sides(1, 1)));
    expect(comparison.warnings[0]).toMatchObject({
      code: "too-few-rounds",
      rounds: 1,
      gates: 5,
    });
    expect(of(comparison, "p50")).toMatchObject({
      state: "inconclusive",
      reason: { code: "too-few", rounds: 1, gates: 5, need: 10 },
    });
    expect(of(comparePaired(paired(sides(8, 2))), "p50")?.reason).toMatchObject({ code: "too-few", need: 10 });
    expect(comparePaired(paired(sides(8, 1))).warnings.filter(({ code }) => code === "too-few-rounds")).toEqual([]);
  });

  test("throughput passes by its estimate beside p50 only; alone it has to rule its limit out", () => {
    const made = sides(6, 1);
    const noise = [1, 1.5, 0.7, 1.4, 0.75, 1.1];
    const head = made.head.map((round, place) => ({
      ...round,
      blocks: round.blocks?.map((block) => block.map((latency) => latency * (noise[place] ?? 1))) ?? [],
    }));
    const throughput = (p50: string) =>
      of(comparePaired(paired({ ...made, head }, { thresholds: { p50, throughput: "-10%" } })), "throughput");
    expect(throughput("+10%")).toMatchObject({ state: "pass", reason: { code: "within" } });
    for (const p50 of ["off", "1s"]) expect(throughput(p50)?.state).toBe("inconclusive");
  });

  test("the mean is gated beside p50 where throughput is not", () => {
    const record = paired(sides(20, 1.25), { thresholds: { p50: "+10%", throughput: { warn: "-10%" } } });
    expect(of(comparePaired(record), "mean")).toMatchObject({ state: "regressed", threshold: { level: "fail" } });
    expect(of(comparePaired(paired(sides(20, 1.25))), "mean")).toBeUndefined();
  });

  test("CPU per call is gated beside p50, unless it was read in too few ticks", () => {
    const withCpu = (head: number, base: number) => {
      const made = sides(20, 1);
      const add = (rounds: RoundOf[], cpuPerCallMs: number) => rounds.map((round) => ({ ...round, cpuPerCallMs }));
      return paired({ base: add(made.base, base), head: add(made.head, head) });
    };
    expect(of(comparePaired(withCpu(0.83, 0.61)), "cpu_per_call")?.state).toBe("regressed");
    expect(of(comparePaired(withCpu(0.61, 0.61)), "cpu_per_call")?.state).toBe("pass");
    expect(of(comparePaired(withCpu(0.15, 0.1)), "cpu_per_call")).toBeUndefined(); // 3 and 2 ticks of 10 ms in 200 calls
  });

  test("p95 needs 200 calls per launch", () => {
    const thresholds = { p95: "+15%" };
    expect(of(comparePaired(paired(sides(20, 1.5), { thresholds })), "p95")?.state).toBe("regressed");
    const short = (rounds: RoundOf[]) =>
      rounds.map((round) => ({ ...round, blocks: (round.blocks ?? []).slice(0, 4) }));
    const { base, head } = sides(20, 1.5);
    const few = comparePaired(paired({ base: short(base), head: short(head) }, { thresholds }));
    expect(of(few, "p95")).toBeUndefined();
    expect(few.warnings).toContainEqual(
      expect.objectContaining({
        metric: "p95",
        why: { code: "few-calls", need: 200, have: 100 },
      }),
    );
  });

  test("a difference too small to matter passes however sure it is", () => {
    const scaled = (rounds: RoundOf[]) =>
      rounds.map((round) => ({
        ...round,
        blocks: (round.blocks ?? []).map((block) => block.map((latency) => latency / 100)),
      }));
    const { base, head } = sides(20, 1.2);
    const p50 = of(comparePaired(paired({ base: scaled(base), head: scaled(head) })), "p50");
    expect(p50).toMatchObject({ state: "pass", reason: { code: "negligible" } });
  });

  test("warn-level rows are named only where the evidence holds among all of them", () => {
    const thresholds = { p50: { warn: "+10%" } };
    const slower = of(comparePaired(paired(sides(20, 1.3), { thresholds })), "p50");
    expect(slower).toMatchObject({ state: "regressed", threshold: { level: "warn" } });
    expect(decide(comparePaired(paired(sides(20, 1.3), { thresholds })), { failOn: ["regression"] }).failed).toBe(
      false,
    );
    expect(of(comparePaired(paired(sides(20, 1), { thresholds })), "p50")?.state).toBe("pass");
  });

  test("server metrics are paired launch by launch", () => {
    const launch = (startup: number) => Array.from({ length: 20 }, (_, round) => ({ startup: startup + (round % 3) }));
    const record = (head: number) =>
      paired(sides(20, 1), {
        serverThresholds: { startup: "+20%" },
        launches: { base: launch(100), head: launch(head) },
      });
    expect(of(comparePaired(record(150)), "startup")?.state).toBe("regressed");
    expect(of(comparePaired(record(100)), "startup")?.state).toBe("pass");
  });
});

describe("what base or head lacks", () => {
  const fresh = makeRecord({ rows: { echo: { ...sides(20, 1) }, added: { head: sides(20, 1).head } } });

  test("a row that base lacks falls back to the stored runs, else has no baseline", () => {
    const added = (comparison: Comparison) => comparison.findings.find((one) => one.row === "added");
    expect(added(comparePaired(fresh))).toMatchObject({
      state: "no-baseline",
      reason: {
        code: "instead",
        why: { code: "row-not-in-base" },
        instead: { code: "no-stand-in" },
      },
    });
    const stored = [{ createdAt: fresh.createdAt, summary: summarise(tabulate(fresh), "head") }];
    expect(added(comparePaired(fresh, stored))?.state).toBe("pass");
  });

  test("a row whose every call failed in base has nothing to compare with, and its errors did not get better", () => {
    const made = sides(20, 1);
    const base = made.base.map(() => ({ latencies: [], failures: { "rpc-error": 100 } }));
    const comparison = comparePaired(
      paired({ base, head: made.head }, { thresholds: { p50: "+10%", error_rate: "+0.5pp" } }),
    );
    expect(comparison.findings.map(({ state }) => state)).toEqual(new Array(3).fill("no-baseline")); // p50, error rate, mean
    expect(comparison.findings[0]?.reason).toMatchObject({
      why: { code: "none-ok-in-base", calls: 2000, failures: { "rpc-error": 2000 } },
    });
  });

  test("a head whose calls all fail is errored", () => {
    const made = sides(20, 1);
    const head = made.head.map(() => ({ latencies: [], failures: { "rpc-error": 100 } }));
    expect(decide(comparePaired(paired({ base: made.base, head })), { failOn: [] })).toMatchObject({
      status: "errored",
      failed: true,
    });
  });

  test("base and head are geometric means over the rounds of the estimate, and differ by exactly the change", () => {
    const rounds = (early: number, late: number) =>
      Array.from({ length: 9 }, (_, round) => ({ latencies: new Array<number>(30).fill(round < 4 ? early : late) }));
    // A quiet stretch, in which head takes three times as long, and one in which the machine is nine times as slow.
    const [found] = comparePaired(paired({ base: rounds(1, 9), head: rounds(3, 9) })).findings;
    expect(found?.metric).toBe("p50");
    // The highest and the lowest change of nine rounds are set aside: three early and four late ones are left.
    expect(found?.base).toBeCloseTo(9 ** (4 / 7), 9);
    expect(found?.head).toBeCloseTo(3 ** (3 / 7) * 9 ** (4 / 7), 9);
    expect(1 + (found?.change?.estimate ?? 0)).toBeCloseTo((found?.head ?? 0) / (found?.base ?? 0), 12);
  });

  test("a row whose tool only base lists is broken for its callers, and the other rows are decided", () => {
    const same = sides(20, 1);
    const head = same.head.map(() => ({ latencies: [], failures: { "rpc-error": 100 } }));
    const listing = (name: string) => ({ name, bytes: 60 + name.length });
    const judgedWith = (tools: string[]) => {
      const record = makeRecord({ rows: { echo: { ...same }, search: { base: same.base, head } } });
      const lists: Record<string, string[]> = { base: ["echo", "search"], head: tools };
      const arms = record.arms.map((arm) => ({ ...arm, tools: (lists[arm.id] ?? []).map(listing) }));
      return comparePaired({ ...record, arms }).findings;
    };
    for (const tools of [["echo"], ["echo", "find"]]) {
      const found = judgedWith(tools);
      const ofRow = found.filter(({ row }) => row === "search");
      expect(ofRow).toMatchObject([{ metric: "breaking_changes", state: "regressed" }]);
      expect(found.map(({ state }) => state)).not.toContain("errored");
    }
    expect(judgedWith(["echo", "search"])[0]).toMatchObject({ row: "search", state: "errored" });
  });

  test("a head that crashes once in 20 rounds is warned about, one that crashes twice is inconclusive, one that fails to start in half of them is errored", () => {
    const crash = (record: ReturnType<typeof paired>, rounds: number[], arm = "head") => ({
      ...record,
      rounds: record.rounds.map((round) =>
        rounds.includes(round.index)
          ? {
              ...round,
              launches: round.launches.map((launch) =>
                launch.arm === arm ? { ...launch, measurements: [], failure: "exited with code 1" } : launch,
              ),
            }
          : round,
      ),
    });
    const once = comparePaired(crash(paired(sides(20, 1)), [6]));
    expect(of(once, "p50")).toMatchObject({ state: "pass", rounds: 19 });
    expect(decide(once, { failOn: [] })).toMatchObject({ status: "pass", failed: false });
    const twice = comparePaired(crash(paired(sides(20, 1)), [6, 9]));
    expect(decide(twice, { failOn: [] })).toMatchObject({ status: "inconclusive", failed: false });
    expect(once.warnings).toContainEqual({
      code: "launch-failed",
      round: 7,
      arm: "head",
      failure: "exited with code 1",
    });
    const base = comparePaired(crash(paired(sides(20, 1)), [6], "base"));
    expect(of(base, "p50")).toMatchObject({ state: "pass", rounds: 19 });
    expect(decide(base, { failOn: [] }).status).toBe("pass");
    expect(base.warnings).toContainEqual({
      code: "launch-failed",
      round: 7,
      arm: "base",
      failure: "exited with code 1",
    });
    const often = comparePaired(crash(paired(sides(20, 1)), [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]));
    expect(decide(often, { failOn: [] })).toMatchObject({ status: "errored", failed: true });
  });

  test("a head that breaks off now and then after it was measured is inconclusive, though none of its calls failed", () => {
    const whole = paired(sides(20, 1));
    const breaking = (rounds: number) => ({
      ...whole,
      rounds: whole.rounds.map((round) => ({
        ...round,
        launches: round.launches.map((launch) =>
          launch.arm === "head" && round.index < rounds ? { ...launch, failure: "was ended by SIGSEGV" } : launch,
        ),
      })),
    });
    expect(decide(comparePaired(breaking(0)), { failOn: [] }).status).toBe("pass");
    expect(decide(comparePaired(breaking(1)), { failOn: [] }).status).toBe("pass");
    expect(decide(comparePaired(breaking(2)), { failOn: [] }).status).toBe("inconclusive");
    expect(decide(comparePaired(breaking(10)), { failOn: [] }).status).toBe("errored");
  });

  test("a head that fails in a third of its launches is errored where base fails in none, no news where it does too", () => {
    const whole = paired(sides(40, 1));
    const failing = (rounds: Readonly<Record<string, (round: number) => boolean>>) => ({
      ...whole,
      rounds: whole.rounds.map((round) => ({
        ...round,
        launches: round.launches.map((launch) =>
          rounds[launch.arm]?.(round.index) ? { ...launch, failure: "exited with code 1" } : launch,
        ),
      })),
    });
    const third = (round: number) => round % 3 === 0;
    const broken = comparePaired(failing({ head: third }));
    expect(decide(broken, { failOn: [] })).toMatchObject({ status: "errored", failed: true });
    expect(broken.findings[0]?.reason).toEqual({
      code: "launches-failed",
      failed: 14,
      launches: 40,
      ofBase: 0,
      failure: "exited with code 1",
    });
    expect(
      decide(comparePaired(failing({ head: third, base: (round) => round % 3 === 1 })), { failOn: [] }).status,
    ).toBe("pass");
    expect(decide(comparePaired(failing({ head: (round) => round % 10 === 0 })), { failOn: [] }).status).toBe(
      "inconclusive",
    );
    expect(decide(comparePaired(failing({ base: third })), { failOn: [] }).status).toBe("pass");
  });

  test("one failed launch of both is no doubt, however few rounds there are", () => {
    const whole = paired(sides(3, 1));
    const failing = (arms: readonly string[]) =>
      comparePaired({
        ...whole,
        rounds: whole.rounds.map((round) => ({
          ...round,
          launches: round.launches.map((launch) =>
            round.index === 0 && arms.includes(launch.arm) ? { ...launch, failure: "exited with code 1" } : launch,
          ),
        })),
      });
    const isDoubted = ({ findings }: Comparison) => findings.some(({ reason }) => reason.code === "launches-failed");
    expect(isDoubted(failing(["head", "base"]))).toBe(false);
    expect(isDoubted(failing(["head"]))).toBe(true);
  });

  test("without base a head that fails whenever leaks are looked for is broken", () => {
    const { base: _, head } = sides(12, 1);
    const whole = makeRecord({ rows: { echo: { head } } });
    const failing = (rounds: number) => {
      const record = {
        ...whole,
        rounds: whole.rounds.map((round) => ({
          ...round,
          launches: round.launches.map((launch) => ({
            ...launch,
            ...(round.index % 4 === 0 ? { leakChecked: ["echo"] } : {}),
            ...(round.index % 4 === 0 && round.index < rounds ? { failure: "out of memory" } : {}),
          })),
        })),
      };
      const table = tabulate(record);
      return breakdowns(table, summarise(table, "head"))[0]?.state;
    };
    expect(failing(12)).toBe("errored");
    expect(failing(8)).toBe("inconclusive");
  });

  test("servers that fail to launch alike are broken in hardly any run, and seldom in doubt", () => {
    const random = seededRandom(41);
    const whole = paired(sides(7, 1));
    const count = { errored: 0, inconclusive: 0 };
    for (let run = 0; run < 200; run++) {
      const rounds = whole.rounds.map((round) => ({
        ...round,
        launches: round.launches.map((launch) => (random() < 0.25 ? { ...launch, failure: "exited" } : launch)),
      }));
      const table = tabulate({ ...whole, rounds });
      const [told] = breakdowns(table, summarise(table, "head"), table.base);
      if (told?.state === "errored") count.errored += 1;
      if (told?.state === "inconclusive") count.inconclusive += 1;
    }
    expect(count.errored).toBeLessThanOrEqual(4);
    expect(count.inconclusive).toBeLessThanOrEqual(70);
  });

  test("a head that breaks off in all of its first launches, as in leak checks, is errored however many follow", () => {
    const whole = paired(sides(20, 1));
    const checking = (leakChecked: number, failing: number) => ({
      ...whole,
      rounds: whole.rounds.map((round) => ({
        ...round,
        launches: round.launches.map((launch) => ({
          ...launch,
          ...(round.index < leakChecked ? { leakChecked: ["row"] } : {}),
          ...(launch.arm === "head" && round.index < failing ? { failure: "fell silent" } : {}),
        })),
      })),
    });
    const silent = comparePaired(checking(6, 6));
    expect(decide(silent, { failOn: [] })).toMatchObject({ status: "errored", failed: true });
    expect(silent.findings[0]?.reason).toMatchObject({ failed: 6, launches: 20, ofBase: 0 });
    expect(decide(comparePaired(checking(6, 2)), { failOn: [] }).status).toBe("inconclusive");
    expect(decide(comparePaired(checking(2, 2)), { failOn: [] }).status).toBe("inconclusive");
    expect(decide(comparePaired(checking(6, 0)), { failOn: [] }).status).toBe("pass");
  });
});

describe("a reading that is missing", () => {
  const made = (cpu: { base: number; head: number }, missing: (round: number) => boolean) => {
    const { base, head } = sides(20, 1);
    const withCpu = (rounds: RoundOf[], cpuPerCallMs: number) =>
      rounds.map((round, index) => (missing(index) ? round : { ...round, cpuPerCallMs: cpuPerCallMs + index / 1e4 }));
    return paired({ base: withCpu(base, cpu.base), head: head.map((round) => ({ ...round, cpuPerCallMs: cpu.head })) });
  };

  test("of CPU time in one launch leaves that round out, not the gate", () => {
    const once = (round: number) => round === 6;
    expect(of(comparePaired(made({ base: 1.013, head: 2.017 }, once)), "cpu_per_call")).toMatchObject({
      state: "regressed",
      rounds: 19,
    });
    expect(of(comparePaired(made({ base: 1.013, head: 1.017 }, once)), "cpu_per_call")?.state).toBe("pass");
    expect(of(comparePaired(made({ base: 1.013, head: 2.017 }, () => true)), "cpu_per_call")).toBeUndefined();
  });

  test("of memory in head alone is said", () => {
    const record = paired(sides(20, 1), {
      launches: { base: Array.from({ length: 20 }, () => ({ memory_growth: 1000 })), head: [] },
    });
    const { warnings } = comparePaired(record);
    expect(warnings).toContainEqual(
      expect.objectContaining({ code: "not-checked", metric: "memory_growth", limit: "+500KB" }),
    );
  });
});

describe("errors beside speed", () => {
  /** A tenth of the calls of one side fails, in every round. */
  const failing = (side: "base" | "head", factor: number) => {
    const made = sides(20, factor);
    const rounds = made[side].map((round) => ({ ...round, failures: { "rpc-error": 22 } }));
    return comparePaired(paired({ ...made, [side]: rounds }, { thresholds: { p50: "+5%", error_rate: "+0.5pp" } }));
  };

  test("a head that is slower where base failed did not clearly regress, and one that fails more did not get faster", () => {
    const fixed = failing("base", 1.2);
    expect(of(fixed, "error_rate")?.state).toBe("improved");
    expect(of(fixed, "p50")).toMatchObject({ state: "inconclusive", reason: { code: "fewer-failed" } });
    const failingMore = failing("head", 0.8);
    expect(of(failingMore, "p50")).toMatchObject({ state: "pass", reason: { code: "more-failed" } });
    expect(of(failingMore, "error_rate")?.state).toBe("regressed");
    expect(decide(failingMore, { failOn: ["regression"] })).toMatchObject({ status: "regressed", failed: true });
  });

  test("the same holds beside a budget on errors", () => {
    const made = sides(20, 1.2);
    const base = made.base.map((round) => ({ ...round, failures: { "rpc-error": 22 } }));
    const thresholds = { p50: "+5%", error_rate: ["+0.5pp", "20%"] };
    expect(of(comparePaired(paired({ ...made, base }, { thresholds })), "p50")?.reason.code).toBe("fewer-failed");
  });

  test.each(["20%", "off"])("and where a change of errors is not gated: error_rate: %s", (bound) => {
    const made = sides(20, 1.2);
    const base = made.base.map((round) => ({ ...round, failures: { "rpc-error": 60 } }));
    const record = paired({ ...made, base }, { thresholds: { p50: "+5%", error_rate: bound } });
    expect(of(comparePaired(record), "p50")?.reason.code).toBe("fewer-failed");
    expect(shouldContinue(tabulate(record)).regressed).toBeUndefined();
  });

  test("one call that fails does not switch off the gate on the tail", () => {
    const made = sides(20, 1, (latency, call) => (call % 10 === 0 ? 3 * latency : latency));
    const latencies = made.head[0]?.latencies.slice(1) ?? [];
    const head = [{ latencies, failures: { timeout: 1 } }, ...made.head.slice(1)];
    const { findings, warnings } = comparePaired(paired({ ...made, head }, { thresholds: { p95: "+15%" } }));
    expect(findings.find(({ metric }) => metric === "p95")?.state).toBe("regressed");
    expect(warnings.filter(({ code }) => code === "not-checked")).toEqual([]);
  });

  test("a few failures less excuse nothing", () => {
    const made = sides(20, 1.2);
    const base = made.base.map((round) => ({ ...round, failures: { "rpc-error": 5 } }));
    const comparison = comparePaired(paired({ ...made, base }, { thresholds: { p50: "+5%", error_rate: "+0.5pp" } }));
    expect(of(comparison, "error_rate")?.state).toBe("improved");
    expect(of(comparison, "p50")?.state).toBe("regressed");
  });
});

test("thresholds that nothing can exceed, or anything does, are decided", () => {
  const never = comparePaired(paired(sides(20, 3), { thresholds: { throughput: "-100%" } }));
  expect(of(never, "throughput")?.state).toBe("pass");
  const growth = (kept: number) => Array.from({ length: 20 }, (_, round) => ({ memory_growth: kept + round }));
  const zero = comparePaired(
    paired(sides(20, 1), {
      serverThresholds: { memory_growth: "+0KB" },
      launches: { base: growth(0), head: growth(1_000_000) },
    }),
  );
  expect(of(zero, "memory_growth")?.state).toBe("regressed");
});
