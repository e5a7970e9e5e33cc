import { expect, it } from "vitest";
import { type Finding, mustWork } from "../../src/decide/verdict.ts";
import { looksWorse, seemsWorse } from "../../src/facts/looks-worse.ts";
import type { StoredEntry } from "../../src/history/entry.ts";
import { figureOf } from "../../src/metrics/summary.ts";
import { changeChart } from "../../src/report/figures/bars.ts";
import { historiesOf, historyChart } from "../../src/report/figures/history.ts";
import { changeText, missText, sizeText } from "../../src/report/finding.ts";
import { viewOf, withShownFigures } from "../../src/report/report.ts";
import { plainText } from "../../src/report/text.ts";
import { finding, report, statistics, threshold } from "./build.ts";

const plain = (text: string) => text.replaceAll("\u00a0", " ");
const shares = { row: "(server)", state: "regressed", base: 0.04, head: 0.06 } as const;

it("writes a change of a share as its limit is written: in percent, or in points", () => {
  const relative = finding({ ...shares, threshold: threshold("idle_cpu", "+10%"), change: { estimate: 0.5 } });
  const points = finding({ ...shares, threshold: threshold("idle_cpu", "+1pp"), change: { estimate: 0.02 } });
  expect(plain(changeText(relative))).toBe("+50.0%");
  expect(plain(sizeText(relative, 0.5))).toBe("50.0%");
  expect(plain(changeText(points))).toBe("+2.0 pp");
});

it("shows a fault by its figure: nobody set a limit", () => {
  const broken = finding({ row: "search", threshold: mustWork, state: "regressed", head: 1 });
  expect(missText(broken)).toBe("100%");
  const budget = finding({ row: "search", threshold: threshold("p95", "200ms"), state: "over-budget", head: 316 });
  expect(plain(missText(budget))).toBe("over 200 ms");
});

const errors = finding({
  row: "search",
  threshold: threshold("error_rate", "+50%"),
  state: "inconclusive",
  base: 0.01,
  head: 0.21,
  change: { estimate: 0.2, low: 0.15, high: 0.25 },
});
const slower = finding({
  row: "search",
  threshold: threshold("p50", "+10%"),
  state: "inconclusive",
  base: 1,
  head: 1.2,
  change: { estimate: 0.2, low: 0.15, high: 0.25 },
});

it("takes a difference of error rates for no share", () => {
  const few: Finding = { ...errors, change: { estimate: 0.004, low: 0.001, high: 0.007 } };
  expect([errors, few, slower].map(seemsWorse)).toEqual([true, false, true]);
  expect([errors, few, slower].map(looksWorse)).toEqual([true, false, true]);
  const rows = [{ id: "search", base: statistics(1), head: statistics(1.2) }];
  const made = report({ status: "inconclusive", rows, findings: [errors, slower] });
  const names = changeChart(viewOf(made)).flatMap(({ bars }) => bars.map(({ name }) => plainText([name])));
  expect(names).toHaveLength(1);
});

it("keeps a fault out of the figures of a row, which has its own", () => {
  const head = statistics(1, { error_rate: 0.0033 });
  const broken = finding({ row: "search", threshold: mustWork, state: "errored", head: 1 });
  const made = report({ status: "errored", rows: [{ id: "search", head }], findings: [broken] });
  const { rows } = withShownFigures(made.head, { side: "head", findings: [broken], isOneRun: false });
  expect(figureOf(rows[0]?.statistics, "error_rate")).toBe(0.0033);
});

it("draws a growth within its interval", () => {
  const growths = [1000, 1000, 1000, 100_000, 100_000, 100_000];
  const run = (day: number): StoredEntry => {
    const memory_growth = { state: "measured", value: 50_500, rounds: growths } as const;
    const summary = { arm: "head", serverHash: "s", server: { memory_growth }, rows: [], rounds: 6 };
    return { createdAt: `2026-11-0${day}T00:00:00.000Z`, summary };
  };
  const [history] = historiesOf([run(1), run(2)], [{ row: "(server)", metric: "memory_growth" }]);
  const drawn = (label: string) => history && historyChart(history).picture.series.find((one) => one.label === label);
  const [low, high] = [drawn("interval from"), drawn("interval to")].map((one) => Number(one?.values[0]));
  const [value] = history?.points ?? [];
  expect(value?.value).toBe(50_500);
  // Student's interval is symmetric about the mean.
  const middle = Number(
    history && historyChart(history).picture.series.find(({ shape }) => shape === "line")?.values[0],
  );
  expect((Number(low) + Number(high)) / 2).toBeCloseTo(middle, 6);
});
