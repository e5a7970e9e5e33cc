import { describe, expect, test } from "vitest";
import { shouldContinue } from "../../src/decide/paired/stopping.ts";
import { compare } from "../../src/facts/compare.ts";
import { runWarnings } from "../../src/facts/warnings.ts";
import { measured } from "../../src/metrics/summary.ts";
import { type RunRecord, recordSchema } from "../../src/record/record.ts";
import { encodeSamples } from "../../src/record/samples.ts";
import { sentenceOf } from "../../src/report/news/sentence.ts";
import { ratioOf } from "../../src/report/ratio.ts";
import { withShownFigures } from "../../src/report/report.ts";
import { plainText } from "../../src/report/text.ts";
import { judge } from "../../src/run/judge.ts";
import { seededRandom } from "../../src/stats/random.ts";
import { summarise } from "../../src/table/summarise.ts";
import { tabulate } from "../../src/table/table.ts";
import { makeRecord } from "./records.ts";

interface Given {
  /** Says how many times as long as on `direct` head's `proxied` takes, and how many times as long as base it takes itself. */
  readonly proxied: number;
  readonly headAgainstBase?: number;
  readonly bound?: string;
  readonly rounds?: number;
}

/** Two variants on both sides, round by round with a spread of a few percent between launches. */
function record({ proxied, headAgainstBase = 1, bound, rounds = 20 }: Given): RunRecord {
  const random = seededRandom(5);
  const launches = (factor: number) =>
    Array.from({ length: rounds }, () => {
      const speed = factor * (1 + 0.02 * (random() - 0.5));
      return { latencies: Array.from({ length: 40 }, () => 10 * speed * (1 + 0.1 * (random() - 0.5))) };
    });
  const plain = makeRecord({
    rows: { get: { head: launches(1), base: launches(1) } },
    thresholds: { p50: "+10%" },
  });
  const variants = { direct: [1, 1], proxied: [proxied * headAgainstBase, proxied] } as const;
  const [row] = plain.rows;
  const named = Object.entries(variants).map(([variant, [head, base]]) => ({
    variant,
    sides: { head: launches(head), base: launches(base) },
  }));
  const measured = (id: string, { latencies }: { latencies: readonly number[] }) => {
    const sorted = latencies.toSorted((a, b) => a - b);
    const meanMs = latencies.reduce((sum, one) => sum + one, 0) / latencies.length;
    const block = {
      position: 0,
      wallMs: meanMs * latencies.length,
      attempted: 40,
      ok: 40,
      medianMs: sorted[20],
      meanMs,
    };
    return {
      row: id,
      outcomes: { ok: 40 },
      errors: [],
      blocks: [block],
      samples: encodeSamples(latencies),
      requestBytes: 10,
    };
  };
  return recordSchema.parse({
    ...plain,
    arms: (["head", "base"] as const).flatMap((side) =>
      named.map(({ variant }) => ({
        id: `${side}/${variant}`,
        side,
        variant,
        transport: "stdio",
        ...(variant === "proxied" ? { reference: "direct" } : {}),
        ...(variant === "proxied" && bound
          ? {
              thresholds: [
                {
                  metric: "p50",
                  level: "fail",
                  text: bound,
                  limit: { kind: "relative", change: Number.parseFloat(bound) / 100 },
                },
              ],
            }
          : {}),
      })),
    ),
    rows: named.map(({ variant }) => ({ ...row, id: `get [${variant}]`, key: "get", variant })),
    rounds: plain.rounds.map((round) => ({
      ...round,
      launches: named.flatMap(({ variant, sides }) =>
        (["head", "base"] as const).map((side) => ({
          arm: `${side}/${variant}`,
          metrics: {},
          exitCode: 0,
          killed: false,
          orphans: 0,
          measurements: [measured(`get [${variant}]`, sides[side][round.index] ?? { latencies: [] })],
        })),
      ),
    })),
  });
}

function findings(given: Given) {
  const made = record(given);
  const { findings: found } = compare({
    table: tabulate(made),
    head: summarise(tabulate(made), "head"),
    against: { kind: "paired", stored: [] },
  });
  return found
    .filter(({ metric }) => metric === "p50")
    .map(({ row, against, state, base }) => ({ row, against, state, base: Math.round(base ?? 0) }));
}

describe("with variants", () => {
  test("head is gated against base of the same variant, whatever lies between the variants", () => {
    expect(findings({ proxied: 3 })).toEqual([
      { row: "get [direct]", against: undefined, state: "pass", base: 10 },
      { row: "get [proxied]", against: undefined, state: "pass", base: 30 },
    ]);
  });

  test("a regression of one variant is found on its row alone", () => {
    expect(findings({ proxied: 3, headAgainstBase: 1.3 })).toEqual([
      { row: "get [direct]", against: undefined, state: "pass", base: 10 },
      { row: "get [proxied]", against: undefined, state: "regressed", base: 30 },
    ]);
  });
});

test("sizes that differ between launches are named of each variant's server", () => {
  const made = record({ proxied: 1, rounds: 2 });
  for (const { index, launches } of made.rounds)
    for (const launch of launches) launch.metrics.tools_list_bytes = launch.arm === "head/proxied" ? 100 + index : 100;
  const varying = runWarnings(tabulate(made), summarise(tabulate(made), "head")).filter(
    ({ code }) => code === "exact-metric-varies",
  );
  expect(varying.map(({ row }) => row)).toEqual(["(server) [proxied]"]);
});

describe("a bound on the change against the reference", () => {
  test("rings when the variant is slower than it allows", () => {
    expect(findings({ proxied: 1.5, bound: "+20%" })).toContainEqual({
      row: "get [proxied]",
      against: "direct",
      state: "regressed",
      base: 10,
    });
    const report = judge(record({ proxied: 1.5, bound: "+20%" }), {
      stored: { kind: "none", reason: "none" },
      failOn: ["regression"],
      reproduce: "",
    });
    expect(report.verdict).toMatchObject({ failed: true, status: "regressed" });
    expect(plainText(sentenceOf(report))).toMatch(/^get \[proxied\] is 50(\.\d)?% slower than on direct/);
  });

  test("is open where the reference fails so many more calls", () => {
    const made = record({ proxied: 1.5, bound: "+20%" });
    for (const { arm, measurements } of made.rounds.flatMap(({ launches }) => launches))
      if (arm.endsWith("/direct")) for (const { outcomes } of measurements) outcomes["rpc-error"] = 20;
    const table = tabulate(made);
    const head = summarise(table, "head");
    const found = compare({ table, head, against: { kind: "paired", stored: [] } }).findings;
    expect(found.find(({ against }) => against)).toMatchObject({
      state: "inconclusive",
      reason: { code: "fewer-failed" },
    });
  });

  test("has the change that the table of variants shows", () => {
    const made = record({ proxied: 1.5, bound: "+20%" });
    const alone = { ...made, arms: made.arms.filter(({ side }) => side === "head") };
    const stored = { kind: "none", reason: "none" } as const;
    const { comparison, ...judged } = judge(alone, { stored, failOn: [], reproduce: "" });
    const head = withShownFigures(judged.head, { side: "head", findings: comparison.findings, isOneRun: false });
    const figures = (id: string) => head.rows.find(({ row }) => row === id);
    const shown = ratioOf("p50", figures("get [proxied]"), figures("get [direct]"));
    const found = comparison.findings.find(({ against, metric }) => against === "direct" && metric === "p50");
    expect(1 + (found?.change?.estimate ?? 0)).toBeCloseTo(shown?.ratio ?? 0, 9);
    expect(1 + (found?.change?.low ?? 0)).toBeCloseTo(shown?.interval?.low ?? 0, 9);
    expect(found?.base).toBeCloseTo(measured(figures("get [direct]")?.statistics, "p50")?.value ?? 0, 9);
  });

  test("stays quiet when it is within", () => {
    expect(findings({ proxied: 1.05, bound: "+20%" })).toContainEqual({
      row: "get [proxied]",
      against: "direct",
      state: "pass",
      base: 10,
    });
  });

  test("is what a run without base goes on for", () => {
    const withoutBase = (given: Given): RunRecord => {
      const made = record(given);
      return { ...made, arms: made.arms.filter(({ side }) => side === "head") };
    };
    expect(shouldContinue(tabulate(withoutBase({ proxied: 1.5, bound: "+20%", rounds: 3 }))).stop).toBeUndefined();
    expect(shouldContinue(tabulate(withoutBase({ proxied: 1.5, bound: "+20%" }))).stop).toBeDefined();
    expect(shouldContinue(tabulate(withoutBase({ proxied: 1.5, rounds: 12 }))).stop).toEqual({ code: "no-base" });
    // A metric that no row has a limit on is looked at as well.
    const { arms, ...made } = withoutBase({ proxied: 1.5, bound: "+20%", rounds: 6 });
    const onMean = arms.map(({ thresholds, ...arm }) => ({
      ...arm,
      ...(thresholds && { thresholds: thresholds.map((one) => ({ ...one, metric: "p75" as const })) }),
    }));
    expect(shouldContinue(tabulate({ ...made, arms: onMean }))).toMatchObject({
      open: expect.arrayContaining(["get [proxied]"]),
    });
  });
});

test("what is still open goes on with the variant that it takes turns with", () => {
  const open = { ...record({ proxied: 1.5, headAgainstBase: 1.1, rounds: 8 }) };
  expect(shouldContinue(tabulate(open))).toMatchObject({ open: ["get [direct]", "get [proxied]"] });
});

test("a bound in points pairs the variant with its reference", () => {
  const stalled = (share: number) =>
    Array.from({ length: 20 }, () => ({
      latencies: Array.from({ length: 200 }, (_, call) => (call < 200 * share ? 30 : 10)),
    }));
  const plain = makeRecord({ rows: { "get [direct]": { head: stalled(0) }, "get [proxied]": { head: stalled(0.3) } } });
  const limit = { kind: "points", points: 0.05 } as const;
  const thresholds = [{ metric: "slow_calls", level: "fail", limit, text: "+5pp" }] as const;
  const made: RunRecord = recordSchema.parse({
    ...plain,
    arms: ["direct", "proxied"].map((variant) => ({
      id: `head/${variant}`,
      side: "head",
      variant,
      transport: "stdio",
      ...(variant === "proxied" ? { reference: "direct", thresholds } : {}),
    })),
    rows: plain.rows.map((row, index) => ({ ...row, key: "get", variant: index === 0 ? "direct" : "proxied" })),
    rounds: plain.rounds.map((round) => ({
      ...round,
      launches: round.launches.flatMap((launch) =>
        launch.measurements.map((one, index) => ({
          ...launch,
          arm: index === 0 ? "head/direct" : "head/proxied",
          measurements: [one],
        })),
      ),
    })),
  });
  const { findings: all } = compare({
    table: tabulate(made),
    head: summarise(tabulate(made), "head"),
    against: { kind: "none", reason: "no base" },
  });
  expect(all.find(({ metric }) => metric === "slow_calls")).toMatchObject({ against: "direct", state: "regressed" });
});

test("a variant that is slower than its reference is waited for until it is known what the commit did to it", () => {
  const waits = (given: Pick<Given, "headAgainstBase">) => {
    const made = record({ proxied: 1.5, bound: "+20%", ...given });
    // CPU time of head's calls differs from round to round, too much to tell.
    const rounds = made.rounds.map((round) => ({
      ...round,
      launches: round.launches.map((launch) => ({
        ...launch,
        measurements: launch.measurements.map((one) => ({
          ...one,
          cpuPerCallMs: launch.arm === "head/proxied" && round.index % 2 === 0 ? 6.5 : 5,
        })),
      })),
    }));
    const { stop, open } = shouldContinue(tabulate({ ...made, rounds }));
    return { stop: stop?.code, open };
  };
  expect(waits({})).toEqual({ open: ["get [direct]", "get [proxied]"] });
  expect(waits({ headAgainstBase: 1.5 })).toEqual({ stop: "decided" });
});

test("a row with rounds of its own is not waited for once they are over", () => {
  const made = record({ proxied: 1, headAgainstBase: 1.09, rounds: 8 });
  const over = { ...made, rows: made.rows.map((row) => ({ ...row, rounds: 8 })) };
  expect(shouldContinue(tabulate(made)).stop).toBeUndefined();
  expect(shouldContinue(tabulate(over)).stop).toBeDefined();
});

test("figures without outliers stand beside the others, which stay what is compared", () => {
  const latencies = [...Array.from({ length: 99 }, (_, index) => 10 + (index % 10) / 10), 1_000];
  const kept = makeRecord({ rows: { get: { head: [{ latencies }] } } });
  const both = summarise(tabulate({ ...kept, outliers: "3sigma" }), "head").rows[0];
  expect(summarise(tabulate(kept), "head").rows[0]).not.toHaveProperty("trimmed");
  expect(both?.statistics.max).toMatchObject({ value: 1_000 });
  expect(both?.trimmed).toMatchObject({ removed: 1 });
  expect(both?.trimmed?.statistics.max?.state === "measured" && both.trimmed.statistics.max.value).toBeCloseTo(10.9, 5);
});
