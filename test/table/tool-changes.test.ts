import { describe, expect, test } from "vitest";
import { decide } from "../../src/decide/decide.ts";
import { compare } from "../../src/facts/compare.ts";
import type { StoredEntry } from "../../src/history/entry.ts";
import type { RecordTool, RunRecord } from "../../src/record/record.ts";
import { summarise } from "../../src/table/summarise.ts";
import { tabulate } from "../../src/table/table.ts";
import { toolChanges, toolLists } from "../../src/table/tool-changes.ts";
import { comparePaired, makeRecord, noisyRounds } from "../decide/records.ts";

const tool = (name: string, bytes: number, more: Partial<RecordTool> = {}): RecordTool => ({ name, bytes, ...more });

function changes(base: RecordTool[] | undefined, head: RecordTool[]) {
  return toolChanges({ before: base ? [{ tools: base }] : [], after: [{ tools: head }] });
}

test("tools that came, went and grew are told apart", () => {
  expect(
    changes([tool("a", 100), tool("b", 50), tool("c", 70)], [tool("a", 140), tool("c", 60), tool("d", 90)]),
  ).toEqual({
    added: [tool("d", 90)],
    removed: [tool("b", 50)],
    renamed: [],
    resized: [
      { from: tool("a", 100), to: tool("a", 140) },
      { from: tool("c", 70), to: tool("c", 60) },
    ],
    surface: [],
  });
});

test("a tool that is the same but for its name was renamed, if only one can be meant", () => {
  expect(changes([tool("get", 100)], [tool("fetch", 102)])).toMatchObject({
    renamed: [{ from: tool("get", 100), to: tool("fetch", 102) }],
    added: [],
    removed: [],
  });
  const twins = changes([tool("get", 100)], [tool("aaa", 100), tool("bbb", 100)]);
  expect(twins).toMatchObject({ renamed: [], removed: [tool("get", 100)] });
  expect(twins?.added).toHaveLength(2);
});

test("a tool of the same length that takes something else, or hints otherwise, is no new name of one that is gone", () => {
  const one = { arguments: [{ name: "id" }], hints: { readOnlyHint: true } };
  expect(changes([tool("get", 100, one)], [tool("put", 100, one)])?.renamed).toHaveLength(1);
  for (const other of [{ arguments: [{ name: "to" }] }, { hints: { readOnlyHint: false } }])
    expect(changes([tool("get", 100, one)], [tool("put", 100, { ...one, ...other })])).toMatchObject({
      renamed: [],
      added: [{ name: "put" }],
      removed: [{ name: "get" }],
    });
});

test("the length of each tool is looked at a few times, however many there are", () => {
  let looks = 0;
  const list = (letter: string) =>
    Array.from({ length: 500 }, (_, at) => ({
      name: `${letter}${at}`,
      get bytes() {
        looks++;
        return 100;
      },
    }));
  changes(list("a"), list("b"));
  expect(looks).toBeLessThanOrEqual(10 * 1000);
});

test("nothing is said where the list of base is not known, or nothing changed", () => {
  expect(changes(undefined, [tool("a", 1)])).toBeUndefined();
  expect(changes([tool("a", 1)], [tool("a", 1)])).toEqual({
    added: [],
    removed: [],
    renamed: [],
    resized: [],
    surface: [],
  });
});

/** The size of tools/list in each of three launches. */
function sizes(tools: readonly { bytes: number }[]) {
  const size = 12 + tools.reduce((sum, { bytes }) => sum + bytes + 1, 0);
  return [1, 2, 3].map(() => ({ tools_list_bytes: size }));
}

/** A run of three launches with a list of tools on each side, judged by the size of tools/list. */
function judged(
  base: { name: string; bytes: number }[],
  head: { name: string; bytes: number }[],
  gate: string | string[] = "+10%",
) {
  const rounds = noisyRounds(3, { median: 1, spread: 0.02, seed: 1 });
  const record = makeRecord({
    rows: { echo: { base: rounds, head: rounds } },
    launches: { base: sizes(base), head: sizes(head) },
    serverThresholds: { tools_list_bytes: gate },
  });
  const tools = { base, head };
  const arms = record.arms.map((arm) => ({ ...arm, tools: tools[arm.side] }));
  const table = tabulate({ ...record, arms });
  const comparison = compare({
    table,
    head: summarise(table, "head"),
    against: { kind: "paired", stored: [] },
  });
  const findings = comparison.findings.filter(({ metric }) => metric === "tools_list_bytes");
  const [finding] = findings;
  return { state: finding?.state, change: finding?.change?.estimate, states: findings.map(({ state }) => state) };
}

test("a new tool costs nothing that fails, and one that is gone hides no growth", () => {
  const old = [tool("a", 500), tool("b", 500)];
  expect(judged(old, [...old, tool("stock", 400)])).toMatchObject({ state: "pass", change: 0 });
  expect(judged(old, [tool("a", 700), tool("b", 500), tool("stock", 400)])).toMatchObject({ state: "regressed" });
  const gone = judged(old, [tool("a", 600)]);
  expect(gone).toMatchObject({ state: "regressed" });
  // A budget is of all that a client gets.
  expect(judged(old, [...old, tool("stock", 400)], "1200B").state).toBe("over-budget");
  expect(judged(old, [...old, tool("stock", 400)], ["+10%", "1200B"]).states).toEqual(["pass", "over-budget"]);
  expect(judged(old, [...old, tool("stock", 400)], ["+10%", "1500B"]).states).toEqual(["pass", "pass"]);
});

test("against stored runs, too, by the list of the very run that is compared", () => {
  const run = (tools: { name: string; bytes: number }[]): RunRecord => {
    const record = makeRecord({
      rows: { echo: { head: noisyRounds(3, { median: 1, spread: 0.02, seed: 1 }) } },
      launches: { head: sizes(tools) },
      serverThresholds: { tools_list_bytes: "+10%" },
    });
    return { ...record, arms: record.arms.map((arm) => ({ ...arm, tools })) };
  };
  const entryOf = (record: RunRecord): StoredEntry => ({
    createdAt: record.createdAt,
    summary: summarise(tabulate(record), "head"),
    tools: toolLists(tabulate(record).head.arms),
  });
  const against = (head: RunRecord, entries: readonly StoredEntry[]) =>
    compare({
      table: tabulate(head),
      head: summarise(tabulate(head), "head"),
      against: { kind: "stored", entries },
    }).findings.find(({ metric }) => metric === "tools_list_bytes");
  const [a, b, grown] = [tool("a", 500), tool("b", 500), tool("a", 600)];
  const old = entryOf(run([a, b]));
  expect(against(run([grown]), [old])).toMatchObject({ state: "regressed", base: 513, head: 613 });
  expect(against(run([a]), [old])).toMatchObject({ state: "pass", change: { estimate: 0 } });
  expect(against(run([a, b, tool("c", 400)]), [old])).toMatchObject({ state: "pass", change: { estimate: 0 } });
  // A newer run of another configuration lists otherwise, and is not what head is compared with.
  const other = entryOf({ ...run([a]), serverHash: "server-2" });
  expect(against(run([grown, b]), [old, other])).toMatchObject({ state: "pass", base: 1014, head: 1114 });
});

describe("a tool that is gone", () => {
  const rounds = noisyRounds(3, { median: 1, spread: 0.02, seed: 1 });
  const [a, b, c] = [tool("a", 500), tool("b", 400), tool("c", 300)];
  const run = (base: RunRecord["arms"][number]["tools"], head: typeof base, serverThresholds = {}): RunRecord => {
    const record = makeRecord({ rows: { echo: { base: rounds, head: rounds } }, serverThresholds });
    const lists = { base, head };
    return { ...record, arms: record.arms.map((arm) => ({ ...arm, tools: lists[arm.side] })) };
  };
  const of = (record: RunRecord, tools?: StoredEntry["tools"]) => {
    const head = summarise(tabulate(record), "head");
    const entry = { createdAt: "2026-11-01T00:00:00Z", summary: head, ...(tools ? { tools } : {}) };
    const { findings } = compare({
      table: tabulate(record),
      head,
      against: tools
        ? { kind: "stored", entries: [entry, { createdAt: entry.createdAt, summary: head }] }
        : { kind: "paired", stored: [] },
    });
    const found = findings.filter(({ metric }) => metric === "breaking_changes");
    return {
      states: found.map(({ state, threshold }) => `${threshold.level} ${state}`),
      status: decide({ findings: found, reference: { kind: "paired" } }, { failOn: ["regression"] }),
    };
  };

  test("fails nothing, unless the configuration says how many may go: then it fails, a new name included", () => {
    expect(of(run([a, b], [a]))).toMatchObject({ states: [] });
    const strict = { breaking_changes: "0" };
    expect(of(run([a, b], [a], strict))).toMatchObject({
      states: ["fail regressed"],
      status: { failed: true },
    });
    expect(of(run([a, b], [a, tool("d", 400)], strict)).states).toEqual(["fail regressed"]);
    expect(of(run([a, b, c], [a], { breaking_changes: "1" })).states).toEqual(["fail regressed"]);
  });

  test("is none where all are there, beside new ones, or where as many may go", () => {
    expect(of(run([a, b], [a, b, c], { breaking_changes: "0" }))).toMatchObject({ states: ["fail pass"] });
    expect(of(run([a, b], [a], { breaking_changes: "1" })).states).toEqual(["fail pass"]);
    expect(of(run(undefined, [a], { breaking_changes: "0" })).states).toEqual([]);
    expect(of(run([a, b], [a], { breaking_changes: "off" }))).toMatchObject({ states: [] });
  });

  test("is known against stored runs too, by the newest that says what it listed", () => {
    const alone = (head: (typeof a)[]) => {
      const record = makeRecord({ rows: { echo: { head: rounds } }, serverThresholds: { breaking_changes: "0" } });
      return { ...record, arms: record.arms.map((arm) => ({ ...arm, tools: head })) };
    };
    expect(of(alone([a]), [{ tools: [a, b] }]).states).toEqual(["fail regressed"]);
    expect(of(alone([a, b]), [{ tools: [a, b] }]).states).toEqual(["fail pass"]);
  });
});

test("a tail percentile is not gated where the load makes too few calls, which is said of each row", () => {
  const of = (calls: number) => {
    const rounds = noisyRounds(3, { median: 1, spread: 0.02, seed: 1, calls });
    const record = makeRecord({
      rows: { echo: { base: rounds, head: rounds }, add: { base: rounds, head: rounds } },
      thresholds: { p95: { warn: "+15%" } },
    });
    const { findings, warnings } = comparePaired(record);
    return {
      gated: findings.filter(({ metric }) => metric === "p95").length,
      told: warnings.filter(({ code }) => code === "not-checked"),
    };
  };
  expect(of(100)).toEqual({
    gated: 0,
    told: ["echo", "add"].map((row) => ({
      code: "not-checked",
      row,
      metric: "p95",
      limit: "+15%",
      isDefault: true,
      why: { code: "few-calls", need: 200, have: 100 },
    })),
  });
  expect(of(200)).toEqual({ gated: 2, told: [] });
});
