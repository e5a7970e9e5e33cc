import { describe, expect, it } from "vitest";
import { lastAttempts, readArtifactName } from "../../../src/record/files/artifact-name.ts";

describe("artifacts of a run that was run again", () => {
  it("count once for each job, by number and not by name", () => {
    const left = ["mcp-bench-results-a.0.1", "mcp-bench-results-a.0.10", "mcp-bench-results-a.0.9"];
    expect(lastAttempts([...left, "mcp-bench-results-a.1.1"])).toEqual([
      "mcp-bench-results-a.0.10",
      "mcp-bench-results-a.1.1",
    ]);
  });

  it("count for nothing where the run has not had that attempt", () => {
    const names = ["mcp-bench-results-a.0.1", "mcp-bench-results-a.0.2", "mcp-bench-results-a.0.999999", "else.9"];
    expect(lastAttempts(names, 2)).toEqual(["mcp-bench-results-a.0.2", "else.9"]);
    expect(lastAttempts(["mcp-bench-results-a.0.999999"], 1)).toEqual([]);
  });

  it("of other keys, other jobs and other names stay beside each other", () => {
    const names = ["mcp-bench-results-a.0.1", "mcp-bench-results-b.0.2", "mcp-bench-baseline-a.0.3", "one.1", "one.2"];
    expect(lastAttempts(names)).toEqual(names);
  });

  it("may name no attempt, as those of earlier workflows", () => {
    expect(lastAttempts(["mcp-bench-results-a.0", "mcp-bench-results-a.1"])).toHaveLength(2);
    const names = ["mcp-bench-results-a-b.0", "mcp-bench-baseline-a-b.0.2", "else"];
    expect(names.map((name) => readArtifactName(name).key)).toEqual(["a-b", "a-b", ""]);
  });

  it("tell the attempt in which they were measured, where they do", () => {
    const names = ["mcp-bench-results-a.0.12", "mcp-bench-results-a.0", "else.1.2", ""];
    expect(names.map((name) => readArtifactName(name).attempt)).toEqual([12, undefined, undefined, undefined]);
  });
});
