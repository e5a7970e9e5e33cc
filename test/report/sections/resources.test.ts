import { describe, expect, test } from "vitest";
import { signedChange } from "../../../src/report/finding.ts";
import type { View } from "../../../src/report/report.ts";
import { firstCalls, loadMemory } from "../../../src/report/sections/server.ts";
import { summarise } from "../../../src/table/summarise.ts";
import { tabulate } from "../../../src/table/table.ts";
import { makeRecord } from "../../decide/records.ts";

function viewOfRecord(firstCallMs?: number): View {
  const made = makeRecord({ rows: { echo: { head: [{ latencies: [2, 2, 2] }] } } });
  const rounds = made.rounds.map((round) => ({
    ...round,
    launches: round.launches.map((launch) => ({
      ...launch,
      measurements: launch.measurements.map((one) => (firstCallMs === undefined ? one : { ...one, firstCallMs })),
    })),
  }));
  const record = { ...made, rounds };
  const head = summarise(tabulate(record), "head").rows[0];
  const run = tabulate(record);
  const [row] = run.rows;
  if (!row || !head) throw new Error("the record has a row");
  return { report: { run } as View["report"], rows: [{ row, head, findings: [], warnings: [] }] };
}

describe("what belongs to the life of a server", () => {
  test("is not shown where nothing is known", () => {
    const view = viewOfRecord();
    expect([...firstCalls(view), ...loadMemory(view)]).toEqual([]);
  });

  test("the first call stands beside a later one", () => {
    expect(JSON.stringify(firstCalls(viewOfRecord(9)))).toContain("4.50x");
  });

  test("the first call is told apart by variant, where there are any", () => {
    const view = viewOfRecord(9);
    const rows = view.rows.map((one) => ({ ...one, row: { ...one.row, variant: "proxied" } }));
    expect(JSON.stringify(firstCalls({ ...view, rows }))).toMatch(/"Variant".*"proxied"/);
    expect(JSON.stringify(firstCalls(view))).not.toContain("Variant");
  });

  test("memory during the load", () => {
    const view = viewOfRecord();
    const interval = { low: 900, high: 1100 };
    const known = {
      load_mean_rss: { state: "measured", value: 5e7, rounds: [5e7] },
      load_peak_rss: { state: "measured", value: 6e7, rounds: [6e7] },
      memory_per_session: { state: "measured", value: 1000, rounds: [1000], interval },
    } as const;
    const rows = view.rows.map(({ head, ...one }) =>
      head ? { ...one, head: { ...head, statistics: { ...head.statistics, ...known } } } : one,
    );
    const text = JSON.stringify(loadMemory({ ...view, rows }));
    expect(text).toMatch(/50\.0.MB.*60\.0.MB.*1\.00.KB \(0\.900 … 1\.10.KB\)/);
  });
});

test("a change of growth is written in bytes, of a share in points", () => {
  const finding = (metric: "memory_growth" | "idle_cpu") => ({ metric }) as Parameters<typeof signedChange>[0];
  expect(signedChange(finding("memory_growth"), 1_020_000)).toMatch(/^\+1\.02.MB$/);
  expect(signedChange(finding("memory_growth"), -3000)).toMatch(/^−3.*KB$/);
  expect(signedChange(finding("idle_cpu"), 0.05)).toMatch(/^\+5\.0.pp$/);
});
