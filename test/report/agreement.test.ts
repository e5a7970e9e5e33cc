import { expect, test } from "vitest";
import type { Finding } from "../../src/decide/verdict.ts";
import { renderJunit } from "../../src/report/exports/junit.ts";
import { changeText, sizeText } from "../../src/report/finding.ts";
import { viewOf } from "../../src/report/report.ts";
import { howToReadSection } from "../../src/report/sections/context.ts";
import { allGated } from "../../src/report/sections/gate.ts";
import { rowsSection } from "../../src/report/sections/rows.ts";
import { serverSection } from "../../src/report/sections/server.ts";
import { finding, report, serverStatistics, statistics, threshold } from "./build.ts";

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

test("the phases show what was judged, too; new tools are in the size of the list and not in what was judged of it", () => {
  const of = (id: "startup" | "tools_list_bytes", head: number) =>
    finding({ row: "(server)", threshold: threshold(id, "+20%"), state: "pass", base: 200, head });
  const view = viewOf(
    report({
      status: "pass",
      server: {
        base: serverStatistics({ startup: 200, tools_list_bytes: 200 }),
        head: serverStatistics({ startup: 377, tools_list_bytes: 300 }),
      },
      findings: [of("startup", 220), of("tools_list_bytes", 200)],
    }),
  );
  const table = JSON.stringify(serverSection(view)).replaceAll("\u00a0", " ");
  expect(table).toContain('["start-up"],["200 ms"],["220 ms"],["+10.0% (+8.0 … +12.0)"]');
  expect(table).toContain('["tools/list size"],["200 B"],["300 B"],["+50.0%"]');
});

test("metrics of the server that nothing judged have the figure of their rounds that a gate would have", () => {
  const rounds = [90, 91, 92, 93, 100, 107, 108, 109, 110, 400];
  const of = (factor: number) => ({
    startup: { state: "measured" as const, value: 103 * factor, rounds: rounds.map((ms) => ms * factor) },
  });
  const view = viewOf(report({ status: "pass", server: { base: of(1), head: of(1.1) } }));
  const kept = rounds.slice(2, 8);
  const centre = kept.reduce((product, ms) => product * ms, 1) ** (1 / kept.length);
  const table = JSON.stringify(serverSection(view)).replaceAll("\u00a0", " ");
  expect(table).toContain(`["start-up"],["${centre.toFixed(0)} ms"],["${(1.1 * centre).toFixed(0)} ms"],["+10.0%`);
});

test("CPU time beyond p50, which is no difference of two ratios, stands without them", () => {
  const hidden = finding({
    row: "search",
    threshold: threshold("cpu_to_p50", "+4pp"),
    state: "inconclusive",
    base: 0.603,
    head: 0.303,
    change: { estimate: -1.55, low: -1.9, high: -1.2 },
  });
  const shares = { ...hidden, metric: "slow_calls", threshold: threshold("slow_calls", "+5pp") } as const;
  const view = (one: Finding) => viewOf(report({ status: "inconclusive", findings: [one] }));
  const [alone, beside] = [hidden, shares].map((one) => JSON.stringify(allGated(view(one))));
  expect(alone).toContain("−155\u00a0pp");
  expect(alone).not.toContain("60.3%");
  expect(beside).toContain("60.3%");
  const { head: _head, ...without } = hidden;
  const made = (one: Finding) => report({ status: "inconclusive", findings: [one] });
  expect(renderJunit(made({ ...without, state: "pass" }))).toMatch(/<system-out>pass: −155.pp/);
  const [explained, not] = [hidden, shares].map((one) => JSON.stringify(howToReadSection(view(one))));
  expect(explained).toContain("CPU per call / p50 shows only a change");
  expect(not).not.toContain("CPU per call / p50");
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
  expect(text(31.06, 29, 33)).toBe("32.06x\u00a0as\u00a0much (30.00\u00a0…\u00a034.00)");
  expect(text(9.5, 7.9, 11)).toBe("10.50x\u00a0as\u00a0much (8.90\u00a0…\u00a012.00)");
  expect(text(8, 6.5, 11)).toBe("+800% (+650\u00a0…\u00a0+1,100)");
  expect([0.19, 11].map((size) => sizeText({ metric: "p50" }, size))).toEqual(["19.0%", "12.00x\u00a0as\u00a0much"]);
});

test("an interval that holds half and twice says nothing, and is not written", () => {
  const text = (low: number, high: number) =>
    changeText({ metric: "p50", state: "inconclusive", change: { estimate: 0.2, low, high } });
  expect(text(-0.7, 4)).toBe("too few rounds to tell");
  expect(text(-0.4, 1.2)).toBe("≈\u00a0+20.0% (−40.0\u00a0…\u00a0+120)");
  expect(text(-0.7, 0.5)).toContain("≈");
  // Metrics that are compared by their rise may be zero or less.
  const rise = { metric: "memory_growth", state: "pass", change: { estimate: 1, low: -3, high: 5 } } as const;
  expect(changeText(rise)).not.toContain("too few");
});
