import { expect, test } from "vitest";
import { mergeRecords } from "../../src/record/merge.ts";
import type { RunRecord } from "../../src/record/record.ts";
import type { Stop } from "../../src/record/stop.ts";
import { renderComment } from "../../src/report/markdown/markdown.ts";
import { judge } from "../../src/run/judge.ts";
import { seededRandom } from "../../src/stats/random.ts";
import { makeRecord, noisyRounds } from "../decide/records.ts";

/** A shard of one row: head's calls take `factor` times as long as base's, in rounds that differ by `spread`. */
function shard(row: string, stop: Stop, { factor = 1, spread = 0.02, run = {} as Partial<RunRecord> } = {}): RunRecord {
  const rounds = (median: number, seed: number) => noisyRounds(14, { median, spread, seed });
  return makeRecord({
    rows: { [row]: { base: rounds(1, row.length), head: rounds(factor, row.length + 1) } },
    thresholds: { p50: "+10%" },
    run: { stop: [stop], ...run },
  });
}

function permutations<Item>(items: readonly Item[]): Item[][] {
  if (items.length < 2) return [[...items]];
  return items.flatMap((item, place) => permutations(items.toSpliced(place, 1)).map((rest) => [item, ...rest]));
}

function reportOf(records: readonly RunRecord[]) {
  const record = mergeRecords(records.map((one, place) => ({ name: `shard ${place + 1}`, record: one })));
  const report = judge(record, { stored: { kind: "none", reason: "none" }, failOn: ["regression"], reproduce: "x" });
  return { status: report.verdict.status, markdown: renderComment(report) };
}

/** The one report of all orders in which shards can be named. */
function theReport(...shards: readonly RunRecord[]) {
  const [first, ...others] = permutations(shards).map(reportOf);
  for (const other of others) expect(other).toEqual(first);
  return first;
}

test("a shard that ended with the first regression is known as such wherever it stands", () => {
  const report = theReport(
    shard("search", { code: "first-regression", rounds: 14, certain: 14, openGates: 1 }, { factor: 1.5 }),
    shard("export", { code: "decided", of: "gate", rounds: 8 }, { factor: 1.1, spread: 0.4 }),
  );
  expect(report?.status).toBe("regressed");
  expect(report?.markdown).toContain("As a regression was certain, the run ended before ");
});

test("what gives more rounds does not depend on the order of shards", () => {
  const budget: Stop = { code: "no-time-for-round", budgetMs: 60_000, rounds: 14 };
  const report = theReport(
    shard("search", { code: "rounds-configured", rounds: 14 }, { factor: 1.1, spread: 0.4 }),
    shard("export", budget, { factor: 1.1, spread: 0.4 }),
  );
  expect(report?.status).toBe("inconclusive");
});

test("shards of any kind give one report in every order", () => {
  const random = seededRandom(38);
  const stops: Stop[] = [
    { code: "rounds-configured", rounds: 14 },
    { code: "no-time-for-round", budgetMs: 60_000, rounds: 14 },
    { code: "no-decision-in-sight", rounds: 14, needed: 80, isMore: true, needsMs: 1000, room: 3 },
    { code: "first-regression", rounds: 14, certain: 7, openGates: 2 },
    { code: "interrupted", by: "SIGINT", rounds: 14 },
  ];
  const any = <Item>(items: readonly [Item, ...Item[]] | readonly Item[]) => {
    const item = items[Math.floor(random() * items.length)];
    if (item === undefined) throw new Error("there is one");
    return item;
  };
  for (let at = 0; at < 12; at++) {
    const shards = ["a", "bb", "ccc"].map((row) =>
      shard(row, any(stops), {
        factor: any([0.8, 1, 1.1, 1.5]),
        spread: any([0.02, 0.4]),
        run: {
          createdAt: any(["2026-11-20T12:00:00Z", "2026-11-20T12:00:01Z"]),
          title: `run of ${row}`,
          warnings: any<RunRecord["warnings"]>([[], [{ code: "other", text: `head: ${row} is odd` }]]),
          skipped: any([[], [{ benchmark: "x", reason: `not in ${row}` }]]),
        },
      }),
    );
    theReport(...shards);
  }
});
