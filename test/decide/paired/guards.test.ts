import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { decide } from "../../../src/decide/decide.ts";
import { decideDifferences, judgementOf } from "../../../src/decide/paired/decide-gate.ts";
import { seededRandom } from "../../../src/stats/random.ts";
import { trimmedMean } from "../../../src/stats/trimmed.ts";
import { comparePaired, makeRecord } from "../records.ts";

type Figures = [p50: number, throughput: number, cpu: number, slowCalls: number, stalls: number];
const file = new URL("../../../fixtures/recorded/round-figures.json", import.meta.url);
const recorded = JSON.parse(readFileSync(file, "utf8")) as Record<"aa" | "ab10" | "slow" | "pause", Figures[]>;

/** Gates of a run of 20 rows under the default thresholds. */
const gates = 143;
const limit = 0.05;

function replay(kind: keyof typeof recorded, figure: 3 | 4) {
  const [id, limit] = figure === 3 ? (["slow_calls", 0.05] as const) : (["stalls", 0.03] as const);
  const random = seededRandom(5);
  const tally = { regressed: 0, pass: 0, inconclusive: 0, improved: 0 };
  for (let trial = 0; trial < 200; trial++) {
    const seen: { worse: number }[] = [];
    let state: keyof typeof tally = "inconclusive";
    while (state === "inconclusive" && seen.length < 40) {
      seen.push({ worse: recorded[kind][Math.floor(random() * recorded[kind].length)]?.[figure] ?? Number.NaN });
      ({ state } = decideDifferences(seen, { id, limit, gates }));
    }
    tally[state] += 1;
  }
  return tally;
}

describe("guards on recorded launches of a busy machine", () => {
  test("stay quiet on unchanged code, and on code that is slower as a whole", () => {
    for (const figure of [3, 4] as const) {
      expect(replay("aa", figure)).toMatchObject({ regressed: 0 });
      expect(replay("aa", figure).pass).toBeGreaterThanOrEqual(198);
    }
    expect(replay("ab10", 3).pass).toBe(200);
  });

  test("a slow path of every tenth call is found by the share of slow calls", () => {
    expect(replay("slow", 3).regressed).toBeGreaterThanOrEqual(190);
  });

  test("pauses of 15 ms every 200 calls are found by the stalled time", () => {
    expect(replay("pause", 4).regressed).toBeGreaterThanOrEqual(196);
    expect(replay("pause", 3).pass).toBe(200);
  });
});

describe("a guard", () => {
  const judge = (differences: number[], gates = 1) => {
    const id = "slow_calls";
    return judgementOf(
      decideDifferences(
        differences.map((worse) => ({ worse })),
        { id, limit, gates },
      ),
      { base: 0.01 },
    );
  };

  test("passes by its estimate within the limit, and alarms by evidence beyond it", () => {
    const scattered = (centre: number) =>
      Array.from({ length: 20 }, (_, round) => centre + (round % 2 === 0 ? 0.2 : -0.2));
    expect(judge(scattered(0.04))).toMatchObject({ state: "pass", reason: { code: "within", rounds: 20 } });
    expect(judge(scattered(0.06)).state).toBe("inconclusive");
    expect(judge(new Array(20).fill(0.1)).state).toBe("regressed");
    expect(judge(new Array(20).fill(0.1)).change?.estimate).toBeCloseTo(0.1, 12);
    expect(judge(new Array(5).fill(0)).state).toBe("inconclusive");
  });

  test("has head's figure where the change puts it", () => {
    const head = (id: "slow_calls" | "cpu_to_p50") =>
      judgementOf(decideDifferences(new Array(20).fill({ worse: 0.1 }), { id, limit, gates: 1 }), { base: 0.01 }).head;
    expect(head("slow_calls")).toBeCloseTo(0.11);
    // Its change is no difference of two such ratios.
    expect(head("cpu_to_p50")).toBeUndefined();
  });

  test("says how many rounds it takes among many gates, where there were fewer", () => {
    const among = (gates: number) => judge(new Array(9).fill(0.1), gates).reason;
    expect(among(1000)).toEqual({ code: "too-few", rounds: 9, gates: 1000, need: expect.any(Number) });
    expect(among(1)).toEqual({ code: "shown", rounds: 9 });
  });

  test("stays open beyond its limit, however small the evidence, and with too few rounds", () => {
    const wide = [0.3, -0.25, 0.2, -0.1, 0.25, 0.15, 0.1, -0.05, 0.3, 0.05];
    expect(trimmedMean(wide)).toBeGreaterThan(limit);
    expect(judge(wide)).toMatchObject({
      state: "inconclusive",
      reason: { code: "evidence", rounds: 10, need: 100 },
    });
    expect(judge([0, 0, 0]).reason).toEqual({ code: "too-few", rounds: 3, gates: 1, need: 8 });
  });
});

describe("a head that burns CPU while idle", () => {
  const rounds = Array.from({ length: 20 }, () => ({ latencies: new Array<number>(50).fill(1) }));
  const burning = (share: number) => {
    const launches = (value: number) => rounds.map((_, index) => ({ idle_cpu: value + 0.001 * (index % 3) }));
    const record = makeRecord({
      rows: { echo: { base: rounds, head: rounds } },
      launches: { base: launches(0.01), head: launches(share) },
    });
    return comparePaired(record);
  };

  test("is regressed although base is as slow, and leads the verdict", () => {
    const comparison = burning(0.5);
    expect(comparison.findings.filter(({ state }) => state === "regressed").map(({ metric }) => metric)).toEqual([
      "idle_cpu",
    ]);
    const verdict = decide(comparison, { failOn: ["regression"] });
    expect(verdict).toMatchObject({ status: "regressed", failed: true });
    expect(verdict.regressed[0]?.metric).toBe("idle_cpu");
  });

  test("and one that does not is left alone", () => {
    expect(decide(burning(0.02), { failOn: ["regression"] }).status).toBe("pass");
  });
});

describe("a tenth of the calls of a head that takes 3 ms more than the others", () => {
  const rounds = (typical: number, others: number) =>
    Array.from({ length: 20 }, (_, round) => ({
      latencies: Array.from({ length: 100 }, (_, call) => (call % 10 === 0 ? others : typical) * (1 + 0.001 * round)),
    }));
  const states = (base: number) => {
    const record = makeRecord({ rows: { echo: { base: rounds(base, base), head: rounds(2, 5) } } });
    const { findings } = comparePaired(record);
    return findings.filter(({ metric }) => metric === "slow_calls").map(({ state }) => state);
  };

  test("is a regression beside a base as fast", () => {
    expect(states(2)).toEqual(["regressed"]);
  });

  test("is none beside a base that was slower than that with every call", () => {
    expect(states(30)).toEqual(["pass"]);
  });
});
