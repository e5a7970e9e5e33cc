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
function dealOut(inputs: {
  runsOn?: string;
  shards?: string;
  generators?: string;
  startAfter?: string;
  key?: string;
}): string {
  const { runsOn = "macos-latest", shards = "1", generators = "1", startAfter = "300", key = "default" } = inputs;
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
        GENERATORS: generators,
        START_AFTER: startAfter,
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

  it("are one for each generator, with one start for all of them, some minutes ahead", () => {
    const [start = "", parts = "", count] = dealOut({ generators: "3", runsOn: '["big"]', startAfter: "240" }).split(
      "\n",
    );
    expect([parts, count]).toEqual([
      `parts=${JSON.stringify([1, 2, 3].map((at) => ({ runner: "big", generator: `${at}/3`, part: at - 1 })))}`,
      "count=3",
    ]);
    expect(start).toMatch(/^start-at=\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
    const ahead = Date.parse(start.slice("start-at=".length)) - Date.now();
    expect(ahead).toBeGreaterThan(200_000);
    expect(ahead).toBeLessThanOrEqual(240_000);
  });

  it.each([
    [{ generators: "0" }, "expected a whole number from 1 to 64"],
    [{ generators: "65" }, "65 jobs, at most 64 are merged"],
    [{ generators: "2", shards: "2" }, "every generator calls all benchmarks"],
    [{ generators: "2", runsOn: '["a", "b"]' }, "expected one label"],
    [{ generators: "2", startAfter: "5m" }, "expected a whole number of seconds"],
    [{ key: "a/b" }, "expected letters, digits and hyphens"],
    [{ shards: "0" }, "expected a whole number from 1 to 99"],
    [{ runsOn: "[]" }, "expected a label or a JSON list of labels"],
    [{ runsOn: "[macos-15" }, "expected a label or a JSON list of labels"],
    [{ shards: "65" }, "65 jobs, at most 64 are merged"],
  ])("are refused for %o", (inputs, reason) => {
    expect(dealOut(inputs)).toMatch(new RegExp(`^::error::inputs? .*${reason}`));
  });
});
