import { describe, expect, test } from "vitest";
import { evidenceAbove, evidenceOfHigher } from "../../src/stats/anytime.ts";
import { seededRandom } from "../../src/stats/random.ts";

type Pair = readonly [number, number];

/** Rounds until the evidence of either test is enough, or there are no more. */
function roundsUntil(needed: number, pairs: readonly Pair[], test: (pairs: readonly Pair[]) => number): number {
  const enough = pairs.findIndex((_, last) => test(pairs.slice(0, last + 1)) >= needed);
  return enough < 0 ? Number.POSITIVE_INFINITY : enough + 1;
}

describe("evidence by ranks", () => {
  test("is what the bets on the places of the values have won", () => {
    expect(evidenceOfHigher([])).toBe(1);
    // The second of two stands half way up: 1 + 0.9, and 1 + 0.9 / 2.
    expect(evidenceOfHigher([[3, 4]])).toBeCloseTo((1.9 + 1.45) / 2, 12);
    // Then the lowest of three, at -2/3, and the highest of four, at 3/4.
    const bold = 1.9 ** 3;
    const cautious = 1.45 * (1 + 0.6) * (1 + 0.675);
    expect(
      evidenceOfHigher([
        [3, 4],
        [2, 5],
      ]),
    ).toBeCloseTo((bold + cautious) / 2, 12);
    expect(evidenceOfHigher([[4, 3]])).toBeCloseTo((0.1 + 0.55) / 2, 12);
  });

  test("tells nothing of values that are all alike", () => {
    expect(evidenceOfHigher(Array.from({ length: 30 }, () => [7, 7]))).toBeCloseTo(1, 9);
  });

  test("finds what lies apart in fewer rounds than the signs of the differences", () => {
    const random = seededRandom(3);
    const pairs = Array.from({ length: 20 }, (): Pair => [random(), 2 + random()]);
    const signs = (some: readonly Pair[]) =>
      evidenceAbove(
        some.map(([lower, higher]) => higher - lower),
        { theta: 0, scale: 0.5 },
      );
    expect(roundsUntil(3600, pairs, signs)).toBe(13);
    expect(roundsUntil(3600, pairs, evidenceOfHigher)).toBeLessThanOrEqual(9);
  });
});

const wild = (random: () => number) => Math.tan(Math.PI * (random() - 0.5));
const noises: Readonly<Record<string, (random: () => number, round: number) => Pair>> = {
  "heavy tails": (random) => [wild(random), wild(random)],
  "ties, and steps that few launches take": (random) => [
    random() < 0.2 ? 5 : Math.floor(2 * random()),
    random() < 0.2 ? 5 : Math.floor(2 * random()),
  ],
  "something that both of a pair have in common": (random) => {
    const both = 5 * wild(random);
    return [both + random(), both + random()];
  },
  "a rise from round to round": (random, round) => [round + 5 * random(), round + 5 * random()],
};

test.each(Object.entries(noises))("ever reaches 20 in no more than one of twenty series: %s", (_, noise) => {
  const random = seededRandom(2026);
  const trials = 1000;
  let alarms = 0;
  for (let trial = 0; trial < trials; trial++) {
    const pairs = Array.from({ length: 20 }, (_, round) => noise(random, round));
    if (roundsUntil(20, pairs, evidenceOfHigher) <= 20) alarms++;
  }
  // 5 % of 1000 plus four standard errors.
  expect(alarms).toBeLessThanOrEqual(78);
});
