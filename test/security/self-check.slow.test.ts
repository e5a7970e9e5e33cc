import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { env } from "node:process";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { temporaryFolder } from "../support/folder.ts";
import { findTool } from "../support/tool.ts";

const { proved } = parse(readFileSync(".github/workflows/self-check.yml", "utf8")).jobs;

function needs(results: Readonly<Record<string, string>>): string {
  const entries = Object.entries(results).map(([job, result]) => {
    return [job, { result, outputs: job === "released" ? { yes: "true" } : {} }] as const;
  });
  return JSON.stringify(Object.fromEntries(entries));
}

test.skipIf(findTool("jq") === undefined).each([
  [{ token: "success", reusable: "skipped" }, 0, "| reusable | not proved: it needs a release |"],
  [{ released: "success", reusable: "skipped" }, 0, "| reusable | not proved: what it needs failed |"],
  [{ token: "success", drift: "failure" }, 1, "| drift | failure |"],
])("what was proved: %j ends with %i", (results, code, line) => {
  using folder = temporaryFolder();
  const summary = join(folder.path, "summary");
  const given = { PATH: env.PATH, NEEDS: needs(results), GITHUB_STEP_SUMMARY: summary, RUNNER_TEMP: folder.path };
  const [{ run }, ...others] = proved.steps;
  expect(others).toEqual([]);
  expect(spawnSync("bash", ["--norc", "-eo", "pipefail", "-c", run], { env: given }).status).toBe(code);
  expect(readFileSync(summary, "utf8")).toContain(line);
});
