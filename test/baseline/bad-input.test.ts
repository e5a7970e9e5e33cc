import { describe, expect, test } from "vitest";
import { type Entry, parseEntry } from "../../src/baseline/branch/entry.ts";
import { defaultRetention, retain } from "../../src/baseline/branch/retention.ts";
import { renderDashboard } from "../../src/features/page/dashboard.ts";
import type { Statistic } from "../../src/metrics/summary.ts";
import { commentBytes, renderComment } from "../../src/report/markdown/markdown.ts";
import { judge } from "../../src/run/judge.ts";
import { makeRecord, noisyRounds } from "../decide/records.ts";
import { commitId, sampleEntry } from "./sample.ts";

const thresholds = { p50: "+10%", throughput: "-10%" };
const record = makeRecord({
  rows: { search: { head: noisyRounds(5, { median: 1.5, spread: 0.02, seed: 1 }) } },
  thresholds,
});

/** A run of its own number, of the day that has it. */
function entryAt(index: number): Entry {
  const createdAt = new Date(Date.UTC(2020, 0, 1) + index * 3_600_000).toISOString();
  const entry = sampleEntry({ commit: commitId(index + 1), createdAt, p50: 1.5 * (1 + (index % 5) / 100) });
  const rows = entry.head.rows.map((row) => ({ ...row, configHash: "config-1" }));
  return { ...entry, head: { ...entry.head, rows } };
}

/** The entry with its p50 and its throughput replaced. */
function withFigures(entry: Entry, statistic: Statistic | undefined): Entry {
  const rows = entry.head.rows.map((row) => {
    const { p50: _, throughput: __, ...others } = row.statistics;
    return { ...row, statistics: statistic ? { ...others, p50: statistic, throughput: statistic } : others };
  });
  return { ...entry, head: { ...entry.head, rows } };
}

function report(entries: readonly Entry[]) {
  return judge(record, { stored: { kind: "entries", entries }, failOn: ["regression"], reproduce: "mcp-bench run" });
}

function states(entries: readonly Entry[]) {
  return report(entries).comparison.findings.map(({ metric, state }) => [metric, state]);
}

/** Everything a reader gets is bounded, and made of numbers. */
function expectSound(entries: readonly Entry[]): void {
  const made = report(entries);
  for (const { change, base } of made.comparison.findings)
    for (const figure of [base, change?.estimate]) if (figure !== undefined) expect(figure).not.toBeNaN();
  const comment = renderComment(made);
  expect(comment).not.toMatch(/NaN|undefined/);
  expect(Buffer.byteLength(comment)).toBeLessThanOrEqual(commentBytes);
  const page = renderDashboard({ kind: "mcp-bench-export", schema: 1, keys: { [entries[0]?.key ?? ""]: entries } });
  // The last part is the program of the page.
  expect(page.slice(page.indexOf("<body"), page.lastIndexOf("<script>"))).not.toMatch(/NaN|undefined/);
}

const measured = (value: number): Statistic => ({ state: "measured", value, rounds: [value, value, value] });
const sound = Array.from({ length: 8 }, (_, index) => entryAt(index));

describe("a stored run with", () => {
  test.each<[string, Statistic | undefined]>([
    ["a figure of zero", measured(0)],
    ["a figure near zero", measured(5e-324)],
    ["an absurd figure", measured(1e300)],
    ["a figure below zero", measured(-1)],
    ["no figure", undefined],
    ["a figure that could not be measured", { state: "not-available", reason: "too few calls" }],
    ["no rounds", { state: "measured", value: 1.5, rounds: [] }],
  ])("%s is read and kept, and the report stays sound", (_, statistic) => {
    const strange = withFigures(entryAt(8), statistic);
    expect(parseEntry(JSON.parse(JSON.stringify(strange)), "file")).toEqual(strange);
    expect(retain([...sound, strange], defaultRetention)).toHaveLength(9);
    expectSound([...sound, strange]);
    expectSound([strange]);
    expectSound(Array.from({ length: 8 }, (_, index) => withFigures(entryAt(index), statistic)));
  });

  test("a figure of zero takes nothing from the runs beside it", () => {
    expect(states([withFigures(entryAt(8), measured(0)), ...sound])).toEqual(states(sound));
  });
});

test("of ten thousand stored runs the newest decide, as if they were alone", () => {
  const entries = Array.from({ length: 10_000 }, (_, index) => entryAt(index));
  expect(states(entries)).toContainEqual(["p50", "pass"]);
  expect(states(entries)).toEqual(states(entries.slice(-20)));
  expect(Buffer.byteLength(renderComment(report(entries)))).toBeLessThanOrEqual(commentBytes);
  const kept = retain(entries, defaultRetention);
  expect(kept.length).toBeLessThanOrEqual(defaultRetention.most + 1);
  expect(kept.at(-1)).toEqual(entries.at(-1));
});

test("a branch with one environment per run is shown within bounds, and each can be read", () => {
  const keys = Object.fromEntries(
    Array.from({ length: 500 }, (_, index) => {
      const entry = sampleEntry({ commit: commitId(index + 1), environment: { cpuModel: `Processor ${index}` } });
      return [entry.key, [entry]];
    }),
  );
  expect(Object.keys(keys)).toHaveLength(500);
  const page = renderDashboard({ kind: "mcp-bench-export", schema: 1, keys });
  expect(Buffer.byteLength(page)).toBeLessThan(3_000_000);
  expect(page.slice(page.indexOf("<body"))).toContain("500 kinds of machine");
});
