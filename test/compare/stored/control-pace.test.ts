import { describe, expect, test } from "vitest";
import { compare } from "../../../src/compare/compare.ts";
import { summarise } from "../../../src/metrics/summarise.ts";
import type { RunRecord } from "../../../src/record/record.ts";
import { seededRandom } from "../../../src/stats/random.ts";
import { makeRecord, noisyRounds, normal } from "../records.ts";

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

/** A night of a server, of which only start-up is gated: pace of the machine and start-up in ms, with a control or without. */
function night({ pace, startup, hasControl }: { pace: number; startup: number; hasControl: boolean }, seed: number) {
  const rounds = (median: number) => noisyRounds(7, { median, spread: 0.01, seed, calls: 20 });
  const random = seededRandom(1000 + seed);
  const launches = Array.from({ length: 7 }, () => ({ startup: startup * Math.exp(0.03 * normal(random)) }));
  const rows = { echo: { head: rounds(pace), ...(hasControl ? { control: rounds(0.9 * pace) } : {}) } };
  const record = makeRecord({
    rows,
    launches: { head: launches },
    thresholds: {},
    serverThresholds: { startup: "+20%" },
    seed,
  });
  return { ...record, rows: record.rows.map((row) => (hasControl ? { ...row, controlUnits: 64 } : row)) };
}

describe("start-up against stored runs", () => {
  const paces = Array.from({ length: 20 }, (_, index) => 1 + 0.01 * ((index * 7) % 5));
  const judged = (today: { pace: number; startup: number }, { hasControl = true, waits = false } = {}) => {
    const entries = paces.map((pace, index) => {
      const record = night({ pace, startup: waits ? 100 : 100 * pace, hasControl }, index + 10);
      return { createdAt: record.createdAt, summary: summarise(record, "head") };
    });
    const record = night({ ...today, hasControl }, 1);
    const { findings } = compare({ record, head: summarise(record, "head"), against: { kind: "stored", entries } });
    return findings.find(({ metric }) => metric === "startup");
  };

  test("is not blamed for a night on which the machine is slower by a third", () => {
    expect(judged({ pace: 1.33, startup: 133 })).toMatchObject({
      state: "inconclusive",
      reason: expect.stringMatching(/^\+[\d.]+% as it stands, [+−][\d.]+% at the pace of the control/),
    });
    expect(judged({ pace: 1.33, startup: 133 }, { hasControl: false })).toMatchObject({
      state: "inconclusive",
      reason: expect.stringContaining("a slow night of the machine looks the same"),
    });
  });

  test("that waits for something else is not blamed for a faster machine, either", () => {
    expect(judged({ pace: 0.75, startup: 100 }, { waits: true })?.state).toBe("inconclusive");
  });

  test("passes unchanged, and regresses where it doubles, with a control and without", () => {
    for (const hasControl of [true, false]) {
      expect(judged({ pace: 1, startup: 100 }, { hasControl })?.state).toBe("pass");
      expect(judged({ pace: 1, startup: 200 }, { hasControl })?.state).toBe("regressed");
    }
  });
});
