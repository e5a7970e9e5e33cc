import { describe, expect, test } from "vitest";
import { type Failures, judgeErrorRate } from "../../src/decide/error-rate.ts";
import type { MeasuredGate } from "../../src/decide/judge.ts";
import { seededRandom } from "../../src/stats/random.ts";

const calls = 100;

function failures(perLaunch: readonly number[]): Failures {
  const count = perLaunch.reduce((sum, one) => sum + one, 0);
  return { count, of: calls * perLaunch.length, perLaunch: perLaunch.map((one) => one / calls) };
}

function judge(base: readonly number[], head: readonly number[], gates = 11, looks = 1): string {
  const { perLaunch } = failures(head);
  const gate: MeasuredGate = {
    row: "echo",
    threshold: { metric: "error_rate", level: "fail", limit: { kind: "points", points: 0.005 }, text: "+0.5pp" },
    statistic: { state: "measured", value: 0, rounds: [...perLaunch] },
  };
  return judgeErrorRate(gate, { base: failures(base), head: failures(head), gates, looks }).state;
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

  test("of twice the limit, where base has no failures, passes at one of the looks in at most 7 of 100 runs", () => {
    const random = seededRandom(3);
    const runs = 400;
    const launch = (share: number) => {
      let failed = 0;
      for (let call = 0; call < calls; call++) if (random() < share) failed += 1;
      return failed;
    };
    let passed = 0;
    for (let run = 0; run < runs; run++) {
      const [base, head]: [number[], number[]] = [[], []];
      let state = "inconclusive";
      for (let round = 0; round < 30 && state === "inconclusive"; round++) {
        base.push(launch(0.0001));
        head.push(launch(0.0101));
        if (round >= 5) state = judge(base, head, 20, round - 4);
      }
      if (state === "pass") passed += 1;
    }
    expect(passed / runs).toBeLessThanOrEqual(0.07);
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
    expect(judge(some, some)).toBe("pass");
  });
});
