import { describe, expect, test } from "vitest";
import { evidenceAbove, evidenceBelow, mostEvidence } from "../../src/stats/anytime.ts";
import { seededRandom } from "../../src/stats/random.ts";

const d = [0.012, -0.03, 0.051, 0.048, 0.02, 0.19, 0.033, -0.004];
const scale = 0.03;

// numpy: lam = [.8, 3.2]; y = tanh((d - theta) / scale)
//        E = mean([prod(exp(l * y) / cosh(l * y)) for l in lam])
describe("evidence", () => {
  test("agrees with numpy", () => {
    expect(evidenceAbove(d, { theta: 0, scale })).toBeCloseTo(2.8851113392039105, 11);
    expect(evidenceBelow(d, { theta: 0.03, scale })).toBeCloseTo(0.23085038222194276, 11);
    expect(evidenceAbove(d, { theta: 0.05, scale })).toBeCloseTo(0.011260922794113976, 11);
  });

  test("is 1 before the first round and cannot exceed a doubling per round", () => {
    expect(evidenceAbove([], { theta: 0, scale })).toBe(1);
    expect(Math.round(mostEvidence(7))).toBe(81);
    expect(evidenceAbove(new Array(7).fill(1e6), { theta: 0, scale })).toBeCloseTo(mostEvidence(7), 9);
  });

  test("refuses what is not a number", () => {
    expect(() => evidenceAbove([Number.NaN], { theta: 0, scale })).toThrow(RangeError);
    expect(() => evidenceAbove([1], { theta: 0, scale: 0 })).toThrow(RangeError);
  });
});

/** Symmetric noise of every bad kind; each is drawn anew per round. */
const noises: Record<string, (random: () => number, round: number) => number> = {
  "two modes 5× apart": (random) =>
    random() < 0.3 ? Math.log(5) * Math.sign(random() - 0.5) : 0.02 * (random() - 0.5),
  "heavy tails (Cauchy)": (random) => 0.02 * Math.tan(Math.PI * (random() - 0.5)),
  "growing disturbance": (random, round) => 0.01 * (1 + round) * (random() - 0.5),
  "ties and zeros": (random) => 0.05 * (Math.floor(random() * 3) - 1),
};

describe.each(Object.entries(noises))("under %s", (_, noise) => {
  test("stopping whenever it looks good raises a false alarm no more often than promised", () => {
    const random = seededRandom(2026);
    const trials = 2000;
    let alarms = 0;
    for (let trial = 0; trial < trials; trial++) {
      const seen: number[] = [];
      for (let round = 0; round < 40; round++) {
        seen.push(noise(random, round));
        if (evidenceAbove(seen, { theta: 0, scale }) < 20) continue;
        alarms += 1;
        break;
      }
    }
    // 5 % of 2000 plus four standard errors: scipy stats.binom.sf(139, 2000, .05) = 6e-5.
    expect(alarms).toBeLessThan(140);
  });
});

describe("asymmetry", () => {
  /** Share of trials whose evidence ever reaches 20 within 40 looks: promised is at most 5 %. */
  function everReaches20(draw: (random: () => number) => number): number {
    const random = seededRandom(99);
    const trials = 1000;
    let reached = 0;
    for (let trial = 0; trial < trials; trial++) {
      const seen: number[] = [];
      while (seen.length < 40 && evidenceAbove(seen, { theta: 0, scale }) < 20) seen.push(draw(random));
      if (evidenceAbove(seen, { theta: 0, scale }) >= 20) reached += 1;
    }
    return reached / trials;
  }

  // Unchanged code makes the arms exchangeable, so their difference is symmetric however skewed each launch is.
  test.each([
    ["exponential", (random: () => number) => -0.05 * Math.log(1 - random())],
    ["Pareto", (random: () => number) => 0.05 / (1 - random())],
  ])("of the launches (%s) cancels between the arms", (_, launch) => {
    // 5 % of 1000 plus four standard errors is 78.
    expect(everReaches20((random) => launch(random) - launch(random))).toBeLessThan(0.078);
  });

  // The limit of the method, kept in sight: with median 0 but a longer upper tail the promise is broken.
  test("of the differences themselves is not covered by the promise", () => {
    expect(everReaches20((random) => (random() < 0.5 ? -0.02 * random() : 0.04 * random()))).toBeGreaterThan(0.078);
  });
});
