import { describe, expect, test } from "vitest";
import { entryFrom } from "../../src/baseline/branch/entry.ts";
import { decide } from "../../src/decide/decide.ts";
import { compare } from "../../src/facts/compare.ts";
import { mergeRecords } from "../../src/record/merge.ts";
import { type RecordListing, type RecordTool, type RunRecord, recordSchema } from "../../src/record/record.ts";
import { renderSummary } from "../../src/report/markdown/markdown.ts";
import { sentenceOf } from "../../src/report/news/sentence.ts";
import { plainText } from "../../src/report/text.ts";
import { warningText } from "../../src/report/words/warning.ts";
import { judge } from "../../src/run/judge.ts";
import { lostPrefix } from "../../src/table/lost-prefix.ts";
import { summarise } from "../../src/table/summarise.ts";
import { tabulate } from "../../src/table/table.ts";
import { makeRecord, noisyRounds } from "../decide/records.ts";

const tool = (name: string, bytes = 100, digest = name): RecordTool => ({
  name,
  bytes,
  digest: Buffer.from(digest).toString("hex").padEnd(16, "0").slice(0, 16),
});
const [a, b, c] = [tool("a"), tool("b", 200), tool("c", 300)];

describe("what a prompt cache no longer gives", () => {
  const lost = (base: RecordTool[], head: RecordTool[]) =>
    lostPrefix({ before: [{ tools: base }], after: [{ tools: head }] });

  test("is everything where a tool is put in front, and what follows the first difference else", () => {
    expect(lost([a, b], [c, a, b])).toEqual({ unit: "bytes", lost: 600, of: 600, from: "c" });
    expect(lost([a, b, c], [a, tool("b", 210, "other"), c])).toEqual({ unit: "bytes", lost: 510, of: 610, from: "b" });
    expect(lost([a, b, c], [a, c])).toEqual({ unit: "bytes", lost: 300, of: 400, from: "c" });
    expect(lost([a, b, c], [a, c, b])).toMatchObject({ lost: 500, from: "c" });
  });

  test("is nothing where the list is the same, goes on at its end or is cut off there", () => {
    expect(lost([a, b], [a, b])).toBeUndefined();
    expect(lost([a, b], [a, b, c])).toBeUndefined();
    expect(lost([a, b, c], [a, b])).toBeUndefined();
    expect(lost([], [a])).toBeUndefined();
  });

  test("is told in tokens where both lists have them, and not at all of lists from before there were digests", () => {
    const counted = [c, a].map((one) => ({ ...one, tokens: one.bytes / 10 }));
    expect(lost([a], counted)).toEqual({ unit: "tokens", lost: 40, of: 40, from: "c" });
    const { digest: _, ...old } = a;
    expect(lost([old], [c, a])).toBeUndefined();
    expect(lostPrefix({ before: [], after: [{ tools: [a] }] })).toBeUndefined();
  });

  test("is that of the server that loses most, each beside its own base", () => {
    const before = [
      { variant: "x", tools: [a, b] },
      { variant: "y", tools: [a, b] },
    ];
    const after = [
      { variant: "x", tools: [a, c] },
      { variant: "y", tools: [b, a] },
      { variant: "z", tools: [c] },
    ];
    expect(lostPrefix({ before, after })).toMatchObject({ lost: 300, from: "c" });
  });
});

interface Side {
  readonly tools: RecordTool[];
  readonly listing?: Partial<RecordListing>;
  readonly protocol?: string;
}

interface Run {
  readonly base?: Side;
  readonly head: Side;
  readonly seed?: number;
  readonly rounds?: number;
  /** Times that a call of head takes as long. */
  readonly slowdown?: number;
}

function recordOf({ base, head, seed = 1, rounds = 3, slowdown = 1 }: Run, thresholds = {}): RunRecord {
  const own = noisyRounds(rounds, { median: 1, spread: 0.02, seed });
  const slowed = own.map(({ latencies }) => ({ latencies: latencies.map((latency) => latency * slowdown) }));
  const row = base ? { base: own, head: slowed } : { head: slowed };
  const record = makeRecord({ rows: { echo: row }, serverThresholds: thresholds });
  const sides = { base, head };
  const arms = record.arms.map((arm) => {
    const { tools, listing, protocol = "2025-11-25" } = sides[arm.side] ?? head;
    const steady = { compared: 2, reordered: 0, rewritten: 0, pages: 1 };
    return { ...arm, tools, listing: { ...steady, ...listing }, server: { name: "x", version: "1", protocol } };
  });
  return recordSchema.parse({ ...record, arms });
}

function judged(record: RunRecord) {
  const against = record.arms.some(({ side }) => side === "base")
    ? ({ kind: "paired", stored: [] } as const)
    : ({ kind: "none", reason: "the first run" } as const);
  const comparison = compare({ table: tabulate(record), head: summarise(tabulate(record), "head"), against });
  const { status, failed } = decide(comparison, { failOn: ["regression", "budget"] });
  const report = judge(record, { stored: { kind: "none", reason: "none" }, failOn: [], reproduce: "" });
  return {
    status,
    failed,
    lost: comparison.lostPrefix,
    told: comparison.warnings.flatMap((warning) =>
      ["tools-list-varies", "no-cache-hints"].includes(warning.code) ? [warningText(warning)] : [],
    ),
    news: plainText(sentenceOf(report)).replaceAll("\u00a0", " "),
  };
}

const steady: Side = { tools: [a, b] };
const shuffled: Side = { tools: [b, a], listing: { reordered: 2 } };

describe("a list that launches do not have in common", () => {
  test("is a warning and news, but nothing is said of what a cache of it holds", () => {
    const found = judged(recordOf({ base: steady, head: shuffled }));
    expect(found.told).toEqual([
      "tools/list came in another order in 2 of 2 further launches; no prompt cache outlives a launch. List the same tools in the same order",
    ]);
    expect(found.lost).toBeUndefined();
    expect(found.news).toContain("tools/list came in another order in 2 of 2 further launches");
    expect(found).toMatchObject({ failed: false });
    expect(judged(recordOf({ head: { tools: [a], listing: { rewritten: 1 } } })).news).toContain(
      "tools/list came with other content in 1 of 2 further launches",
    );
  });

  test("is no news where base's is no better", () => {
    const found = judged(recordOf({ base: shuffled, head: shuffled }));
    expect(found.told).toEqual([expect.stringContaining("2 of 2 further launches, as in base")]);
    expect(found.news).not.toContain("tools/list");
    // Whichever order came first, base's was an accident.
    expect(judged(recordOf({ base: shuffled, head: steady })).news).not.toContain("tools/list");
  });

  test("fails the run where the configuration says so, and passes where launches agree", () => {
    const strict = { tools_list_changes: "0" };
    expect(judged(recordOf({ base: steady, head: shuffled }, strict))).toMatchObject({
      status: "over-budget",
      failed: true,
    });
    expect(judged(recordOf({ base: steady, head: steady }, strict))).toMatchObject({ failed: false, told: [] });
    const single: Side = { tools: [a], listing: { compared: 0 } };
    expect(judged(recordOf({ head: single }, strict)).status).toBe("inconclusive");
  });

  test("is found in the launches of merged records together", () => {
    const [one, other] = [
      recordOf({ base: steady, head: steady }),
      recordOf({ base: steady, head: shuffled, seed: 2 }),
    ];
    const merged = (...records: RunRecord[]) =>
      mergeRecords(records.map((record, index) => ({ name: `record ${index}`, record }))).arms.find(
        ({ side }) => side === "head",
      )?.listing;
    expect(merged(one, other)).toMatchObject({ compared: 4, reordered: 2 });
  });

  test("leaves no digests with what is stored", () => {
    const stored = (head: Side) => {
      const record = recordOf({ head });
      return entryFrom(record, { head: summarise(tabulate(record), "head"), status: "pass" }).tools?.[0]?.tools;
    };
    expect(stored(steady)).toEqual([a, b]);
    expect(stored(shuffled)).toEqual([
      { name: "b", bytes: 200 },
      { name: "a", bytes: 100 },
    ]);
  });
});

test("a list that every launch has in common says nothing; one with a tool in front says what it costs", () => {
  expect(judged(recordOf({ base: steady, head: steady }))).toMatchObject({ told: [], lost: undefined });
  expect(judged(recordOf({ base: steady, head: steady })).news).not.toContain("tools/list");
  expect(judged(recordOf({ base: steady, head: { tools: [c, a, b] } })).news).toContain(
    "New tool c adds 300 B of tools/list to every conversation. Prompt caches lose all of tools/list.",
  );
  expect(judged(recordOf({ base: { tools: [a, b, c] }, head: { tools: [a, c, b] } })).news).toContain(
    "tools/list changed from c on: prompt caches lose 500 B of its 600 B.",
  );
});

describe("what a list has to say of being kept", () => {
  const hints = (protocol: string, listing: Partial<RecordListing>) =>
    judged(recordOf({ head: { tools: [a], protocol, listing } })).told;

  test("is missed from protocol 2026-07-28 on", () => {
    expect(hints("2026-07-28", {})).toEqual([
      expect.stringMatching(/^tools\/list says no valid ttlMs and no cacheScope/),
    ]);
    expect(hints("2026-07-28", { ttlMs: 0 })).toEqual([expect.stringContaining("no valid cacheScope, which")]);
  });

  test("is not where it is there, or no revision asks for it", () => {
    expect(hints("2026-07-28", { ttlMs: 0, cacheScope: "private" })).toEqual([]);
    expect(hints("2025-11-25", {})).toEqual([]);
  });

  test("is shown beside the tools where the server says it", () => {
    const summary = (listing: Partial<RecordListing>) => {
      const record = recordOf({ head: { tools: [a], listing } });
      const stored = { kind: "none", reason: "none" } as const;
      return renderSummary(judge(record, { stored, failOn: [], reproduce: "" })).replaceAll("\u00a0", " ");
    };
    expect(summary({ ttlMs: 300_000, cacheScope: "public" })).toContain(
      "Every launch lists the same, in the same order. Clients may keep the list for 300 s, for all users alike",
    );
    expect(summary({ ttlMs: 0, cacheScope: "private" })).toContain("keep the list for 0 ms, for one user");
    expect(summary({ ttlMs: 0, reordered: 1 })).not.toMatch(/Every launch lists|Clients may/);
  });
});

test("what a cache no longer gives comes after what regressed", () => {
  const sides = { base: { tools: [a, b] }, head: { tools: [tool("a", 100, "otherwise"), b] } };
  const { news } = judged(recordOf({ ...sides, rounds: 20, slowdown: 2 }));
  expect(news).toMatch(
    /^echo is .*slower.*\. tools\/list changed from its first tool on, a: prompt caches lose all of its/,
  );
});
