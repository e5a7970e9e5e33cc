import { describe, expect, test } from "vitest";
import { renderComment, renderSummary } from "../../../src/report/markdown/markdown.ts";
import type { Report } from "../../../src/report/report.ts";
import { type MadeReport, recorded, report, statistic, statistics } from "../build.ts";
import { chartsIn, mermaid } from "../markdown/real-mermaid.ts";
import { onVariants, study } from "./made-variants.ts";

const unknown = { state: "not-available", reason: "it cannot be read" } as const;

describe("variants side by side", () => {
  const text = renderComment(study);

  test("have a table of throughput with speed-up and errors, and one of latency with overhead and notes", () => {
    expect(text).toContain(
      "| concurrency | requests | err (upstream=1) | err (upstream=4) | throughput (upstream=1) | throughput (upstream=4) | speed-up |",
    );
    expect(text).toMatch(/\| 5 \| 30 \| 1 of 270 \| 0 of 270 \|[^\n]*\| – \|/);
    expect(text).toMatch(/\| 10 \| 100 \| 0 of 900 \| 0 of 900 \|[^\n]*\| 1\.67x \(1\.6\dx.….1\.\d\dx\) \|/);
    expect(text).toContain(
      "| p50 (upstream=1) | p50 (upstream=4) | p50 overhead | p99 (upstream=1) | p99 (upstream=4) | note |",
    );
    expect(text.replaceAll("\u00a0", " ")).toMatch(
      /\| 1 \| 100 \| 8\.00 ms \| 9\.00 ms \| \+1\.00 ms \(\+12\.5%; \+1\d\.\d% … \+1\d\.\d%\) \|/,
    );
    expect(text).toMatch(/first try; 1 × timeout \(upstream=1\)/);
  });

  test("say what a variant saves of the processor's time, and how the time grows over a sweep", () => {
    const [head, ...lines] = text
      .split("\n")
      .slice(text.split("\n").findIndex((line) => line.includes("CPU per call saved")));
    expect(head).toBe(
      "| concurrency | requests | CPU per call (upstream=1) | CPU per call (upstream=4) | CPU per call saved | p50 against concurrency=1 (upstream=1) | p50 against concurrency=1 (upstream=4) |",
    );
    const cells = lines.slice(1, 5).map((line) => line.replaceAll("\u00a0", " ").split(" | "));
    expect(cells.map((line) => line.at(-3))).toEqual([
      "−12.5% (1.13x more)",
      "6.06% (1.06x less)",
      "30.6% (1.44x less)",
      "40.0% (1.67x less)",
    ]);
    expect(cells.map((line) => line.at(-2))).toEqual(["1.00x", "4.13x", "4.50x", "5.63x"]);
  });

  test("of ten times and more are told by how many times", () => {
    const far = renderComment(onVariants(["a", "b"], [{ x: 1, p50: { a: 8, b: 96 } }])).replaceAll("\u00a0", " ");
    expect(far).toMatch(/\| \+88\.0 ms \(12\.00x; 11\.\d\dx … 12\.\d\dx\) \|/);
    expect(far).toContain("| 12.00x more |");
    expect(far).not.toMatch(/\d,\d{3}%/);
  });

  test("have no table of further figures where there are none", () => {
    const bare = onVariants(["a", "b"], [{ x: 1, p50: { a: 8, b: 9 }, more: { cpu_per_call: unknown } }]);
    expect(renderComment(bare)).toContain("p50 overhead");
    expect(renderComment(bare)).not.toMatch(/saved|against concurrency|\| items/);
  });

  test("show the work done in a call that is worth several", () => {
    const items = { items_throughput: 12_500 };
    const text = renderComment(onVariants(["a", "b"], [{ x: 1, p50: { a: 8, b: 9 }, more: items }]));
    expect(text).toContain("| items (a) | items (b) |");
    expect(text).toContain("| 12,500/s | 12,500/s |");
  });

  test("show what the servers wrote in their own logs, and what a variant saves of it", () => {
    const plain = onVariants(["a", "b"], [{ x: 1, p50: { a: 8, b: 9 } }]);
    const logged = (mean: number) => ({
      field: "peak|kb",
      lines: 5,
      calls: 5,
      values: { count: 5, mean, min: mean, max: mean, p50: mean, p95: mean, p99: mean },
    });
    const rows = plain.head.rows.map((row, index) => ({ ...row, serverMetrics: [logged(index === 0 ? 200 : 50)] }));
    const text = renderComment({ ...plain, head: { ...plain.head, rows } });
    expect(text).toContain("| peak kb (a) | peak kb (b) | peak kb saved |");
    expect(text).toMatch(/\| 200 \| 50\.0 \| 75\.0% \(4\.00x less\) \|/);
    const onlyOne = rows.map((row, index) => (index === 0 ? { ...row, serverMetrics: [] } : row));
    const other = renderComment({ ...plain, head: { ...plain.head, rows: onlyOne } });
    expect(other).toContain("| peak kb (b) |");
    expect(other).not.toMatch(/peak kb \(a\)|peak kb saved/);
  });

  test("of a study say how the time grows where a call has more to do, and what a variant needs of memory and logs", () => {
    const made = onVariants(
      ["a", "b"],
      [100, 10_000].map((x) => ({ x, p50: { a: x, b: 3 * x }, more: { load_peak_rss: 6e7 } })),
    );
    const rows = made.head.rows.map((row, index) => ({
      ...row,
      statistics: { ...row.statistics, load_peak_rss: statistic(index % 2 === 0 ? 6e7 : 2.7e8) },
    }));
    const findings = (field: string, report: MadeReport) => {
      const swept = report.record.rows.map((row) => ({ ...row, sweep: { field, value: row.sweep?.value ?? 0 } }));
      const { base: _base, ...alone } = report;
      return renderComment(recorded(alone, { ...report.record, title: "T", rows: swept })).replaceAll("\u00a0", " ");
    };
    const grown = { ...made, head: { ...made.head, rows } };
    expect(findings("messages", grown)).toMatch(
      /From 100 to 10000 p50 grows 100x \([^)]*\) on a, 100x \([^)]*\) on b\./,
    );
    expect(findings("messages", grown)).toMatch(/b needs 4\.50x \([^)]*\) the peak RSS under load of a at 10000\./);
    expect(findings("messages", made)).not.toContain("b needs");
    expect(findings("concurrency", grown)).not.toContain("p50 grows");
  });

  test("have no note on sizes, which say nothing of the timings beside them", () => {
    const warnings = [
      { code: "exact-metric-varies", row: "search @1 ×100 [upstream=1]", metric: "response_bytes", least: 1, most: 2 },
      { code: "unsteady", row: "search @1 ×100 [upstream=4]", deviation: 0.6 },
    ] as const;
    const text = renderComment({ ...study, comparison: { ...study.comparison, warnings } });
    expect(text).toContain("| unsteady (upstream=4) |");
    expect(text).not.toMatch(/differs[^|]*\(upstream=1\)/);
  });

  test("are summed up in a sentence, rows with errors left out", () => {
    expect(text).toContain(
      "`search` over concurrency: upstream=4 is slower than upstream=1 at 1 (0.89x); faster than upstream=1 at 5 … 10 (1.44x to 1.67x).",
    );
  });

  test("are drawn as one chart per metric with a colour each, as mermaid reads it", async () => {
    const charts = chartsIn(text);
    for (const chart of charts) await mermaid.parse(chart);
    expect(charts[0]).toContain('title "search speed-up (times)"');
    expect(charts[1]).toBe(
      [
        "%%{init: {'themeVariables': {'xyChart': {'plotColorPalette': '#1f77b4,#ff7f0e'}}, 'xyChart': {'height': 350}}}%%",
        "xychart-beta",
        'title "search throughput (req/s) (upstream=1 blue, upstream=4 orange)"',
        'x-axis "concurrency (not to scale)" [1, 5, 10]',
        'y-axis "req/s" 0 --> 120',
        "line [112.5, 25, 20]",
        "line [100, 36, 33.33]",
      ].join("\n"),
    );
    expect(text).toContain("Omitted because of errors: `search @5 ×30`");
    expect(text).not.toContain("Measurements");
  });

  test("have their own lines of the environment", () => {
    expect(text).toContain("| Mode (upstream=4) | text of upstream=4 |");
    expect(text).toContain("| Server (upstream=1) |");
  });
});

test("without a row to compare by, the sentence says so", () => {
  const failing = onVariants(["a", "b"], [{ x: 1, p50: { a: 8, b: 9 }, timeouts: "b" }]);
  expect(renderComment(failing)).toContain("no row without errors to compare b with a.");
});

test("a long name keeps its place in the title of a chart; the colours stand below", () => {
  const long = (benchmark: string) => {
    const { record } = study;
    return renderComment(recorded(study, { ...record, rows: record.rows.map((row) => ({ ...row, benchmark })) }));
  };
  expect(chartsIn(long("find"))[1]).toContain('title "find throughput (req/s) (upstream=1 blue, upstream=4 orange)"');
  const text = long("search_the_documentation");
  expect(chartsIn(text)[1]).toContain('title "search_the_documentation throughput (req/s)"');
  expect(text).toContain("🟦 upstream=1 · 🟧 upstream=4");
});

describe("rows of no sweep", () => {
  const rows = ["ping", "add"].flatMap((key, index) =>
    ["stdio", "HTTP"].map((variant) => ({ id: `${key} [${variant}]`, head: statistics(index + 1) })),
  );
  const plain = report({
    status: "no-baseline",
    reference: { kind: "none", reason: "none" },
    rows,
  });
  const { base: _base, ...head } = plain;
  const onTwo = (one: MadeReport): Report =>
    recorded(one, {
      ...one.record,
      rows: one.record.rows.map((row) => {
        const [, key = "", variant = ""] = /^(.*) \[(.*)\]$/.exec(row.id) ?? [];
        return { ...row, key, variant };
      }),
    });
  const titles = (text: string) => [...text.matchAll(/^title "(.*)"$/gm)].map((match) => match[1]);

  test("are drawn as bars of latency and throughput, each variant by itself", async () => {
    const text = renderComment(onTwo(head));
    expect(titles(text)).toEqual([
      "Benchmarks on stdio latency p50 (ms)",
      "Benchmarks on HTTP latency p50 (ms)",
      "Benchmarks on stdio throughput (req/s)",
      "Benchmarks on HTTP throughput (req/s)",
    ]);
    for (const chart of chartsIn(text)) await mermaid.parse(chart);
    expect(chartsIn(text)[0]).toContain('x-axis ["ping", "add"]');
  });

  test("without variants are drawn by latency alone in a study, else and beside a base not at all", () => {
    const grouped = head.record.rows.map((row) => ({ ...row, group: "operations" }));
    const study = recorded(head, { ...head.record, title: "Operations", rows: grouped });
    expect(titles(renderComment(study))).toEqual(["Benchmarks latency p50 (ms)"]);
    expect(titles(renderComment(head))).toEqual([]);
    const paired = report({ status: "pass", rows: rows.map((row) => ({ ...row, base: row.head })) });
    expect(titles(renderComment(onTwo(paired)))).toEqual([]);
  });
});

test("the total time of a row stands beside its statistics where it was measured", () => {
  const of = (others: { wall_time?: number }) =>
    renderComment(report({ status: "pass", rows: [{ id: "ping", head: statistics(1, others) }] }));
  expect(of({ wall_time: 245.3 }).replaceAll("\u00a0", " ")).toMatch(
    /Iterations \| total time \|\n[^\n]*\n.* 245 ms \|\n/,
  );
  expect(of({})).not.toContain("total time");
});

test("many variants with hostile names keep tables and charts whole", async () => {
  const names = ["a|b", "@octocat", "<img>", "d\n# x", "`e`", "f#12", "g", "h"];
  const p50 = (ms: number) => Object.fromEntries(names.map((name, index) => [name, ms + index]));
  const text = renderComment(
    onVariants(
      names,
      [1, 2, 3].map((x) => ({ x, p50: p50(10 * x) })),
    ),
  );
  const charts = chartsIn(text);
  expect(charts.length).toBeGreaterThan(0);
  for (const chart of charts) await mermaid.parse(chart);
  expect(text).toContain("2 further variants left out");
  const table = text.split("\n").filter((line) => line.startsWith("| concurrency") || /^\| [123] \|/.test(line));
  expect(new Set(table.slice(0, 3).map((line) => line.replaceAll("\\|", "").split("|").length)).size).toBe(1);
  expect(text.replaceAll(/`[^`\n]*`/g, "")).not.toMatch(/(^|[^\w`])@octocat|<img>|^# x/m);
});

test("how much faster a variant is than its reference is drawn over the sweep", async () => {
  const charts = chartsIn(renderSummary(study)).filter((chart) => chart.includes("speed-up"));
  expect(charts).toHaveLength(1);
  expect(charts[0]).toContain('title "search speed-up (times)"');
  expect(charts[0]).toMatch(/^line \[[\d., ]*1\.667[\d., ]*\]$/m);
  expect(await mermaid.parse(charts[0] ?? "")).toMatchObject({ diagramType: "xychart" });
});

describe("rows on one variant alone", () => {
  const alone = onVariants(
    ["one", "two"],
    [
      { x: 1, p50: { one: 8 } },
      { x: 10, p50: { one: 45 } },
    ],
  );

  test("are a sweep and measured figures like any other, with nothing beside them", () => {
    const text = renderComment(alone);
    expect(text).not.toContain("Variants side by side");
    expect(text).toContain("### Measurements");
    expect(text).toContain("1 sweep: speed-up and scaling");
    expect(text).toContain("speed-up against concurrency=1");
  });

  test("stand side by side where another row of the sweep runs on several", () => {
    const text = renderComment(
      onVariants(
        ["one", "two"],
        [
          { x: 1, p50: { one: 8 } },
          { x: 10, p50: { one: 4, two: 5 } },
        ],
      ),
    );
    expect(text).toContain("Variants side by side");
    expect(text).not.toContain("1 sweep: speed-up and scaling");
  });
});
