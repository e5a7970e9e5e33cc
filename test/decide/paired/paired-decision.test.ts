import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import {
  decidePaired,
  detectableBy,
  type PairedState,
  roundsNeeded,
} from "../../../src/decide/paired/paired-decision.ts";
import { seededRandom } from "../../../src/stats/random.ts";
import { trimmedInterval, trimmedMean } from "../../../src/stats/trimmed.ts";
import { normal } from "../records.ts";

type Kind = "aa" | "ab5" | "ab10";
const file = new URL("../../../fixtures/recorded/launch-pairs.json", import.meta.url);
const recorded = JSON.parse(readFileSync(file, "utf8")) as Record<Kind, [p50: number, mean: number][]>;

interface Tally {
  readonly regressed: number;
  readonly pass: number;
  readonly inconclusive: number;
  readonly improved: number;
  readonly rounds: number;
}

/** Draws rounds until the answer is clear, at most 40, as a run does. */
function replay(
  draw: () => number,
  { threshold, gates = 20, trials = 300 }: { threshold: number; gates?: number; trials?: number },
): Tally {
  const tally = { regressed: 0, pass: 0, inconclusive: 0, improved: 0, rounds: 0 };
  for (let trial = 0; trial < trials; trial++) {
    const ratios: number[] = [];
    let state: PairedState = "inconclusive";
    while (state === "inconclusive" && ratios.length < 40) {
      ratios.push(draw());
      ({ state } = decidePaired(ratios, { limit: Math.log1p(threshold), gates }));
    }
    tally[state] += 1;
    tally.rounds += ratios.length / trials;
  }
  return tally;
}

function recordedDraw(kind: Kind, statistic: 0 | 1) {
  const random = seededRandom(20);
  const ratios = recorded[kind].map((pair) => pair[statistic]);
  return () => ratios[Math.floor(random() * ratios.length)] ?? Number.NaN;
}

describe("recorded launches, 20 gates, p50", () => {
  test("unchanged code never regresses and passes at +3 %", () => {
    const tally = replay(recordedDraw("aa", 0), { threshold: 0.03, trials: 1000 });
    expect(tally.regressed).toBe(0);
    expect(tally.pass).toBeGreaterThanOrEqual(980);
    expect(tally.rounds).toBeLessThan(15);
  });

  test("a true +5 % at fail +3 % is found", () => {
    const tally = replay(recordedDraw("ab5", 0), { threshold: 0.03 });
    expect(tally.regressed).toBeGreaterThanOrEqual(294);
    expect(tally.rounds).toBeLessThan(21);
  });

  test("a true +10 % at fail +5 % is found", () => {
    const tally = replay(recordedDraw("ab10", 0), { threshold: 0.05 });
    expect(tally.regressed).toBeGreaterThanOrEqual(297);
    expect(tally.rounds).toBeLessThan(16);
  });
});

describe("recorded launches, 20 gates, mean of all calls", () => {
  // The mean of a disturbed machine is far noisier than its median: see how often it stays open.
  test("unchanged code never regresses", () => {
    const tally = replay(recordedDraw("aa", 1), { threshold: 0.1 });
    expect(tally.regressed).toBe(0);
    expect(tally.pass).toBeGreaterThan(240);
  });

  test("a true +10 % at fail +5 % mostly is found, and hardly ever passes", () => {
    const tally = replay(recordedDraw("ab10", 1), { threshold: 0.05 });
    expect(tally.regressed).toBeGreaterThan(240);
    expect(tally.pass).toBeLessThanOrEqual(3);
  });
});

describe("noise of a bad kind around no change", () => {
  const random = seededRandom(6);
  const kinds: [string, () => number][] = [
    ["heavy tails", () => 0.03 * Math.tan(Math.PI * (random() - 0.5))],
    ["two modes 5× apart", () => (random() < 0.3 ? Math.log(5) * Math.sign(random() - 0.5) : 0.03 * normal(random))],
    ["ties and zeros", () => 0.05 * (Math.floor(random() * 3) - 1)],
    // Skewed differences break the bound on the evidence alone; the estimate beyond the threshold is asked for too.
    ["skewed differences of median 0", () => (random() < 0.5 ? -0.02 * random() : 0.04 * random())],
    ["a rare slow launch of head alone", () => (random() < 0.1 ? 0.5 : 0.04 * (random() - 0.5))],
    ["tight noise", () => 0.001 * normal(random)],
  ];
  test.each(kinds)("%s: no false alarm", (_, draw) => {
    expect(replay(draw, { threshold: 0.03, gates: 1 }).regressed).toBeLessThanOrEqual(9); // 1 % of 300 + 3.5 s.e.
  });

  test("drift that runs through both arms alike leaves the ratios as they are", () => {
    let round = 0;
    const draw = () => {
      round += 1;
      const machine = Math.exp(0.02 * (round % 40));
      return Math.log((machine * Math.exp(0.02 * normal(random))) / (machine * Math.exp(0.02 * normal(random))));
    };
    const tally = replay(draw, { threshold: 0.05 });
    expect(tally.regressed).toBe(0);
    expect(tally.pass).toBeGreaterThan(290);
  });
});

describe("decidePaired", () => {
  const bar = { limit: Math.log(1.1), gates: 1 };

  test("fewer than six rounds never decide", () => {
    expect(decidePaired(new Array(5).fill(0), bar).state).toBe("inconclusive");
    expect(decidePaired(new Array(5).fill(1), { ...bar, gates: 0.1 }).state).toBe("inconclusive");
    expect(decidePaired(new Array(6).fill(0), bar).state).toBe("pass");
  });

  test("a change shown beyond doubt but below the threshold does not regress", () => {
    expect(decidePaired(new Array(30).fill(0.05), bar).state).toBe("pass");
    expect(decidePaired(new Array(30).fill(0.2), bar).state).toBe("regressed");
    expect(decidePaired(new Array(30).fill(-0.2), bar).state).toBe("improved");
  });

  test("a pass asks for the interval below the limit, too", () => {
    const rounds = Array.from({ length: 20 }, (_, index) => (index % 2 === 0 ? 0.01 : -0.01));
    expect(trimmedInterval(rounds)?.high).toBeLessThan(bar.limit);
    expect(decidePaired(rounds, bar).state).toBe("pass");
    // One step makes the interval as wide: the evidence of these is the same.
    const wide = [...rounds.slice(0, 15), ...new Array(5).fill(0.3)];
    expect(trimmedInterval(wide)?.high).toBeGreaterThan(bar.limit);
    expect(decidePaired(wide, { ...bar, gates: 1e9 }).state).toBe("inconclusive");
  });

  test("with the true change on the threshold neither answer is reached", () => {
    const around = Array.from({ length: 40 }, (_, index) => bar.limit + (index % 2 === 0 ? 0.02 : -0.02) - 1e-6);
    expect(decidePaired(around, bar).state).toBe("inconclusive");
  });

  test("a threshold of 0 % still tells worse from better", () => {
    const zero = { limit: 0, gates: 1 };
    expect(decidePaired(new Array(20).fill(0.05), zero).state).toBe("regressed");
    expect(decidePaired(new Array(20).fill(-0.05), zero).state).toBe("improved");
    expect(decidePaired(new Array(20).fill(0), zero).state).toBe("inconclusive");
  });

  test("more gates ask for more rounds", () => {
    expect([1, 20, 60].map(roundsNeeded)).toEqual([8, 12, 14]);
    const ratios = new Array(10).fill(1);
    expect(decidePaired(ratios, bar).state).toBe("regressed");
    expect(decidePaired(ratios, { ...bar, gates: 20 }).state).toBe("inconclusive");
  });

  test("refuses NaN, and decides nothing without rounds", () => {
    expect(decidePaired([], bar)).toMatchObject({ state: "inconclusive", interval: undefined });
    expect(() => decidePaired([Number.NaN], bar)).toThrow(RangeError);
  });
});

describe("detectableBy", () => {
  const bar = { limit: Math.log(1.02), gates: 1 };

  test("the smallest detectable change is one that would have been found, and a smaller one would not", () => {
    const noise = [0.05, -0.04, 0.02, -0.06, 0.03, -0.01, 0.04, -0.03, 0.01, -0.02, 0.06, -0.05];
    const minimumDetectable = detectableBy(decidePaired(noise, bar));
    const estimate = trimmedMean(noise);
    const shifted = (change: number) => noise.map((ratio) => ratio - estimate + change);
    expect(minimumDetectable).toBeGreaterThan(bar.limit);
    expect(decidePaired(shifted(minimumDetectable * 1.001), bar).state).toBe("regressed");
    expect(decidePaired(shifted(minimumDetectable * 0.97), bar).state).not.toBe("regressed");
  });

  test("is infinite where the rounds are too few for any", () => {
    expect(detectableBy(decidePaired(new Array(7).fill(0), bar))).toBe(Number.POSITIVE_INFINITY);
  });
});
