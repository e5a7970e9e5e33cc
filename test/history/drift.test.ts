import { describe, expect, test } from "vitest";
import { onMachine } from "../../scripts/bench-baseline/stored-trials.ts";
import { historyOf, type Nights, nightOfStep } from "../../scripts/bench-decision/nights.ts";
import { thresholdsOf } from "../../src/decide/thresholds.ts";
import { findDrift, findShifts } from "../../src/history/drift.ts";
import type { StoredEntry } from "../../src/history/entry.ts";
import { historiesOf, historyChart } from "../../src/report/figures/history.ts";
import { seededRandom } from "../../src/stats/random.ts";
import { summarise } from "../../src/table/summarise.ts";
import { tabulate } from "../../src/table/table.ts";
import { makeRecord, noisyRounds, normal } from "../decide/records.ts";

const random = seededRandom(15);

function history(levels: readonly number[], configHash = "config-1"): StoredEntry[] {
  return levels.map((level, index) => {
    const median = level * Math.exp(0.05 * normal(random));
    const rows = { echo: { head: noisyRounds(3, { median, spread: 0.02, seed: index + 1, calls: 30 }) } };
    return {
      commit: `commit-${index}`,
      createdAt: "2026-11-20T12:00:00Z",
      summary: summarise(tabulate(makeRecord({ rows, configHash })), "head"),
    };
  });
}

const thresholds = thresholdsOf(tabulate(makeRecord({ rows: { echo: { head: [{ latencies: [1] }] } } })));
const find = (entries: StoredEntry[]) => findShifts(entries, thresholds);

test("names the shift, its size and the commits it lies between", () => {
  const shifts = find(history([...new Array<number>(15).fill(1), ...new Array<number>(10).fill(1.4)]));
  expect(shifts).toHaveLength(1);
  expect(shifts[0]).toMatchObject({
    row: "echo",
    metric: "p50",
    lastBefore: { commit: "commit-14" },
    firstAfter: { commit: "commit-15" },
  });
  expect((shifts[0]?.after ?? 0) / (shifts[0]?.before ?? 1)).toBeCloseTo(1.4, 0);
});

test("stays quiet on a steady history and on a single slow night", () => {
  expect(find(history(new Array<number>(30).fill(1)))).toEqual([]);
  expect(find(history([...new Array<number>(15).fill(1), 8, ...new Array<number>(15).fill(1)]))).toEqual([]);
  expect(find([])).toEqual([]);
});

test("a level that is only partly back, or rose a little further, is still worse than before", () => {
  const levels = (...those: readonly number[]) => those.flatMap((level) => new Array<number>(15).fill(level));
  for (const [entries, ratio] of [
    [history(levels(1, 1.6, 1.3)), 1.3],
    [history(levels(1, 1.5, 1.62)), 1.62],
  ] as const) {
    const [shift, ...others] = findDrift(entries, thresholds).shifts;
    expect((shift?.after ?? 0) / (shift?.before ?? 1)).toBeCloseTo(ratio, 1);
    expect(others).toEqual([]);
  }
  expect(findDrift(history(levels(1, 1.6, 1)), thresholds).shifts).toEqual([]);
});

test("a change of configuration is not a shift", () => {
  expect(find([...history(new Array<number>(15).fill(1), "old"), ...history(new Array<number>(15).fill(3))])).toEqual(
    [],
  );
});

describe("on machines of two kinds, of which one stays for some nights", () => {
  const kinds = { startup: 0.25, row: 0.35 };
  const nights = (more: Partial<Nights>) =>
    historyOf({ spread: 0.02, correlation: 0.3, hasCpu: true, kinds, ...more }, seededRandom(8)).slice(60, 150);
  const ofRow = new Map([["row", thresholds.get("echo") ?? []]]);
  const shiftsOf = (entries: StoredEntry[]) => findShifts(entries, ofRow);

  test("no change is told where nothing but the machine changed", () => {
    expect(shiftsOf(nights({}))).toEqual([]);
    expect(shiftsOf(nights({ kinds: { startup: 0.25, row: 0 }, cpuShare: 0.05 }))).toEqual([]);
    expect(shiftsOf(nights({ kinds: { startup: 0.25, row: 0 }, cpuShare: 1 }))).toEqual([]);
  });

  test("a slower tool is told, with its size and its night, and its chart tells the same", () => {
    const entries = nights({ step: 0.15 });
    const [shift] = shiftsOf(entries);
    const [history] = historiesOf(entries, [{ row: "row", metric: "p50" }]);
    expect(history?.changes.at(-1)).toMatchObject({ before: shift?.before, after: shift?.after });
    expect(history && historyChart(history).notes).toContainEqual(["Scaled to the machine of the newest run."]);
    expect(shift).toMatchObject({ isLevelled: true });
    expect((shift?.after ?? 0) / (shift?.before ?? 1)).toBeCloseTo(1.15, 1);
    expect(Math.abs(Number(shift?.firstAfter.commit?.slice(6)) - nightOfStep)).toBeLessThanOrEqual(5);
  });

  test("a change of CPU time alone is none of a figure that waits", () => {
    const waiting = (more: number) =>
      nights({ kinds: { startup: 0, row: 0 } }).map((entry, night): StoredEntry => {
        const rows = entry.summary.rows.map((row) => {
          const p50 = { state: "measured" as const, value: 200 * Math.exp(0.001 * normal(random)), rounds: [] };
          const cpu = row.statistics.cpu_per_call;
          const value = (cpu?.state === "measured" ? cpu.value : 1) * (night < 45 ? 1 : more);
          const cpu_per_call = { state: "measured" as const, value, rounds: [] };
          return { ...row, statistics: { ...row.statistics, p50, cpu_per_call } };
        });
        return { ...entry, summary: { ...entry.summary, rows } };
      });
    const figure = { row: "row", metric: "p50" } as const;
    const cpu = { row: "row", metric: "cpu_per_call" } as const;
    const changes = (wanted: typeof figure | typeof cpu) => historiesOf(waiting(1.5), [wanted])[0]?.changes;
    expect(changes(cpu)).toHaveLength(1);
    expect(changes(figure)).toEqual([]);
  });

  test("a new machine, on which start-ups are slower as well, is no slower tool; a slower tool alone is", () => {
    const moved = (slower: { startup: number; tool: number }) =>
      historyOf({ spread: 0.02, correlation: 0, hasCpu: true }, seededRandom(9))
        .slice(0, 60)
        .map(({ summary, ...entry }, night): StoredEntry => {
          const calls = night < 40 ? 1 : slower.tool;
          const startup = night < 40 ? 1 : slower.startup;
          return { ...entry, ...onMachine({ summary }, { calls, startup }) };
        });
    expect(shiftsOf(moved({ startup: 1.25, tool: 1.21 }))).toEqual([]);
    expect(shiftsOf(moved({ startup: 1, tool: 1.21 }))).toHaveLength(1);
  });
});

test("an acceptance ends a shift whose accepted run lies low, so that its start is found a run late", () => {
  const levels = [...new Array<number>(15).fill(1), 0.9, ...new Array<number>(9).fill(1.4)];
  const entries = history(levels);
  const acceptedAt = (place: number) =>
    entries.map((entry, at) => (at === place ? { ...entry, accepted: { by: "ann", reason: "why" } } : entry));
  const [shift] = findDrift(entries, thresholds).shifts;
  expect(shift?.firstAfter.commit).toBe("commit-16");
  expect(findDrift(acceptedAt(15), thresholds)).toMatchObject({ shifts: [], accepted: { by: "ann" } });
  expect(findDrift(acceptedAt(14), thresholds).shifts).toHaveLength(1);
});

test("start-ups of every variant are looked at", () => {
  const own = thresholdsOf(
    tabulate(makeRecord({ rows: {}, launches: { head: [{}] }, serverThresholds: { startup: "+20%" } })),
  );
  const entries = history(new Array<number>(25).fill(1)).map((entry, night): StoredEntry => {
    const startup = (value: number) => ({
      startup: { state: "measured" as const, value: value * (1 + 0.001 * (night % 3)), rounds: [] },
    });
    const servers = { first: startup(100), second: startup(night < 15 ? 100 : 140) };
    return { ...entry, summary: { ...entry.summary, server: servers.first, servers } };
  });
  expect(findShifts(entries, own)).toMatchObject([{ row: "(server) [second]", metric: "startup" }]);
});
