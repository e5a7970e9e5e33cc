import { describe, expect, it } from "vitest";
import type { FindingState } from "../../../src/decide/verdict.ts";
import { mustWork } from "../../../src/decide/verdict.ts";
import type { Comparison, Warning } from "../../../src/facts/comparison.ts";
import type { MetricId } from "../../../src/metrics/metric.ts";
import type { RunRecord } from "../../../src/record/record.ts";
import type { RecordWarning } from "../../../src/record/warning.ts";
import { renderComment } from "../../../src/report/markdown/markdown.ts";
import { viewOf } from "../../../src/report/report.ts";
import { notesSection } from "../../../src/report/sections/context.ts";
import { errorsSection } from "../../../src/report/sections/errors.ts";
import { failureLines } from "../../../src/report/sections/rows.ts";
import { renderTerminal } from "../../../src/report/terminal/terminal.ts";
import { plainText } from "../../../src/report/text.ts";
import {
  environment,
  finding,
  type ReportInput,
  recorded,
  report,
  serverStatistics,
  statistic,
  statistics,
  sweep,
  threshold,
} from "../build.ts";

function comment(input: Partial<Parameters<typeof report>[0]>): string {
  return renderComment(report({ status: "pass", ...input })).replaceAll("\u00a0", " ");
}

describe("instrument", () => {
  it("is told once with the reason why it is not the quietest, and nowhere where it is unknown", () => {
    const told = (given: Partial<RunRecord["environment"]>) =>
      comment({ record: { environment: { ...environment, ...given } } }).match(/kept awake|may sleep|limits the time/g);
    expect(told({ instrument: { kind: "spinning" } })).toEqual(["kept awake"]);
    expect(told({ instrument: { kind: "asleep", why: "quota" } })).toEqual(["may sleep", "limits the time"]);
    expect(told({})).toBeNull();
  });
});

describe("shut-down", () => {
  it("tells of launches that were killed and of processes left behind", () => {
    const launches = [{ killed: true }, { orphans: 2 }, { arm: "base", killed: true, orphans: 9 }];
    expect(comment({ launches })).toContain("1 of 2 launches of head had to be killed; head left 2 processes behind.");
  });

  it("tells of the servers of all variants", () => {
    const arms = ["py", "ts"].map((variant) => ({ id: variant, side: "head", variant, transport: "stdio" }) as const);
    const { head } = report({ status: "pass" });
    const launches = arms.map(({ id }) => ({ arm: id, killed: id === "ts" }));
    const shown = comment({ launches, record: { arms }, report: { head: { ...head, arm: "py" } } });
    expect(shown).toContain("1 of 2 launches of head had to be killed.");
  });

  it("is silent when all went well", () => {
    expect(comment({ launches: [{}, {}] })).not.toContain("Shut-down:");
  });
});

describe("the line of the server", () => {
  it("marks the figure that fails, and gives its status once", () => {
    const size = threshold("tools_list_bytes", "+10%");
    const longer = finding({ row: "(server)", threshold: size, state: "regressed", base: 195, head: 262 });
    const server = {
      base: serverStatistics({ tools_list_bytes: 195 }),
      head: serverStatistics({ tools_list_bytes: 262 }),
    };
    expect(comment({ findings: [longer], server })).toMatch(
      /\*\*Server\*\*: start-up 182 ms · [^\n]*tools\/list size 195 → 262 B ❌ regressed$/m,
    );
    const idle = finding({ row: "(server)", threshold: threshold("idle_cpu", "+5pp"), state: "regressed" });
    expect(
      comment({ findings: [idle, { ...idle, threshold: threshold("idle_cpu", "+2pp", "warn") }], server }),
    ).toMatch(/· idle CPU ❌ regressed$/m);
  });

  it("has the status of all of it where none of its figures fails", () => {
    const startup = threshold("startup", "+20%");
    const of = (state: FindingState, more: object = {}) =>
      comment({
        findings: [finding({ row: "(server)", threshold: startup, state, base: 182, head: 190, ...more })],
      }).match(/\*\*Server\*\*.*/)?.[0];
    expect(of("pass")).toMatch(/start-up 182 → 190 ms \(\+4\.4%\) · .* · ✅ pass$/);
    expect(of("inconclusive")).toMatch(/start-up 182 → 190 ms \(\+4\.4%\) · .* · ❔ inconclusive$/);
    expect(of("pass", { byCpu: true })).toMatch(/\(\+4\.4%\) ✅ pass by CPU time · .* · ✅ pass$/);
    expect(of("regressed", { head: 5824 })).toMatch(/start-up 182 ms → 5\.82 s \(32\.00x as much\) ❌ regressed · /);
  });

  const line = (leakChecked: readonly string[], warnings: readonly RecordWarning[]) => {
    const metrics = { memory_growth: 0 };
    // The calls of the second came too late.
    const launches = [{ leakChecked: [...leakChecked], metrics }, { leakChecked: ["a", "b"] }];
    const made = report({ status: "pass", rows: [{ id: "a" }, { id: "b" }], launches });
    const text = renderComment(recorded(made, { ...made.record, warnings: [...warnings] }));
    return text.split("\n").find((one) => one.includes("**Server**"));
  };
  const why = { code: "slow", calls: 100, ms: 3000 } as const;
  const unseen: RecordWarning = { code: "not-leak-checked", gaps: [{ rows: ["b"], why }] };

  it("says in how many rows no leak is looked for, where that is to be told", () => {
    expect(line(["a"], [unseen])).toContain(" · no leak check in 1 row");
    expect(line([], [unseen])).toMatch(/ · no leak check( ·|$)/);
  });

  it("says nothing where all rows are looked at, or nobody asks for it", () => {
    expect(line(["a", "b"], [])).not.toContain("leaks");
    expect(line(["a"], [{ code: "other", text: "another warning" }])).not.toContain("leaks");
  });
});

describe("rows that pass by CPU time", () => {
  const note = "By CPU time: latency is too noisy to decide";
  const passing = (row: string, more: object = {}) =>
    finding({ row, threshold: threshold("p50", "+10%"), state: "pass", base: 1, head: 1.03, ...more });
  const rows = ["list", "search"].map((id) => ({ id, base: statistics(1), head: statistics(1.03) }));
  const throughput = finding({ row: "search", threshold: threshold("throughput", "-10%"), state: "pass" });

  it("say so in their line, in the count of those that pass, and once what that means", () => {
    const text = comment({ rows, findings: [passing("list"), throughput, passing("search", { byCpu: true })] });
    expect(text).toContain("\n2 rows pass, 1 of them by CPU time.\n");
    expect(text).toMatch(/\| `search` \| ✅ pass by CPU time \|/);
    expect(text).toMatch(/\| `list` .*\| ✅ pass \|/);
    expect(text.split(note)).toHaveLength(2);
    expect(text.indexOf(note)).toBeLessThan(text.indexOf("<details>"));
  });

  it("may be all of them", () => {
    const findings = rows.map(({ id }) => passing(id, { byCpu: true }));
    expect(comment({ rows, findings })).toContain("\n2 rows pass by CPU time.\n");
    expect(comment({ rows: rows.slice(0, 1), findings: findings.slice(0, 1) })).toContain(
      "\n1 row passes by CPU time.\n",
    );
  });

  it("are not spoken of where none does, or where one fails for something else", () => {
    expect(comment({ rows, findings: rows.map(({ id }) => passing(id)) })).not.toContain("by CPU");
    const failing = finding({ row: "list", threshold: threshold("p95", "+15%"), state: "regressed", base: 1, head: 2 });
    const text = comment({ rows, findings: [passing("list", { byCpu: true }), failing], status: "regressed" });
    expect(text).toMatch(/\| `list` .*\| ❌ regressed \|/);
  });

  it("are explained where they are marked, and not where a medium shows none", () => {
    const failing = finding({ row: "list", threshold: threshold("p95", "+15%"), state: "regressed", base: 1, head: 2 });
    const hidden = { rows, findings: [passing("list", { byCpu: true }), failing], status: "regressed" } as const;
    const text = comment(hidden);
    expect(text.split(note)).toHaveLength(2);
    expect(text.indexOf("gates")).toBeLessThan(text.indexOf(note));
    const terminal = (input: Parameters<typeof report>[0]) =>
      renderTerminal(report(input), { color: false, width: 100, details: false });
    expect(terminal(hidden)).not.toContain(note);
    const warns = passing("list", { byCpu: true, threshold: threshold("p50", "+5%", "warn") });
    const open = {
      rows,
      findings: [passing("list", { state: "inconclusive" }), warns],
      status: "inconclusive",
    } as const;
    expect(comment(open)).not.toContain(note);
    expect(terminal(open)).not.toContain(note);
  });
});

describe("first calls", () => {
  const row = (id: string, more: object) => ({
    id,
    benchmark: "greet",
    head: statistics(2, { first_call: 10 }),
    ...more,
  });

  it("are set against calls that are made one at a time as they are, whichever row comes first", () => {
    const rows = [row("crowd", { x: 50, head: statistics(200, { first_call: 10 }) }), row("alone", { x: 1 })];
    expect(comment({ rows })).toMatch(/`greet`\s*\|\s*10\.0 ms\s*\|\s*2\.00 ms\s*\|\s*5\.00x/);
    expect(comment({ rows: rows.slice(0, 1) })).toMatch(/`greet`\s*\|\s*10\.0 ms\s*\|\s*–\s*\|\s*–/);
  });

  it("name the method too where a tool and a prompt have one name", () => {
    const text = comment({ rows: [row("a", { x: 1 }), row("b", { x: 1, method: "prompts/get" })] });
    expect(text).toContain("`prompts/get greet`");
    expect(text).toContain("`tools/call greet`");
  });
});

describe("what failing calls said", () => {
  const measured = (row: string, messages: readonly string[]) => ({
    row,
    outcomes: { malformed: messages.length },
    errors: messages.map((message) => ({ kind: "malformed" as const, message, count: 1 })),
    blocks: [],
    samples: "",
    requestBytes: 1,
  });

  it("is not told as a metric over a limit that nobody set", () => {
    const broken = finding({
      row: "search",
      threshold: mustWork,
      state: "errored",
      reason: { code: "no-reference", text: "none of 9 calls was ok" },
    });
    const rows = [{ id: "search", base: statistics(1), headFailures: { "tool-error": 9 } }];
    const text = comment({ rows, findings: [broken], status: "errored" });
    expect(text).toMatch(/`search`.*💥 errors/);
    expect(text).not.toContain("over must answer");
  });

  it("is told of every row, though one of them says something new every time", () => {
    const chatty = measured(
      "chatty",
      Array.from({ length: 30 }, (_, id) => `no reply has the id ${id}`),
    );
    const rows = ["chatty", "terse"].map((id) => ({ id, headFailures: { malformed: 1 } }));
    const text = comment({ rows, launches: [{ measurements: [chatty, measured("terse", ["a bracket is missing"])] }] });
    expect(text).toContain("a bracket is missing");
    expect(text.match(/no reply has the id/g)).toHaveLength(9);
  });
});

describe("the sentence of a sweep", () => {
  /** Throughput whose rounds go the other way than base's, by up to a tenth: 1.01x tells nothing then. */
  const scattering = (throughput: number) => statistics(8, { throughput: statistic(throughput, -0.1) });

  it("names stretches in which head is faster, slower and not told apart, by the interval of each ratio", () => {
    const rows = sweep("grep", { 1: 1.18, 2: 1.01, 10: 0.76, 20: 0.63, 50: 0.58 }).map((row) =>
      row.x === 2 ? { ...row, base: scattering(100), head: statistics(8, { throughput: 101 }) } : row,
    );
    expect(comment({ rows })).toContain(
      "slower than base at 1 (0.85x); indistinguishable from base at 2; faster than base at 10 … 50 (1.32x to 1.72x).",
    );
  });

  it("has no interval but the gate's beside stored runs, whose rounds were measured on other days", () => {
    const stored = { kind: "stored", createdAt: "2026-11-01T00:00:00.000Z", entries: 12 } as const;
    const gate = finding({
      row: "grep @10",
      threshold: threshold("p50", "+10%"),
      state: "inconclusive",
      base: 23,
      head: 34.5,
      change: { estimate: 0.5, low: -0.2, high: 1.8 },
    });
    const text = comment({ reference: stored, rows: sweep("grep", { 1: 1.1, 10: 1.5 }), findings: [gate] });
    expect(text).toContain("head is not compared with base at 1 … 10 (base was measured in another run).");
    expect(text).toContain("| +0.590 ms (+10.0%) |");
    expect(text).toContain("| +11.5 ms (+50.0%; −20.0% … +180%) |");
  });

  it("does not judge rows with errors", () => {
    const rows = sweep("grep", { 1: 1, 10: 0.1 }).map((row) =>
      row.x === 10 ? { ...row, headFailures: { timeout: 3 } } : row,
    );
    const text = comment({ rows });
    expect(text).toContain(
      "`grep` over concurrency: head is not compared with base at 1 (an interval takes four rounds that differ).",
    );
    expect(text).toContain("timeout (head)");
  });

  it("says when throughput does not grow", () => {
    const rows = sweep("grep", { 1: 1, 2: 1 }).map((row) => ({
      ...row,
      head: statistics(1, { throughput: 50 + (row.x ?? 0) / 10 }),
    }));
    expect(comment({ rows })).toContain("throughput is not shown to grow beyond 1");
  });

  it("says that rounds are too few, not that all rows have errors", () => {
    const head = (value: number) =>
      statistics(1, { throughput: { state: "measured", value, rounds: [value, value, value] } });
    const rows = [1, 2].map((x) => ({ id: `grep @${x}`, benchmark: "grep", x, head: head(100 * x) }));
    const text = comment({ rows });
    expect(text).toContain("`grep` over concurrency: not compared (an interval takes four rounds that differ).");
  });

  it("says how far throughput falls", () => {
    const rows = [100, 60, 20].map((throughput, index) => {
      const x = 10 ** index;
      return { id: `list n=${x}`, benchmark: "list", field: "n", x, head: statistics(1, { throughput }) };
    });
    const text = comment({ rows });
    expect(text).toMatch(/`list` over n: throughput falls to 0\.20x \(0\.\d\dx.….0\.\d\dx\) from 1 to 100/);
    expect(text).toContain("| n | throughput |");
  });
});

describe("the sentence of a sweep over rates", () => {
  const rates = (...throughputs: number[]) =>
    throughputs.map((throughput, index) => {
      const x = 100 * (index + 1);
      const row = { id: `grep @${x}/s`, benchmark: "grep", field: "rate", x, head: statistics(1, { throughput }) };
      return { ...row, base: statistics(1, { throughput: x }) };
    });

  it("names the highest rate that is held, and none above one that is not", () => {
    expect(comment({ rows: rates(100, 199, 160) })).toContain("`grep` over rate: the rate is held up to 200/s;");
    expect(comment({ rows: rates(100, 120, 300) })).toContain("the rate is held up to 100/s;");
    expect(comment({ rows: rates(50, 120) })).toContain("no rate is held;");
  });

  it("has no efficiency, which is for what offers the server more at a time", () => {
    expect(comment({ rows: rates(100, 200) })).not.toContain("efficiency");
    expect(comment({ rows: sweep("grep", { 1: 1, 10: 1 }) })).toContain("efficiency");
  });
});

describe("figures of the server", () => {
  const change = { estimate: 0.36, low: 0.3, high: 0.42 };
  const startup = finding({ row: "(server)", threshold: threshold("startup", "+20%"), state: "regressed", change });
  const server = {
    base: serverStatistics({ memory_growth: 4e6, idle_cpu: 0.01, threads: 7 }),
    head: serverStatistics({ memory_growth: 5e6, idle_cpu: 0.03, threads: 8, startup: 300 }),
  };

  it("change as the gate says, those without one as it would", () => {
    const text = comment({ findings: [startup], server });
    expect(text).toContain("| start-up | 182 ms | 300 ms | +36.0% (+30.0 … +42.0) |");
    expect(text).toContain("| memory growth per 1,000 calls | 4.00 MB | 5.00 MB | +1.00 MB |");
    expect(text).toContain("| idle CPU | 1.00% | 3.00% | +2.0 pp |");
    expect(text).toContain("| threads | 7 | 8 | +14.3% |");
  });
});

describe("all gates", () => {
  const guard = (id: MetricId, state: FindingState, estimate: number) =>
    finding({ row: "echo", threshold: threshold(id, "+5pp"), state, change: { estimate }, rounds: 9 });
  const text = comment({
    rows: [{ id: "echo", base: statistics(1), head: statistics(1) }],
    findings: [
      finding({ row: "echo", threshold: threshold("p50", "+10%"), state: "pass", change: { estimate: 0.01 } }),
      guard("slow_calls", "pass", 0.002),
      guard("stalls", "pass", -0.001),
      guard("cpu_to_p50", "inconclusive", 0.06),
    ],
  });

  it("have one line for the guards of a row that pass, and one for each of the others", () => {
    expect(text).toContain(
      "| `echo` | slow calls, stalled time | – | – | +0.2 pp, −0.1 pp | ✅ pass | +5pp, +5pp | 9 |",
    );
    expect(text).toMatch(/^\| `echo` \| p50 \| .* ✅ pass \|/m);
    expect(text).toMatch(/^\| `echo` \| CPU per call \/ p50 \| .* ❔ inconclusive \|/m);
  });
});

describe("what changed without failing", () => {
  const row = { id: "echo", base: statistics(1), head: statistics(1.2) };
  const warning = finding({
    row: "echo",
    threshold: threshold("p95", "+15%", "warn"),
    state: "regressed",
    base: 1,
    head: 1.2,
  });

  it("is listed", () => {
    expect(comment({ rows: [row], findings: [warning] })).toMatch(
      /^\| `echo` \| ⚠️ warning \| .* p95 1\.00 → 1\.20 ms \|$/m,
    );
  });

  it("is not repeated when the same metric fails", () => {
    const failure = finding({
      row: "echo",
      threshold: threshold("p95", "+18%"),
      state: "regressed",
      base: 1,
      head: 1.2,
    });
    expect(comment({ rows: [row], findings: [warning, failure] })).not.toContain("⚠️ warning");
  });
});

describe("budgets", () => {
  const rows = ["a", "b"].map((id) => ({ id, group: "reads", head: statistics(10), base: statistics(10) }));
  const budget = (row: string, head: number, state: "pass" | "over-budget") =>
    finding({ row, threshold: threshold("p95", "20ms"), state, head });

  it("of a group are kept when the worst member keeps them, and folded", () => {
    const text = comment({ rows, findings: [budget("a", 4, "pass"), budget("b", 10, "pass")] });
    expect(text).toContain("#### 1 budget kept");
    expect(text).toContain("| `reads` (worst: `b`) | p95 | ≤ 20 ms | 10.0 ms | 2.00x better | ✅ kept |");
  });

  it("of a group are missed when one member misses them, and in view", () => {
    const text = comment({ rows, findings: [budget("a", 4, "pass"), budget("b", 30, "over-budget")] });
    expect(text).toContain("### Budgets: 1 of 1 missed");
    expect(text).toContain("| `reads` (worst: `b`) | p95 | ≤ 20 ms | 30.0 ms | 1.50x worse | ❌ missed |");
  });
});

describe("statistics", () => {
  it("mark percentiles with too few samples and ratios to the best", () => {
    const text = comment({ rows: [{ id: "a", head: statistics(2), base: statistics(1) }] });
    expect(text).toContain("(n < 10,000)");
    expect(text).toMatch(/\| `a` \| head \| 1\.60 ms \(2\.00\)/);
  });

  it("say how many times as long head takes as base", () => {
    const text = comment({ rows: [{ id: "a", head: statistics(2.5), base: statistics(1) }] });
    expect(text).toMatch(/\| `a` \| base \|.*\| – \| 201;34/);
    expect(text).toMatch(/\| `a` \| head \|.*\| 2\.50x \| 201;34/);
  });

  it("show a dash where nothing was measured", () => {
    const text = comment({ rows: [{ id: "a", head: { p50: { state: "not-available", reason: "none was ok" } } }] });
    expect(text).toMatch(/\| `a` \| – \| – \|/);
  });
});

describe("warnings that many rows have", () => {
  const of = (count: number, isBacklog = false) =>
    Array.from({ length: count }, (_, index): Warning => {
      const row = `row ${index}`;
      return isBacklog
        ? { code: "backlog", row, achieved: 1, requested: 2 + index, most: 3, dropped: 0 }
        : { code: "unsteady", row, deviation: 0.6 + index };
    });
  const items = (warnings: Comparison["warnings"]) => {
    const [list] = notesSection(viewOf(report({ status: "pass", warnings }))).blocks;
    return list?.kind === "list" ? list.items.map(plainText) : [];
  };

  it("are one line that names some of them", () => {
    expect(items(of(8))).toEqual([
      "row 0, row 1, row 2, row 3, row 4 and 3 more rows: unsteady: the standard deviation of the calls is above half their median",
    ]);
  });

  it("keep their figures where one row has it, or where each says something else", () => {
    expect(items(of(1))).toEqual([expect.stringMatching(/^row 0: unsteady: .* 60% /)]);
    expect(items(of(3, true))).toHaveLength(3);
  });
});

describe("what is heard of calls before they end", () => {
  it("has a table for the rows of which the same is known, with no column of dashes", () => {
    const rows = [
      { id: "index", head: statistics(1, { first_progress: 5, longest_silence: 9 }) },
      { id: "crawl", head: statistics(1, { first_progress: 6, longest_silence: 8 }) },
      { id: "batch", head: statistics(1, { polls: 3 }) },
    ];
    const text = comment({ rows, reference: { kind: "none", reason: "none" } });
    const from = text.indexOf("First progress, longest silence, polls per call of 3 rows");
    expect(from).toBeGreaterThan(0);
    const shown = text.slice(from, text.indexOf("\n#### ", from));
    expect(shown.match(/^\| Row .*$/gm)).toEqual([
      "| Row | p50 | first progress | longest silence |",
      "| Row | p50 | polls per call |",
    ]);
    expect(shown).not.toContain("–");
    expect(shown).toMatch(/\nFirst progress: [^\n]* Longest silence: [^\n]*\n/);
    expect(shown).toMatch(/\nPolls: [^.\n]*\.\n/);
  });
});

describe("errors", () => {
  const folded = (launches: NonNullable<ReportInput["launches"]>) =>
    errorsSection(viewOf(report({ status: "pass", launches }))).fold !== undefined;

  it("are in view where head has any, of its calls or of its launches", () => {
    const [ofBase, ofHead] = [
      { arm: "base", failure: "it exited" },
      { arm: "head", failure: "it exited" },
    ];
    expect(folded([ofBase])).toBe(true);
    expect(folded([ofHead])).toBe(false);
    expect(folded([ofBase, ofHead])).toBe(false);
  });
});

describe("failing results in short", () => {
  it("name the server, and the variant of each where there are several", () => {
    const start = threshold("startup", "+10%");
    const slower = { threshold: start, state: "regressed", base: 100, head: 150 } as const;
    const findings = ["(server)", "(server) [py]", "(server) [ts]"].map((row) => finding({ row, ...slower }));
    const lines = failureLines(viewOf(report({ status: "regressed", findings }))).map(plainText);
    expect(lines).toEqual(["server", "server [py]", "server [ts]"].map((name) => `❌ ${name}: start-up +50.0%`));
  });
});

describe("the limit on memory that calls keep", () => {
  const shown = (points: number, serverThresholds: ReturnType<typeof threshold>[] = [], more = 900) => {
    const limit = { kind: "points", points } as const;
    const growth = { ...threshold("memory_growth", "1pp"), limit, text: `+${points / 1000}KB` };
    const change = { estimate: more };
    const findings = [finding({ row: "(server)", threshold: growth, state: "pass", base: 0, head: more, change })];
    const server = { base: serverStatistics({ memory_growth: 1000 }), head: serverStatistics({ memory_growth: more }) };
    return comment({ findings, server, record: { serverThresholds } });
  };

  it("has the unit of the figures beside it, and is explained where it is wider than it usually is", () => {
    expect(shown(2_000_000)).toMatch(/\| memory growth per 1,000 calls \| [^\n]*\| \+2.00 MB \|/);
    expect(shown(2_000_000)).toContain(
      "Memory may grow by 500 KB per 1,000 calls; here by more, because a launch answered few calls",
    );
    expect(shown(500_000)).not.toContain("Memory may grow");
    expect(shown(2_000_000, [threshold("memory_growth", "1pp")])).not.toContain("Memory may grow");
  });

  it("is told beside a growth that would fail, had more calls been made", () => {
    expect(shown(2_000_000, [], 1_200_000)).toContain("1.20 MB (too few calls to judge less than +2.00 MB) ·");
    expect(shown(2_000_000, [], 400_000)).not.toContain("so few calls");
    expect(shown(500_000, [], 600_000)).not.toContain("so few calls");
    expect(shown(2_000_000, [threshold("memory_growth", "1pp")], 1_200_000)).not.toContain("so few calls");
  });
});

describe("rows that stand in no table", () => {
  const named = (count: number) => Array.from({ length: count }, (_, row) => `row-${row}`);
  const rowsOf = (ids: readonly string[]) => ids.map((id) => ({ id, base: statistics(2), head: statistics(1) }));
  const of = (row: string, state: "improved" | "pass") =>
    finding({ row, threshold: threshold("p50", "+10%"), state, base: 2, head: 1, change: { estimate: -0.5 } });

  it("are counted by how they ended: better, passed, or judged by nothing", () => {
    const ids = named(40);
    const text = comment({ rows: rowsOf(ids), findings: ids.slice(0, 30).map((id) => of(id, "improved")) });
    expect(text).toMatch(/\n\d+ more rows improved, 10 rows have no verdict\.\n/);
    expect(text).not.toContain("did not pass");
    const alone = comment({ rows: rowsOf(named(2)), findings: [of("row-0", "pass")] });
    expect(alone).toContain("\n1 row passes, 1 row has no verdict.\n");
  });
});

it("shows no stored figure of a row that is configured otherwise by now", () => {
  const reference = { kind: "stored", createdAt: "2026-11-01T00:00:00.000Z", entries: 12 } as const;
  const why = finding({
    row: "search",
    threshold: threshold("p50", "+10%"),
    state: "not-comparable",
    head: 50,
    reason: { code: "configuration-changed" },
  });
  const made = report({
    status: "not-comparable",
    reference,
    rows: [{ id: "search", base: statistics(5), head: statistics(50) }],
    findings: [why],
  });
  const text = (configHash: string) =>
    renderComment({
      ...made,
      ...(made.base && { base: { ...made.base, rows: made.base.rows.map((row) => ({ ...row, configHash })) } }),
    }).replaceAll("\u00a0", " ");
  expect(text(made.head.rows[0]?.configHash ?? "")).toContain("5.00 → 50.0");
  expect(text("another")).not.toContain("5.00 → 50.0");
});

it("shows no stored figure of a server that is configured otherwise by now", () => {
  const reference = { kind: "stored", createdAt: "2026-11-01T00:00:00.000Z", entries: 12 } as const;
  const server = { base: serverStatistics({ startup: 182 }), head: serverStatistics({ startup: 377 }) };
  const made = report({ status: "not-comparable", reference, server });
  const text = (serverHash: string) =>
    renderComment({ ...made, ...(made.base && { base: { ...made.base, serverHash } }) }).replaceAll("\u00a0", " ");
  expect(text(made.head.serverHash)).toContain("182 → 377 ms");
  expect(text("another")).not.toContain("182");
});

it("counts the failures of launches beyond the first, and is in view where one of them is head's", () => {
  const failed = (arm: string, failure: string) => ({ arm, failure });
  const launches = [...["a", "b", "c", "d", "e"].map((text) => failed("base", text)), failed("head", "f")];
  const section = errorsSection(viewOf(report({ status: "pass", launches })));
  expect(section.fold).toBeUndefined();
  const [listed] = section.blocks;
  const texts = listed?.kind === "list" ? listed.items.map(plainText) : [];
  expect(texts).toHaveLength(6);
  expect(texts.at(-1)).toBe("and 1 further failure of launches");
});
