import { expect, test } from "vitest";
import { seededRandom } from "../../src/stats/random.ts";

// An independent xoshiro128** over Python's integers gives the same numbers.
test("is xoshiro128**", () => {
  const small = seededRandom(42);
  expect([small(), small(), small()]).toEqual([0.6606157226487994, 0.12688010395504534, 0.11170196393504739]);
  const large = seededRandom(2 ** 40 + 7);
  expect([large(), large()]).toEqual([0.4009358973708004, 0.8541155445855111]);
});

test("spreads evenly over [0, 1)", () => {
  const random = seededRandom(3);
  const bins = new Array<number>(10).fill(0);
  for (let draw = 0; draw < 10_000; draw++) {
    const bin = Math.floor(random() * 10);
    bins[bin] = (bins[bin] ?? 0) + 1;
  }
  const chiSquared = bins.reduce((sum, count) => sum + (count - 1000) ** 2 / 1000, 0);
  expect(chiSquared).toBeLessThan(27.88); // 99.9 % of chi-squared with 9 degrees of freedom
});

test("refuses seeds that are not whole numbers from 0", () => {
  for (const seed of [-1, 0.5, Number.NaN, 2 ** 53]) expect(() => seededRandom(seed)).toThrow(RangeError);
});
