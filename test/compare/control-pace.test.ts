import { describe, expect, test } from "vitest";
import { compare } from "../../src/compare/compare.ts";
import { summarise } from "../../src/metrics/summarise.ts";
import type { RunRecord } from "../../src/record/record.ts";
import { makeRecord, noisyRounds } from "./records.ts";

interface Day {
  /** Typical call of the tool in ms. */
  readonly tool: number;
  /** Call of the control for the same work in ms; absent without a control. */
  readonly control?: number;
  readonly units?: number;
  /** CPU time per call in ms; absent where it was not read. */
  readonly cpu?: number;
}

function run({ tool, control, units = 64, cpu }: Day, seed: number): RunRecord {
  const rounds = (median: number) => noisyRounds(7, { median, spread: 0.01, seed });
  const head = rounds(tool).map((round) => (cpu === undefined ? round : { ...round, cpuPerCallMs: cpu }));
  const rows = { echo: { head, ...(control === undefined ? {} : { control: rounds(control) }) } };
  const record = makeRecord({ rows, thresholds: { p50: "+20%", throughput: "-20%" }, seed });
  return control === undefined
    ? record
    : { ...record, rows: record.rows.map((row) => ({ ...row, controlUnits: units })) };
}

function states(today: Day, earlier: readonly Day[]) {
  const entries = earlier.map((day, index) => {
    const record = run(day, index + 10);
    return { createdAt: record.createdAt, summary: summarise(record, "head") };
  });
  const record = run(today, 1);
  const comparison = compare({ record, head: summarise(record, "head"), against: { kind: "stored", entries } });
  return comparison.findings.map(({ metric, state, reason }) => [metric, state, /control/.test(reason)]);
}

const days = (control: boolean): Day[] =>
  [1, 1.05, 0.97, 1.02, 0.99, 1.01, 1.03, 0.98].map((pace) => ({
    tool: pace,
    ...(control ? { control: 0.9 * pace } : {}),
  }));

describe("a stored comparison at the control's pace", () => {
  test("does not blame head for a machine that is half as fast today", () => {
    expect(states({ tool: 2, control: 1.8 }, days(true))).toEqual([
      ["p50", "pass", true],
      ["throughput", "pass", true],
    ]);
    expect(states({ tool: 2 }, days(false))[0]).toEqual(["p50", "regressed", false]);
  });

  test("leaves alone calls that wait: they do not follow the processor, whichever way its pace changed", () => {
    const waiting = days(true).map((day) => ({ ...day, tool: 1, cpu: 0.02 }));
    expect(states({ tool: 1, control: 0.72, cpu: 0.02 }, waiting)[0]?.[1]).toBe("pass");
    expect(states({ tool: 1, control: 1.2, cpu: 0.02 }, waiting)[0]?.[1]).toBe("pass");
    expect(states({ tool: 1.5, control: 1.5, cpu: 0.02 }, waiting)[0]?.[1]).toBe("regressed");
  });

  test("sees a slower head that a faster machine hides", () => {
    expect(states({ tool: 1, control: 0.6 }, days(true))).toEqual([
      ["p50", "regressed", true],
      ["throughput", "regressed", true],
    ]);
  });

  test("takes earlier runs as they stand where their control did other work, or was none", () => {
    expect(states({ tool: 2, control: 1.8, units: 32 }, days(true))[0]).toEqual(["p50", "regressed", false]);
    expect(states({ tool: 2, control: 1.8 }, days(false))[0]).toEqual(["p50", "regressed", false]);
  });
});
