import { globSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { renderJunit } from "../../src/report/exports/junit.ts";
import { renderComment, renderSummary } from "../../src/report/markdown/markdown.ts";
import type { Report } from "../../src/report/report.ts";
import { renderTerminal } from "../../src/report/terminal/terminal.ts";
import { madeReport } from "../report/made-reports.ts";
import { situations } from "../report/situations.ts";
import { type Contradiction, contradictionsIn, type RuleName } from "./contradictions.ts";
import { contradictionsOfExports, figuresOf } from "./exports.ts";
import { comparison, scattered, study } from "./scattered.ts";
import { readTerminal } from "./terminal.ts";

const root = new URL("../../", import.meta.url).pathname;
const committed = ["README.md", ...globSync(["test/**/golden/*.md", "fixtures/studies/*/report.md"], { cwd: root })];

test.each(committed)("figures of %s agree with those beside them", (file) => {
  expect(contradictionsIn(readFileSync(`${root}${file}`, "utf8"))).toEqual([]);
});

const shown = { color: false, details: true } as const;

/** Every medium, and what reads it. */
const media: Readonly<Record<string, (report: Report) => Contradiction[]>> = {
  comment: (made) => contradictionsIn(renderComment(made)),
  summary: (made) => contradictionsIn(renderSummary(made)),
  "wide terminal": (made) => contradictionsIn(renderTerminal(made, { ...shown, width: 250 }), readTerminal),
  terminal: (made) => contradictionsIn(renderTerminal(made, { ...shown, width: 100 }), readTerminal),
  JUnit: (made) => contradictionsIn(renderJunit(made).replaceAll("\u00a0", " ")),
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
});

test.each([
  ["terminal", readTerminal, "Start-up\nMetric  Base  Head  Change\nstart-up  182 ms  200 ms  +12.0%"],
  [
    "terminal too narrow for a table",
    readTerminal,
    "Start-up\nMetric  Base\nstart-up  182 ms\n\nMetric  Head  Change\nstart-up  200 ms  +12.0%",
  ],
] as const)("a contradiction on a %s is found", (_, read, text) => {
  expect(contradictionsIn(text, read).map(({ rule }) => rule)).toEqual(["change"]);
});

const table = (header: string, ...rows: string[]) => [header, header.replaceAll(/[^|]+/g, " -: "), ...rows].join("\n");

/** Says what each rule lets pass, and the same with one figure that cannot be right. */
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
