import { describe, expect, test } from "vitest";
import { decide } from "../../../src/decide/decide.ts";
import { seededRandom } from "../../../src/stats/random.ts";
import { comparePaired, normal } from "../records.ts";
import { of, paired, type Sides } from "./sides.ts";

describe("launches in two modes", () => {
  const random = seededRandom(3);
  const rounds = (count: number, slow: (round: number) => { head: boolean; base: boolean }, factor = 1): Sides => {
    const made: Sides = { base: [], head: [] };
    const block = (value: number) => new Array<number>(25).fill(value * Math.exp(0.01 * normal(random)));
    for (let round = 0; round < count; round++) {
      const { head, base } = slow(round);
      made.base.push({ latencies: [], blocks: [block(base ? 5 : 1), block(base ? 5 : 1)] });
      made.head.push({ latencies: [], blocks: [block(factor * (head ? 5 : 1)), block(factor * (head ? 5 : 1))] });
    }
    return made;
  };
  const balanced = (round: number) => ({ head: round % 7 === 1, base: round % 7 === 4 });
  const thresholds = { p50: "+10%" };

  test("equally often slow: both the size and the frequency pass", () => {
    const comparison = comparePaired(paired(rounds(28, balanced), { thresholds }));
    expect(of(comparison, "p50")).toMatchObject({
      state: "pass",
      rounds: 20,
      reason: { setAside: 8 },
    });
    expect(of(comparison, "slow_mode")).toMatchObject({ state: "pass", head: 4 / 28, base: 4 / 28 });
  });

  test("a slowdown beneath the modes is found", () => {
    expect(of(comparePaired(paired(rounds(28, balanced, 1.2), { thresholds })), "p50")?.state).toBe("regressed");
  });

  test("slow far more often: the frequency regresses although the median of launches does not", () => {
    const often = (round: number) => ({ head: round % 5 < 2, base: false });
    const comparison = comparePaired(paired(rounds(40, often), { thresholds }));
    expect(of(comparison, "slow_mode")?.state).toBe("regressed");
    expect(decide(comparison, { failOn: ["regression"] })).toMatchObject({ status: "regressed", failed: true });
  });

  test("slow in every round is a change of size, not of frequency", () => {
    const comparison = comparePaired(
      paired(
        rounds(20, () => ({ head: true, base: false })),
        { thresholds },
      ),
    );
    expect(of(comparison, "p50")?.state).toBe("regressed");
    expect(of(comparison, "slow_mode")).toBeUndefined();
  });
});
