import { describe, expect, test } from "vitest";
import { renderComment } from "../../src/report/markdown/markdown.ts";
import { renderTerminal } from "../../src/report/terminal/terminal.ts";
import { finding, type ReportInput, report, statistics, threshold } from "./build.ts";

/* Measures how much a reader has to scroll through for twelve rows. */

type State = "pass" | "regressed" | "inconclusive";

function run(states: readonly State[], status: ReportInput["status"]) {
  const gates = [threshold("p50", "+10%"), threshold("throughput", "-10%"), threshold("cpu_per_call", "+10%")];
  const rows = states.map((_, index) => ({ id: `tool_${index}`, base: statistics(2), head: statistics(2.5) }));
  const findings = states.flatMap((state, index) =>
    gates.map((one) =>
      finding({
        row: `tool_${index}`,
        threshold: one,
        state,
        base: 2,
        head: 2.5,
        reason: { code: "no-reference", text: `reason ${index}` },
      }),
    ),
  );
  return report({
    rows,
    findings,
    status,
    warnings: rows.map(({ id }) => ({ code: "unsteady", row: id, deviation: 0.6 })),
  });
}

const twelve = (state: State) => new Array<State>(12).fill(state);
const runs = {
  pass: run(twelve("pass"), "pass"),
  "one of them regressed": run(["regressed", ...twelve("pass").slice(1)], "regressed"),
  "all of them regressed": run(twelve("regressed"), "regressed"),
  inconclusive: run(twelve("inconclusive"), "inconclusive"),
};

/** Returns what stands on the page before anything is unfolded. */
function inView(comment: string): string[] {
  return comment
    .replace(/```mermaid\n[\s\S]*?```/g, "▦ chart")
    .replace(/<details><summary>(.*?)<\/summary>[\s\S]*?<\/details>/g, "▸ $1")
    .split("\n")
    .filter((line) => line.trim() !== "" && !/^\| :?-/.test(line));
}

describe.each(Object.entries(runs))("twelve rows: %s", (name, made) => {
  test("the comment fits on the screen of a laptop", () => {
    const lines = inView(renderComment(made));
    expect(lines.length).toBeLessThanOrEqual(30);
    expect(lines.some((line) => line.startsWith("| `tool_0`"))).toBe(name !== "pass");
    expect(lines.join("\n")).not.toMatch(/reason \d|Detectable/);
    expect(lines.filter((line) => line.startsWith("▦"))).toHaveLength(1);
  });

  test.each([80, 120, 160])("the terminal of %d columns shows at most 40 lines", (width) => {
    const text = renderTerminal(made, { color: false, width, details: false });
    expect(text.trimEnd().split("\n").length).toBeLessThanOrEqual(40);
    expect(text).toContain("tool_11");
  });
});

test("what passes is one line", () => {
  expect(inView(renderComment(runs["one of them regressed"]))).toContain("11 rows pass.");
});
