import { describe, expect, test } from "vitest";
import { renderComment } from "../../src/report/markdown.ts";
import type { Report } from "../../src/report/report.ts";
import { report, statistics } from "./build.ts";
import { chartsIn, mermaid } from "./real-mermaid.ts";

interface Figures {
  readonly x: number;
  readonly requests?: number;
  readonly note?: string;
  /** p50 in ms by variant. */
  readonly p50: Readonly<Record<string, number>>;
  readonly timeouts?: string;
}

/** A report of one sweep on variants, the first of which is the reference of the others. */
function onVariants(names: readonly string[], lines: readonly Figures[]): Report {
  const rows = lines.flatMap(({ x, requests = 100, p50, timeouts }) =>
    Object.entries(p50).map(([variant, ms]) => ({
      id: `search @${x} ×${requests} [${variant}]`,
      benchmark: "search",
      x,
      requests,
      head: statistics(ms),
      headFailures: timeouts === variant ? { timeout: 1 } : {},
    })),
  );
  const plain = report({
    status: "no-baseline",
    sentence: "Nothing to compare with.",
    reference: { kind: "none", reason: "none" },
    rows,
  });
  const [arm] = plain.record.arms;
  if (!arm) throw new TypeError("the report has an arm");
  return {
    ...plain,
    record: {
      ...plain.record,
      arms: names.map((variant, index) => ({
        ...arm,
        id: `head/${variant}`,
        side: "head",
        variant,
        environment: { Mode: `text of ${variant}` },
        ...(index > 0 && names[0] !== undefined ? { reference: names[0] } : {}),
      })),
      rows: plain.record.rows.map((row) => {
        const [, key = "", variant = ""] = /^(.*) \[(.*)\]$/s.exec(row.id) ?? [];
        const note = lines.find(({ x, requests = 100 }) => key === `search @${x} ×${requests}`)?.note;
        return { ...row, key, variant, ...(note === undefined ? {} : { note }) };
      }),
    },
  };
}

const study = onVariants(
  ["upstream=1", "upstream=4"],
  [
    { x: 1, p50: { "upstream=1": 8, "upstream=4": 9 } },
    { x: 10, p50: { "upstream=1": 45, "upstream=4": 27 } },
    { x: 5, requests: 30, p50: { "upstream=1": 33, "upstream=4": 31 }, timeouts: "upstream=1", note: "first try" },
    { x: 5, requests: 50, p50: { "upstream=1": 36, "upstream=4": 25 } },
  ],
);

describe("variants side by side", () => {
  const text = renderComment(study);

  test("have a table of throughput with speed-up and errors, and one of latency with overhead and notes", () => {
    expect(text).toContain(
      "| concurrency | requests | err (upstream=1) | err (upstream=4) | throughput (upstream=1) | throughput (upstream=4) | speedup |",
    );
    expect(text).toMatch(/\| 5 \| 30 \| 1 \| 0 \|[^\n]*\| 1\.06x \|/);
    expect(text).toMatch(/\| 10 \| 100 \| 0 \| 0 \|[^\n]*\| 1\.67x \|/);
    expect(text).toContain(
      "| p50 (upstream=1) | p50 (upstream=4) | p50 overhead | p99 (upstream=1) | p99 (upstream=4) | note |",
    );
    expect(text.replaceAll("\u00a0", " ")).toMatch(/\| 1 \| 100 \| 8\.00 ms \| 9\.00 ms \| \+1\.00 ms \(\+12\.5%\) \|/);
    expect(text).toMatch(/first try; 1 × timeout \(upstream=1\)/);
  });

  test("are summed up in a sentence, rows with errors left out", () => {
    expect(text).toContain(
      "`search` over concurrency: upstream=4 is slower than upstream=1 at 1 (0.89x); faster than upstream=1 at 5 … 10 (1.44x to 1.67x).",
    );
  });

  test("are drawn as one chart per metric with a colour each, as mermaid reads it", async () => {
    const charts = chartsIn(text);
    for (const chart of charts) await mermaid.parse(chart);
    expect(charts[0]).toBe(
      [
        "%%{init: {'themeVariables': {'xyChart': {'plotColorPalette': '#1f77b4,#ff7f0e'}}}}%%",
        "xychart-beta",
        'title "search throughput (req/s) (upstream=1 blue, upstream=4 orange)"',
        'x-axis "concurrency" [1, 5, 10]',
        'y-axis "req/s" 0 --> 120',
        "line [112.5, 25, 20]",
        "line [100, 36, 33.33]",
      ].join("\n"),
    );
    expect(text).toContain("Left out because of errors: `search @5 ×30`");
    expect(text).not.toContain("Measured now");
  });

  test("have their own lines of the environment", () => {
    expect(text).toContain("| Mode (upstream=4) | text of upstream=4 |");
    expect(text).toContain("| Server (head, upstream=1) |");
  });
});

test("many variants with hostile names keep tables and charts whole", async () => {
  const names = ["a|b", "@octocat", "<img>", "d\n# x", "`e`", "f#12", "g", "h"];
  const p50 = (ms: number) => Object.fromEntries(names.map((name, index) => [name, ms + index]));
  const text = renderComment(
    onVariants(
      names,
      [1, 2].map((x) => ({ x, p50: p50(10 * x) })),
    ),
  );
  const charts = chartsIn(text);
  expect(charts.length).toBeGreaterThan(0);
  for (const chart of charts) await mermaid.parse(chart);
  expect(text).toContain("2 further variants left out");
  const table = text.split("\n").filter((line) => line.startsWith("| concurrency") || /^\| [12] \|/.test(line));
  expect(new Set(table.slice(0, 3).map((line) => line.replaceAll("\\|", "").split("|").length)).size).toBe(1);
  expect(text.replaceAll(/`[^`\n]*`/g, "")).not.toMatch(/(^|[^\w`])@octocat|<img>|^# x/m);
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
    expect(text).toContain("### Measured now");
    expect(text).toContain("1 sweep: speed-up and scaling");
    expect(text).toContain("against first");
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
