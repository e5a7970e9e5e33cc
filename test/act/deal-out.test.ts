import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { env } from "node:process";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { findTool } from "../support/tool.ts";

const { run }: { run: string } = parse(readFileSync(".github/actions/deal-out/action.yml", "utf8")).runs.steps[0];

/** Runs the action's one step as a runner would; gives its outputs, or its error. */
function dealOut(inputs: { runsOn?: string; shards?: string; runs?: string; key?: string }): string {
  const { runsOn = "macos-latest", shards = "1", runs = "1", key = "default" } = inputs;
  const folder = mkdtempSync(join(tmpdir(), "mcp-bench-deal-out-"));
  const output = join(folder, "output");
  writeFileSync(output, "");
  try {
    execFileSync("bash", ["--noprofile", "--norc", "-eo", "pipefail", "-c", run], {
      env: {
        PATH: env.PATH,
        GITHUB_OUTPUT: output,
        RUNS_ON: runsOn,
        SHARDS: shards,
        RUNS: runs,
        KEY: key,
      },
    });
    return readFileSync(output, "utf8");
  } catch (error) {
    return error instanceof Error && "stdout" in error ? String(error.stdout) : String(error);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

describe.skipIf(findTool("jq") === undefined)("the measuring jobs of a reusable workflow", () => {
  it("are one for each runner and shard, numbered throughout", () => {
    expect(dealOut({})).toBe('parts=[{"runner":"macos-latest","shard":"1/1","part":0}]\ncount=1\n');
    const parts = ["1/2", "2/2", "1/2", "2/2"].map((shard, part) => ({
      runner: part < 2 ? "a" : ["b", "c"],
      shard,
      part,
    }));
    expect(dealOut({ runsOn: '["a", ["b", "c"]]', shards: "2" })).toBe(`parts=${JSON.stringify(parts)}\ncount=4\n`);
  });

  it("are as many for each of several runs, with its number", () => {
    const parts = ["0-1", "1-1", "0-2", "1-2"].map((part, index) => ({
      runner: "macos-latest",
      shard: `${(index % 2) + 1}/2`,
      part,
    }));
    expect(dealOut({ shards: "2", runs: "2" })).toBe(`parts=${JSON.stringify(parts)}\ncount=4\n`);
  });

  it.each([
    [{ key: "a/b" }, "expected letters, digits and hyphens"],
    [{ shards: "0" }, "expected a whole number from 1 to 99"],
    [{ runsOn: "[]" }, "expected a label or a JSON list of labels"],
    [{ runsOn: "[macos-15" }, "expected a label or a JSON list of labels"],
    [{ runs: "0" }, "expected a whole number from 1 to 99"],
    [{ runs: "5; true" }, "expected a whole number from 1 to 99"],
    [{ shards: "13", runs: "5" }, "65 jobs, at most 64 are read"],
  ])("are refused for %o", (inputs, reason) => {
    expect(dealOut(inputs)).toMatch(new RegExp(`^::error::inputs? .*${reason}`));
  });
});
