import { describe, expect, test } from "vitest";
import { evidenceMoreOften, type Pair } from "../../src/stats/more-often.ts";
import { seededRandom } from "../../src/stats/random.ts";

const same = (count: number, pair: Pair) => new Array<Pair>(count).fill(pair);

describe("evidence that something happens more often", () => {
  test("is 1 before the first round and grows where only one side has it", () => {
    expect(evidenceMoreOften([])).toBe(1);
    expect(evidenceMoreOften(same(7, { before: false, after: true }))).toBeGreaterThan(1000);
    expect(evidenceMoreOften(same(7, { before: true, after: false }))).toBeLessThan(0.01);
    expect(evidenceMoreOften(same(20, { before: true, after: true }))).toBeLessThan(1.001);
  });

  // Half of the pairs (0, 1) and half (0, 0), by hand for one bet: (0.98 · 0.5 / (0.74 · 0.26)) · (0.98 · 0.5 / 0.74²).
  test("is the mean of the bets", () => {
    const chances = [0.02, 0.2, 0.5, 0.8, 0.98];
    const bet = (before: number, after: number) => {
      const either = (before + after) / 2;
      const [once, never] = [(1 - before) * after, (1 - before) * (1 - after)];
      return (once / ((1 - either) * either)) * (never / (1 - either) ** 2);
    };
    const all = chances.flatMap((before, index) => chances.slice(index + 1).map((after) => bet(before, after)));
    const mean = all.reduce((sum, one) => sum + one, 0) / all.length;
    expect(
      evidenceMoreOften([
        { before: false, after: true },
        { before: false, after: false },
      ]),
    ).toBeCloseTo(mean, 12);
  });

  test.each([0.02, 0.2, 0.5, 0.9])(
    "reaches 20 at any of 40 looks in at most one of 20 series, at a chance of %s",
    (chance) => {
      const random = seededRandom(3);
      const series = 600;
      let reached = 0;
      for (let one = 0; one < series; one++) {
        const pairs: Pair[] = [];
        for (let look = 0; look < 40; look++) {
          pairs.push({ before: random() < chance, after: random() < chance });
          if (evidenceMoreOften(pairs) < 20) continue;
          reached += 1;
          break;
        }
      }
      expect(reached / series).toBeLessThanOrEqual(0.05);
    },
  );
});
