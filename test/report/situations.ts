import type { Finding } from "../../src/decide/verdict.ts";
import { mustWork } from "../../src/decide/verdict.ts";
import { type MetricId, metric } from "../../src/metrics/metric.ts";
import type { Report } from "../../src/report/report.ts";
import {
  baseCommit,
  finding,
  type MadeReport,
  recorded,
  report,
  rowSummary,
  serverStatistics,
  statistics,
  sweep,
  threshold,
} from "./build.ts";

/** Every situation a maintainer can meet, each with its golden comment. */

export const echo = { id: "echo", base: statistics(0.412), head: statistics(0.415), line: 30 };
const readFile = { id: "read_file", base: statistics(1.31), head: statistics(1.3), line: 34 };
const listTools = { id: "tools/list", base: statistics(2.2), head: statistics(2.21), line: 38 };

/** The default gate over rows, with states by row and metric where they are not `pass`. */
export function gate(
  rows: readonly { id: string; base?: object | undefined; head?: object | undefined }[],
  special: Record<string, Partial<Finding>> = {},
): Finding[] {
  const bounds: [MetricId, string][] = [
    ["p50", "+10%"],
    ["throughput", "-10%"],
  ];
  return rows.flatMap((row) =>
    bounds.map(([id, text]) =>
      finding({
        row: row.id,
        threshold: threshold(id, text),
        state: "pass",
        ...values(row, id),
        ...special[`${row.id} ${id}`],
      }),
    ),
  );
}

function values(row: { base?: object | undefined; head?: object | undefined }, id: MetricId) {
  const of = (side: object | undefined) => (side as Record<string, { value?: number }> | undefined)?.[id]?.value;
  const [base, head] = [of(row.base), of(row.head)];
  return { ...(base !== undefined && { base }), ...(head !== undefined && { head }) };
}

function clean(): Report {
  const rows = [echo, readFile, listTools];
  return report({ rows, findings: gate(rows), status: "pass" });
}

function noBaseline(): Report {
  const rows = [echo, readFile, listTools].map(({ base: _, ...row }) => row);
  return report({
    rows,
    findings: rows.map((row) =>
      finding({ row: row.id, threshold: threshold("p50", "+10%"), state: "no-baseline", rounds: 9 }),
    ),
    status: "no-baseline",
    reference: { kind: "none", reason: "the branch mcp-bench-baseline does not exist" },
  });
}

function overBudget(): Report {
  const search = { id: "search", group: "list operations", base: statistics(150), head: statistics(158), line: 8 };
  const list = { id: "list_issues", group: "list operations", base: statistics(12), head: statistics(12.1), line: 12 };
  const rows = [search, list, echo];
  const budget = (row: string, head: number, state: Finding["state"]) =>
    finding({ row, threshold: threshold("p95", "200ms"), state, head, reason: { code: "no-reference", text: "" } });
  return report({
    rows,
    findings: [
      ...gate(rows),
      budget("search", 237, "over-budget"),
      budget("list_issues", 18.2, "pass"),
      finding({ row: "echo", threshold: threshold("throughput", ">=500/s"), state: "pass", head: 2168 }),
      finding({ row: "echo", threshold: threshold("error_rate", "1%"), state: "pass", head: 0 }),
    ],
    status: "over-budget",
  });
}

function regression(): Report {
  const rows = [...sweep("search", { 1: 1.01, 10: 1.27, 20: 1.24, 50: 1.31 }), echo, readFile];
  const slow = (id: string): Partial<Finding> => ({
    state: "regressed",
    reason: { code: "no-reference", text: `slower in 9 of 9 rounds, beyond the threshold (${id})` },
  });
  const findings = gate(rows, {
    "search @10 p50": slow("p50"),
    "search @10 throughput": slow("throughput"),
    "search @20 p50": slow("p50"),
    "search @20 throughput": slow("throughput"),
    "search @50 p50": slow("p50"),
    "search @50 throughput": slow("throughput"),
    "read_file p50": {
      state: "improved",
      base: 1.52,
      head: 1.3,
      change: { estimate: 1.3 / 1.52 - 1, low: -0.17, high: -0.12 },
    },
  });
  return report({
    rows,
    findings: [
      ...findings,
      finding({ row: "echo", threshold: threshold("p95", "+15%", "warn"), state: "regressed", base: 0.61, head: 0.72 }),
    ],
    warnings: [{ code: "tail-spike", row: "search @50", ratio: 2.9, limit: 2.5 }],
    status: "regressed",
    report: {
      history: Array.from({ length: 12 }, (_, index) => ({
        commit: `${index.toString(16).repeat(7)}abcdef`,
        createdAt: `2026-11-${String(index + 1).padStart(2, "0")}T02:00:00.000Z`,
        summary: {
          arm: "head",
          serverHash: "c0ffee",
          server: serverStatistics(),
          rounds: 9,
          rows: rows.map((row) => rowSummary({ ...row, head: row.base }, "head")),
        },
      })),
    },
  });
}

function improvement(): Report {
  const faster = { id: "search", base: statistics(24.3), head: statistics(16.1), line: 8 };
  const rows = [faster, echo, readFile];
  return report({
    rows,
    findings: gate(rows, { "search p50": { state: "improved" }, "search throughput": { state: "improved" } }),
    status: "pass",
  });
}

function noisy(): Report {
  const rows = [echo, readFile, listTools];
  const undecided = (estimate: number): Partial<Finding> => ({
    state: "inconclusive",
    change: { estimate, low: estimate - 0.15, high: estimate + 0.18 },
    minimumDetectable: 0.19,
    reason: { code: "no-reference", text: "the interval reaches beyond the threshold of +10% and includes no change" },
  });
  return report({
    rows,
    findings: gate(rows, {
      "echo p50": undecided(0.415 / 0.412 - 1),
      "echo throughput": undecided(0.412 / 0.415 - 1),
      "read_file p50": undecided(1.3 / 1.31 - 1),
    }),
    warnings: [{ code: "unsteady", row: "echo", deviation: 0.62 }],
    status: "inconclusive",
    record: { stop: [{ code: "rounds-at-limit", rounds: 40 }] },
  });
}

function erroredTool(): Report {
  const broken = {
    id: "search",
    line: 8,
    base: statistics(24.3),
    head: statistics(2.1, { error_rate: 0.25 }),
    headFailures: { "tool-error": 213, timeout: 12 },
  };
  const rows = [broken, echo];
  return report({
    rows,
    findings: [
      ...gate([echo]),
      finding({
        row: "search",
        threshold: threshold("error_rate", "+0.5pp"),
        state: "regressed",
        base: 0,
        head: 0.25,
        change: { estimate: 0.25 },
        reason: { code: "no-reference", text: "225 of 900 calls failed; base had none" },
      }),
      finding({
        row: "search",
        threshold: threshold("p50", "+10%"),
        state: "errored",
        reason: { code: "no-reference", text: "calls failed, so latency is not judged" },
      }),
    ],
    launches: [
      {
        measurements: [
          {
            row: "search",
            outcomes: { ok: 675, "tool-error": 213, timeout: 12 },
            errors: [
              { kind: "tool-error", message: "ENOENT: no such file or directory, open '/data/index.json'", count: 213 },
              { kind: "timeout", message: "no reply within 30 s", count: 12 },
            ],
            blocks: [],
            samples: "",
            requestBytes: 118,
          },
        ],
      },
    ],
    status: "regressed",
  });
}

const died = `node dist/server.js: the server exited with code 1
file:///srv/dist/server.js:3
Error: Cannot find module './index.js'
    at finalizeResolution (node:internal/modules/esm/resolve:281:11)
    at moduleResolve (node:internal/modules/esm/resolve:866:10)`;

function crashedServer(): Report {
  return report({
    rows: [{ id: "search" }, { id: "echo" }],
    findings: [
      finding({
        row: "(server)",
        threshold: mustWork,
        state: "errored",
        reason: { code: "launches-failed", failed: 1, launches: 1, failure: died },
      }),
    ],
    launches: [
      {
        exitCode: 1,
        failure: died,
      },
    ],
    server: { head: {}, base: {} },
    reference: { kind: "none", reason: "head could not be measured" },
    status: "errored",
    record: { stop: [{ code: "rounds-configured", rounds: 9 }] },
  });
}

function nothingMeasured(): Report {
  return report({
    rows: [],
    server: { head: {}, base: {} },
    reference: { kind: "none", reason: "nothing was measured" },
    status: "errored",
    record: {
      skipped: [
        { benchmark: "search", reason: 'the server has no tool "search"; it offers echo and add' },
        { benchmark: "docs", reason: "the server offers no resources" },
      ],
    },
  });
}

/** Many rows: `failing` of them fail in p50. */
export function many({
  rows: amount,
  failing,
  metrics,
}: {
  rows: number;
  failing: number;
  metrics: number;
}): MadeReport {
  const ids = (Object.keys(statistics(1)) as MetricId[]).filter((id) => metric(id).scope === "row");
  const rows = Array.from({ length: amount }, (_, index) => ({
    id: `benchmark_${String(index).padStart(3, "0")}`,
    base: statistics(5 + (index % 7)),
    head: statistics((5 + (index % 7)) * (index < failing ? 1.3 : 1)),
  }));
  const findings = rows.flatMap((row, index) =>
    Array.from({ length: metrics }, (_, place) => {
      const id = ids[place % ids.length] ?? "p50";
      const bad = index < failing && id === "p50";
      return finding({
        row: row.id,
        threshold: threshold(id, place < ids.length ? "+10%" : "+12%"),
        state: bad ? "regressed" : "pass",
        ...values(row, id),
        reason: bad ? { code: "shown", rounds: 9 } : { code: "none" },
      });
    }),
  );
  return report({
    rows,
    findings,
    status: failing > 0 ? "regressed" : "pass",
  });
}

function nonAscii(): Report {
  const rows = [
    { id: "文書検索", base: statistics(8.2), head: statistics(8.3) },
    { id: "поиск_по_индексу", base: statistics(3.1), head: statistics(3.9) },
    { id: "naïve café ☕ 🚀", base: statistics(1.1), head: statistics(1.1) },
    { id: "بحث", base: statistics(2), head: statistics(2) },
  ];
  return report({
    rows,
    findings: gate(rows, {
      "поиск_по_индексу p50": { state: "regressed", reason: { code: "no-reference", text: "slower in 9 of 9 rounds" } },
    }),
    status: "regressed",
  });
}

/** Says what a server can put into a name or message. Each would be live if it were written as it came. */
export const injections = [
  "a|b",
  "a\\|b",
  "`code` ``two``",
  "line\nbreak\r\n\r\n# heading",
  "<img src=x onerror=alert(1)><script>alert(1)</script>",
  "</details></summary><b>bold</b><!-- ",
  "@octocat and @octo/team",
  "#123 GH-123 octo/server#1 octo/server@a0b1c2d3e4f5061728394a5b6c7d8e9f00112233",
  "a0b1c2d3e4f5061728394a5b6c7d8e9f00112233",
  "[link](https://evil.example) ![image](https://evil.example/x.png)",
  "[reference][1] [^1] [^1]: note",
  "https://evil.example www.evil.example mailto:me@evil.example me@evil.example",
  "<https://evil.example>",
  "$x^2$ $$y$$ $`z`$",
  "> [!CAUTION]",
  "- [ ] task",
  "* item",
  "1. item",
  ":x: :rocket:",
  "**bold** _italic_ ~~struck~~",
  "&lt;b&gt; &#64;octocat",
  "\u001b[31mred\u001b[0m \u0007 \u0000",
  "zero\u200bwidth \u202eright to left\u202c \u2066isolate\u2069 \ufeff",
  "half \ud800 surrogate \udfff",
  "::error title=x::y ##[error]z",
  "%%{init: {'securityLevel': 'loose'}}%%",
  "=1+2",
  "```\nfence\n```",
  "~~~",
  "---",
  "===",
  "    indented",
  "| a | b |\n|---|---|\n| c | d |",
  "x".repeat(10_000),
  "",
] as const;

function hostile(): Report {
  const rows = injections.map((text, index) => ({
    id: text || "(empty)",
    benchmark: text || "(empty)",
    base: statistics(index + 1),
    head: statistics((index + 1) * 1.3),
    headFailures: { "tool-error": 1 },
  }));
  const clean = injections
    .slice(0, 3)
    .map((text) => ({ id: `${text} clean`, base: statistics(3), head: statistics(3) }));
  return report({
    rows: [...rows, ...clean],
    findings: rows.map((row, index) =>
      finding({
        row: row.id,
        threshold: { ...threshold("p50", "+10%"), text: row.id.slice(0, 60) },
        state: "regressed",
        base: index + 1,
        head: (index + 1) * 1.3,
        reason: { code: "no-reference", text: row.id },
      }),
    ),
    warnings: injections.map((text) => ({ code: "no-cache-hints", missing: [text], protocol: text, row: text })),
    launches: injections.map((failure) => ({ failure, arm: "head" })),
    record: {
      warnings: injections.map((text) => ({ code: "other", text })),
      command: injections.join(" "),
      stop: [{ code: "interrupted", by: injections.join(" "), rounds: 1 }],
      skipped: injections.map((text) => ({ benchmark: text, reason: text })),
    },
    status: "regressed",
    report: {
      title: "<b>@octocat</b> #1",
      reproduce: "echo '````'\n```\n# not a heading\n<b>x</b>",
      runUrl: "javascript:alert(1)",
    },
  });
}

/** More charts, details and notes than a comment holds, but nothing that fails. */
function tooLong(): Report {
  const long = many({ rows: 220, failing: 0, metrics: 14 });
  return recorded(long, {
    ...long.record,
    warnings: Array.from({ length: 100 }, (_, index) => ({ code: "other", text: `warning ${index}` })),
  });
}

function storedBaseline(): Report {
  const rows = [echo, readFile];
  const tooFew = { code: "no-reference", text: "only 2 comparable runs are stored; 5 are needed" } as const;
  return report({
    rows,
    findings: gate(rows).map((one) => ({ ...one, state: "not-comparable" as const, reason: tooFew })),
    reference: { kind: "stored", commit: baseCommit, createdAt: "2026-11-17T02:11:00.000Z", entries: 2 },
    status: "not-comparable",
  });
}

export const situations: Readonly<Record<string, () => Report>> = {
  clean,
  "no-baseline": noBaseline,
  "over-budget": overBudget,
  regression,
  improvement,
  noisy,
  "errored-tool": erroredTool,
  "crashed-server": crashedServer,
  "nothing-measured": nothingMeasured,
  // More rows and results than any table holds.
  "many-benchmarks": () => many({ rows: 210, failing: 6, metrics: 20 }),
  "too-long": tooLong,
  "non-ascii-names": nonAscii,
  "hostile-names": hostile,
  "not-comparable": storedBaseline,
};
