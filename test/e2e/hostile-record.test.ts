import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { environmentKey } from "../../src/record/key.ts";
import type { RunRecord } from "../../src/record/record.ts";
import { makeRecord, noisyRounds } from "../decide/records.ts";
import { pushEvent } from "../support/events.ts";
import { temporaryFolder } from "../support/folder.ts";
import { tipOf } from "../support/git-run.ts";
import { branch, openTestStore } from "../support/git-store.ts";
import { type Scenario, startScenario } from "../support/scenario.ts";

/** The job that stores may write to the repository; whatever ran in the job that measured may have written the record. */

const [first, second] = ["1".repeat(40), "2".repeat(40)];

let scenario: Scenario;
let remote: string;
beforeAll(async () => {
  scenario = await startScenario({ "README.md": "A server.\n" });
  remote = join(scenario.repository.remotes, "octo/server.git");
  const stored = await publish(honest(first), first);
  expect(stored.exitCode, stored.log).toBe(0);
});
afterAll(() => scenario[Symbol.asyncDispose]());

function honest(sha: string): RunRecord {
  const rounds = noisyRounds(14, { median: 10, spread: 0.005, seed: 1, calls: 20 });
  const record = makeRecord({ rows: { echo: { head: rounds } } });
  return { ...record, commit: { sha, dirty: false } };
}

/** Returns what the publishing job of a push does with the artifact of the measuring job. */
async function publish(record: RunRecord, after: string) {
  using results = temporaryFolder();
  mkdirSync(join(results.path, "mcp-bench-baseline-default.0"));
  writeFileSync(join(results.path, "mcp-bench-baseline-default.0", "record.json"), JSON.stringify(record));
  const event = pushEvent({ before: scenario.repository.git("rev-parse", "main"), after });
  return await scenario.run(event, {
    inputs: { mode: "publish", results: results.path, records: "1" },
    token: "token-that-pushes",
  });
}

const evil = "# mine\n";
const commands = [
  "x.json.gz",
  "data 1",
  "x",
  "D mcp-bench.json",
  "M 100644 inline EVIL.md",
  `data ${evil.length}`,
  evil,
  "M 100644 inline .github/CODEOWNERS",
  "data 9",
  "* @mallory",
  "M 120000 inline link",
  "data 11",
  "/etc/passwd",
  "",
  "get-mark :1",
  "done",
  "",
].join("\n");

test.each<[string, NonNullable<RunRecord["commit"]>]>([
  ["commands to git for a commit", { sha: commands, dirty: false, head: second }],
  ["a commit that is none", { sha: "not a sha", dirty: false, head: second }],
  ["another commit, whose entry it would replace", { sha: first, dirty: false, head: second }],
])("a record with %s stores nothing and fails the run", async (_, commit) => {
  const before = tipOf(remote, branch);
  const outcome = await publish({ ...honest(second), commit }, second);
  expect(outcome.exitCode, outcome.log).toBe(2);
  expect(outcome.outputs.status).toBe("errored");
  expect(tipOf(remote, branch)).toBe(before);
  await using store = await openTestStore(remote);
  const { entries } = await store.read(environmentKey(honest(first)));
  expect(entries.map((entry) => entry.commit)).toEqual([first]);
});

test("an honest run is stored after all that", async () => {
  const outcome = await publish(honest(second), second);
  expect(outcome.exitCode, outcome.log).toBe(0);
  await using store = await openTestStore(remote);
  const { entries } = await store.read(environmentKey(honest(first)));
  expect(entries.map((entry) => entry.commit).sort()).toEqual([first, second]);
});
