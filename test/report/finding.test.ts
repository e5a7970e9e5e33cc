import { expect, it } from "vitest";
import { type Finding, mustWork } from "../../src/decide/verdict.ts";
import { looksWorse, seemsWorse } from "../../src/facts/looks-worse.ts";
import { changeChart } from "../../src/report/figures/bars.ts";
import { changeText, missText, sizeText } from "../../src/report/finding.ts";
import { viewOf } from "../../src/report/report.ts";
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
