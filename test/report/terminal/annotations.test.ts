import { describe, expect, it } from "vitest";
import type { Report } from "../../../src/report/report.ts";
import { annotationsOf, annotationsOfAll } from "../../../src/report/terminal/annotations.ts";
import { finding, report, statistics, threshold } from "../build.ts";
import { many, situations } from "../situations.ts";

function reportOf(name: string): Report {
  const build = situations[name];
  if (!build) throw new Error(`no situation ${name}`);
  return build();
}

const of = (name: string) => annotationsOf(reportOf(name));

describe("annotations", () => {
  it("point at the line of the benchmark, the worst first", () => {
    expect(of("regression")[0]).toEqual({
      level: "error",
      title: "search @50 p50",
      message:
        "99.0 ms → 130 ms, +31.0% (+29.0 … +33.0), threshold +10%: slower in 9 of 9 rounds, beyond the threshold (p50); also throughput",
      file: "mcp-bench.yml",
      line: 12,
    });
    expect(of("regression").at(-1)).toMatchObject({ level: "warning", title: "echo p95", line: 30 });
  });

  it("are one for a row whose metric has a threshold that fails and one that warns", () => {
    const warning = threshold("p50", "+5%", "warn");
    const both = [warning, threshold("p50", "+10%")].map((one) =>
      finding({ row: "echo", threshold: one, state: "regressed", base: 1, head: 2 }),
    );
    const made = report({ rows: [{ id: "echo", head: statistics(1) }], findings: both, status: "regressed" });
    expect(annotationsOf(made)).toMatchObject([{ level: "error", message: expect.stringContaining("threshold +10%") }]);
  });

  it("write ten times and more as a multiple", () => {
    const far = finding({ row: "echo", threshold: threshold("p50", "+10%"), state: "regressed", base: 10, head: 320 });
    const made = report({ rows: [{ id: "echo", head: statistics(1) }], findings: [far], status: "regressed" });
    expect(annotationsOf(made)).toMatchObject([
      { message: "10.0 ms → 320 ms, 32.00x as much (31.98 … 32.02), threshold +10%" },
    ]);
  });

  it.each(["clean", "improvement", "no-baseline", "noisy", "nothing-measured"])("are absent for %s", (name) => {
    expect(of(name)).toEqual([]);
  });

  it("are nine at most, which leaves one for the failure itself", () => {
    expect(annotationsOf(many({ rows: 30, failing: 30, metrics: 4 }))).toHaveLength(9);
  });

  it("name the machine where there are several, the worst first, and are no more than of one", () => {
    const titles = (...names: readonly [machine: string, situation: string][]) =>
      annotationsOfAll(names.map(([name, situation]) => ({ name, report: reportOf(situation) }))).map(
        ({ title }) => title,
      );
    expect(titles(["Linux x64", "clean"], ["macOS arm64", "over-budget"])).toEqual(["macOS arm64: search p95"]);
    expect(titles(["Linux x64", "over-budget"], ["macOS arm64", "regression"])[0]).toBe("macOS arm64: search @50 p50");
    expect(titles(["macOS arm64", "over-budget"])).toEqual(["search p95"]);
    const large = many({ rows: 30, failing: 30, metrics: 4 });
    expect(annotationsOfAll(["a", "b"].map((name) => ({ name, report: large })))).toHaveLength(9);
  });

  it("name the budget that is exceeded", () => {
    expect(of("over-budget")).toMatchObject([{ title: "search p95", message: "237 ms, budget 200 ms" }]);
  });

  it("have no line without a configuration file", () => {
    const rows = [{ id: "echo", head: statistics(1), line: 3 }];
    const one = finding({ row: "echo", threshold: threshold("p50", "+10%"), state: "regressed", base: 1, head: 2 });
    const { configFile: _, ...bare } = report({ rows, findings: [one], status: "regressed" });
    expect(annotationsOf(bare)[0]).not.toHaveProperty("line");
  });

  it("are one line of plain text each", () => {
    const annotations = of("hostile-names");
    expect(annotations.length).toBeGreaterThan(0);
    for (const { title, message } of annotations) expect(`${title}${message}`).not.toMatch(/[\p{Cc}\p{Cf}]|##\[/u);
  });
});
