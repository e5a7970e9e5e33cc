import { describe, expect, test } from "vitest";
import { decideRows, drawnFrom, type Noise, playRun, replayedRow } from "../../scripts/calibrate/replay.ts";
import type { Figures } from "../../scripts/calibrate/trial.ts";
import { shownTogether } from "../../src/decide/cross-checks.ts";
import { statusOf } from "../../src/decide/decide.ts";
import type { Finding } from "../../src/decide/verdict.ts";
import { slowdownOfAll } from "../../src/facts/round-warnings.ts";
import type { MetricId } from "../../src/metrics/metric.ts";
import { defaultThresholds, type Threshold } from "../../src/plan/threshold.ts";
import { seededRandom } from "../../src/stats/random.ts";
import type { PairedRounds } from "../../src/table/paired-rounds.ts";
import { normal } from "./records.ts";

const p50: Threshold = { metric: "p50", level: "fail", limit: { kind: "relative", change: 0.1 }, text: "+10%" };

function finding(row: string, claim: number, more: Partial<Finding> = {}): Finding {
  const state = "inconclusive" as const;
  return {
    row,
    metric: "p50",
    threshold: p50,
    state,
    claim,
    change: { estimate: 0.2 },
    rounds: 12,
    reason: { code: "none" },
    ...more,
  };
}

describe("several changes for the worse", () => {
  const states = (claims: readonly number[], gates: number) =>
    shownTogether(
      claims.map((claim, index) => finding(`row ${index}`, claim)),
      gates,
    ).map(({ state }) => state);

  test("are shown together by less evidence than one alone", () => {
    expect(states([4000, 4000, 4000], 100)).toEqual(["regressed", "regressed", "regressed"]);
    expect(states([4000, 5100, 10], 100)).toEqual(["inconclusive", "inconclusive", "inconclusive"]);
    expect(states([5000, 5100, 10], 100)).toEqual(["regressed", "regressed", "inconclusive"]);
    expect(states([10_000, 10, 10], 100)).toEqual(["regressed", "inconclusive", "inconclusive"]);
  });

  test("that warn share an allowance of their own, whatever the number of gates", () => {
    const warn = { ...p50, level: "warn" as const };
    const states = (claims: readonly number[], threshold: Threshold = warn) =>
      shownTogether(
        claims.map((claim, place) => finding(`row ${place}`, claim, { threshold })),
        100,
      ).map(({ state }) => state);
    expect(states([110])).toEqual(["regressed"]);
    expect(states([90])).toEqual(["inconclusive"]);
    expect(states([140, 140, 0])).toEqual(["inconclusive", "inconclusive", "inconclusive"]);
    expect(states([160, 160, 0])).toEqual(["regressed", "regressed", "inconclusive"]);
    expect(states([160, 160, 0], p50)).toEqual(["inconclusive", "inconclusive", "inconclusive"]);
  });

  test("say so, and leave alone what passes, has too little evidence, or is not beyond its limit", () => {
    const warns = { ...p50, level: "warn" as const };
    const [first, passed, warning, within] = shownTogether(
      [
        finding("a", 1e6),
        finding("b", 1e6, { state: "pass" }),
        finding("c", 90, { threshold: warns }),
        finding("d", 0),
        finding("e", 1e6),
      ],
      100,
    );
    expect(first).toMatchObject({
      state: "regressed",
      reason: { code: "shown-together", rounds: 12, others: 1 },
    });
    expect([passed?.state, warning?.state, within?.state]).toEqual(["pass", "inconclusive", "inconclusive"]);
  });

  const rowsOf = (count: number, callsPerLaunch = 100) =>
    Array.from({ length: count }, (_, index) =>
      replayedRow({ id: `row ${index}`, thresholds: defaultThresholds, callMs: 0.7, callsPerLaunch }),
    );
  const steady =
    (change: number, spread: number): Noise =>
    (_, random) =>
    (): Figures => {
      const moved = change + spread * normal(random);
      return { p50: moved, throughput: moved, cpu: moved + 0.01 * normal(random), slowCalls: 0, stalls: 0 };
    };

  test("a whole server that is slower takes fewer rounds than one row of it, and unchanged code stays quiet", () => {
    const random = seededRandom(3);
    const rows = rowsOf(12);
    const play = (noise: Noise) => playRun({ rows, noise, gates: 100, most: 30, random });
    const alone = play((row, source) => steady(row.id === "row 0" ? 0.25 : 0, 0.03)(row, source));
    const all = play(steady(0.25, 0.03));
    expect(alone.findings.filter(({ state }) => state === "regressed").map(({ row }) => row)).toContain("row 0");
    expect(new Set(alone.findings.filter(({ state }) => state === "regressed").map(({ row }) => row)).size).toBe(1);
    expect(all.regressedAfter).toBeLessThan(alone.regressedAfter ?? 0);
    for (let run = 0; run < 30; run++) expect(play(steady(0, 0.05)).regressedAfter).toBeUndefined();
  });
});

describe("a guard of one row", () => {
  test("a slow path of one row of twelve is still found", () => {
    const random = seededRandom(2);
    const made = Array.from({ length: 12 }, (_, index) =>
      replayedRow({ id: `row ${index}`, thresholds: defaultThresholds, callMs: 0.7, callsPerLaunch: 100 }),
    );
    const figures = (slowCalls: number) =>
      drawnFrom(
        Array.from({ length: 60 }, () => ({
          p50: 0.03 * normal(random),
          throughput: 0.1 * normal(random),
          slowCalls: slowCalls + 0.05 * normal(random),
          stalls: 0.05 * normal(random),
        })),
      );
    const noise: Noise = (row, source) => figures(row.id === "row 0" ? 0.12 : 0)(row, source);
    const { findings } = playRun({ rows: made, noise, gates: 100, most: 60, random });
    const found = findings.filter(({ state }) => state === "regressed").map(({ row, metric }) => `${row} ${metric}`);
    expect(found).toEqual(["row 0 slow_calls"]);
    expect(statusOf({ findings, reference: { kind: "paired" } })).toBe("regressed");
  });
});

describe("p50 of calls that mostly work", () => {
  const random = seededRandom(12);
  const rounds = (p50Move: number, cpuMove: number, more: Partial<Record<MetricId, number>> = {}): PairedRounds => {
    const drawn = Array.from({ length: 10 }, (_, round) => ({
      round,
      p50: p50Move + 0.25 * (round % 2 === 0 ? 1 : -1),
    }));
    const base: Partial<Record<MetricId, number>> = { p50: 1, cpu_per_call: 0.95, cpu_to_p50: 0.95, ...more };
    return {
      ratios: (id) =>
        drawn.map(({ round, p50 }) => ({ round, worse: id === "p50" ? p50 : cpuMove + 0.01 * normal(random) })),
      differences: () => [],
      base: (id) => base[id],
      callsPerLaunch: () => 100,
      cpuTells: () => true,
      modes: undefined,
    };
  };
  const state = (of: PairedRounds) =>
    decideRows([{ row: "a", thresholds: [p50], rounds: of }], { gates: 100 })[0]?.state;

  test("passes by CPU time where the clock on the wall is too noisy", () => {
    expect(state(rounds(0, 0))).toBe("pass");
  });

  test("stays undecided where CPU time rose or was not read, calls mostly wait, or the estimate is beyond half the limit", () => {
    expect(state(rounds(0, 0.15))).toBe("inconclusive");
    expect(state({ ...rounds(0, 0), cpuTells: () => false })).toBe("inconclusive");
    expect(state(rounds(0, 0, { cpu_to_p50: 0.3 }))).toBe("inconclusive");
    const half = Math.log(1.1) / 2;
    expect(state(rounds(0.9 * half, 0))).toBe("pass");
    expect(state(rounds(1.1 * half, 0))).toBe("inconclusive");
  });
});

describe("a change that is too small to matter", () => {
  const quick = (head: number): PairedRounds => ({
    ratios: () => Array.from({ length: 8 }, (_, round) => ({ round, worse: head + 0.1 * (round % 2 === 0 ? 1 : -1) })),
    differences: () => [],
    base: () => 0.03,
    callsPerLaunch: () => 100,
    cpuTells: () => false,
    modes: undefined,
  });
  const state = (of: PairedRounds) => decideRows([{ row: "a", thresholds: [p50], rounds: of }], { gates: 1 })[0]?.state;

  test("widens the limit of a quick call to 5 µs, so that its noise is no doubt", () => {
    expect(state(quick(0))).toBe("pass");
    expect(state(quick(0.6))).toBe("regressed");
    expect(state({ ...quick(0), base: () => 0.3 })).toBe("inconclusive");
  });
});

describe("a server whose rows all got a little slower", () => {
  const rows = (change: number, { count = 20, seed = 1 } = {}) => {
    const random = seededRandom(seed);
    return Array.from({ length: count }, () =>
      Array.from({ length: 15 }, (_, round) => ({ round, worse: Math.log1p(change) + 0.042 * normal(random) })),
    );
  };

  test("is told of, by how much", () => {
    for (let seed = 1; seed <= 20; seed++) expect(slowdownOfAll(rows(0.03, { seed }))?.estimate).toBeGreaterThan(0.02);
  });

  test("is not told of where nothing changed, only one row did, or there are too few", () => {
    for (let seed = 1; seed <= 200; seed++) expect(slowdownOfAll(rows(0, { seed }))).toBeUndefined();
    const [, ...others] = rows(0);
    expect(slowdownOfAll([...rows(0.5, { count: 1 }), ...others])).toBeUndefined();
    expect(slowdownOfAll(rows(0.3, { count: 2 }))).toBeUndefined();
    expect(slowdownOfAll([])).toBeUndefined();
  });

  test("is not told of by the few rows that go on longest, which look slower than the others", () => {
    const [many, few] = [rows(0), rows(0.3, { count: 4 })];
    const early = many.map((changes) => changes.filter(({ round }) => round < 6));
    expect(slowdownOfAll([...early, ...few])).toBeUndefined();
    expect(slowdownOfAll(few)?.rounds).toBe(15);
  });
});
