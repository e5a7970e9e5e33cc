import { appendFileSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import type { ActionOutcome } from "../support/action-process.ts";
import { tunableProject } from "../support/repository.ts";
import { startScenario } from "../support/scenario.ts";

const isDirty = ({ files }: ActionOutcome) => JSON.parse(files["results-json"] ?? "").commit.dirty;

test("a baseline branch that cannot be read is a warning where base was measured, and an error where it was needed", async () => {
  await using scenario = await startScenario(tunableProject({ rounds: 2 }));
  const { repository } = scenario;
  const { opened } = await scenario.openPullRequest({ "README.md": "Better.\n" });
  // A branch of that name that is none of ours.
  repository.git("push", "--quiet", "origin", "main:refs/heads/mcp-bench-baseline");

  const beside = await scenario.run(opened, { environment: { ACT: "true" } });
  expect(beside.log).toMatch(
    /^::warning.*The stored baseline could not be read; base was measured beside head instead/m,
  );
  expect(beside.log).not.toMatch(/^::error/m);
  expect(beside.exitCode, beside.log).toBe(0);
  // Steps that take minutes are reported while they go on.
  for (const line of [
    "checking out base …",
    "checking out base took",
    "the first launch of head, for which it has ",
    "the first launch of head took",
  ])
    expect(beside.log).toContain(line);
  expect(isDirty(beside)).toBe(false);

  appendFileSync(join(repository.directory, "mcp-bench.yml"), "# changed at the desk\n");
  const alone = await scenario.run(opened, { inputs: { "compare-ref": "none" }, environment: { ACT: "true" } });
  expect(alone.exitCode, alone.log).toBe(2);
  expect(alone.outputs.status).toBe("errored");
  expect(alone.log).toMatch(/^::error/m);
  expect(isDirty(alone)).toBe(true);

  // A job that only reports may have no git at all.
  const results = join(scenario.repository.directory, "..", "measured");
  mkdirSync(results);
  writeFileSync(join(results, "record.json"), beside.files["results-json"] ?? "");
  const environment = { PATH: dirname(process.execPath) };
  const reported = await scenario.run(opened, { inputs: { mode: "report", results }, environment });
  expect(reported.log).toMatch(/^::warning.*The stored baseline could not be read.*git/m);
  expect(reported.exitCode, reported.log).toBe(0);
  expect(reported.outputs.status).toBe(beside.outputs.status);
});
