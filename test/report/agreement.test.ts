import { expect, test } from "vitest";
import { changeSize, changeText } from "../../src/report/finding.ts";
import { rowsSection } from "../../src/report/sections/rows.ts";
import { viewOf } from "../../src/report/view.ts";
import { finding, report, statistics, threshold } from "./build.ts";

test("head's figure is the one that was judged, so that it agrees with the change beside it", () => {
  const judged = finding({
    row: "search",
    threshold: threshold("p50", "+10%"),
    state: "regressed",
    base: 2,
    head: 2.4,
  });
  const view = viewOf(
    report({
      status: "regressed",
      rows: [{ id: "search", base: statistics(2), head: statistics(1.6) }],
      findings: [judged],
    }),
  );
  const shown = JSON.stringify(rowsSection(view, { rows: 10, columns: "all" }));
  expect(shown).toContain("2.00\u00a0→\u00a02.40");
  expect(shown).not.toContain("→\u00a01.60");
});

test("a row that fails for its errors shows no change for the better: failing is quick", () => {
  const quick = finding({ row: "search", threshold: threshold("p50", "+10%"), state: "pass", base: 20, head: 2 });
  const slow = { ...quick, metric: "mean", threshold: threshold("mean", "+10%"), change: { estimate: 0.4 } } as const;
  const shown = (state: "regressed" | "pass") =>
    viewOf(
      report({
        status: "regressed",
        rows: [{ id: "search", base: statistics(20), head: statistics(2) }],
        findings: [
          finding({ row: "search", threshold: threshold("error_rate", "+1pp"), state, head: 0.2 }),
          quick,
          slow,
        ],
      }),
    );
  const changes = (view: ReturnType<typeof viewOf>) =>
    view.report.comparison.findings.map(({ change }) => change?.estimate);
  expect(changes(shown("pass"))).toEqual([undefined, -0.9, 0.4]);
  expect(changes(shown("regressed"))).toEqual([undefined, undefined, 0.4]);
  expect(JSON.stringify(rowsSection(shown("regressed"), { rows: 10, columns: "all" }))).not.toContain("−9");
});

test("what fails stands in the line of its row: the mean too, where p50 does not", () => {
  const one = (id: "p50" | "mean", state: "regressed" | "inconclusive") =>
    finding({ row: "search", threshold: threshold(id, "+10%"), state, base: 2, head: 3 });
  const shown = (p50: "regressed" | "inconclusive") => {
    const rows = [{ id: "search", base: statistics(2), head: statistics(3) }];
    const made = report({ status: "regressed", rows, findings: [one("mean", "regressed"), one("p50", p50)] });
    return JSON.stringify(rowsSection(viewOf(made), { rows: 10, columns: "all" }));
  };
  expect(shown("inconclusive")).toContain("mean 2.00\u00a0→\u00a03.00\u00a0ms");
  expect(shown("regressed")).not.toContain("mean");
});

test("a change without an interval is marked, unless it is exact or was shown", () => {
  const text = (metric: "p50" | "tools_list_bytes", state: "inconclusive" | "regressed") =>
    changeText({ metric, state, change: { estimate: 0.5 } });
  expect(text("p50", "inconclusive")).toBe("≈\u00a0+50.0%");
  expect(text("p50", "regressed")).toBe("+50.0%");
  expect(text("tools_list_bytes", "inconclusive")).toBe("+50.0%");
});

test("ten times as much and more is a multiple, and its interval too", () => {
  const text = (estimate: number, low: number, high: number) =>
    changeText({ metric: "p50", state: "regressed", change: { estimate, low, high } });
  expect(text(31.06, 29, 33)).toBe("32.06x (30.00\u00a0…\u00a034.00)");
  expect(text(9.5, 7.9, 11)).toBe("10.50x (8.90\u00a0…\u00a012.00)");
  expect(text(8, 6.5, 11)).toBe("+800% (+650\u00a0…\u00a0+1,100)");
  expect([0.19, 11].map((size) => changeSize({ metric: "p50" }, size))).toEqual(["19.0%", "12.00x"]);
});

test("an interval that holds half and twice says nothing, and is not written", () => {
  const text = (low: number, high: number) =>
    changeText({ metric: "p50", state: "inconclusive", change: { estimate: 0.2, low, high } });
  expect(text(-0.7, 4)).toBe("too few rounds to tell");
  expect(text(-0.4, 1.2)).toBe("≈\u00a0+20.0% (−40.0\u00a0…\u00a0+120)");
  expect(text(-0.7, 0.5)).toContain("≈");
  // Of what is compared by its rise, zero and less are values like others.
  const rise = { metric: "memory_growth", state: "pass", change: { estimate: 1, low: -3, high: 5 } } as const;
  expect(changeText(rise)).not.toContain("too few");
});
