import { globSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { renderHtml } from "../../src/features/page/html.ts";
import { metric } from "../../src/metrics/metric.ts";
import type { ArmSummary, Statistic } from "../../src/metrics/summary.ts";
import { renderJunit } from "../../src/report/exports/junit.ts";
import { renderComment, renderSummary } from "../../src/report/markdown/markdown.ts";
import type { Report } from "../../src/report/report.ts";
import { renderTerminal } from "../../src/report/terminal/terminal.ts";
import { median } from "../../src/stats/describe.ts";
import { seededRandom } from "../../src/stats/random.ts";
import { report, statistics, sweep } from "../report/build.ts";
import { madeReport } from "../report/made-reports.ts";
import { gate, situations } from "../report/situations.ts";
import { operations } from "../report/study/made-study.ts";
import { type Contradiction, contradictionsIn, type RuleName } from "./contradictions.ts";
import { contradictionsOfExports, figuresOf } from "./exports.ts";
import { readPage } from "./page.ts";
import { printed } from "./quantity.ts";
import { readTerminal } from "./terminal.ts";

const root = new URL("../../", import.meta.url).pathname;
const committed = ["README.md", ...globSync("test/**/golden/*.md", { cwd: root })];

test.each(committed)("figures of %s agree with those beside them", (file) => {
  expect(contradictionsIn(readFileSync(`${root}${file}`, "utf8"))).toEqual([]);
});

/** Contradictions of reports that were measured before each figure came from one estimate; a new measurement has none. */
const known: Readonly<Record<string, number>> = {
  "galay-mcp": 18,
  "mcp-acp": 35,
  minimcp: 18,
  "npm-mcp": 13,
  "xcode-mcp-proxy": 30,
};
const lastOfThem = "2026-11-23";

test.each(Object.entries(known))("figures of the study %s agree once it is measured anew", (study, before) => {
  const markdown = readFileSync(`${root}fixtures/studies/${study}/report.md`, "utf8");
  const [, measuredOn = ""] = /^Measured on ([\d-]+)/.exec(markdown) ?? [];
  expect(contradictionsIn(markdown)).toHaveLength(measuredOn > lastOfThem ? 0 : before);
});

/** Rounds that scatter by so much, so that no two estimators of them agree. */
function scattered(made: Report, spread: number): Report {
  const random = seededRandom(7);
  const scatter = (one: Statistic): Statistic => {
    if (one.state !== "measured") return one;
    const rounds = one.rounds.map((value) => value * Math.exp(spread * (random() ** 3 - 0.1)));
    return { ...one, rounds, value: median(rounds) };
  };
  const ofArm = (arm: ArmSummary): ArmSummary => ({
    ...arm,
    rows: arm.rows.map((row) => ({
      ...row,
      statistics: Object.fromEntries(Object.entries(row.statistics).map(([id, one]) => [id, scatter(one)])),
    })),
  });
  return { ...made, head: ofArm(made.head), ...(made.base ? { base: ofArm(made.base) } : {}) };
}

const shown = { color: false, details: true } as const;

/** Every medium, and what reads it. */
const media: Readonly<Record<string, (report: Report) => Contradiction[]>> = {
  comment: (made) => contradictionsIn(renderComment(made)),
  summary: (made) => contradictionsIn(renderSummary(made)),
  "wide terminal": (made) => contradictionsIn(renderTerminal(made, { ...shown, width: 250 }), readTerminal),
  terminal: (made) => contradictionsIn(renderTerminal(made, { ...shown, width: 100 }), readTerminal),
  page: (made) => contradictionsIn(renderHtml(made), readPage),
  JUnit: (made) => contradictionsIn(renderJunit(made).replaceAll("\u00a0", " ")),
};

const study = () => operations({ ping: 1.5, read: 0.5, add: undefined, list: 12 });
const comparison = () => {
  const rows = [
    ...sweep("grep", { 1: 1.18, 10: 0.76, 50: 0.58 }),
    { id: "echo", base: statistics(2), head: statistics(3) },
  ];
  return report({ rows, findings: gate(rows, {}), status: "pass" });
};

describe.each(Object.entries(media))("figures of a %s", (_, contradictions) => {
  test.each([0.1, 1, 3])("agree in a study, however its rounds scatter (%d)", (spread) => {
    expect(contradictions(scattered(study(), spread))).toEqual([]);
  });

  test.each([0.1, 1, 3])("agree in a comparison, however its rounds scatter (%d)", (spread) => {
    expect(contradictions(scattered(comparison(), spread))).toEqual([]);
  });

  test("agree in a judged run", () => {
    expect(contradictions(madeReport())).toEqual([]);
  });
});

describe("figures of exports", () => {
  test.each(Object.entries(situations))("are those of each other: %s", (name, made) => {
    expect(name === "hostile-names" ? [] : contradictionsOfExports(made())).toEqual([]);
  });

  test("are those of each other, and changes lie between them, in a judged run", () => {
    expect(contradictionsOfExports(madeReport())).toEqual([]);
    const formats = new Set(figuresOf(madeReport()).map(({ format }) => format));
    expect([...formats].sort()).toEqual(["Bencher", "CSV", "JSON", "OpenMetrics", "github-action-benchmark"]);
  });

  test("that differ are found", () => {
    const made = madeReport();
    const [first, ...others] = made.comparison.findings;
    if (!first?.change) throw new Error("the first finding has a change");
    const wrong = { ...first, change: { ...first.change, estimate: first.change.estimate + 0.5 } };
    const planted = { ...made, comparison: { ...made.comparison, findings: [wrong, ...others] } };
    expect(contradictionsOfExports(planted)).not.toEqual([]);
  });

  test("are those that tables print", () => {
    const made = madeReport();
    const tables = readPage(renderHtml(made)).tables.filter(({ title }) => title === "Results");
    const exported = new Map(
      figuresOf(made).map(({ row, version, metric: id, value }) => [`${row} ${version} ${metric(id).label}`, value]),
    );
    const apart = tables.flatMap(({ header, rows }) =>
      rows.flatMap((row) =>
        ["Base", "Head"].flatMap((label) => {
          const [name, about] = [row[header.indexOf("Row")], row[header.indexOf("Metric")]];
          const text = row[header.indexOf(label)] ?? "";
          const value = exported.get(`${name === "server" ? "(server)" : name} ${label.toLowerCase()} ${about}`);
          const figure = printed(text);
          const isTime = figure?.unit === "time";
          return !figure || value === undefined || !isTime || (value >= figure.low && value <= figure.high)
            ? []
            : [`${name} ${about} ${label}: ${text}, exported ${value}`];
        }),
      ),
    );
    expect(tables).toHaveLength(1);
    expect(apart).toEqual([]);
  });
});

test.each([
  ["terminal", readTerminal, "Start-up\nMetric  Base  Head  Change\nstart-up  182 ms  200 ms  +12.0%"],
  [
    "terminal too narrow for a table",
    readTerminal,
    "Start-up\nMetric  Base\nstart-up  182 ms\n\nMetric  Head  Change\nstart-up  200 ms  +12.0%",
  ],
  [
    "page",
    readPage,
    "<main><table><thead><tr><th>Metric<th>Base<th>Head<th>Change</thead><tbody><tr><td>x<td>182 ms<td>200 ms<td>+12.0%</table></main>",
  ],
] as const)("a contradiction on a %s is found", (_, read, text) => {
  expect(contradictionsIn(text, read).map(({ rule }) => rule)).toEqual(["change"]);
});

const table = (header: string, ...rows: string[]) => [header, header.replaceAll(/[^|]+/g, " -: "), ...rows].join("\n");

/** What each rule lets pass, and the same with one figure that cannot be right. */
const planted: Readonly<Record<RuleName, readonly [right: string, wrong: string]>> = {
  interval: ["p50 grows +31.0% (+29.0 … +33.0)", "an overhead of +8.33 ms (+474%; +314% … +466%)"],
  change: [
    table("| Metric | Base | Head | Change |", "| start-up | 182 ms | 200 ms | +9.9% |"),
    table("| Metric | Base | Head | Change |", "| start-up | 182 ms | 200 ms | +12.0% |"),
  ],
  fromTo: [
    table("| Benchmark | p50 (ms) | Change |", "| `echo` | 99.0 → 130 | +31.0% (+29.0 … +33.0) |"),
    table("| Benchmark | p50 (ms) | Change |", "| `echo` | 1.60 → 3.03 | +91.4% (+54.1 … +377) |"),
  ],
  ratio: [
    table("| Row | throughput (a) | throughput (b) | speed-up |", "| `x` | 100/s | 150/s | 1.50x (1.40x … 1.60x) |"),
    table(
      "| Row | throughput (a) | throughput (b) | speed-up |",
      "| `x` | 30,587/s | 18,952/s | 0.65x (0.52x … 0.80x) |",
    ),
  ],
  overhead: [
    table("| Row | p50 (a) | p50 (b) | p50 overhead |", "| `x` | 15.5 µs | 49.5 µs | +34.0 µs (+219%) |"),
    table("| Row | p50 (a) | p50 (b) | p50 overhead |", "| `x` | 0.511 ms | 5.88 ms | +5.91 ms (12.56x) |"),
  ],
  againstFirst: [
    table(
      "| x | throughput | speed-up against x=1 |",
      "| 1 | 100/s | 1.00x |",
      "| 2 | 210/s | 2.10x (2.00x … 2.20x) |",
    ),
    table(
      "| x | throughput | speed-up against x=1 |",
      "| 1 | 100/s | 1.00x |",
      "| 2 | 210/s | 2.20x (2.00x … 2.40x) |",
    ),
  ],
  best: [
    table("| Row | mean |", "| `a` | 2.00 ms (1.00) |", "| `b` | 3.00 ms (1.50) |"),
    table("| Row | mean |", "| `a` | 2.00 ms (1.00) |", "| `b` | 3.00 ms (1.52) |"),
  ],
  share: [
    table("| Row | Calls | Share |", "| `a` | 213 of 900 | 23.7% |"),
    table("| Row | Calls | Share |", "| `a` | 213 of 900 | 25.0% |"),
  ],
  count: [
    `<summary>All 2 rows</summary>\n\n${table("| Row | x |", "| `a` | y |", "| `b` | y |")}`,
    `<summary>All 3 rows</summary>\n\n${table("| Row | x |", "| `a` | y |", "| `b` | y |")}`,
  ],
  chart: [drawn("1.5, 3"), drawn("1.52, 3")],
  same: [
    `${table("| Row | p50 |", "| `a` | 2.00 ms |")}\n\n${table("| Row | median |", "| `a` | 2.00 ms (1.00) |")}`,
    `${table("| Row | p50 |", "| `a` | 2.00 ms |")}\n\n${table("| Row | median |", "| `a` | 2.10 ms (1.00) |")}`,
  ],
};

function drawn(values: string): string {
  const chart = [
    "```mermaid",
    "xychart-beta",
    'title "echo latency p50 (ms)"',
    'x-axis "x" [1, 2]',
    `line [${values}]`,
    "```",
  ];
  return [table("| x | p50 |", "| 1 | 1.50 ms |", "| 2 | 3.00 ms |"), "", ...chart].join("\n");
}

test.each(Object.entries(planted))(
  "a contradiction of %s is found, and nothing where there is none",
  (rule, [right, wrong]) => {
    expect(contradictionsIn(right)).toEqual([]);
    expect(contradictionsIn(wrong).map((one) => one.rule)).toContain(rule);
  },
);
