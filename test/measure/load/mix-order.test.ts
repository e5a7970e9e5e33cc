import { describe, expect, test } from "vitest";
import { MixOrder } from "../../../src/measure/load/mix.ts";

function sequence(weights: readonly number[], { seed = 1, calls = 100 } = {}): number[] {
  const order = new MixOrder(weights, seed);
  return Array.from({ length: calls }, () => order.next());
}

describe("a mix", () => {
  test.each([
    [[8, 2], 5],
    [[1, 1], 2],
    [[5, 3, 2], 10],
    [[300, 100], 4],
  ])("of weights %j keeps them in every stretch of %i calls", (weights, stretch) => {
    const drawn = sequence(weights, { calls: 20 * stretch });
    const sum = weights.reduce((total, weight) => total + weight, 0);
    for (let from = 0; from < drawn.length; from += stretch) {
      const part = drawn.slice(from, from + stretch);
      for (const [index, weight] of weights.entries())
        expect(part.filter((drawn) => drawn === index)).toHaveLength((weight * stretch) / sum);
    }
  });

  test("is the same for the same seed and another for another", () => {
    expect(sequence([8, 2], { seed: 7 })).toEqual(sequence([8, 2], { seed: 7 }));
    expect(sequence([8, 2], { seed: 7 })).not.toEqual(sequence([8, 2], { seed: 8 }));
  });

  test("is interleaved, not one pattern over and over", () => {
    const drawn = sequence([4, 4], { calls: 80 });
    const stretches = new Set(Array.from({ length: 40 }, (_, index) => drawn.slice(2 * index, 2 * index + 2).join("")));
    expect(stretches).toEqual(new Set(["01", "10"]));
  });
});
