import { describe, expect, test } from "vitest";
import { changeChart } from "../../../src/report/figures/bars.ts";
import { viewOf } from "../../../src/report/report.ts";
import { finding, report, statistics, threshold } from "../build.ts";

const row = (id: string) => ({ id, base: statistics(2), head: statistics(2.5) });
const p50 = threshold("p50", "+10%");

describe("the chart of changes", () => {
  test("shows each row by what is worst of it in percent of base beside its limit, failing rows first", () => {
    const [chart] = changeChart(
      viewOf(
        report({
          rows: [row("a"), row("b"), row("c")],
          findings: [
            finding({ row: "a", threshold: p50, state: "pass", change: { estimate: 0.02 } }),
            finding({ row: "b", threshold: p50, state: "regressed", change: { estimate: 0.25 } }),
            finding({
              row: "b",
              threshold: threshold("throughput", "-10%"),
              state: "pass",
              change: { estimate: -0.05 },
            }),
            finding({
              row: "c",
              threshold: threshold("throughput", "-10%"),
              state: "regressed",
              change: { estimate: -0.5 },
            }),
          ],
          status: "regressed",
        }),
      ),
    );
    expect(chart?.bars.map(({ name, value }) => [name, Math.round(value)])).toEqual([
      ["c: throughput", 200],
      ["b", 125],
      ["a", 102],
    ]);
    expect(chart?.lines?.map(({ label, values }) => [label, values.map(Math.round)])).toEqual([
      ["base", [100, 100, 100]],
      ["fails beyond", [111, 110, 110]],
    ]);
  });

  test("cuts bars that would hide the others, keeps to twelve, and is left out where nothing has a change", () => {
    const rows = Array.from({ length: 14 }, (_, index) => row(`row ${index}`));
    const findings = rows.map(({ id }, index) =>
      finding({ row: id, threshold: p50, state: "regressed", change: { estimate: index === 3 ? 30 : 0.2 } }),
    );
    const [chart] = changeChart(viewOf(report({ rows, findings, status: "regressed" })));
    expect(chart?.bars).toHaveLength(12);
    expect(chart?.bars[0]).toMatchObject({ name: "row 3", value: 400 });
    expect(chart?.notes).toHaveLength(2);
    const budget = finding({ row: "a", threshold: threshold("p50", "5ms"), state: "pass" });
    expect(changeChart(viewOf(report({ rows: [row("a")], findings: [budget], status: "pass" })))).toEqual([]);
  });
});
