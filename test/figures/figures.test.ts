import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { ArmSummary, Statistic } from "../../src/metrics/summary.ts";
import { renderComment, renderSummary } from "../../src/report/markdown/markdown.ts";
import type { Report } from "../../src/report/report.ts";
import { median } from "../../src/stats/describe.ts";
import { seededRandom } from "../../src/stats/random.ts";
import { report, statistics, sweep } from "../report/build.ts";
import { gate } from "../report/situations.ts";
import { operations } from "../report/study/made-study.ts";
import { contradictionsIn, type RuleName } from "./contradictions.ts";

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

test.each([0.1, 1, 3])("figures of a study agree, however its rounds scatter (%d)", (spread) => {
  const study = scattered(operations({ ping: 1.5, read: 0.5, add: undefined, list: 12 }), spread);
  expect(contradictionsIn(renderSummary(study))).toEqual([]);
});

test.each([0.1, 1, 3])("figures of a comparison agree, however its rounds scatter (%d)", (spread) => {
  const rows = [
    ...sweep("grep", { 1: 1.18, 10: 0.76, 50: 0.58 }),
    { id: "echo", base: statistics(2), head: statistics(3) },
  ];
  const made = scattered(report({ rows, findings: gate(rows, {}), status: "pass" }), spread);
  expect(contradictionsIn(renderComment(made))).toEqual([]);
  expect(contradictionsIn(renderSummary(made))).toEqual([]);
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
