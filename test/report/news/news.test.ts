import { describe, expect, test } from "vitest";
import type { Lack } from "../../../src/decide/reason.ts";
import type { Finding } from "../../../src/decide/verdict.ts";
import { mustWork } from "../../../src/decide/verdict.ts";
import type { Comparison } from "../../../src/facts/comparison.ts";
import { type MetricId, metric } from "../../../src/metrics/metric.ts";
import type { RecordRound } from "../../../src/record/record.ts";
import type { Stop } from "../../../src/record/stop.ts";
import { renderComment } from "../../../src/report/markdown/markdown.ts";
import { sentenceOf } from "../../../src/report/news/sentence.ts";
import type { Report } from "../../../src/report/report.ts";
import { plainText } from "../../../src/report/text.ts";
import { tellingLine } from "../../../src/report/words/telling-line.ts";
import { judge } from "../../../src/run/judge.ts";
import type { SurfaceChange } from "../../../src/table/surface-changes.ts";
import { paired, sides } from "../../decide/paired/sides.ts";
import { finding, type ReportInput, recorded, report, statistic, statistics, threshold } from "../build.ts";

function news(input: ReportInput, comparison: Partial<Comparison> = {}): string {
  const made = report(input);
  return said({ ...made, comparison: { ...made.comparison, ...comparison } });
}

/** The same by a run that no workflow made. */
function atHome(input: ReportInput, comparison: Partial<Comparison> = {}): string {
  const { runUrl: _, ...made } = report(input);
  return said({ ...made, comparison: { ...made.comparison, ...comparison } });
}

function said(made: Report): string {
  return plainText(sentenceOf(made)).replaceAll("\u00a0", " ");
}

const p50 = threshold("p50", "+10%");
const search = { id: "search", base: statistics(1.54), head: statistics(1.86) };
const slow = finding({ row: "search", threshold: p50, state: "regressed", base: 1.54, head: 1.86 });
const slowed = { status: "regressed", rows: [search], findings: [slow] } as const;
const tool = (name: string, bytes: number, tokens: number) => ({ name, bytes, tokens });
const nothingElse = { added: [], removed: [], renamed: [], resized: [], surface: [] };

describe("a regression", () => {
  test("that ended the run names what was left open then", () => {
    const open = finding({
      row: "export",
      threshold: p50,
      state: "inconclusive",
      reason: { code: "no-reference", text: "undecided" },
    });
    const findings = [slow, open];
    const stop: Stop[] = [{ code: "first-regression", rounds: 14, certain: 14, openGates: 1 }];
    const early = news({ ...slowed, findings, record: { stop } });
    expect(early).toContain("As a regression was certain, the run ended before export was decided.");
    expect(early).toMatch(/^search is .* slower/);
    const too = { ...open, row: "search", threshold: threshold("throughput", "-10%") };
    expect(news({ ...slowed, findings: [slow, too, open], record: { stop } })).toContain(
      "ended before export was decided.",
    );
    expect(news({ ...slowed, findings })).not.toContain("the run ended before");
    expect(news({ ...slowed, record: { stop } })).not.toContain("the run ended before");
  });

  test("is told as everybody would: how much slower, from what to what, and what was allowed", () => {
    expect(news(slowed)).toBe(
      "search is 20.8% slower: p50 1.54 → 1.86 ms, fails at +10%. Start with search. If this regression is intended, raise the threshold first, in a change of its own.",
    );
  });

  test.each([
    ["p50", "search is 32 times as slow: p50 10.0 → 320 ms, "],
    ["cpu_per_call", "search takes 32 times as much CPU time per call: 10.0 → 320 ms, "],
    ["p99", "The slowest calls of search take 32 times as long: p99 10.0 → 320 ms, "],
    ["response_bytes", "Results of search are 32 times as large: 10 → 320 B, "],
    ["startup", "The server starts 32 times as slowly: 10.0 → 320 ms, "],
    ["peak_rss", "The server needs 32 times as much memory: peak RSS 10 → 320 B, "],
    ["tools_list_bytes", "tools/list is 32 times as large, new tools not counted: 10 → 320 B, "],
  ] as const)("by ten times and more is told by how many times: %s", (id, told) => {
    const row = metric(id).scope === "server" ? "(server)" : "search";
    const far = finding({ row, threshold: threshold(id, "+10%"), state: "regressed", base: 10, head: 320 });
    expect(news({ ...slowed, findings: [far] })).toContain(`${told}fails at +10%`);
  });

  test("of the list of one variant names it", () => {
    const limit = { threshold: threshold("tools_list_bytes", "+10%"), state: "regressed", base: 10, head: 13 } as const;
    expect(news({ status: "regressed", findings: [finding({ row: "(server) [py]", ...limit })] })).toMatch(
      /^tools\/list of server \[py\] is 30% larger, new tools not counted: 10 → 13 B/,
    );
  });

  test("by ten times and more against a variant is told so as well", () => {
    const far = finding({ row: "search", threshold: p50, against: "direct", state: "regressed", base: 10, head: 320 });
    expect(news({ ...slowed, findings: [far] })).toMatch(
      /^search is 32 times as slow as on direct: p50 10\.0 → 320 ms/,
    );
    const near = { ...far, change: { estimate: 0.5 } };
    expect(news({ ...slowed, findings: [near] })).toMatch(/^search is 50% slower than on direct: /);
  });

  test("of what got ten times as good, or a tenth of it, says that", () => {
    const told = (id: MetricId, base: number, head: number) =>
      news({
        status: "pass",
        rows: [search],
        findings: [finding({ row: "search", threshold: threshold(id, "+10%"), state: "improved", base, head })],
      });
    expect(told("p50", 320, 10)).toMatch(/^search is 32 times as fast: p50 320 → 10\.0 ms\. No regression/);
    expect(told("throughput", 10, 320)).toMatch(/^search gets 32 times as much done: throughput 10\.0 → 320\/s\. /);
    expect(told("cpu_per_call", 320, 10)).toMatch(/^search takes 96\.9% less CPU time per call: 320 → 10\.0 ms\. /);
  });

  test("of what every user pays for leads, and its advice still points at a row that got slower", () => {
    const start = finding({
      row: "(server)",
      threshold: threshold("startup", "+20%"),
      state: "regressed",
      base: 100,
      head: 130,
    });
    expect(news({ ...slowed, findings: [slow, start] })).toMatch(
      /^The server starts 30% slower: .*\. search is 20\.8% slower: .*\. Start with search\./,
    );
  });

  test.each([
    ["improved", 0.12, 0.001, "The server uses less CPU when idle: 12.0 → 0.100% of a core"],
    ["regressed", 0.001, 0.12, "The server uses more CPU when idle: 0.100 → 12.0% of a core"],
  ] as const)("of idle CPU says its direction: %s", (state, base, head, text) => {
    const idle = finding({ row: "(server)", threshold: threshold("idle_cpu", "+1pp"), state, base, head });
    expect(news({ status: state === "improved" ? "pass" : "regressed", findings: [idle] })).toContain(text);
  });

  test("of a count is told by its rounds, where the middle launches of both have the same", () => {
    const left = finding({
      row: "(server)",
      threshold: threshold("orphans", "+0%"),
      state: "regressed",
      base: 0,
      head: 0,
      reason: { code: "counted", worse: 13, better: 0, ofRounds: 33 },
    });
    const told = (state: "regressed" | "improved") =>
      news({ status: state === "improved" ? "pass" : "regressed", findings: [{ ...left, state }] });
    expect(told("regressed")).toMatch(
      /^Processes left behind of the server rose: worse than base in 13 of 33 rounds, better in 0, fails at \+0%\./,
    );
    expect(told("improved")).toContain("Processes left behind of the server fell: ");
  });

  test("is one fact where several metrics of a row tell it, and CPU time does not lead", () => {
    const cpu = finding({
      row: "search",
      threshold: threshold("cpu_per_call", "+10%"),
      state: "regressed",
      base: 1,
      head: 3,
    });
    const text = news({ ...slowed, findings: [cpu, slow] });
    expect(text).toMatch(/^search is 20\.8% slower: p50/);
    expect(text).not.toContain("CPU");
    expect(news({ ...slowed, findings: [cpu] })).toMatch(/^search takes 200% more CPU time per call: 1\.00 → 3\.00 ms/);
  });

  test("of few calls says how many and how much slower", () => {
    const row = { id: "search", base: statistics(1, { p99: 1.2 }), head: statistics(1, { p99: 24 }) };
    const stalls = finding({
      row: "search",
      threshold: threshold("stalls", "+3pp"),
      state: "regressed",
      base: 0,
      head: 0.2,
    });
    expect(news({ status: "regressed", rows: [row], findings: [stalls] })).toMatch(
      /^1 in 100 calls of search take 20 times as long \(p99 1\.20 → 24\.0 ms\), fails at \+3pp\./,
    );
  });

  test("of failing calls gives the text of the error", () => {
    const failing = finding({
      row: "search",
      threshold: threshold("error_rate", "+0.5pp"),
      state: "regressed",
      base: 0,
      head: 0.05,
    });
    const errors = [
      { kind: "tool-error" as const, message: "Error: ENOENT: no index\n    at open (/srv/a.js:1:2)", count: 9 },
    ];
    const measurement = { row: "search", outcomes: {}, errors, blocks: [], samples: "", requestBytes: 1 };
    const text = news({
      status: "regressed",
      rows: [search],
      findings: [failing],
      launches: [{ measurements: [measurement] }],
    });
    expect(text).toMatch(
      /^search fails in 5\.00% of its calls \(before: 0%\), allowed \+0\.5pp\. Most often: Error: ENOENT: no index\. /,
    );
  });

  test("does not hide what improved beside it, unless calls of that row fail", () => {
    const better = finding({ row: "list", threshold: p50, state: "improved", base: 1.86, head: 1.54 });
    expect(news({ ...slowed, findings: [slow, better] })).toContain(
      "fails at +10%. list is 17.2% faster: p50 1.86 → 1.54 ms. Start with search",
    );
    const failing = finding({
      row: "list",
      threshold: threshold("error_rate", "+0.5pp"),
      state: "regressed",
      base: 0,
      head: 0.2,
    });
    expect(news({ ...slowed, findings: [failing, better] })).not.toContain("faster");
  });

  test("names the first two rows, and the others by name", () => {
    const rows = ["a", "b", "c", "d"].map((row) => ({ ...slow, row }));
    expect(news({ ...slowed, findings: rows })).toContain("c and d exceed a threshold too.");
    const ofServer = (["startup", "peak_rss", "idle_cpu", "memory_growth"] as const).map((id) =>
      finding({ row: "(server)", threshold: threshold(id, "+10%"), state: "regressed", base: 1, head: 2 }),
    );
    expect(news({ ...slowed, findings: ofServer })).toContain(
      " Idle CPU and memory growth per 1,000 calls exceed a threshold too.",
    );
  });
});

describe("advice", () => {
  const accept = "set the label mcp-bench:accept";

  test("offers the label where one can be set, and says where to whoever runs it at home", () => {
    const worth = "Start with search. If this regression is intended, ";
    expect(news({ ...slowed, report: { acceptable: true } })).toContain(
      `${worth}${accept} and run again, or raise the threshold first, in a change of its own.`,
    );
    expect(news(slowed)).toContain(`${worth}raise the threshold first, in a change of its own.`);
    expect(atHome(slowed)).toContain(
      `${worth}${accept} on the pull request, or raise the threshold first, in a change of its own.`,
    );
  });

  test("on calls that fail is to mend them", () => {
    const failing = finding({
      row: "search",
      threshold: threshold("error_rate", "+0.5pp"),
      state: "regressed",
      head: 0.2,
    });
    const input = { status: "regressed", findings: [failing] } as const;
    expect(news(input)).toMatch(/Fix the failing calls first\.$/);
    expect(news({ ...input, report: { acceptable: true } })).toContain(
      "If they are meant to fail, accept the regression with the label mcp-bench:accept.",
    );
    expect(news({ ...input, findings: [failing, ...(slowed.findings ?? [])] })).toContain("raise the threshold");
  });

  test("tells of no change of its own where the limits of head decide", () => {
    const stored = { kind: "stored", createdAt: "2026-11-01T00:00:00.000Z", entries: 12 } as const;
    expect(news({ ...slowed, reference: stored })).toMatch(/raise the threshold\.$/);
  });

  test("does not tell who accepted to accept", () => {
    const made = report({
      ...slowed,
      report: { acceptable: true, accepted: { by: "admin", at: "2026-11-18T10:00:00Z" } },
    });
    const text = plainText(sentenceOf({ ...made, verdict: { ...made.verdict, failed: false } }));
    expect(text).toContain("admin accepted it with the label mcp-bench:accept (2026-11-18 10:00 UTC)");
    expect(text).not.toMatch(/raise|accept it/);
  });

  test("on budgets is to raise them, on records of two times to measure in one run", () => {
    const over = finding({ row: "search", threshold: threshold("p95", "200ms"), state: "over-budget", head: 237 });
    expect(news({ status: "over-budget", findings: [over] })).toBe(
      "search is over its budget: p95 237 ms, allowed 200 ms. Start with search. If this is intended, raise the budget first, in a change of its own.",
    );
    const reference = { kind: "record", createdAt: "2026-11-01T00:00:00.000Z" } as const;
    expect(news({ ...slowed, reference })).toContain(
      "the machine may be the cause. First, measure both commits in one run",
    );
  });
});

describe("tools", () => {
  test("that went lead, those that came follow what got worse, with what they cost", () => {
    const tools = { ...nothingElse, removed: [tool("get_item", 300, 80)], added: [tool("stock", 900, 240)] };
    const text = news(slowed, { tools });
    expect(text).toMatch(
      /^get_item was removed: base lists it\. search is 20\.8% slower: .*\. New tool stock adds 240 tokens of tools\/list to every conversation\. Start/,
    );
    expect(news({ status: "pass", findings: [{ ...slow, state: "pass" }] }, { tools })).toMatch(
      /^get_item was removed/,
    );
  });

  test("that have another name are called renamed", () => {
    const renamed = [{ from: tool("get_item", 300, 80), to: tool("get_entry", 301, 80) }];
    expect(news({ status: "pass" }, { tools: { ...nothingElse, renamed } })).toMatch(
      /^get_item is now called get_entry\./,
    );
  });

  test("that went are told once, with the benchmarks that call them and the limit they are beyond", () => {
    const tools = { ...nothingElse, removed: [tool("search", 300, 80)] };
    const rows = [search, { id: "get" }];
    const broken = finding({
      row: "search",
      threshold: threshold("breaking_changes", "0"),
      state: "regressed",
      head: 1,
    });
    expect(atHome({ status: "regressed", rows, findings: [broken] }, { tools })).toBe(
      "search was removed: base lists it, and a benchmark still calls it. Restore what clients rely on; if the change is intended, set the label mcp-bench:accept on the pull request.",
    );
    const dropped = report({ status: "regressed", rows, findings: [broken], comparison: { tools } });
    const record = { ...dropped.record, rows: dropped.record.rows.map((row) => ({ ...row, onlyIn: "base" as const })) };
    expect(said(recorded(dropped, record))).toMatch(
      /^search was removed: base lists it, and base's benchmark calls it\. /,
    );
    const limit = { ...broken, row: "(server)" };
    expect(news({ status: "regressed", findings: [limit] }, { tools })).toMatch(
      /^search was removed: base lists it, more than breaking_changes allows \(0\)\. Restore/,
    );
    const renamed = [{ from: tool("search", 300, 80), to: tool("find", 298, 80) }];
    expect(news({ status: "regressed", rows, findings: [broken] }, { tools: { ...nothingElse, renamed } })).toMatch(
      /^search is now called find, and a benchmark still calls the old name\. Restore/,
    );
  });

  test("that changed for their callers are told by what fails now, hints after it", () => {
    const about = { tool: "search", argument: "q" } as const;
    const surface: SurfaceChange[] = [
      { ...about, code: "argument-required" },
      { ...about, code: "argument-required", argument: "scope" },
      { ...about, code: "type-narrowed", argument: "limit", from: ["null", "number"], to: ["string"] },
      { ...about, code: "choices-narrowed", argument: "mode", lost: ['"fuzzy"'] },
      { ...about, code: "choices-narrowed", argument: "kind", lost: [] },
      { tool: "search", code: "hint-changed", hint: "readOnlyHint", from: true, to: undefined },
      { ...about, code: "argument-removed", argument: "page" },
    ];
    expect(news({ status: "pass" }, { tools: { ...nothingElse, surface } })).toBe(
      'search now requires q and scope: calls without them fail. limit of search must now be string (before: null or number): other calls fail. mode of search no longer takes "fuzzy". 1 more breaking change. search changed its hint readOnlyHint: true → not set. search no longer takes page. No threshold applies, so nothing can fail.',
    );
  });

  test("that break callers stand in the title, too", () => {
    const title = (input: ReportInput, tools: object) => {
      const made = report(input);
      const comparison = { ...made.comparison, tools: { ...nothingElse, ...tools } };
      return renderComment({ ...made, comparison }).split("\n", 1)[0];
    };
    const removed = [tool("search", 300, 80)];
    const broken = finding({ row: "search", threshold: threshold("breaking_changes", "0"), state: "regressed" });
    expect(title({ status: "pass" }, { removed })).toMatch(/⚠️.*breaking change of the tools, no regression found/);
    expect(title({ status: "inconclusive" }, { removed })).toMatch(/⚠️.*: breaking change of the tools, inconclusive$/);
    expect(title({ status: "pass" }, { added: removed })).toMatch(/✅.*: no regression found/);
    expect(title({ status: "regressed", rows: [search], findings: [broken] }, { removed })).toMatch(
      /❌.*: breaking change of the tools$/,
    );
    expect(title({ ...slowed, findings: [slow, broken] }, { removed })).toMatch(/❌.*: regression$/);
    const text = renderComment(report({ status: "regressed", rows: [search], findings: [{ ...broken, head: 1 }] }));
    expect(text).toContain("1 breaking change");
    expect(text).not.toMatch(/budget/i);
  });

  test("whose description grew are named", () => {
    const size = finding({
      row: "(server)",
      threshold: threshold("tools_list_bytes", "+10%"),
      state: "regressed",
      base: 1000,
      head: 2000,
    });
    const resized = [{ from: tool("search", 400, 100), to: tool("search", 1400, 350) }];
    expect(news({ status: "regressed", findings: [size] }, { tools: { ...nothingElse, resized } })).toMatch(
      /^tools\/list is 100% larger, new tools not counted: 1,000 → 2,000 B, mostly search \(\+1,000 B\), fails at/,
    );
  });
});

test("a list that is told to be longer is not told once more to begin otherwise, only what caches hold of it", () => {
  const size = threshold("tools_list_bytes", "+10%");
  const longer = finding({ row: "(server)", threshold: size, state: "regressed", base: 195, head: 262 });
  const resized = [{ from: tool("search", 180, 40), to: tool("search", 247, 60) }];
  const told = (lost: number, findings: Finding[]) =>
    news(
      { status: "regressed", rows: [search], findings },
      { tools: { ...nothingElse, resized }, lostPrefix: { unit: "bytes", lost, of: 250, from: "search" } },
    );
  expect(told(250, [longer])).toMatch(/fails at \+10%\. Prompt caches lose all of tools\/list\. If this/);
  expect(told(100, [longer])).toContain("Prompt caches lose tools/list from search on.");
  expect(told(250, [slow])).toContain(
    "tools/list changed from its first tool on, search: prompt caches lose all of its 250 B",
  );
});

test("results of another size are told whatever is gated, unless they vary by themselves", () => {
  const same = (value: number) => ({ state: "measured" as const, value, rounds: [value, value] });
  const row = {
    id: "status",
    base: statistics(1, { response_bytes: same(1089) }),
    head: statistics(1, { response_bytes: same(3089) }),
  };
  const pass = { ...slow, state: "pass" as const };
  expect(news({ status: "pass", rows: [row], findings: [pass] })).toContain(
    "Results of status grew: 1,089 → 3,089 B (2.84x).",
  );
  const varying = { ...row, head: statistics(1, { response_bytes: statistic(3089) }) };
  expect(news({ status: "pass", rows: [varying], findings: [pass] })).not.toContain("Results");
});

describe("an open change against stored runs", () => {
  const reference = { kind: "stored", createdAt: "2026-11-01T00:00:00.000Z", entries: 3 } as const;
  const change = { estimate: 0.26, low: 0.11, high: 0.43 };
  const told = (lack: Lack, more: Partial<Finding> = {}, cpuPressure = 0) => {
    const open = finding({
      row: "search",
      threshold: p50,
      state: "inconclusive",
      change,
      reason: lack,
      ...more,
    });
    const rounds = [{ index: 0, order: {}, machine: { load: 9, cpuPressure }, launches: [] }];
    return news({ status: "inconclusive", findings: [open], reference, record: { rounds } });
  };

  test("of a busy runner is put down to that, unless stored runs are too few", () => {
    for (const lack of [{ code: "scatter", spread: 0.07 }, { code: "clock-alone" }, { code: "some-launches" }] as const)
      expect(told(lack, {}, 0.99)).toBe(
        "search looks 26% slower (+11.0% … +43.0%), but the runner was busy (CPU pressure 99%; load 9 on 4 cores). Re-run on a quieter machine, or measure the base commit in the same run (`compare-ref`).",
      );
    expect(told({ code: "few-runs", have: 3, need: 5 }, {}, 0.99)).toMatch(/are needed\. Store more runs/);
    expect(told({ code: "scatter", spread: 0.07 }, {}, 0.1)).not.toMatch(/busy|quieter/);
  });

  test("is named with its size, what is missing, and the fix that fits", () => {
    expect(told({ code: "few-runs", have: 3, need: 5 })).toBe(
      "search looks 26% slower (+11.0% … +43.0%), but 3 stored runs are too few to decide; at least 5 are needed. Store more runs (`mcp-bench baseline push --runs 5`), or measure the base commit in the same run (`compare-ref`).",
    );
    const scatter = told({ code: "scatter", spread: 0.053 });
    expect(scatter).toContain("looks 26% slower");
    expect(scatter).toContain("stored runs differ by 5.30%, and this one is too close to the threshold");
    expect(scatter).not.toContain("Store more runs");
    expect(scatter).toMatch(/Measure the base commit in the same run \(`compare-ref`\)\.$/);
    expect(told({ code: "machine", of: "row", slower: 0.2 })).toContain("start-up changed by +20.0% too");
    expect(told({ code: "clock-alone" })).toContain("CPU time does not confirm it");
    expect(told({ code: "some-launches" })).toContain("not every launch shows it");
  });

  test("within the threshold is open for the same reason, without a size", () => {
    const small = told({ code: "few-runs", have: 1, need: 5 }, { change: { estimate: 0.02, low: -0.1, high: 0.2 } });
    expect(small).toContain("search is inconclusive: 1 stored run is too few to decide; at least 5 are needed");
  });
});

test("what stored runs have otherwise, or alone, is said first", () => {
  const reference = { kind: "stored", createdAt: "2026-11-01T00:00:00.000Z", entries: 6 } as const;
  const row = (name: string) => ({ id: name, head: statistics(1), base: statistics(1) });
  const changed = finding({
    row: "search",
    threshold: p50,
    state: "not-comparable",
    reason: { code: "no-reference", text: "its configuration changed" },
  });
  const made = report({ status: "not-comparable", rows: [row("search"), row("gone")], findings: [changed], reference });
  const rows = made.record.rows.filter(({ id }) => id !== "gone");
  const text = said(recorded(made, { ...made.record, rows }));
  expect(text).toContain("search was not compared: its configuration changed since the stored runs.");
  expect(text).toContain("gone was not measured: only the stored runs have it.");
});

test("a baseline that cannot be read is named with its cause", () => {
  const text = said({
    ...report({ status: "errored" }),
    unread: "mcp-bench.json at commit 1a2b: the file is empty\n  fix: restore it",
  });
  expect(text).toMatch(/could not be read: .*the file is empty/);
});

describe("a server that is broken", () => {
  const dead =
    "node dist/server.js: the server exited with code 1\nfile:///srv/a.js:3\nError: Cannot find module './x'\n    at y (node:z:1)";
  const errored = finding({
    row: "(server)",
    threshold: mustWork,
    state: "errored",
    reason: { code: "no-reference", text: `3 of 3 launches failed, 0 of base's: ${dead}` },
  });

  test("is named by its side, with the line that names the error and without the stack", () => {
    const text = news({ status: "errored", findings: [errored], launches: [{ failure: dead }] });
    expect(text).toBe(
      "The head server failed: 3 of 3 launches failed, 0 of base's: node dist/server.js: the server exited with code 1: Error: Cannot find module './x'. Fix the server or the benchmark first; ignore timings until then.",
    );
  });

  test("on the side of base is named before what follows from it, and measuring base is not advised", () => {
    const warnings = [
      { code: "base-not-measured", isStored: true, first: { round: 1, arm: "base", failure: dead } } as const,
    ];
    const open = finding({
      row: "search",
      threshold: p50,
      state: "inconclusive",
      reason: { code: "no-reference", text: "too few runs" },
    });
    const reference = { kind: "stored", createdAt: "2026-11-01T00:00:00.000Z", entries: 2 } as const;
    const stored = news({ status: "inconclusive", findings: [open], reference }, { warnings });
    expect(stored).toMatch(/Store more runs \(`mcp-bench baseline push --runs 5`\)\.$/);
    const none = { kind: "none", reason: "nothing is stored" } as const;
    const text = news(
      { status: "no-baseline", reference: none, launches: [{ arm: "base", failure: dead }] },
      { warnings },
    );
    expect(text).toMatch(
      /^The base server a0b1c2d3e4 failed: .* Cannot find module '\.\/x'\. Nothing was compared: nothing is stored\.$/,
    );
  });

  test("in one row says whether base answers there", () => {
    const row = finding({
      row: "search",
      threshold: mustWork,
      state: "errored",
      reason: { code: "no-reference", text: "none of 9 calls was ok (9 × timeout)" },
    });
    expect(news({ status: "errored", rows: [search], findings: [row] })).toMatch(
      /^search fails in head: none of 9 calls was ok \(9 × timeout\); it works in base\./,
    );
  });
});

describe("a run that decided nothing", () => {
  const open = finding({
    row: "search",
    threshold: p50,
    state: "inconclusive",
    reason: { code: "no-reference", text: "evidence of 0.801" },
  });

  test("says so in plain words, and what would decide", () => {
    const text = news({ status: "inconclusive", findings: [open] });
    expect(text).toBe(
      "No regression found, but search is inconclusive: the noise between rounds is too high. Re-run, or allow more time (`time-budget`).",
    );
  });

  test("compared with a record says how a time looks that is beyond its limit, and why that does not tell", () => {
    const text = (estimate: number) =>
      news({
        status: "inconclusive",
        findings: [{ ...open, change: { estimate } }],
        reference: { kind: "record", createdAt: "2026-11-01T00:00:00.000Z" },
      });
    expect(text(0.847)).toMatch(
      /^search looks 8[45][.\d]*% slower, but the runs to compare with are too noisy or too few\. To decide, measure both/,
    );
    for (const estimate of [0.01, -0.5])
      expect(text(estimate)).toMatch(/^No regression found, but search is inconclusive/);
  });

  test("names the server in plain words", () => {
    const startup = finding({ row: "(server)", threshold: threshold("startup", "+20%"), state: "inconclusive" });
    const input = { status: "inconclusive", findings: [open, startup] } as const;
    expect(news(input)).toContain("but search and the server (start-up) are inconclusive");
    expect(sentenceOf(report(input))).not.toContainEqual({ name: "the server" });
    const leak = finding({
      row: "search",
      threshold: threshold("memory_growth", "+500KB"),
      state: "inconclusive",
    });
    expect(news({ status: "inconclusive", findings: [leak] })).toContain("but search (memory growth");
    expect(news({ status: "inconclusive", findings: [open, leak] })).toContain("but search is inconclusive");
  });

  test.each<[Stop, string]>([
    [{ code: "no-time-for-round", budgetMs: 600_000, rounds: 30 }, "or allow more time (`time-budget`)."],
    [{ code: "time-budget-ended", budgetMs: 60_000, round: 4 }, "or allow 5 minutes (`time-budget: 5m`)."],
    [{ code: "rounds-configured", rounds: 5 }, "or ask for more rounds (`rounds`)."],
    [{ code: "rounds-at-limit", rounds: 60 }, "Re-run on a quieter machine."],
  ])("after %o advises what helps", (stop, advice) => {
    expect(news({ status: "inconclusive", findings: [open], record: { stop: [stop] } })).toContain(advice);
  });

  test("advises by the budget that was asked for", () => {
    const advice = (timeBudgetMs: number) =>
      news({
        status: "inconclusive",
        findings: [open],
        record: { asked: { workingDirectory: ".", passEnv: [], timeBudgetMs } },
      });
    expect(advice(600_000)).toContain("allow more time");
    expect(advice(60_000)).toContain("allow 5 minutes");
  });

  const afterSeven = { ...open, rounds: 7 };

  test.each<[Stop, string]>([
    [{ code: "rounds-configured", rounds: 7 }, "Ask for 14 rounds (`--rounds 14`)."],
    [{ code: "no-time-for-round", budgetMs: 240_000, rounds: 7 }, "Allow 8 minutes (`--time-budget 8m`)."],
    [{ code: "time-budget-ended", budgetMs: 60_000, round: 8 }, "Allow 5 minutes (`--time-budget 5m`)."],
  ])("with too few rounds says how many it takes, and after %o how to get them", (stop, advice) => {
    const input = {
      status: "inconclusive",
      findings: [afterSeven],
      record: { stop: [stop] },
    } as const;
    expect(atHome(input, { gates: 46 })).toBe(
      `No regression found, but search is inconclusive: 7 rounds are too few to decide on 46 results that can fail the check; at least 14 are needed. ${advice}`,
    );
    expect(atHome(input, { gates: 1 })).toContain("7 rounds are too few to decide; at least 8 are needed.");
    // The server's memory may be checked in fewer rounds than a row is measured.
    const twice = { ...input, findings: [afterSeven, { ...open, row: "list", rounds: 14 }] };
    expect(atHome(twice, { gates: 46 })).not.toContain("too few");
  });

  test("says once that the rounds are too few: no warning repeats it, but where the first sentences tell something else", () => {
    const warnings = [{ code: "too-few-rounds", rounds: 7, gates: 46, need: 14, fix: "rounds" } as const];
    const text = (more: Partial<ReportInput>) => {
      const input = { status: "inconclusive", findings: [afterSeven], warnings } as const;
      return renderComment(report({ ...input, comparison: { gates: 46 }, ...more }));
    };
    const looksWorse = { ...afterSeven, change: { estimate: 21, low: 10, high: 35 } };
    for (const findings of [[afterSeven], [looksWorse]]) {
      expect(text({ findings })).toContain(
        "7 rounds are too few to decide on 46 results that can fail the check; at least 14 are needed",
      );
      expect(text({ findings })).not.toContain("7 rounds cannot show");
    }
    const failing = {
      ...open,
      row: "(server)",
      threshold: mustWork,
      reason: { code: "no-reference", text: "1 of 7 launches failed: it died" },
    } as const;
    const inSight = { code: "no-decision-in-sight", isMore: false } as const;
    const futile = { ...inSight, rounds: 7, needed: 20, needsMs: 100_000, room: 9 };
    for (const more of [
      { findings: [failing, afterSeven] },
      { findings: [slow, open], status: "regressed" },
      { record: { stop: [futile] } },
    ] as const) {
      expect(text(more)).not.toContain("too few to be sure");
      expect(text(more)).toContain("7 rounds cannot show");
    }
  });

  const rounds = (...machines: NonNullable<RecordRound["machine"]>[]) =>
    news({
      status: "inconclusive",
      findings: [open],
      record: { rounds: machines.map((machine, index) => ({ index, order: {}, machine, launches: [] })) },
    });

  test("says that the runner was busy, how much, and what to do about that", () => {
    const waited = { steal: 0, cpuPressure: 0.624, load: 9.2 };
    expect(rounds(waited, waited, { cpuPressure: 0.1, load: 1 })).toBe(
      "No regression found, but search is inconclusive: the runner was busy (CPU pressure 62%; load 9 on 4 cores). Re-run, allow more time (`time-budget`), or take a larger runner.",
    );
    expect(rounds({ steal: 0.2, cpuPressure: 0.1, load: 1 })).toContain("busy (20% of its CPU time stolen).");
    expect(rounds({ load: 9 })).toContain("busy (load 9 on 4 cores).");
  });

  test("says that none was in sight, and how long it would have taken", () => {
    const inSight = { code: "no-decision-in-sight", isMore: false } as const;
    const stop = [{ ...inSight, rounds: 20, needed: 80, needsMs: 400_000, room: 40 }];
    const warnings = [{ code: "too-few-rounds", rounds: 7, gates: 46, need: 14, fix: "rounds" } as const];
    expect(news({ status: "inconclusive", findings: [open], record: { stop } }, { warnings })).toBe(
      "No regression found, but search is inconclusive: the noise between rounds is too high. No decision was in sight after 20 rounds: at least 80 more are needed (400 s), with room for 40. Re-run, or allow more time (`time-budget`).",
    );
  });

  test("does not blame a runner that had time for it", () => {
    for (const text of [
      rounds({ steal: 0.01, cpuPressure: 0.3, load: 30 }),
      rounds({ load: 4.5 }),
      rounds({ cpuPressure: 0.1, load: 1 }, { cpuPressure: 0.1, load: 1 }, { cpuPressure: 0.9, load: 9 }),
    ]) {
      expect(text).toContain("the noise between rounds is too high. Re-run, or allow more time");
      expect(text).not.toContain("busy");
    }
  });

  test("tells what moved over all rows", () => {
    const warnings = [{ code: "everything-slower", others: false, slower: 0.03, rounds: 9 } as const];
    expect(news({ status: "inconclusive", findings: [open] }, { warnings })).toMatch(
      /^All rows together are 3% slower \(p50, 9 paired rounds\)\. No regression found, but search is inconclusive/,
    );
  });

  test.each(["inconclusive", "no-baseline"] as const)("tells that once where it is %s", (status) => {
    const warnings = [{ code: "everything-slower", others: false, slower: 0.03, rounds: 9 } as const];
    const comment = renderComment(report({ status, findings: [{ ...open, state: status }], warnings }));
    expect(comment.split("All rows together")).toHaveLength(2);
  });

  test("tells first what did improve", () => {
    const better = finding({ row: "list", threshold: p50, state: "improved", base: 1.86, head: 1.54 });
    expect(news({ status: "inconclusive", findings: [open, better] })).toMatch(
      /^list is 17\.2% faster: p50 1\.86 → 1\.54 ms\. No regression found, but search is inconclusive/,
    );
  });

  test("says that the server fails now and then before anything else", () => {
    const failing: Finding = finding({
      row: "(server)",
      threshold: mustWork,
      state: "inconclusive",
      reason: { code: "no-reference", text: "1 of 9 launches failed: it died" },
    });
    expect(news({ status: "inconclusive", findings: [open, failing] })).toBe(
      "The head server fails intermittently: 1 of 9 launches failed: it died. Fix the failure, or run again.",
    );
  });
});

describe("a large change that is open", () => {
  const toldAfter = (rounds: number, factor: number, stop: Stop = { code: "rounds-configured", rounds }) =>
    said(
      judge(paired(sides(rounds, factor), { run: { stop: [stop] } }), {
        stored: { kind: "none", reason: "none" },
        failOn: ["regression"],
        reproduce: "",
      }),
    );

  test("leads, with how often it was seen, how many rounds it takes, and how to ask for them", () => {
    const told =
      "echo looks 20 times as slow (slower in 7 of 7 rounds), but 7 rounds are too few to decide on 5 results that can fail the check; at least 10 are needed. ";
    expect(toldAfter(7, 20)).toBe(`${told}Ask for 10 rounds (\`--rounds 10\`).`);
    expect(toldAfter(7, 20, { code: "no-time-for-round", budgetMs: 240_000, rounds: 7 })).toBe(
      `${told}Allow 6 minutes (\`--time-budget 6m\`).`,
    );
    expect(toldAfter(3, 20)).toMatch(
      /^echo looks 20 times as slow \(slower in 3 of 3 rounds\), but 3 rounds are too few/,
    );
  });

  test("is not spoken of where it is small, or was seen once", () => {
    for (const text of [toldAfter(3, 1.3), toldAfter(1, 20)]) {
      expect(text).toMatch(/^No regression found, but echo is inconclusive: \d rounds? (is|are) too few/);
      expect(text).not.toContain("looks");
    }
  });

  test("leads among others that are open, which are named after it", () => {
    const change = { estimate: 21, low: 10, high: 35 };
    const open = { state: "inconclusive", rounds: 20 } as const;
    const sign = finding({ row: "sign", threshold: p50, ...open, change });
    const list = finding({ row: "list", threshold: threshold("throughput", "-10%"), ...open });
    const done = { estimate: -0.6, low: -0.7, high: -0.5 };
    const work = finding({ row: "work", threshold: threshold("throughput", "-10%"), ...open, change: done });
    const starts = finding({ row: "(server)", threshold: threshold("startup", "+20%"), ...open });
    expect(news({ status: "inconclusive", findings: [starts, list, work, sign] })).toBe(
      "sign looks 22 times as slow and work seems to get 60% less done, but the noise between rounds is too high. The server (start-up) and list (throughput) are inconclusive too. Re-run, or allow more time (`time-budget`).",
    );
  });
});

describe("a run that passed", () => {
  test("says of how many rows, and what improved", () => {
    const better = finding({ row: "search", threshold: p50, state: "improved", base: 1.86, head: 1.54 });
    expect(news({ status: "pass", rows: [search], findings: [better] })).toBe(
      "search is 17.2% faster: p50 1.86 → 1.54 ms. No regression in 1 row.",
    );
  });
});

test("what a base that was asked for wrote is told by one line of it", () => {
  const failure = "the server was silent\n  last output of the server:\n    starting\n    no database.";
  const reference = { kind: "none", reason: `main could not be measured: ${failure}`, unasked: true } as const;
  const line = "main could not be measured: the server was silent; last output of the server: no database";
  expect(news({ status: "no-baseline", reference })).toBe(`Measured, without a comparison: ${line}.`);
  expect(news({ status: "no-baseline", reference: { ...reference, unasked: false } })).toContain(`: ${line}.`);
});

test("without anything to compare with, a run that nobody wanted compared says so without alarm", () => {
  const reference = { kind: "none", reason: "a local run has none", unasked: true } as const;
  expect(news({ status: "no-baseline", reference })).toBe("Measured, without a comparison: a local run has none.");
  expect(news({ status: "not-comparable" }, { quick: true })).toBe(
    "A quick run decides nothing: measure again without `--quick`.",
  );
});

describe("a failure of many lines", () => {
  const wrote = "last output of the server:";
  test.each([
    [
      'exited with code 1\nTraceback (most recent call last):\n  File "a.py", line 1\nValueError: no key',
      "exited with code 1: ValueError: no key",
    ],
    ["exited\n/srv/a.js:3\nthrow new Error('boom')\n^\n\nError: boom\n    at a (b:1)", "exited: Error: boom"],
    ["Error: boom\n    at a (b:1)", "Error: boom"],
    ["one line only", "one line only"],
    ["exited with code 1:\npermission denied", "exited with code 1: permission denied"],
    [
      "exited with code 1\n  last output of the server:\n    starting\n    no database",
      `exited with code 1; ${wrote} no database`,
    ],
    ["silent for 2 s\n  last output of the server:\n    starting …", `silent for 2 s; ${wrote} starting …`],
    [
      "exited\n  last output of the server:\n    a.js:3\n    TypeError: no x\n        at a (b:1)\n    bye",
      "exited: TypeError: no x",
    ],
    ["it hung; last output of the server: one\ntwo.\n", `it hung; ${wrote} two.`],
    ["exited with code 1", "exited with code 1"],
    ["", ""],
  ])("%j is told as one", (failure, line) => {
    expect(tellingLine(failure)).toBe(line);
  });
});
