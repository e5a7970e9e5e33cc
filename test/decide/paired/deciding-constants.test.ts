import { describe, expect, test } from "vitest";
import { breakdowns } from "../../../src/decide/breakdown.ts";
import { decideGate } from "../../../src/decide/paired/decide-gate.ts";
import { futuresOf, roundsToDraw } from "../../../src/decide/paired/futures.ts";
import { growthLimit, growthThreshold, usualGrowth, withRowGuards } from "../../../src/decide/paired/guards.ts";
import { decidePaired, evidenceNeeded, fewestRounds, rulesOut } from "../../../src/decide/paired/paired-decision.ts";
import { suspectedRow } from "../../../src/decide/paired/row-leaks.ts";
import { judgeModes } from "../../../src/decide/paired/slow-mode.ts";
import { shouldContinue } from "../../../src/decide/paired/stopping.ts";
import { slowdownOfAll } from "../../../src/facts/round-warnings.ts";
import type { MetricId } from "../../../src/metrics/metric.ts";
import type { Threshold } from "../../../src/plan/threshold.ts";
import type { RecordLaunch, RunRecord } from "../../../src/record/record.ts";
import { evidenceAbove, evidenceBelow } from "../../../src/stats/anytime.ts";
import { correlationOfRounds } from "../../../src/stats/correlation.ts";
import { evidenceMoreOften } from "../../../src/stats/more-often.ts";
import { seededRandom } from "../../../src/stats/random.ts";
import { findModes } from "../../../src/table/modes.ts";
import type { PairedRounds } from "../../../src/table/paired-rounds.ts";
import { summarise } from "../../../src/table/summarise.ts";
import { tabulate } from "../../../src/table/table.ts";
import { comparePaired, makeRecord, normal, type RoundOf } from "../records.ts";
import { inRounds } from "./sides.ts";

/*
 * Each constant that decides, from both sides: a tenth beyond it rings and a tenth within it is quiet, or the other way round.
 * `npm run mutate` shows that a fifth more or less of any of them is noticed.
 */

const many = (value: number, count = 20) => new Array<number>(count).fill(value);

/** Returns where an increasing function comes to a value, between 0 and `most`. */
function whereIs(value: number, { of, most = 1 }: { of: (at: number) => number; most?: number }): number {
  let [low, high] = [0, most];
  for (let step = 0; step < 60; step++) {
    const middle = (low + high) / 2;
    if (of(middle) < value) low = middle;
    else high = middle;
  }
  return high;
}

const relative = (metric: MetricId, change: number): Threshold => ({
  metric,
  level: "fail",
  limit: { kind: "relative", change },
  text: `+${change * 100}%`,
});

interface Given {
  readonly ratios?: Partial<Record<MetricId, readonly number[]>>;
  readonly differences?: Partial<Record<MetricId, readonly number[]>>;
  readonly base?: Partial<Record<MetricId, number>>;
  readonly callsPerLaunch?: number;
}

function stateOf(threshold: Threshold, { ratios, differences, base, callsPerLaunch = 1000 }: Given): string {
  const changes = (of: Given["ratios"]) => (id: MetricId) =>
    (of?.[id] ?? []).map((worse, round) => ({ round, worse, base: base?.[id] }));
  const rounds: PairedRounds = {
    ratios: changes(ratios) as PairedRounds["ratios"],
    differences: changes(differences) as PairedRounds["differences"],
    base: (id) => base?.[id],
    callsPerLaunch: () => callsPerLaunch,
    cpuTells: () => true,
    modes: undefined,
  };
  return decideGate(threshold, { rounds, gates: 1, correlation: 0 }).state;
}

describe("the evidence that a decision takes", () => {
  const beyond = { limit: 0.1, gates: 1 };

  test("of a regression is 100 for each gate", () => {
    expect(decidePaired(many(0.2), { ...beyond, evidence: 110 }).state).toBe("regressed");
    expect(decidePaired(many(0.2), { ...beyond, evidence: 90 }).state).toBe("inconclusive");
    expect(evidenceNeeded(12)).toBeCloseTo(1200);
  });

  test("of a pass is 20", () => {
    const of = (change: number) => evidenceBelow(many(0, 8), { theta: change, scale: 1 });
    const passes = (evidence: number) => rulesOut(many(0, 8), { limit: 1 }, whereIs(evidence, { of, most: 3 }));
    expect(passes(22)).toBe(true);
    expect(passes(18)).toBe(false);
  });

  test("comes from six rounds or more", () => {
    expect(fewestRounds).toBe(6);
    expect(decidePaired(many(0.2, 6), { ...beyond, evidence: 1e9 }).state).toBe("regressed");
    expect(decidePaired(many(0.2, 5), { ...beyond, evidence: 1e9 }).state).toBe("inconclusive");
  });

  test("counts noise finer than 1 % as noise of 1 %", () => {
    const of = (value: number) => evidenceAbove(many(value, 10), { theta: 0, scale: 0.01 });
    const state = (evidence: number) =>
      decidePaired(many(whereIs(evidence, { of }), 10), { limit: 0.001, gates: 1 }).state;
    expect(state(120)).toBe("regressed");
    expect(state(80)).toBe("inconclusive");
    expect(decidePaired(many(0.005, 10), { limit: 0.001, gates: 1 }).claim).toBeCloseTo(of(0.005));
  });
});

describe("changes that matter to nobody", () => {
  test("are of less than 5 µs per call", () => {
    const state = (change: number) =>
      stateOf(relative("p50", 0.05), { ratios: { p50: many(Math.log1p(change)) }, base: { p50: 0.05 } });
    expect(state(0.11)).toBe("regressed");
    expect(state(0.09)).not.toBe("regressed");
  });

  test("are of less than 4 ms of stalled time per launch", () => {
    // Ten calls of 1 ms take a launch 10 ms.
    const threshold: Threshold = { metric: "stalls", level: "fail", limit: { kind: "points", points: 0.03 }, text: "" };
    const state = (share: number) =>
      stateOf(threshold, { differences: { stalls: many(share) }, base: { p50: 1 }, callsPerLaunch: 10 });
    expect(state(0.42)).toBe("regressed");
    expect(state(0.38)).toBe("pass");
  });
});

describe("guards of a row", () => {
  const measured = { isOpenLoop: false, cpuIsResolved: true, cpuTells: true, callsSuffice: true };
  const guard = (id: MetricId, change = 0.05) => {
    const found = withRowGuards([relative("p50", change)], measured).find(({ metric }) => metric === id);
    if (!found) throw new Error(`no guard ${id}`);
    return found;
  };

  test.each<[MetricId, number]>([
    ["slow_calls", 0.05],
    ["stalls", 0.03],
  ])("%s alarms beyond %d", (id, limit) => {
    const state = (share: number) => stateOf(guard(id), { differences: { [id]: many(share) } });
    expect(state(1.1 * limit)).toBe("regressed");
    expect(state(0.9 * limit)).toBe("pass");
  });

  test("CPU time beyond p50 alarms beyond 4 points", () => {
    const state = (rise: number) =>
      stateOf(guard("cpu_to_p50"), {
        ratios: { cpu_per_call: many(rise), p50: many(0) },
        base: { cpu_per_call: 10, cpu_to_p50: 1, p50: 10 },
      });
    expect(state(0.044)).toBe("regressed");
    expect(state(0.036)).toBe("pass");
  });

  test("the mean alarms beyond 10 %, however fine the limit of p50 is", () => {
    const state = (change: number) => stateOf(guard("mean"), { ratios: { mean: many(Math.log1p(change)) } });
    expect(state(0.11)).toBe("regressed");
    expect(state(0.09)).toBe("pass");
  });

  const roundsOf = (calls: number, cpuPerCallMs?: number): RoundOf[] =>
    Array.from({ length: 8 }, () => ({
      latencies: many(1, calls),
      ...(cpuPerCallMs === undefined ? {} : { cpuPerCallMs }),
    }));
  const metricsOf = (calls: number, cpuPerCallMs?: number) => {
    const rounds = roundsOf(calls, cpuPerCallMs);
    const { findings } = comparePaired(makeRecord({ rows: { echo: { base: rounds, head: rounds } } }));
    return findings.map(({ metric }) => metric);
  };

  test("on slow calls need 20 calls per launch", () => {
    expect(metricsOf(22)).toContain("slow_calls");
    expect(metricsOf(18)).not.toContain("slow_calls");
  });

  test("on CPU time need twenty ticks of 10 ms of it, where it comes in ticks", () => {
    expect(metricsOf(100, 2.04)).toContain("cpu_per_call");
    expect(metricsOf(100, 1.6)).not.toContain("cpu_per_call");
  });
});

describe("CPU time decides for p50", () => {
  test("where it is 0.7 of the latency or more", () => {
    const noisy = Array.from({ length: 12 }, (_, round) => (round % 2 === 0 ? 0.3 : -0.3));
    const state = (share: number) =>
      stateOf(relative("p50", 0.1), {
        ratios: { p50: noisy, cpu_per_call: many(0, 12) },
        base: { p50: 10, cpu_to_p50: share, cpu_per_call: 10 * share },
      });
    expect(state(0.77)).toBe("pass");
    expect(state(0.63)).toBe("inconclusive");
  });
});

describe("guards of the server", () => {
  const stateWith = (id: "idle_cpu" | "memory_growth", { base, head }: { base: number; head: number }) => {
    const rounds = Array.from({ length: 20 }, () => ({ latencies: many(1, 50) }));
    const launches = (value: number) => rounds.map(() => ({ [id]: value }));
    const record = makeRecord({
      rows: { echo: { base: rounds, head: rounds } },
      launches: { base: launches(base), head: launches(head) },
    });
    return comparePaired(record).findings.find(({ metric }) => metric === id)?.state;
  };

  test("idle CPU alarms beyond 5 points of a core", () => {
    expect(stateWith("idle_cpu", { base: 0.01, head: 0.065 })).toBe("regressed");
    expect(stateWith("idle_cpu", { base: 0.01, head: 0.055 })).toBe("pass");
  });

  test("memory alarms beyond 500 KB per 1,000 calls, and beyond as much more as fewer calls were made", () => {
    expect(stateWith("memory_growth", { base: 0, head: 550_000 })).toBe("regressed");
    expect(stateWith("memory_growth", { base: 0, head: 450_000 })).toBe("pass");
    expect(growthLimit([1000])).toBe(usualGrowth);
    expect(growthLimit([850])).toBe(2 * usualGrowth);
  });

  test("memory whose interval reaches beyond its limit passes by its estimate after twelve checks", () => {
    const threshold = growthThreshold(usualGrowth, "fail");
    const stateAfter = (checks: number, scatter: number) => {
      const differences = many(0, checks).map((_, check) => 100_000 + (check % 2 === 0 ? scatter : -scatter));
      return stateOf(threshold, { differences: { memory_growth: differences } });
    };
    expect([6, 11, 12].map((checks) => stateAfter(checks, 900_000))).toEqual(["inconclusive", "inconclusive", "pass"]);
    expect(stateAfter(6, 200_000)).toBe("pass");
  });
});

describe("a row that is suspected to leak", () => {
  const rows = ["get", "list", "search"];

  /** `kept`: bytes that head leaks in each call of `search`, by checks of all rows and by launches that call it alone. */
  function recordOf(
    kept: number,
    { calls, checks = 1, alone = 0 }: { calls: number; checks?: number; alone?: number },
  ): RunRecord {
    const rounds = (count: number) => Array.from({ length: count }, () => ({ latencies: many(1, 30) }));
    const record = makeRecord({
      rows: Object.fromEntries(rows.map((id) => [id, { base: rounds(checks + alone), head: rounds(checks + alone) }])),
    });
    const leak = (launch: RecordLaunch, isAlone: boolean): Partial<RecordLaunch> => {
      const leakChecked = isAlone ? ["search"] : rows;
      const own = launch.arm === "head" ? kept : 0;
      return {
        leakChecked,
        leakCheckCalls: calls * leakChecked.length,
        leakCheckRows: leakChecked.map((id) => ({ calls, bytesPerCall: id === "search" ? own : 0 })),
        metrics: { memory_growth: 1000 * own },
      };
    };
    return {
      ...record,
      rounds: record.rounds.map((round, index) => ({
        ...round,
        order: index < checks ? round.order : {},
        launches: round.launches.map((launch) => ({ ...launch, ...leak(launch, index >= checks) })),
      })),
    };
  }
  const suspect = (kept: number, calls: number) => suspectedRow(tabulate(recordOf(kept, { calls })), undefined);

  test("leaks 500 KB in a check", () => {
    expect(suspect(5500, 100)?.row).toBe("search");
    expect(suspect(4500, 100)).toBeUndefined();
  });

  test("is called as often as shows 3 MB, and a quarter more", () => {
    const calls = suspect(10_000, 100)?.calls;
    expect(calls).toBeGreaterThan(340);
    expect(calls).toBeLessThan(410);
  });
});

describe("correlated rounds", () => {
  test("are shown by five pairs of neighbours, and by no fewer", () => {
    const ramp = (count: number) => Array.from({ length: count }, (_, round) => round / 10);
    expect(correlationOfRounds([inRounds(ramp(6))])).toBeGreaterThan(0);
    expect(correlationOfRounds([inRounds(ramp(5))])).toBe(0);
  });

  /** Noise of which so much goes on from round to round. */
  function drifting(share: number, count: number): number[] {
    const random = seededRandom(7);
    let last = 0;
    return Array.from({ length: count }, () => {
      last = share * last + normal(random);
      return last;
    });
  }

  test("are left alone below a correlation of 0.3, and one above 0.95 counts as that", () => {
    const shown = Array.from({ length: 60 }, (_, step) =>
      correlationOfRounds([inRounds(drifting(0.1 + step / 200, 1000))]),
    );
    const least = Math.min(...shown.filter((one) => one > 0));
    expect(least).toBeGreaterThanOrEqual(0.3);
    expect(least).toBeLessThan(0.33);
    expect(correlationOfRounds([inRounds(Array.from({ length: 400 }, (_, round) => round))])).toBe(0.95);
  });

  test("that are independent are taken for correlated in about one of eleven runs of twelve", () => {
    const random = seededRandom(3);
    const runs = Array.from({ length: 4000 }, () => Array.from({ length: 12 }, () => normal(random)));
    const share = runs.filter((run) => correlationOfRounds([inRounds(run)]) > 0).length / runs.length;
    expect(share).toBeGreaterThan(0.082);
    expect(share).toBeLessThan(0.095);
  });
});

describe("a slowdown of all rows", () => {
  const changes = (rounds: number, worse = 0.1) =>
    Array.from({ length: rounds }, (_, round) => ({ round, worse, base: 1 }));

  test("is told of three rows", () => {
    expect(slowdownOfAll(Array.from({ length: 3 }, () => changes(10)))?.estimate).toBeCloseTo(0.1);
    expect(slowdownOfAll(Array.from({ length: 2 }, () => changes(10)))).toBeUndefined();
  });

  test("is told beyond 1.5 %", () => {
    const of = (change: number) => slowdownOfAll(many(0, 5).map(() => changes(20, Math.log1p(change))));
    expect(of(0.0165)).toBeDefined();
    expect(of(0.0135)).toBeUndefined();
  });

  test("is told of rounds that half of the rows have", () => {
    const of = (present: number) =>
      slowdownOfAll(Array.from({ length: 20 }, (_, row) => (row < present ? changes(10) : [])));
    expect(of(11)?.rounds).toBe(10);
    expect(of(9)).toBeUndefined();
  });
});

describe("a slow mode", () => {
  const state = (modes: { head: number; base: number; rounds: number }) =>
    judgeModes("echo", { modes: { ...modes, discordant: new Set() }, gates: 1e6 }).state;

  test("is open where head is in it in a tenth more of the rounds", () => {
    expect(state({ head: 11, base: 0, rounds: 100 })).toBe("inconclusive");
    expect(state({ head: 9, base: 0, rounds: 100 })).toBe("pass");
  });

  test("is not open for one slow launch more", () => {
    expect(state({ head: 1, base: 0, rounds: 6 })).toBe("pass");
    expect(state({ head: 2, base: 0, rounds: 6 })).toBe("inconclusive");
  });

  test("is one in which a launch takes twice as long", () => {
    const modes = (times: number) =>
      findModes([...many(0, 9), Math.log(times)].map((worse, round) => ({ round, worse, base: 1 })));
    expect(modes(2.15)).toMatchObject({ head: 1, base: 0 });
    expect(modes(1.85)).toBeUndefined();
  });
});

describe("a run goes on", () => {
  test("where two of twenty futures would decide something", () => {
    const told = [43, 9, 50].map((seed) => {
      const random = seededRandom(seed);
      const side = () => many(0, 12).map(() => ({ latencies: many(Math.exp(0.1 * normal(random)), 30) }));
      const record = makeRecord({ rows: { echo: { base: side(), head: side() } }, seed });
      const table = tabulate(record);
      const { open = [], mayDecide } = shouldContinue(table);
      const futures = [...futuresOf(table, { more: 8, open, drawn: roundsToDraw(table, { open }) })];
      const deciding = futures.map((future) => shouldContinue(future)).filter((then) => then.stop || then.regressed);
      return [deciding.length, mayDecide?.(8)];
    });
    expect(told).toEqual([
      [2, true],
      [1, false],
      [2, true],
    ]);
  });
});

describe("a head whose launches fail", () => {
  interface Failing {
    /** For base's launches the first so many fail, of head's the last. */
    readonly base?: number;
    readonly head: number;
    readonly rounds: number;
  }

  const pairsOf = ({ base = 0, head, rounds }: Failing) =>
    many(0, rounds).map((_, round) => ({ before: round < base, after: round >= rounds - head }));

  function stateOfLaunches(failing: Failing) {
    const pairs = pairsOf(failing);
    const rounds = pairs.map(() => ({ latencies: many(1, 10) }));
    const record = makeRecord({ rows: { echo: { base: rounds, head: rounds } } });
    const failed = record.rounds.map((round, index) => ({
      ...round,
      launches: round.launches.map((launch) => {
        const fails = launch.arm === "head" ? pairs[index]?.after : pairs[index]?.before;
        return fails ? { ...launch, failure: "exited" } : launch;
      }),
    }));
    const changed = { ...record, rounds: failed };
    const table = tabulate(changed);
    return breakdowns(table, summarise(table, "head"), table.base)[0]?.state;
  }

  test("is broken where all of three or more do, and base's never", () => {
    expect(stateOfLaunches({ head: 3, rounds: 3 })).toBe("errored");
    expect(stateOfLaunches({ head: 2, rounds: 2 })).toBe("inconclusive");
  });

  test("is broken by evidence of 100 at any round", () => {
    const all = many(0, 30).flatMap((_, rounds) =>
      many(0, rounds).flatMap((__, head) =>
        [0, 1, 2].flatMap((base) => (head > 0 && head + base < rounds ? [{ base, head, rounds }] : [])),
      ),
    );
    const most = (failing: Failing) => {
      const pairs = pairsOf(failing);
      return Math.max(...pairs.map((_, last) => evidenceMoreOften(pairs.slice(0, last + 1))));
    };
    const within = (low: number, high: number) =>
      all.filter((failing) => low < most(failing) && most(failing) < high).map(stateOfLaunches);
    const [above, below] = [within(100, 120), within(80, 100)];
    expect(Math.min(above.length, below.length)).toBeGreaterThan(0);
    expect(new Set(above)).toEqual(new Set(["errored"]));
    expect(below).not.toContain("errored");
  });

  test("is in doubt from evidence of a half on", () => {
    expect(stateOfLaunches({ head: 2, rounds: 20 })).toBe("inconclusive");
    expect(stateOfLaunches({ head: 2, rounds: 24 })).toBeUndefined();
    expect(stateOfLaunches({ head: 1, rounds: 7 })).toBe("inconclusive");
    expect(stateOfLaunches({ head: 1, rounds: 8 })).toBeUndefined();
  });
});
