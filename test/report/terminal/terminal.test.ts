import { describe, expect, it } from "vitest";
import { renderTerminal } from "../../../src/report/terminal/terminal.ts";
import {
  displayWidth,
  printed,
  terminalSafe,
  terminalWords,
  wrapped,
} from "../../../src/report/terminal/terminal-text.ts";
import { finding, report, statistics, threshold } from "../build.ts";
import { situations } from "../situations.ts";

// biome-ignore lint/suspicious/noControlCharactersInRegex: colours are what is looked for
const colour = /\u001b\[\d+m/g;

function shown(name: string, options: { color?: boolean; width?: number; details?: boolean } = {}): string {
  const build = situations[name];
  if (!build) throw new Error(`no situation ${name}`);
  return renderTerminal(build(), {
    color: options.color ?? false,
    width: options.width ?? 100,
    details: options.details ?? false,
  });
}

describe("the report on a terminal", () => {
  it.each(["regression", "clean"])("reads as its golden file: %s", async (name) => {
    await expect(shown(name)).toMatchFileSnapshot(`../golden/${name}.txt`);
  });

  it("shows verdict, tables and environment, and no source of a chart", () => {
    const text = shown("clean", { details: true });
    expect(text.split("\n")[0]).toBe("MCP Bench: ✅ no regression found");
    expect(text).toContain("No regression in 3 rows.");
    expect(text).toMatch(/^Benchmark +Verdict +p50 \(ms\) +Change/m);
    expect(text).toMatch(/^Row +Metric +Base +Head +Change/m);
    expect(text).toContain("AMD EPYC 7763");
    expect(text).not.toContain("xychart-beta");
  });

  it("leaves out what few look for, unless that is asked for, and says so", () => {
    const [brief, whole] = [shown("clean"), shown("clean", { details: true })];
    expect(brief).toContain("--details");
    expect(brief).not.toContain("Statistics\n");
    expect(whole).toContain("Statistics\n");
    expect(whole).not.toContain("--details");
  });

  it("has colours only when asked for, and the same words with them", () => {
    const [plain, coloured] = [shown("regression"), shown("regression", { color: true })];
    expect(plain).not.toMatch(colour);
    expect(coloured).toMatch(colour);
    expect(coloured.replace(colour, "")).toBe(plain);
  });

  it("says which row passes by CPU time, in one colour, and what that means", () => {
    const rows = ["list", "search"].map((id) => ({ id, base: statistics(1), head: statistics(1.03) }));
    const findings = rows.map(({ id }) => {
      const one = finding({ row: id, threshold: threshold("p50", "+10%"), state: "pass", base: 1, head: 1.03 });
      return id === "search" ? { ...one, byCpu: true as const } : one;
    });
    const made = report({ status: "pass", rows, findings });
    const text = renderTerminal(made, { color: false, width: 80, details: false });
    expect(text).toMatch(/^search +✅ pass by CPU time /m);
    expect(text).toMatch(/^list +✅ pass /m);
    expect(text.split("By CPU time:")).toHaveLength(2);
    expect(renderTerminal(made, { color: true, width: 80, details: false })).toContain(
      "\u001b[32m✅ pass by CPU time\u001b[0m",
    );
  });

  it.each([60, 80, 120])("keeps its tables within %d columns", (width) => {
    const text = shown("regression", { width });
    const table = text.slice(0, text.indexOf("%%{init"));
    const command = "npx mcp-bench";
    for (const line of table.split("\n").filter((one) => !one.includes(command)))
      expect(displayWidth(line)).toBeLessThanOrEqual(width);
    expect(table).toContain("search @50");
    expect(table).toContain("❌ regressed");
  });

  it("passes on no control characters and no commands of the runner", () => {
    const text = shown("hostile-names");
    expect(text.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\p{Cs}\u200b-\u200f\u202a-\u202e\u2066-\u2069]/u);
    expect(text).not.toContain("##[");
    expect(text).not.toMatch(/^\s*::[\w-]+.*::/m);
  });
});

describe("text for terminals", () => {
  it("counts columns", () => {
    expect([displayWidth("abc"), displayWidth("文書"), displayWidth("e\u0301"), displayWidth("❌")]).toEqual([
      3, 4, 1, 2,
    ]);
  });

  it("leaves names with colons alone unless a runner would act on them", () => {
    expect(terminalSafe("std::vector", 80)).toBe("std::vector");
    expect(terminalSafe("::error file=a::b", 80)).toBe(": :error file=a::b");
    expect(terminalSafe("x ##[error]y", 80)).toBe("x # #[error]y");
    for (const name of ["::add-mask a:b::regression", "::error title=a:b::x", "::stop-commands a:b::tok"])
      expect(terminalSafe(`${name} and ${name}`, 200)).not.toMatch(/(^|\s)::/);
  });

  it("has no line that a runner would act on, wherever a text is broken", () => {
    for (const text of ["a ::error::x", "a :::error::x", "a ::::::error::x", ":::add-mask::x", "a\n:::error::x"])
      for (const shown of [terminalSafe(text, 80), terminalWords(text)])
        expect(wrapped(shown, { width: 3, indent: "  " })).not.toMatch(/^\s*::/m);
  });

  it("breaks lines between words", () => {
    expect(wrapped(printed`one two three four`, { width: 9, indent: "" })).toBe("one two\nthree\nfour");
  });
});
