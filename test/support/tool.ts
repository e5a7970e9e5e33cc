import { existsSync } from "node:fs";
import { delimiter, join, resolve } from "node:path";
import { env } from "node:process";

/**
 * Path of a command-line tool that a test needs: from .tools/ or PATH, undefined where it is not installed.
 * With MCP_BENCH_REQUIRE_ALL set, as in .ci/run, a missing tool is an error: no test is skipped there.
 */
export function findTool(name: string): string | undefined {
  const folders = [resolve(".tools/bin"), resolve(".tools/python/bin"), ...(env.PATH ?? "").split(delimiter)];
  const found = folders.map((folder) => join(folder, name)).find((path) => existsSync(path));
  if (found === undefined && env.MCP_BENCH_REQUIRE_ALL) throw new Error(`${name} is not installed; see .ci/run`);
  if (found === undefined) console.warn(`skipped: ${name} is not installed (bash .ci/run installs it)`);
  return found;
}
