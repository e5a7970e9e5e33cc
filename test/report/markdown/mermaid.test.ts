import { describe, expect, it } from "vitest";
import { upperBound, xyChart } from "../../../src/report/markdown/chart.ts";
import { renderComment, renderSummary } from "../../../src/report/markdown/markdown.ts";
import type { Report } from "../../../src/report/report.ts";
import { type ReportInput, report, statistic, statistics, sweep } from "../build.ts";
import { injections, situations } from "../situations.ts";
import { chartsIn, mermaid } from "./real-mermaid.ts";

const maximum = 50_000;

function comment(input: Partial<Parameters<typeof report>[0]>): string {
  return renderComment(report({ status: "regressed", ...input }));
}

describe.each(Object.entries(situations))("the charts of %s", (_, build) => {
  it("are read by mermaid and are small", async () => {
    const report = build();
    const charts = [...chartsIn(renderComment(report)), ...chartsIn(renderSummary(report))];
    for (const chart of charts) {
      expect(await mermaid.parse(chart)).toMatchObject({ diagramType: "xychart" });
      expect(Buffer.byteLength(chart)).toBeLessThanOrEqual(maximum);
    }
  });
});

describe("xyChart", () => {
  it("draws two series in fixed colours", () => {
    const chart = xyChart({
      title: "search throughput (req/s) (base blue, head orange)",
      mark: "line",
      x: { categories: [1, 10, 20, 50, 100] },
      y: { label: "req/s" },
      series: [
        { label: "base", colour: "base", values: [105.1, 216.4, 234.2, 239, 218.2] },
        { label: "head", colour: "head", values: [99.9, 351.4, 332, 351.3, 344.4] },
      ],
    });
    expect(chart).toBe(
      [
        "%%{init: {'themeVariables': {'xyChart': {'plotColorPalette': '#1f77b4,#ff7f0e'}}}}%%",
        "xychart-beta",
        'title "search throughput (req/s) (base blue, head orange)"',
        "x-axis [1, 10, 20, 50, 100]",
        'y-axis "req/s" 0 --> 400',
        "line [105.1, 216.4, 234.2, 239, 218.2]",
        "line [99.9, 351.4, 332, 351.3, 344.4]",
      ].join("\n"),
    );
  });

  it.each([...injections, "/", "a/b", "title", "x-axis", "bar [1]", "é", "#35;", "%%{init: {}}%%"])(
    "takes %j as title, labels and category",
    async (text) => {
      const chart = xyChart({
        title: text,
        mark: "bar",
        horizontal: true,
        x: { label: text, categories: [text, text, `${text} 2`] },
        y: { label: text },
        series: [{ label: text, colour: "base", values: [1, 0, 2] }],
      });
      expect(chart.match(/%%\{/g)).toHaveLength(1);
      expect(chart.split("\n")).toHaveLength(6);
      expect(await mermaid.parse(chart)).toMatchObject({ diagramType: "xychart" });
    },
  );

  it.each([1e-12, 2.5e-7, 0.000123, 1, 123456.789, 9.87e12])("writes %d without an exponent", async (value) => {
    const chart = xyChart({
      title: "t",
      mark: "line",
      x: { categories: [0.5, 2.25, value] },
      y: { label: "ms" },
      series: [{ label: "head", colour: "head", values: [value, value * 2, 0] }],
    });
    expect(chart).not.toMatch(/\de[+-]?\d/);
    expect(await mermaid.parse(chart)).toMatchObject({ diagramType: "xychart" });
  });

  it.each([Number.NaN, Number.POSITIVE_INFINITY])("refuses to draw %d", (value) => {
    const x = { categories: [1] };
    const series = [{ label: "head", colour: "head", values: [value] }] as const;
    expect(() => xyChart({ title: "t", mark: "line", x, y: { label: "ms" }, series })).toThrow(RangeError);
  });

  it("refuses a chart without points", () => {
    const empty = { title: "t", mark: "line", x: { categories: [] }, y: { label: "ms" }, series: [] } as const;
    expect(() => xyChart(empty)).toThrow("has no points");
  });
});

describe("the axis", () => {
  it.each([
    [[351.4], 400],
    [[247.8], 300],
    [[452.1], 500],
    [[0.412], 0.5],
    [[0], 1],
    [[], 1],
    [[1000], 1200],
  ])("above %j ends at %d", (values, bound) => {
    expect(upperBound(values)).toBeCloseTo(bound, 9);
  });
});

describe("which rows are drawn", () => {
  const rows = sweep("docs", { 1: 1, 5: 1, 10: 1, 20: 1 });

  it("leaves a row with errors out of every series and says so", () => {
    const text = comment({
      rows: rows.map((row) => (row.x === 5 ? { ...row, baseFailures: { timeout: 1 } } : row)),
    });
    const charts = chartsIn(text);
    expect(charts).toHaveLength(4);
    for (const chart of charts) expect(chart).toContain('x-axis "concurrency (not to scale)" [1, 10, 20]');
    expect(text).toContain("Omitted because of errors: `docs @5`");
  });

  it("takes the row with most requests at one x, and says so", () => {
    const more = { ...rows[1], id: "docs @5 again", benchmark: "docs", x: 5, requests: 500, head: statistics(77) };
    const text = comment({ rows: [...rows, more] });
    const p50 = chartsIn(text).find((chart) => chart.includes("latency p50"));
    expect(p50).toContain('x-axis "concurrency (not to scale)" [1, 5, 10, 20]');
    expect(p50).toMatch(/line \[5\.9, 13\.5, 23, 42\]\nline \[5\.9, 77, 23, 42\]/);
    expect(text).toContain("Omitted for a row with more requests at the same x: `docs @5`");
  });

  it("falls back to the other row at one x when the larger one has errors", () => {
    const more = {
      ...rows[1],
      id: "docs @5 again",
      benchmark: "docs",
      x: 5,
      requests: 500,
      headFailures: { timeout: 1 },
    };
    const text = comment({ rows: [...rows, more] });
    expect(chartsIn(text)[0]).toContain('x-axis "concurrency (not to scale)" [1, 5, 10, 20]');
    expect(text).toContain("Omitted because of errors: `docs @5 again`");
  });

  it("draws no percentile of too few calls beside a base, and notes it where there is none", () => {
    const insufficient = { ...statistic(9), insufficient: { have: 90, need: 1000 } };
    const noisy = rows.map((row) => ({
      ...row,
      head: { ...row.head, p99: row.x === 1 ? insufficient : statistic(9) },
    }));
    expect(chartsIn(comment({ rows })).filter((chart) => chart.includes("p99"))).toHaveLength(1);
    expect(chartsIn(comment({ rows: noisy })).filter((chart) => chart.includes("p99"))).toHaveLength(0);
    const study = comment({ rows: noisy.map(({ base, ...row }) => row), reference: { kind: "none", reason: "none" } });
    expect(chartsIn(study).filter((chart) => chart.includes("p99"))).toHaveLength(1);
    expect(study).toContain("Too few samples for a trustworthy value at 1");
  });

  it("leaves rows that base lacks out of a chart with two series", () => {
    const text = comment({ rows: rows.map(({ base, ...row }) => (row.x === 20 ? row : { ...row, base })) });
    expect(chartsIn(text)[0]).toContain('x-axis "concurrency (not to scale)" [1, 5, 10]');
    expect(text).toContain("Omitted without a value in every line: 20");
  });

  it("draws bars only for two rows or more of a study that are in no sweep, have no base, and fit one axis", () => {
    const one = { id: "echo", group: "operations", head: statistics(1) };
    const record = { title: "Operations" };
    const reference = { kind: "none", reason: "none" } as const;
    const drawn = (rows: ReportInput["rows"]) => chartsIn(comment({ rows: rows ?? [], reference, record }));
    expect(drawn([one])).toHaveLength(0);
    expect(drawn([one, { ...one, id: "add" }])).toHaveLength(1);
    expect(drawn([one, { id: "slow", head: statistics(100) }])).toHaveLength(0);
    expect(chartsIn(comment({ rows: [one, { ...one, id: "add" }], record }))).toHaveLength(0);
    expect(chartsIn(comment({ rows: [one, { ...one, id: "add" }], reference }))).toHaveLength(0);
  });

  it.each([
    { xs: [1, 2], lines: 0 },
    { xs: [1, 2, 4], lines: 3 },
  ])("draws no line of two points, in a study neither: $xs", ({ xs, lines }) => {
    const rows = sweep("a", Object.fromEntries(xs.map((x) => [x, 1])));
    if (lines === 0) expect(chartsIn(comment({ rows }))).toHaveLength(0);
    const alone = rows.map(({ base, ...row }) => row);
    const study = comment({ rows: alone, reference: { kind: "none", reason: "none" }, record: { title: "Sweeps" } });
    expect(chartsIn(study).filter((chart) => /throughput|latency/.test(chart))).toHaveLength(lines);
  });

  it("folds charts beside a base, and says which axis is not to scale", () => {
    const text = comment({ rows: ["a", "b"].flatMap((name) => sweep(name, { 1: 1, 2: 1, 3: 1 })) });
    expect(text).toContain("<summary>8 charts</summary>");
    expect(chartsIn(text.slice(0, text.indexOf("<details>")))).toHaveLength(0);
    expect(text).not.toContain("not to scale");
  });
});

describe("history", () => {
  const rows = [{ id: "echo", head: statistics(2) }];
  const point = (value: number, hash = "hash of echo") => ({
    createdAt: "2026-11-01T00:00:00.000Z",
    summary: {
      arm: "head",
      serverHash: "",
      server: {},
      rounds: 9,
      rows: [
        {
          row: "echo",
          benchmark: "echo",
          configHash: hash,
          attempted: 9,
          ok: 9,
          failures: {},
          statistics: statistics(value),
        },
      ],
    },
  });
  const withHistory = (history: Report["history"]) => chartsIn(comment({ rows, report: { history } }));

  it("ends with this run and holds at most thirty points", () => {
    const [chart = ""] = withHistory(Array.from({ length: 40 }, (_, index) => point(index + 1)));
    const values = /line \[(.*)\]/.exec(chart)?.[1]?.split(", ");
    expect(values).toHaveLength(30);
    expect(values?.slice(-2)).toEqual(["40", "2"]);
  });

  it("is not drawn from a single run or from runs that measured something else", () => {
    expect(withHistory([])).toHaveLength(0);
    expect(withHistory([point(1, "another"), point(2, "another")])).toHaveLength(0);
    expect(withHistory([point(1)])).toHaveLength(1);
  });
});
