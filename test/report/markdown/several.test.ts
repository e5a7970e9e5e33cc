import { describe, expect, test } from "vitest";
import { commentBytes } from "../../../src/report/markdown/markdown.ts";
import { renderComments, sentenceOfAll } from "../../../src/report/markdown/several.ts";
import { type NamedReport, verdictOf } from "../../../src/report/overall.ts";
import { plainText } from "../../../src/report/text.ts";
import { judge } from "../../../src/run/judge.ts";
import { makeRecord, noisyRounds } from "../../decide/records.ts";

/** A run of many rows beside base, in which head is `factor` times as slow. */
function run(name: string, { factor = 1, rows = 1 }: { factor?: number; rows?: number } = {}): NamedReport {
  const rounds = (median: number, seed: number) => noisyRounds(14, { median, spread: 0.005, seed, calls: 20 });
  const record = makeRecord({
    rows: Object.fromEntries(
      Array.from({ length: rows }, (_, index) => [
        `echo ${index}`,
        { base: rounds(10, index + 1), head: rounds(10 * factor, index + 501) },
      ]),
    ),
  });
  const report = judge(record, { stored: { kind: "none", reason: "" }, failOn: ["regression"], reproduce: "" });
  return { name, report };
}

const bytes = (text: string) => new TextEncoder().encode(text).length;
const headings = (text: string) => text.match(/^## .*$/gm);

describe("several reports in one comment", () => {
  test("stand side by side under their names, the worst first, which decides", () => {
    const reports = [run("Linux x64"), run("macOS arm64", { factor: 1.5 })];
    const verdict = verdictOf(reports);
    expect(verdict).toMatchObject({ status: "regressed", failed: true });
    expect(new Set(verdict.regressed.map(({ row }) => row))).toEqual(new Set(["macOS arm64: echo 0"]));
    const text = renderComments(reports);
    expect(headings(text)).toEqual([
      "## ❌ MCP benchmark: regression (macOS arm64)",
      "## ❌ macOS arm64: regression",
      "## ✅ Linux x64: no regression found",
    ]);
    expect(text).toContain("\n\n✅ no regression found: Linux x64.\n\n## ❌ macOS arm64");
  });

  test("name first whom the worst verdict concerns, and say what is wrong there once, in its section", () => {
    const slow = ["Linux x64", "macOS arm64"].map((name) => run(name, { factor: 1.5 }));
    const text = renderComments([run("Windows x64"), ...slow]);
    expect(headings(text)?.[0]).toBe("## ❌ MCP benchmark: regression (Linux x64, macOS arm64)");
    expect(text).toContain("\n✅ no regression found: Windows x64.\n");
    expect(text).not.toContain("| Where");
    expect(text.match(/^`echo 0` is .* slower/gm)).toHaveLength(2);
    expect(headings(renderComments(slow))?.[0]).toBe("## ❌ MCP benchmark: regression (Linux x64, macOS arm64)");
    expect(plainText(sentenceOfAll([run("Windows x64"), ...slow]))).toMatch(
      /^❌ regression: Linux x64, macOS arm64\. ✅ no regression found: Windows x64\. Linux x64: echo 0 is .* slower/,
    );
  });

  test("pass when every part does", () => {
    expect(verdictOf([run("Linux x64"), run("macOS arm64")])).toMatchObject({ status: "pass", failed: false });
  });

  test("are no more than the one where there is one", () => {
    const only = run("");
    expect(verdictOf([only])).toBe(only.report.verdict);
    expect(headings(renderComments([only]))).toEqual(["## ✅ MCP benchmark: no regression found"]);
  });

  test("share the room: a small one is whole, large ones are cut", () => {
    const text = renderComments([run("a", { rows: 60 }), run("b", { rows: 60 }), run("c")]);
    expect(bytes(text)).toBeLessThanOrEqual(commentBytes);
    expect(headings(text)).toHaveLength(4);
    const small = text.slice(text.indexOf("## ✅ c:"));
    expect(small).toContain("How to read this");
    expect(text.match(/Omitted to fit the size limit/g)).toHaveLength(2);
  });

  test("that are far too many are all named, and the rest is said to be left out", () => {
    const one = run("system", { factor: 1.5, rows: 8 }).report;
    const text = renderComments(Array.from({ length: 64 }, (_, index) => ({ name: `system ${index}`, report: one })));
    expect(bytes(text)).toBeLessThanOrEqual(commentBytes);
    expect(text).toContain("| system 63 ");
    expect(headings(text)?.[0]).toMatch(/\(system 0, system 1, system 2, system 3 and 60 more\)$/);
    expect(headings(text)?.length).toBeGreaterThan(20);
  });

  test("escape a hostile name", () => {
    const text = renderComments([run("<b>@everyone</b>|x"), run("c")]);
    expect(text.replace(/`[^`]*`/g, "")).not.toMatch(/<b>|@everyone/);
  });
});
