import { existsSync, readFileSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { env } from "node:process";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { missingRuntime, studyPath } from "../../scripts/study/runtimes.ts";
import { cli } from "../support/cli.ts";
import { missingFrom, readExpected } from "./expected.ts";

/**
 * The tests of one study: its short variant runs, and both its reports hold what expected.yml lists. `smaller`: keys of the
 * configuration, benchmarks by their names, with values that make what `--quick` leaves as it is small enough for a test.
 * `hasCharts`: false where a busy machine may spread the rows so far apart that the short variant draws none.
 */
export function testStudy(
  name: string,
  smaller: Readonly<Record<string, unknown>> = {},
  { hasCharts = true }: { readonly hasCharts?: boolean } = {},
): void {
  const folder = path.join("fixtures/studies", name);
  const config = path.join(folder, "mcp-bench.yml");
  describe(`the study ${name}`, () => {
    test("says what its document has, and where the report shows it", () => {
      expect(readExpected(folder).document).toMatch(/^\d{3}_[0-9a-f]{16}\.txt$/);
    });

    test("has every table, column and chart in its committed report", async () => {
      const report = await readFile(path.join(folder, "report.md"), "utf8");
      expect(report).toMatch(/^Measured on \d{4}-\d\d-\d\d, on .*, with `npm run study [\w-]+`\.\n/);
      expect(missingFrom(report, readExpected(folder))).toEqual([]);
    });

    const missing = missingRuntime(folder);
    if (missing && env.MCP_BENCH_REQUIRE_ALL) throw new Error(`${missing.command} is not installed; see .ci/run`);
    if (missing) console.warn(`skipped: ${missing.command} is missing, which ${missing.why}`);
    test.skipIf(missing !== undefined)(
      "has them in the report of its short variant",
      { timeout: 600_000 },
      async () => {
        const temporary = await mkdtemp(path.join(os.tmpdir(), "study-"));
        try {
          const markdown = path.join(temporary, "report.md");
          const args = ["run", "--quick", "--config", config, "--markdown", markdown, ...settings(config, smaller)];
          const { code, stderr } = await cli(args, ".", { PATH: studyPath() });
          expect(code, stderr).toBe(0);
          expect(existsSync(markdown)).toBe(true);
          const expected = readExpected(folder);
          const shown = hasCharts ? expected : { ...expected, charts: [] };
          expect(missingFrom(await readFile(markdown, "utf8"), shown, { quick: true })).toEqual([]);
        } finally {
          await rm(temporary, { recursive: true });
        }
      },
    );
  });
}

function settings(config: string, smaller: Readonly<Record<string, unknown>>): string[] {
  const { benchmarks } = parse(readFileSync(config, "utf8")) as { benchmarks: readonly { readonly name: string }[] };
  return Object.entries(smaller).flatMap(([key, value]) => {
    const numbered = key.replace(/^benchmarks\.([^.]+)/, (_, wanted) => {
      const index = benchmarks.findIndex((one) => one.name === wanted);
      if (index === -1) throw new Error(`${config} has no benchmark ${JSON.stringify(wanted)}`);
      return `benchmarks.${index}`;
    });
    return ["--set", `${numbered}=${JSON.stringify(value)}`];
  });
}
