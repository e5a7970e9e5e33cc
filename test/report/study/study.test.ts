import { describe, expect, test } from "vitest";
import type { Statistic } from "../../../src/metrics/summary.ts";
import type { Load } from "../../../src/model/load.ts";
import type { RunRecord } from "../../../src/record/record.ts";
import { renderComment, renderSummary } from "../../../src/report/markdown/markdown.ts";
import type { Report } from "../../../src/report/report.ts";
import { renderTerminal } from "../../../src/report/terminal/terminal.ts";
import { recorded, report, statistic, statistics, sweep } from "../build.ts";
import { headed, operations, unasked } from "./made-study.ts";

/* A run that compares nothing and says what it is about. */

const closed: Load = { kind: "closed", concurrency: 1, requests: 100, warmup: 10, timeoutMs: 30_000 };

function study(record: Partial<RunRecord> = {}, rows: Partial<RunRecord["rows"][number]>[] = []): Report {
  const lines = sweep("list", { 1: 1, 10: 1, 20: 1 }).map(({ base: _, ...row }) => row);
  const echo = { id: "echo", head: statistics(2) };
  const made = report({ rows: [...lines, echo], status: "no-baseline", reference: unasked });
  const own = made.record.rows.map((row) => ({ ...row, ...rows.find(({ id }) => id === row.id) }));
  const arms = [{ id: "head", side: "head", transport: "stdio" }] as const;
  return recorded(made, { ...made.record, arms: [...arms], rows: own, ...record });
}

const plain = (text: string) => text.replaceAll("\u00a0", " ");

/** One section of a Markdown report. */
function section(text: string, title: string): string {
  const start = text.indexOf(title);
  return start === -1 ? "" : text.slice(start, text.indexOf("\n\n###", start));
}

describe("a study", () => {
  const text = plain(renderSummary(study(headed)));

  test("opens with what it is to find out, and not with what it is not compared with", () => {
    expect(text).toMatch(/^## .*measured\n\nHow many calls &lt;b&gt;fit&lt;\/b&gt; into a second\.\n/);
    expect(text).not.toContain("without a comparison");
    expect(plain(renderSummary(study()))).toContain("without a comparison");
  });

  test("says what its sweeps show, then under what conditions, in every medium", () => {
    expect(section(text, "### Findings")).toContain("- `list` over concurrency: throughput grows");
    expect(text.indexOf("### Findings")).toBeLessThan(text.indexOf("### Conditions"));
    expect(text.indexOf("### Conditions")).toBeLessThan(text.indexOf("### list"));
    const terminal = renderTerminal(study(headed), { color: false, width: 120, details: false });
    expect(terminal).toMatch(/How many calls[\s\S]*Findings[\s\S]*Conditions/);
  });

  test("does not speak of sides and verdicts", () => {
    expect(text).not.toMatch(/\bArm\b|\bHead\b|A result fails|unchanged code/);
  });

  test("does not call its failed calls those of a side", () => {
    const failing = report({
      rows: [{ id: "echo", head: statistics(2), headFailures: { timeout: 2 } }],
      status: "no-baseline",
      reference: unasked,
    });
    const shown = plain(renderSummary(recorded(failing, { ...failing.record, ...headed })));
    expect(section(shown, "### Errors")).toContain("| Row | Kind | Calls | Share |");
  });

  test("folds its conditions and states no findings where the configuration says nothing of it", () => {
    const other = renderSummary(study());
    expect(other.indexOf("#### Environment")).toBeGreaterThan(other.indexOf("<details><summary>Run details</summary>"));
    expect(other).not.toContain("Findings");
  });
});

describe("rows of a study that are no sweep", () => {
  const made = operations({ ping: 1.5, read: 0.5, add: undefined });
  const text = plain(renderSummary(made));

  test("are told by which variant is faster, with the interval, and where neither is", () => {
    expect(section(text, "### Findings")).toMatch(
      /- `operations`: http is slower than stdio in `ping` \(p50 \+50.0%; \+4\d.\d% … \+5\d.\d%\); http is faster than stdio in `read` \(p50 −50.0%; −5\d.\d% … −4\d.\d%\); http is indistinguishable from stdio in `add`/,
    );
  });

  test("have no interval in a single round, which is said", () => {
    const once = (one: Statistic | undefined): Statistic | undefined =>
      one?.state === "measured" ? { ...one, rounds: one.rounds.slice(0, 1) } : one;
    const rows = made.head.rows.map((row) => ({
      ...row,
      statistics: { ...row.statistics, p50: once(row.statistics.p50) },
    }));
    const single = { ...made, head: { ...made.head, rows } } as Report;
    expect(section(plain(renderSummary(single)), "### Findings")).toContain(
      "http is not compared with stdio in `ping`, `read`, `add` (an interval takes four rounds that differ).",
    );
  });

  test("are counted beyond the first few", () => {
    const many = operations({ a: 2, b: 2, c: 2, d: 2, e: 2 });
    expect(plain(renderSummary(many))).toMatch(
      /slower than stdio in `a` \([^)]*\), `b` \([^)]*\), `c` \([^)]*\) and 2 more rows\./,
    );
  });

  test("have one table of all of them, in the order of the configuration", () => {
    const overview = section(text, "### Overview");
    expect(overview).toContain("| Benchmark | On | p50 | throughput | p50 against reference |");
    expect(overview).toMatch(/\| `ping` \| `http` \| 3.00 ms \| 300\/s \| 1.50x \(1.4\dx … 1.5\dx\) of `stdio` \|/);
    expect([...overview.matchAll(/^\| `(\w+)` /gm)].map(([, name]) => name)).toEqual([
      ...["ping", "read", "add"].flatMap((name) => [name, name]),
      "list",
    ]);
    expect(overview).not.toContain("`list @");
  });

  test("have their sweeps beside them, each in a line from its first to its last point", () => {
    expect(section(text, "### Overview")).toMatch(
      /\| `list` \| concurrency 1 to 20 \| 5.90 ms to 42.0 ms \| 141\/s to 397\/s \|/,
    );
  });

  test("stand under the headings of the configuration, in its order, charts beside their tables", () => {
    const headings = [...text.matchAll(/^### (.*)$/gm)].map(([, heading]) => heading);
    expect(headings.slice(0, 5)).toEqual(["Findings", "Overview", "Conditions", "operations", "list"]);
    expect(section(text, "### list")).toMatch(
      /`list` over concurrency[\s\S]*\| concurrency \|[\s\S]*title "list throughput/,
    );
  });

  test("are left out of a comment that is too small, and told so", () => {
    const small = plain(renderComment(made, 5_000));
    expect(small).toMatch(/Omitted to fit the size limit: .*, list\./);
  });
});

describe("the conditions", () => {
  const conditions = (rows: Partial<RunRecord["rows"][number]>[] = []) =>
    section(plain(renderSummary(study(headed, rows))), "### Conditions");

  test("that all benchmarks share are told once", () => {
    expect(conditions()).toContain("Of every benchmark: calls per launch 100; warm-up 10; time limit 30.0 s.");
    expect(conditions()).toContain("| Benchmark | Calls | Load |");
    expect(conditions()).toContain("| `list` | `list` | 1 in flight, 10 in flight, 20 in flight |");
  });

  test("hold arguments, set-up, pauses and what differs", () => {
    const text = conditions([
      {
        id: "echo",
        arguments: '{"message":"a|b"}',
        setup: "create × 100",
        cooldownMs: 2000,
        load: { ...closed, warmup: 0, delayMs: 120 },
      },
    ]);
    expect(text).toContain("| Arguments | Set-up | Load | Warm-up | Pause before each call | Pause after the load |");
    expect(text).toMatch(
      /\| `echo` \| `echo` \| `\{"message":"a\\\|b"\}` \| `create × 100` \| 1 in flight \| 0 \| 120 ms \| 2\.00 s \|/,
    );
  });

  test("of variants that differ name each", () => {
    const text = conditions([
      { id: "list @1", variant: "proxied", load: { ...closed, delayMs: 120 } },
      { id: "list @10", variant: "direct" },
      { id: "list @20", variant: "direct" },
    ]);
    expect(text).toContain("120 ms (proxied), none (direct)");
  });
});

describe("figures", () => {
  test("of batches are per second in batches", () => {
    const load: Load = {
      kind: "batch",
      size: 100,
      dispatch: { kind: "burst" },
      requests: 3,
      warmup: 1,
      timeoutMs: 1,
    };
    const text = plain(renderSummary(study(headed, [{ id: "echo", load }])));
    expect(text).toMatch(/`echo` \|[^\n]*\| 450 batches\/s/);
    expect(text).toMatch(/`list @1` \|[^\n]*\| \d+\/s/);
  });

  test("of one column have one unit", () => {
    const rows = [0.0004, 2, 40].map((p50, index) => ({ id: `row ${index}`, head: statistics(p50) }));
    const text = plain(renderSummary(report({ rows, status: "no-baseline", reference: unasked })));
    const cells = [...text.matchAll(/\| `row \d` \| ([\d.,]+ [^ ]+) \|/g)].map(([, cell]) => cell);
    expect(cells.slice(0, 3)).toEqual(["0.400 µs", "2,000 µs", "40,000 µs"]);
  });

  test("of too few calls have one mark in the table of a sweep, and those of enough have none", () => {
    const few = { ...statistic(9), insufficient: { have: 90, need: 1000 } };
    const made = (p99: ReturnType<typeof statistic>) =>
      plain(
        renderSummary(
          report({
            rows: sweep("list", { 1: 1, 10: 1 }).map((row) => ({ ...row, head: statistics(2, { p99 }) })),
            status: "pass",
          }),
        ),
      );
    const sweeps = (text: string) => section(text, "speed-up and scaling").split("</details>")[0] ?? "";
    expect(sweeps(made(few))).toContain("9.00 ms (n < 1,000)");
    expect(sweeps(made(statistic(9)))).not.toContain("(n ");
  });
});
