import { execFile } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { execPath } from "node:process";
import { promisify } from "node:util";
import { beforeAll, describe, expect, it } from "vitest";
import { sharedFolder } from "../support/folder.ts";
import { missingFrom } from "./expected.ts";

const report = `## ✅ MCP benchmark

### Variants side by side

\`search\` over concurrency

| concurrency | p50 (a b) | p99 (a b) | note |
| -: | -: | -: | :- |
| 10 | 4 ms | – | \`x\` |
| 20 | 5 ms | – | |

\`\`\`mermaid
xychart-beta
title "search throughput (req/s)"
\`\`\`

<details><summary>2 budgets kept</summary>

| Budget of | Factor |
| :- | -: |
| \`list \\| all\` | 2x |

</details>
`;

describe("what a study expects of its report", () => {
  const variants = { title: "T", section: "Variants", columns: { Concurrency: "concurrency", p50: "p50 (a b)" } };

  it("is found in headers, in rows by their first cells and titles of charts", () => {
    const budgets = { title: "B", section: "budgets kept", columns: { x: "Factor" }, rows: { List: "list | all" } };
    const rowed = { ...variants, rows: { a: "10", b: "20" } };
    const charts = [{ title: "Throughput", found: "search throughput" }];
    expect(missingFrom(report, { tables: [variants, rowed, budgets], charts })).toEqual([]);
  });

  it("is missed with its name and place", () => {
    const columns = { max: "max (a b)", Duration: { omitted: "no" } };
    expect(
      missingFrom(report, {
        tables: [
          { ...variants, columns },
          { ...variants, section: "Phases" },
          { ...variants, columns: {}, rows: { a: "Factor" } },
          { ...variants, rows: { a: "30" } },
          { title: "Left out", omitted: "prose" },
        ],
        charts: [{ title: "Latency", found: "search p99" }],
      }),
    ).toEqual([
      'nothing at "max (a b)" in "Variants" for "T"',
      'no table under "Phases" for "T"',
      'nothing at "Factor" in "Variants" for "T"',
      'nothing at "30" under "concurrency" in "Variants" for "T"',
      'nothing at "30" under "p50 (a b)" in "Variants" for "T"',
      'no chart "search p99" for "Latency"',
    ]);
  });

  it("needs a figure, not a dash, which a quick run may have, nor an empty cell", () => {
    const tables = [
      { ...variants, columns: { p99: "p99 (a b)" }, rows: { a: "10" } },
      { ...variants, columns: { Note: "note" }, rows: { b: "20" } },
    ];
    expect(missingFrom(report, { tables, charts: [] })).toEqual([
      'nothing at "10" under "p99 (a b)" in "Variants" for "T"',
      'nothing at "20" under "note" in "Variants" for "T"',
    ]);
    expect(missingFrom(report, { tables, charts: [] }, { quick: true })).toEqual([
      'nothing at "20" under "note" in "Variants" for "T"',
    ]);
  });

  it("is found in sentences as a reader sees them", () => {
    const sentences = [
      { title: "S", found: "search over concurrency" },
      { title: "Left out", omitted: "prose" },
      { title: "Gone", found: "search is faster" },
    ];
    expect(missingFrom(report, { tables: [], charts: [], sentences })).toEqual([
      'no sentence "search is faster" for "Gone"',
    ]);
  });

  it("is looked for in the table under its heading or line, and in each of its rows", () => {
    const two = report.replace(
      "<details>",
      "`list` over concurrency\n\n| concurrency | max |\n| -: | -: |\n| 10 | 7 ms |\n| 20 | – |\n\n<details>",
    );
    const of = (section: string, column: string, rows = {}) =>
      missingFrom(two, { tables: [{ title: "T", section, columns: { x: column }, rows }], charts: [] });
    expect(of("search over", "p50 (a b)")).toEqual([]);
    expect(of("list over", "p50 (a b)")).toHaveLength(1);
    expect(of("search over", "max", { a: "10" })).toHaveLength(1);
    expect(of("list over", "max", { a: "10" })).toEqual([]);
    expect(of("list over", "max")).toEqual(['nothing at "max" in "list over" for "T"']);
    expect(of("over concurrency", "max")).toEqual(['no table under "over concurrency" for "T"']);
  });

  it("has a test for every study there is", () => {
    const studies = readdirSync("fixtures/studies").filter((name) =>
      existsSync(`fixtures/studies/${name}/mcp-bench.yml`),
    );
    for (const name of studies) expect(existsSync(`test/studies/${name}.test.ts`), name).toBe(true);
  });
});

describe("a study whose runtime is missing", () => {
  const folder = sharedFolder();
  beforeAll(async () => {
    await writeFile(path.join(folder, "mcp-bench.yml"), "server: never launched\n");
    await writeFile(
      path.join(folder, "expected.yml"),
      "document: d\nrequires: [{ command: no-such-runtime, why: compiles the server }]\n",
    );
  });

  it("says so in one line, notes it in the summary, and ends well", async () => {
    const summary = path.join(folder, "summary.md");
    const name = path.relative("fixtures/studies", folder);
    const env = { ...process.env, GITHUB_STEP_SUMMARY: summary };
    const { stdout } = await promisify(execFile)(execPath, ["scripts/study.ts", name], { env });
    const line = `The study ${name} is skipped: no-such-runtime is missing, which compiles the server.\n`;
    expect(stdout).toBe(line);
    expect(await readFile(summary, "utf8")).toBe(line);
  });
});
