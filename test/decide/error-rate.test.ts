import { describe, expect, test } from "vitest";
import { type Failures, judgeErrorRate } from "../../src/decide/error-rate.ts";
import { falseAlarmsAt, type MeasuredGate } from "../../src/decide/judge.ts";
import { seededRandom } from "../../src/stats/random.ts";
import { comparePaired, makeRecord } from "./records.ts";

const calls = 100;

function failures(perLaunch: readonly number[]): Failures {
  const count = perLaunch.reduce((sum, one) => sum + one, 0);
  return { count, of: calls * perLaunch.length, perLaunch: perLaunch.map((one) => one / calls) };
}

function judge(base: readonly number[], head: readonly number[], gates = 11, looks = 1, points = 0.005): string {
  const { perLaunch } = failures(head);
  const gate: MeasuredGate = {
    row: "echo",
    threshold: { metric: "error_rate", level: "fail", limit: { kind: "points", points }, text: "" },
    statistic: { state: "measured", value: 0, rounds: [...perLaunch] },
  };
  return judgeErrorRate(gate, { base: failures(base), head: failures(head), alarms: falseAlarmsAt(looks) / gates })
    .state;
}

describe("a rise of the error rate", () => {
  test("is rarely seen in an unchanged server that fails in some launches, whenever one looks", () => {
    const runs = 300;
    // Share of launches that fail, and calls of theirs that do.
    for (const [share, failing] of [
      [0.2, 50],
      [0.3, 20],
      [0.1, 100],
    ] as const) {
      const random = seededRandom(17);
      const launch = () => (random() < share ? failing : 0);
      let [atTheEnd, ever] = [0, 0];
      for (let run = 0; run < runs; run++) {
        const [base, head]: [number[], number[]] = [[], []];
        let seen = false;
        for (let round = 0; round < 15; round++) {
          base.push(launch());
          head.push(launch());
          if (round >= 6) seen ||= judge(base, head) === "regressed";
        }
        if (judge(base, head) === "regressed") atTheEnd += 1;
        if (seen) ever += 1;
      }
      expect(atTheEnd / runs).toBeLessThanOrEqual(0.01);
      expect(ever / runs).toBeLessThanOrEqual(0.03);
    }
  });

  test("keeps its promise for a single gate over all looks, and is decided where errors are normal", () => {
    const random = seededRandom(23);
    const runs = 400;
    for (const share of [0.01, 0.05]) {
      const launch = () =>
        Array.from({ length: calls }, () => (random() < share ? 1 : 0)).filter((one) => one > 0).length;
      let [ever, open] = [0, 0];
      for (let run = 0; run < runs; run++) {
        const [base, head]: [number[], number[]] = [[], []];
        const states: string[] = [];
        for (let round = 0; round < 30; round++) {
          base.push(launch());
          head.push(launch());
          if (round >= 5) states.push(judge(base, head, 1, round - 4));
        }
        if (states.includes("regressed")) ever += 1;
        if (states.slice(0, 10).every((state) => state === "inconclusive")) open += 1;
      }
      // 1 % of 400 plus 2.5 standard errors.
      expect(ever).toBeLessThanOrEqual(9);
      if (share === 0.01) expect(open / runs).toBeLessThanOrEqual(0.25);
    }
  });

  /** Share of runs of up to 30 rounds that pass. `clusters`: share of launches that all failures fall into. */
  const passing = (base: number, head: number, { clusters = 1, runs = 400 } = {}) => {
    const random = seededRandom(3);
    const launch = (share: number) => {
      const own = random() < clusters ? share / clusters : 0;
      return Array.from({ length: calls }, () => random() < own).filter(Boolean).length;
    };
    let passed = 0;
    for (let run = 0; run < runs; run++) {
      const [before, after]: [number[], number[]] = [[], []];
      let state = "inconclusive";
      for (let round = 0; round < 30 && state === "inconclusive"; round++) {
        before.push(launch(base));
        after.push(launch(head));
        if (round >= 5) state = judge(before, after, 20, round - 4);
      }
      if (state === "pass") passed += 1;
    }
    return passed / runs;
  };

  test("of twice the limit seldom passes at any look, be it from none or from 1 %", () => {
    expect(passing(0.0001, 0.0101)).toBeLessThanOrEqual(0.07);
    expect(passing(0.01, 0.02)).toBeLessThanOrEqual(0.12);
  });

  test("passes where there is none, though failures are steady, or come in clusters", () => {
    expect(passing(0.01, 0.01)).toBeGreaterThanOrEqual(0.95);
    expect(passing(0.05, 0.05, { clusters: 0.2 })).toBeGreaterThanOrEqual(0.65);
  });

  test("is ruled out by enough calls, or by none that fails", () => {
    const alike = (launches: number, points?: number) =>
      judge(new Array(launches).fill(1), new Array(launches).fill(1), 11, 1, points);
    for (const points of [0.005, 0]) {
      expect(alike(8, points)).toBe("inconclusive");
      expect(alike(12, points)).toBe("pass");
    }
    expect(judge([0, 0], [0, 0])).toBe("pass");
    expect(judge([2, 3], [0, 0])).toBe("pass");
  });

  test("is seen where calls fail evenly, and where most launches fail", () => {
    const none = new Array<number>(15).fill(0);
    expect(
      judge(
        none,
        none.map((_, round) => 4 + (round % 3)),
      ),
    ).toBe("regressed");
    expect(
      judge(
        none,
        none.map((_, round) => (round % 5 === 0 ? 0 : 90)),
      ),
    ).toBe("regressed");
  });

  test("is an improvement the other way round, and none where both fail alike", () => {
    const some = [5, 4, 6, 5, 5, 4, 6, 5, 5, 4, 6, 5, 5, 4, 6];
    expect(judge(some, new Array(15).fill(0))).toBe("improved");
    expect(judge(some, some)).toBe("inconclusive");
  });
});

test("a run of as many rounds as were asked for is looked at once", () => {
  const rounds = (failing: number) =>
    Array.from({ length: 30 }, () => ({
      latencies: Array.from({ length: calls - failing }, (_, call) => 1 + call / 1000),
      ...(failing > 0 && { failures: { "tool-error": failing } }),
    }));
  const stateOf = (code: "rounds-configured" | "rounds-at-limit") => {
    const made = makeRecord({
      rows: { echo: { base: rounds(1), head: rounds(2) } },
      thresholds: { error_rate: "+0.1pp" },
      run: { stop: [{ code, rounds: 30 }] },
    });
    return comparePaired(made).findings.find(({ metric }) => metric === "error_rate")?.state;
  };
  expect([stateOf("rounds-configured"), stateOf("rounds-at-limit")]).toEqual(["regressed", "inconclusive"]);
});
