import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { defaultBaselineBranch, defaultFailOn, failOnNames, readFailOn } from "../../src/options/read-option.ts";

type Input = { readonly description?: string; readonly default?: unknown };
const inputsOf = (file: string): Record<string, Input> => {
  const { inputs, on } = parse(readFileSync(file, "utf8"));
  return inputs ?? on.workflow_call.inputs;
};

test.each(["action.yml", ...globSync(".github/workflows/mcp-bench*.yml")])(
  "%s names the outcomes that fail a job and the baseline branch as the code does",
  (file) => {
    const { "fail-on": failOn, "baseline-branch": branch } = inputsOf(file);
    expect(branch?.default).toBe(defaultBaselineBranch);
    if (!failOn) return;
    expect(failOn.description?.split(": ")[1]).toBe(failOnNames.join(", "));
    expect(failOn.default).toBe(defaultFailOn.join());
  },
);

test("an empty list fails nothing, and is refused", () => {
  expect(() => readFailOn("", "fail-on")).toThrow("empty");
});
