import { describe, expect, it } from "vitest";
import { nothing } from "../../../src/metrics/format.ts";
import type { Load } from "../../../src/model/load.ts";
import { renderCsv } from "../../../src/report/exports/csv.ts";
import { renderComment } from "../../../src/report/markdown/markdown.ts";
import { viewOf } from "../../../src/report/report.ts";
import { extentText, loadText } from "../../../src/report/sections/load-text.ts";
import { capacitySection } from "../../../src/report/sections/reference.ts";
import { renderTerminal } from "../../../src/report/terminal/terminal.ts";
import { plainText } from "../../../src/report/text.ts";
import { summarise } from "../../../src/table/summarise.ts";
import { tabulate } from "../../../src/table/table.ts";
import { searchLoad } from "../../decide/records.ts";
import { type ReportInput, report, statistic, statistics } from "../build.ts";
import { loadsRecord } from "../full-records.ts";

const every = { warmup: 10, timeoutMs: 30_000 };
const open: Load = { kind: "open", ratePerSecond: 50, maxInFlight: 1000, durationMs: 30_000, ...every };
const closed: Load = { kind: "closed", concurrency: 10, requests: 1200, ...every };
const batch: Load = { kind: "batch", size: 20, dispatch: { kind: "burst" }, requests: 8, ...every };

function plain(text: string): string {
  return text.replaceAll("\u00a0", " ");
}

describe("a load in words", () => {
  it.each<[string, string, Load]>([
    ["10 in flight", "1,200", closed],
    ["1 in flight, 120 ms apart", "100", { ...closed, concurrency: 1, delayMs: 120, requests: 100 }],
    ["10 in flight over 4 sessions", "1,200", { ...closed, sessions: 4 }],
    ["50.0/s", "30.0 s", open],
    ["10 to 2,000/s", "11.0 s", searchLoad],
    ["bursts of 20", "8", batch],
    ["sequences of 20", "8", { ...batch, dispatch: { kind: "sequential" } }],
    ["batches in waves of 5, of 20", "8", { ...batch, dispatch: { kind: "waves", size: 5 } }],
  ])("%s, for %s", (words, extent, load) => {
    expect([plain(loadText(load)), plain(extentText(load))]).toEqual([words, extent]);
  });
});

describe("rows that are not closed loops", () => {
  const made = report({
    status: "pass",
    rows: [
      {
        id: "steady @50/s",
        load: open,
        head: statistics(4, { requested_rate: 50, achieved_rate: 41.5 }),
        base: statistics(3, { requested_rate: 50, achieved_rate: 50 }),
        headFailures: { dropped: 12 },
      },
      {
        id: "bulk",
        load: batch,
        head: statistics(40, { throughput: 25, items_throughput: 500 }),
        base: statistics(41),
      },
      {
        id: "most",
        load: searchLoad,
        head: { capacity: statistic(312) },
        base: { capacity: statistic(320) },
      },
    ],
  });

  it("show the requested and the achieved rate of every arm", () => {
    const text = plain(renderComment(made));
    expect(text).toContain("Requested and achieved rate of 1 row");
    expect(text).toMatch(/\| `steady @50\/s` \| base \| 50\.0\/s \| 50\.0\/s \|.*\| 0 \|/);
    expect(text).toMatch(/\| `steady @50\/s` \| head \| 50\.0\/s \| 41\.5\/s \|.*\| 12 \|/);
  });

  it("show what a search found, of every arm and over the rounds", () => {
    const text = plain(renderComment(made));
    expect(text).toContain("Capacity of 1 row");
    expect(text).toMatch(/\| `most` \| base \| 10 to 2,000\/s \| 320\/s \| 316\/s to 324\/s \|/);
    expect(text).toMatch(/\| `most` \| head \| 10 to 2,000\/s \| 312\/s \|/);
  });

  it("tell of a search that another run made its figure alone", () => {
    const head = summarise(tabulate(loadsRecord), "head");
    const base = summarise(tabulate(loadsRecord), "base");
    const nextRates = (input: Pick<ReportInput, "reference" | "report">) => {
      const section = capacitySection(viewOf(report({ status: "pass", record: loadsRecord, ...input })));
      const found = section.blocks.find((block) => block.kind === "table");
      return found?.rows.map((cells) => plainText(cells.at(-1) ?? []) === nothing);
    };
    const stored = { kind: "stored", createdAt: "2026-11-01T00:00:00.000Z", entries: 6 } as const;
    expect(nextRates({ report: { head, base } })).toEqual([false, false]);
    expect(nextRates({ reference: stored, report: { head, base: { ...base, arm: "head" } } })).toEqual([true, false]);
  });

  it("show items per second where a call is worth several", () => {
    expect(plain(renderComment(made))).toMatch(/\| ops \| items \|/);
    const without = report({ status: "pass", rows: [{ id: "echo", head: statistics(1) }] });
    expect(plain(renderComment(without))).not.toMatch(/\| items \|/);
    expect(plain(renderComment(without))).not.toContain("Requested and achieved");
  });

  it("are written by every rendering without a gap in their numbers", () => {
    for (const text of [
      renderComment(made),
      renderTerminal(made, { color: false, width: 100, details: true }),
      renderCsv(made),
    ])
      expect(text).not.toMatch(/undefined|NaN|\[object/);
    expect(plain(renderCsv(made))).toContain("bulk,bulk,,bursts of 20,items_throughput,per-second,");
  });
});
