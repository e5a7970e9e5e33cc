import { describe, expect, test } from "vitest";
import { type Noise, playRun, replayedRow } from "../../../scripts/calibrate/replay.ts";
import { defaultThresholds, overrideThresholds, thresholdsSchema } from "../../../src/plan/threshold.ts";
import { correlationOfRounds, prewhitened } from "../../../src/stats/correlation.ts";
import { median } from "../../../src/stats/describe.ts";
import { seededRandom } from "../../../src/stats/random.ts";
import { comparePaired, makeRecord, normal } from "../records.ts";
import { inRounds } from "./sides.ts";

/** Values with a lag-1 correlation, of variance 1. */
function resembling(lag: number, random: () => number): () => number {
  let value = normal(random);
  return () => {
    const before = value;
    value = lag * value + Math.sqrt(1 - lag ** 2) * normal(random);
    return before;
  };
}

function series(rounds: number, lag: number, random: () => number): number[] {
  const next = resembling(lag, random);
  return Array.from({ length: rounds }, () => 0.05 * next());
}

describe("the correlation of rounds", () => {
  const random = seededRandom(3);
  const found = (rows: number, { rounds, lag }: { rounds: number; lag: number }) =>
    Array.from({ length: 300 }, () =>
      correlationOfRounds(Array.from({ length: rows }, () => inRounds(series(rounds, lag, random)))),
    );

  test("is found in the rows together, about as large as it is", () => {
    const correlations = found(5, { rounds: 20, lag: 0.8 });
    expect(correlations.filter((one) => one > 0).length).toBeGreaterThan(290);
    expect(median(correlations)).toBeGreaterThan(0.7);
    expect(median(correlations)).toBeLessThan(0.9);
  });

  test.each([1, 5, 20])("is none in independent rounds of %i rows", (rows) => {
    expect(found(rows, { rounds: 15, lag: 0 }).filter((one) => one > 0).length).toBeLessThan(30);
  });

  test("is none where all rows move together from one independent round to the next", () => {
    const correlations = Array.from({ length: 300 }, () => {
      const one = series(15, 0, random);
      return correlationOfRounds(new Array(12).fill(inRounds(one)));
    });
    expect(correlations.filter((one) => one > 0).length).toBeLessThan(30);
  });

  test("is found in rows of which each has other rounds", () => {
    const rising = inRounds([0, 0.1, 0.2, 0.3]);
    const later = rising.map(({ round, worse }) => ({ round: round + 3, worse }));
    // Three pairs of neighbours are too few, six are enough.
    expect(correlationOfRounds([rising, rising])).toBe(0);
    expect(correlationOfRounds([rising, later])).toBeGreaterThan(0);
  });

  test("is not looked for across a round that was missed", () => {
    const rising = inRounds(Array.from({ length: 20 }, (_, round) => round / 10));
    expect(correlationOfRounds([rising])).toBeGreaterThan(0);
    expect(correlationOfRounds([rising.filter(({ round }) => round % 2 === 0)])).toBe(0);
  });

  test("is none where it is slight, however surely it is there", () => {
    expect(found(20, { rounds: 300, lag: 0.15 }).filter((one) => one > 0)).toEqual([]);
    expect(found(20, { rounds: 300, lag: 0.5 }).filter((one) => one > 0)).toHaveLength(300);
  });

  test("is none of too few rounds, of rounds that are all alike, and without rows", () => {
    expect(correlationOfRounds([])).toBe(0);
    expect(correlationOfRounds([[]])).toBe(0);
    expect(correlationOfRounds([inRounds([0, 0.1, 0.2, 0.3, 0.4])])).toBe(0);
    expect(correlationOfRounds([inRounds(Array.from({ length: 30 }, (_, round) => 1e-6 * round))])).toBe(0);
  });
});

test("prewhitened rounds keep their centre and lose their correlation", () => {
  const random = seededRandom(4);
  const changes = series(2000, 0.8, random).map((value) => value + 0.2);
  const apart = prewhitened(changes, 0.8);
  expect(median(apart)).toBeCloseTo(0.2, 1);
  expect(correlationOfRounds([inRounds(apart)])).toBeLessThan(0.05);
  expect(prewhitened(changes, 0)).toBe(changes);
});

describe("a run in which neighbouring rounds resemble each other", () => {
  const thresholds = overrideThresholds(defaultThresholds, thresholdsSchema.parse({ p50: "+3%" }));
  const rows = Array.from({ length: 5 }, (_, index) =>
    replayedRow({ id: `row ${index}`, thresholds, callMs: 0.5, callsPerLaunch: 100 }),
  );
  /** For a head that takes `change` more, as ln. */
  const noise =
    (change: number): Noise =>
    (_, random) => {
      const next = resembling(0.8, random);
      return () => {
        const moved = change + 0.07 * next();
        return { p50: moved, throughput: moved, cpu: moved, slowCalls: 0, stalls: 0 };
      };
    };
  const regressed = (change: number) => {
    const random = seededRandom(5);
    const runs = Array.from({ length: 60 }, () => playRun({ rows, noise: noise(change), gates: 44, most: 40, random }));
    return runs.filter(({ regressedAfter }) => regressedAfter !== undefined).length;
  };

  test("seldom regresses where nothing changed, at a limit of half of its scatter", () => {
    // More than half do where correlated rounds count fully.
    expect(regressed(0)).toBeLessThanOrEqual(10);
  });

  test("still regresses where head is much slower", () => {
    expect(regressed(0.4)).toBe(60);
  });
});

describe("a record", () => {
  const codes = (lag: number) => {
    const random = seededRandom(6);
    const rounds = (changes: readonly number[]) =>
      changes.map((change) => ({ latencies: new Array<number>(30).fill(Math.exp(change)) }));
    const rows = ["a", "b", "c"].map((id) => {
      const changes = series(20, lag, random);
      return [id, { base: rounds(changes.map(() => 0)), head: rounds(changes) }] as const;
    });
    const record = makeRecord({ rows: Object.fromEntries(rows) });
    return comparePaired(record).warnings.map(({ code }) => code);
  };

  test("of correlated rounds says so", () => {
    expect(codes(0.8)).toContain("correlated-rounds");
  });

  test("whose few rounds step up once shows no change that lies beyond all of them", () => {
    const steps = [-0.03, -0.08, 0, 1.1, 1.4, 1.36];
    const rounds = (changes: readonly number[]) =>
      changes.map((change) => ({ latencies: new Array<number>(30).fill(Math.exp(change)) }));
    const { findings, warnings } = comparePaired(
      makeRecord({ rows: { a: { base: rounds(steps.map(() => 0)), head: rounds(steps) } } }),
    );
    expect(warnings.map(({ code }) => code)).toContain("correlated-rounds");
    const shown = findings.find(({ metric }) => metric === "p50")?.change;
    expect(Math.log1p(shown?.estimate ?? Number.NaN)).toBeLessThanOrEqual(Math.max(...steps) + 1e-9);
    expect(shown?.high ?? 0).toBeGreaterThanOrEqual(shown?.estimate ?? Number.NaN);
  });

  test("of independent rounds does not", () => {
    expect(codes(0)).not.toContain("correlated-rounds");
  });
});
