import { describe, expect, test } from "vitest";
import { shouldContinue } from "../../src/decide/paired/stopping.ts";
import { compare } from "../../src/facts/compare.ts";
import { runWarnings } from "../../src/facts/warnings.ts";
import { type RunRecord, recordSchema } from "../../src/record/record.ts";
import { encodeSamples } from "../../src/record/samples.ts";
import { seededRandom } from "../../src/stats/random.ts";
import { summarise } from "../../src/table/summarise.ts";
import { tabulate } from "../../src/table/table.ts";
import { makeRecord } from "./records.ts";

interface Given {
  /** Says how many times as long as on `direct` head's `proxied` takes, and how many times as long as base it takes itself. */
  readonly proxied: number;
  readonly headAgainstBase?: number;
  readonly rounds?: number;
}

/** Two variants on both sides, round by round with a spread of a few percent between launches. */
function record({ proxied, headAgainstBase = 1, rounds = 20 }: Given): RunRecord {
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
    .map(({ row, state, base }) => ({ row, state, base: Math.round(base ?? 0) }));
}

describe("with variants", () => {
  test("head is gated against base of the same variant, whatever lies between the variants", () => {
    expect(findings({ proxied: 3 })).toEqual([
      { row: "get [direct]", state: "pass", base: 10 },
      { row: "get [proxied]", state: "pass", base: 30 },
    ]);
  });

  test("a regression of one variant is found on its row alone", () => {
    expect(findings({ proxied: 3, headAgainstBase: 1.3 })).toEqual([
      { row: "get [direct]", state: "pass", base: 10 },
      { row: "get [proxied]", state: "regressed", base: 30 },
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

test("what is still open goes on with the variant that it takes turns with", () => {
  const open = { ...record({ proxied: 1.5, headAgainstBase: 1.1, rounds: 8 }) };
  expect(shouldContinue(tabulate(open))).toMatchObject({ open: ["get [direct]", "get [proxied]"] });
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
