import { readFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cli } from "../support/cli.ts";
import { cliHere } from "../support/cli-here.ts";
import { createRepository, type TestRepository, tunableProject } from "../support/repository.ts";

let repository: TestRepository;
beforeAll(() => {
  repository = createRepository(tunableProject());
});
afterAll(() => repository[Symbol.dispose]());

/** Without the line that says how the report was made. */
function decisionOf(text: string): string {
  return text
    .split("\n")
    .filter((line) => !line.includes("npx mcp-bench"))
    .join("\n");
}

describe("mcp-bench compare with one record", () => {
  it("decides as the run did, to the byte", async () => {
    const { directory } = repository;
    const run = await cli(
      ["run", "--compare-ref", "main", "--rounds", "2", "--json", "record.json", "--markdown", "run.md"],
      directory,
    );
    expect(run.code, run.stderr).toBe(0);
    const markdown = await cliHere(["compare", "record.json", "--format", "markdown"], directory);
    const original = decisionOf(await readFile(path.join(directory, "run.md"), "utf8"));
    expect(original).toContain("inconclusive");
    expect(decisionOf(markdown.stdout)).toBe(original);
    const json = await cli(["compare", "record.json", "--format", "json"], directory);
    expect((await cliHere(["compare", "record.json", "--format", "json"], directory)).stdout).toBe(json.stdout);
    expect(JSON.parse(json.stdout)).toMatchObject({ status: "inconclusive", reference: { kind: "paired" } });
  });

  it("refuses a record without a base", async () => {
    const { directory } = repository;
    await cli(["run", "--rounds", "1", "--json", "alone.json"], directory);
    const { code, stderr } = await cliHere(["compare", "alone.json"], directory);
    expect(stderr).toContain("the record has no base to compare head with");
    expect(code).toBe(2);
  });
});
