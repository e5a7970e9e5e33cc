import { describe, expect, it } from "vitest";
import type { FindingState } from "../../src/decide/verdict.ts";
import type { Status } from "../../src/record/status.ts";
import { renderJunit } from "../../src/report/exports/junit.ts";
import { signOf, worstFirst } from "../../src/report/finding.ts";
import { renderComment } from "../../src/report/markdown/markdown.ts";
import { states } from "../../src/report/states.ts";
import { renderTerminal } from "../../src/report/terminal/terminal.ts";
import { finding, report, statistics, threshold } from "./build.ts";

const ofResults = Object.entries(states).flatMap(([state, shown]) =>
  "result" in shown ? [[state as FindingState, shown] as const] : [],
);
const ofRuns = Object.entries(states).flatMap(([status, shown]) =>
  "run" in shown ? [[status as Status, shown] as const] : [],
);
const one = (state: FindingState, level: "fail" | "warn" = "fail") =>
  finding({ row: "echo", threshold: threshold("p50", "+10%", level), state, base: 1, head: 1.3 });
const withResult = (state: FindingState) =>
  report({ rows: [{ id: "echo", head: statistics(1) }], findings: [one(state)], status: "regressed" });

const outcomes = { bad: "failure", unsure: "skipped", good: "passed" } as const;

describe.each(ofResults)("a result that is %s", (state, { result, tone }) => {
  it("has one sign, and one kind in every medium", () => {
    const made = withResult(state);
    const { icon, words } = result;
    // Without anything to compare with, only the headline says so.
    if (state !== "no-baseline") {
      const colour = { bad: 31, good: 32, unsure: 33 }[tone];
      expect(renderTerminal(made, { color: true, width: 200, details: true })).toContain(
        `\u001b[${colour}m${icon} ${words}\u001b[0m`,
      );
    }
    const testcase = renderJunit(made);
    const outcome = state === "errored" ? "error" : outcomes[tone];
    for (const kind of ["failure", "error", "skipped"])
      expect(testcase.includes(`<${kind} `), kind).toBe(kind === outcome);
  });
});

describe.each(ofRuns)("a run that is %s", (status, { run, tone }) => {
  const made = report({ status });

  it("has one sign in every medium, and an open one is loud", () => {
    const title = `${run.icon} ${run.words}`;
    const comment = renderComment(made);
    expect(comment.split("\n")[0]).toBe(`## ${run.icon} MCP Bench: ${run.words}`);
    expect(renderTerminal(made, { color: false, width: 100, details: false })).toContain(title);
    expect(comment.includes("> [!WARNING]")).toBe(tone === "unsure");
  });
});

describe("a threshold that only warns", () => {
  it("shows what is beyond it as a warning, which is no failure", () => {
    expect(signOf(one("regressed", "warn"))).toEqual({ icon: "⚠️", words: "warning", tone: "unsure" });
    expect(signOf(one("pass", "warn")).words).toBe("pass");
  });
});

it("stands worst first", () => {
  const all = ofResults.map(([state]) => state);
  const sorted = worstFirst(all.toReversed().map((state) => one(state)));
  expect(sorted.map(({ state }) => state)).toEqual(all);
  expect(all.at(0)).toBe("errored");
  expect(all.at(-1)).toBe("pass");
});
