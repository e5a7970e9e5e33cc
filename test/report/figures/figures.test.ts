import { JSDOM } from "jsdom";
import { describe, expect, it } from "vitest";
import { renderHtml } from "../../../src/features/page/html.ts";
import { lineChart, logarithmicTicks, scaleOf } from "../../../src/report/figures/chart.ts";
import { historiesOf, historyChart, runOf } from "../../../src/report/figures/history.ts";
import { latencyCharts, samplesOf } from "../../../src/report/figures/latency.ts";
import type { Picture } from "../../../src/report/figures/picture.ts";
import { sweepCharts } from "../../../src/report/figures/pivot-charts.ts";
import { resourceCharts } from "../../../src/report/figures/resources.ts";
import { markdownBlock } from "../../../src/report/markdown/markdown-block.ts";
import { viewOf } from "../../../src/report/report.ts";
import { recorded, report, statistics, sweep } from "../build.ts";
import { madeRecord, madeReport } from "../made-reports.ts";
import { mermaid } from "../markdown/real-mermaid.ts";

const lines = (text: string) =>
  [...text.matchAll(/^line \[(.*)\]$/gm)].map(([, values = ""]) => values.split(", ").map(Number));

function picturesIn(page: string): Picture[] {
  const [data] = [...new JSDOM(page).window.document.querySelectorAll("#chart-data")];
  return JSON.parse(data?.textContent ?? "[]");
}

describe("a chart", () => {
  const made = report({ rows: sweep("search", { 1: 1, 5: 1.1, 10: 1.3 }), status: "pass" });

  it("shows the same lines in the comment and on the page, in one unit and in the colours of their arms", () => {
    const charts = sweepCharts(viewOf(made));
    const pictures = picturesIn(renderHtml(made)).filter(({ xLabel }) => xLabel.startsWith("concurrency"));
    expect(pictures).toHaveLength(3);
    for (const [index, picture] of pictures.entries()) {
      const chart = charts[index];
      if (!chart) throw new Error("the page has more charts than the report");
      const text = markdownBlock(chart);
      expect(text).toContain(`(${picture.unit})`);
      expect(text).toContain("🟦 base · 🟧 head");
      expect(picture.series.map(({ colour }) => colour)).toEqual(["base", "head"]);
      expect(lines(text)).toEqual(picture.series.map(({ values }) => values));
    }
  });

  it("has a gap on the page where a line has no value, and names the place in the comment", () => {
    const rows = sweep("search", { 1: 1, 5: 1, 10: 1, 20: 1 }).map(({ base, ...row }) =>
      row.x === 5 ? row : { ...row, base },
    );
    const [chart] = sweepCharts(viewOf(report({ rows, status: "pass" })));
    expect(chart?.picture.series[0]?.values[1]).toBeNull();
    const text = chart ? markdownBlock(chart) : "";
    expect(text).toContain('x-axis "concurrency (not to scale)" [1, 10, 20]');
    expect(text).toContain("Omitted without a value in every line: 5");
  });

  it("draws head alone where base has one value only, in the colour of head", () => {
    const rows = sweep("search", { 1: 1, 5: 1, 10: 1 }).map(({ base, ...row }) =>
      row.x === 1 ? { ...row, base } : row,
    );
    const [chart] = sweepCharts(viewOf(report({ rows, status: "pass" })));
    expect(chart?.picture.series.map(({ label }) => label)).toEqual(["head"]);
    expect(chart ? markdownBlock(chart) : "").toContain("'plotColorPalette': '#ff7f0e'");
  });

  it("tells sweeps over one field apart by what else they vary", () => {
    const rows = ["upstream=1", "upstream=4"].flatMap((within) =>
      sweep("search", { 1: 1, 5: 1, 10: 1 }).map((row) => ({ ...row, id: `${row.id} ${within}`, within })),
    );
    const plain = report({ rows, status: "pass" });
    const record = {
      ...plain.record,
      rows: plain.record.rows.map((row, index) => ({
        ...row,
        sweep: { field: "concurrency", value: [1, 5, 10][index % 3] ?? 1, within: rows[index]?.within ?? "" },
      })),
    };
    const names = sweepCharts(viewOf(recorded(plain, record))).map(({ of }) => of);
    expect(new Set(names.map((name) => JSON.stringify(name)))).toEqual(
      new Set(['{"name":"search with upstream=1"}', '{"name":"search with upstream=4"}']),
    );
  });
});

describe("a unit", () => {
  it.each([
    ["p50", 0.5, "µs"],
    ["p50", 12, "ms"],
    ["p50", 12_000, "s"],
    ["peak_rss", 9e5, "KB"],
    ["peak_rss", 9e8, "MB"],
    ["peak_rss", 2e9, "GB"],
    ["error_rate", 0.2, "%"],
    ["threads", 12, ""],
    ["speed-up", 3, "times"],
  ] as const)("of %s up to %d is %s", (quantity, most, unit) => {
    expect(scaleOf(quantity, most).name).toBe(unit);
  });

  it("is the same in a comment: gigabytes are no thousands of megabytes, and a count has none", async () => {
    const draw = (quantity: "peak_rss" | "threads", values: number[]) =>
      lineChart({
        quantity,
        of: "server",
        x: { label: "runs ago", texts: ["1", "0"] },
        lines: [{ label: "head", colour: "head", values }],
        alt: "",
      }).map(markdownBlock);
    const [memory = ""] = draw("peak_rss", [2e9, 3e9]);
    expect(memory).toContain('title "server peak RSS (GB)"');
    expect(lines(memory)).toEqual([[2, 3]]);
    const [threads = ""] = draw("threads", [7, 8]);
    expect(threads).toContain('title "server threads"');
    expect(threads).toContain('y-axis "threads"');
    for (const text of [memory, threads])
      expect(await mermaid.parse(text.replace(/^```.*$/gm, "").trim())).toMatchObject({ diagramType: "xychart" });
  });
});

describe("a history", () => {
  const made = madeReport({ rounds: 7, calls: 20 });
  const wanted = [{ row: "search", metric: "p50" as const }];

  it("names the change of level in the comment too", () => {
    const [history] = historiesOf([...made.history, runOf(made)], wanted);
    const text = history ? markdownBlock(historyChart(history)) : "";
    expect(text).toMatch(/Changes of level: \+\d+\.\d%/);
    // A commit is untrusted text.
    expect(text).toMatch(/at `[0-9a-f]{10},?`/);
  });

  it("names a day once, however many runs it has", () => {
    const runs = made.history.map((run, index) => ({
      ...run,
      createdAt: `2026-11-0${1 + (index >> 2)}T00:00:00.000Z`,
    }));
    const [history] = historiesOf(runs.slice(0, 10), wanted);
    expect(history && historyChart(history).picture.ticks).toEqual([
      [0, "11-01"],
      [4, "11-02"],
      [8, "11-03"],
    ]);
  });

  it("of a row that was added later stands below the runs of the others", () => {
    const runs = made.history.map((run, index) => ({
      ...run,
      summary: { ...run.summary, rows: run.summary.rows.filter(({ row }) => index >= 5 || row !== "search") },
    }));
    const other = made.head.rows.find(({ row }) => row !== "search")?.row ?? "";
    const [added, old] = historiesOf(runs, [...wanted, { row: other, metric: "p50" }]).map(historyChart);
    expect(old?.picture.x).toEqual(runs.map((_, index) => index));
    expect(old?.picture.xFirst).toBeUndefined();
    expect(added?.picture).toMatchObject({ x: old?.picture.x.slice(5), xFirst: 0 });
  });

  it("tells runs of one commit and day apart by their time", () => {
    const runs = made.history.slice(0, 3).map((run, index) => ({
      ...run,
      commit: "a".repeat(40),
      createdAt: `2026-11-01T0${index}:30:00.000Z`,
    }));
    const [history] = historiesOf(runs, wanted);
    const { ticks, xTexts } = (history && historyChart(history))?.picture ?? {};
    expect(ticks?.map(([, text]) => text)).toEqual(["00:30", "01:30", "02:30"]);
    expect(new Set(xTexts).size).toBe(3);
  });

  it("shows the newest runs only, with the changes that the whole history has", () => {
    const runs = [...made.history, runOf(made)];
    const [whole] = historiesOf(runs, wanted);
    const change = whole?.changes.at(-1);
    const ago = change && whole?.points[change.index]?.ago;
    if (ago === undefined) throw new Error("the history has no change of level");
    const [part] = historiesOf(runs, wanted, ago + 2);
    expect(part?.points).toHaveLength(ago + 2);
    expect(part?.changes).toEqual([{ ...change, index: 1 }]);
    expect(historiesOf(runs, wanted, ago + 1)[0]?.changes).toEqual([]);
  });
});

describe("percentiles", () => {
  const drawn = (values: number[]) => latencyCharts([{ round: 1, head: Float32Array.from(values) }])[0]?.picture;

  it("on a logarithmic axis have round ticks in the unit of the bulk", () => {
    const spread = Array.from({ length: 1000 }, (_, index) => 0.47 * 1.004 ** index);
    expect(drawn(spread)).toMatchObject({ logarithmic: true, yTicks: [0.5, 1, 2, 5, 10, 20], unit: "ms" });
  });

  it.each([100, 500, 738])("end at the slowest of %d calls", (calls) => {
    const values = Array.from({ length: calls }, (_, index) => (index + 1) / 4);
    expect(drawn(values)?.series[0]?.values.at(-1)).toBe(calls / 4);
  });

  it("on a linear axis begin at zero", () => {
    const picture = drawn(Array.from({ length: 100 }, (_, index) => 2 + index / 100));
    expect(picture?.logarithmic).toBeUndefined();
    expect(picture?.y[0]).toBe(0);
  });
});

it("of a row on a variant shows the calls of its own server", () => {
  const run = { rounds: 2, calls: 40 };
  const [made, record] = [madeReport(run), madeRecord(run)];
  const { head } = made;
  const arms = record.arms.flatMap((arm) =>
    arm.side === "head"
      ? [
          { ...arm, id: "first", variant: "py" },
          { ...arm, variant: "ts" },
        ]
      : [arm],
  );
  const rows = record.rows.map((row) => ({ ...row, variant: "ts" }));
  const samples = samplesOf(
    { ...recorded(made, { ...record, arms, rows }), head: { ...head, arm: "first" } },
    "search",
  );
  expect(samples).toEqual(samplesOf(made, "search"));
  expect(samples).toHaveLength(2);
});

it("of resources leaves out launches that were made for one row, as the figures beside it do", () => {
  const run = { rounds: 3, calls: 20 };
  const [made, record] = [madeReport(run), madeRecord(run)];
  const rounds = record.rounds.map((round) => ({
    ...round,
    launches: round.launches.flatMap((one) => [
      one,
      { ...one, purpose: "setup of search", measurements: [], metrics: { startup: 9000, peak_rss: 9e9 } },
    ]),
  }));
  expect(resourceCharts(recorded(made, { ...record, rounds }))).toEqual(resourceCharts(made));
});

it("of no sweep has nothing to show", () => {
  const made = report({ rows: [{ id: "echo", head: statistics(1) }], status: "pass" });
  expect(sweepCharts(viewOf(made))).toEqual([]);
});

describe("the ticks of a logarithmic axis", () => {
  it("are round numbers in steps of 1, 2 and 5, wherever the axis begins", () => {
    expect(logarithmicTicks([1.014, 32])).toEqual([2, 5, 10, 20]);
    expect(logarithmicTicks([0.07, 1.2])).toEqual([0.1, 0.2, 0.5, 1]);
    expect(logarithmicTicks([1014, 25_000])).toEqual([2000, 5000, 10_000, 20_000]);
  });

  it("are one of each decade where there are many", () => {
    expect(logarithmicTicks([0.5, 200_000])).toEqual([1, 10, 100, 1000, 10_000, 100_000]);
  });

  it("are in the unit of the other charts, and within the axis", () => {
    const wide = latencyCharts(samplesOf(madeReport({ rounds: 3, calls: 400 }), "search"))[0]?.picture;
    const { y = [0, 0], yTicks = [] } = wide ?? {};
    for (const tick of yTicks) expect(tick).toSatisfy((one: number) => one >= y[0] && one <= y[1]);
  });
});
