import { describe, expect, it } from "vitest";
import { type Comparative, howMuch, speed } from "../../src/metrics/how-much.ts";

const memory: Comparative = { by: ["more memory", "less memory"], times: ["as much memory"] };

describe("a change in a sentence", () => {
  it("is a percentage below ten times, and then how many times", () => {
    expect([0.208, 8.99, 9, 31.06, 3105.2].map((change) => howMuch(change, speed).words)).toEqual([
      "20.8% slower",
      "899% slower",
      "10 times as slow",
      "32 times as slow",
      "3,106 times as slow",
    ]);
    expect([0.208, 31.06].map((change) => howMuch(change, speed).than)).toEqual(["than", "as"]);
  });

  it("is how many times as fast too, but a share of amounts", () => {
    expect([-0.5, -0.89, -0.97].map((change) => howMuch(change, speed).words)).toEqual([
      "50% faster",
      "89% faster",
      "33 times as fast",
    ]);
    expect([31.06, -0.97].map((change) => howMuch(change, memory).words)).toEqual([
      "32 times as much memory",
      "97% less memory",
    ]);
  });

  it("holds no number that is none", () => {
    for (const change of [-1, -1.5, 0, Number.POSITIVE_INFINITY, Number.NaN])
      expect(howMuch(change, speed).words).not.toMatch(/NaN|Infinity|\de\+/);
  });
});
