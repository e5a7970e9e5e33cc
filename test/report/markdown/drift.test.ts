import { expect, test } from "vitest";
import type { Shift } from "../../../src/history/drift.ts";
import type { StoredEntry } from "../../../src/history/entry.ts";
import type { MetricId } from "../../../src/metrics/metric.ts";
import { serverRow } from "../../../src/record/row-ids.ts";
import { renderDrift } from "../../../src/report/markdown/drift.ts";
import { sampleSummary } from "../../baseline/sample.ts";

const tool = (name: string, bytes = 100) => ({ name, bytes });

const context = { entries: [], environment: "linux", repositoryUrl: "https://host.example/o/r", branch: "bench" };

function issue(id: MetricId, before: StoredEntry["tools"], after: StoredEntry["tools"]): string {
  const entry = (commit: string, tools: StoredEntry["tools"]): StoredEntry => ({
    commit: commit.repeat(40),
    createdAt: "2026-11-01T00:00:00.000Z",
    summary: sampleSummary(),
    ...(tools ? { tools } : {}),
  });
  const shift: Shift = {
    row: serverRow,
    metric: id,
    before: 1000,
    after: 1400,
    lastBefore: entry("a", before),
    firstAfter: entry("b", after),
  };
  return renderDrift([shift], context).body;
}

test("several shifts are told from the worst on, and the command settles them all", () => {
  const day = (commit: string, date: number): StoredEntry => ({
    commit: commit.repeat(40),
    createdAt: `2026-11-0${date}T00:00:00.000Z`,
    summary: sampleSummary(),
  });
  const began = (first: StoredEntry, last: StoredEntry) => ({ row: serverRow, lastBefore: last, firstAfter: first });
  const shifts: Shift[] = [
    { ...began(day("d", 4), day("c", 3)), metric: "startup", before: 1000, after: 1400 },
    { ...began(day("b", 2), day("a", 1)), metric: "orphans", before: 0, after: 2 },
  ];
  const { title, body } = renderDrift(shifts, context);
  expect(title).toContain("server processes left behind got worse and 1 more metric");
  const lines = body.split("\n").filter((line) => line.startsWith("| server"));
  expect(lines).toHaveLength(2);
  // No share of nothing.
  expect(lines[0]).toMatch(/^\| server \| processes left behind \| 0 \| 2 \| – \|/);
  expect(body).toContain("baseline accept dddddddddd ");
});

const old = [{ tools: [tool("search"), tool("get", 200), tool("list")] }];

test("a shift of what tools/list holds says which tools came, went and changed", () => {
  const body = issue("tools_list_bytes", old, [
    { tools: [tool("search", 300), tool("fetch", 202), tool("stock", 50)] },
  ]);
  expect(body).toContain(
    "Tools between the two runs: added `stock`; removed `list`; `get` renamed to `fetch`; changed `search`.",
  );
});

test("nothing is said of tools where nothing is known of them, or something else shifted", () => {
  expect(issue("tools_list_bytes", undefined, old)).not.toContain("Tools between");
  expect(issue("tools_list_bytes", old, old)).not.toContain("Tools between");
  expect(issue("startup", old, [{ tools: [tool("search")] }])).not.toContain("Tools between");
});
