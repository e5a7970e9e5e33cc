import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { entryFrom } from "../../src/baseline/branch/entry.ts";
import { acceptRun } from "../../src/baseline/maintenance.ts";
import type { RunRecord } from "../../src/record/record.ts";
import { seededRandom } from "../../src/stats/random.ts";
import { summarise } from "../../src/table/summarise.ts";
import { tabulate } from "../../src/table/table.ts";
import { makeRecord, noisyRounds, normal } from "../decide/records.ts";
import { type RunnerEvent, scheduleEvent, workflowDispatchEvent } from "../support/events.ts";
import { temporaryFolder } from "../support/folder.ts";
import { tipOf } from "../support/git-run.ts";
import { branch, openTestStore, storeHistory } from "../support/git-store.ts";
import type { Token } from "../support/github/identities.ts";
import { type Scenario, startScenario } from "../support/scenario.ts";

const random = seededRandom(15);
let nights = 0;

/** A night's record at a level of latency; every night has its own commit and a later time. */
function night(level: number): RunRecord {
  nights++;
  const median = level * Math.exp(0.03 * normal(random));
  const record = makeRecord({
    rows: { echo: { head: noisyRounds(3, { median, spread: 0.02, seed: nights, calls: 30 }) } },
    thresholds: { p50: { warn: "+10%" } },
    createdAt: new Date(Date.UTC(2026, 9, 1) + nights * 3_600_000).toISOString(),
  });
  return { ...record, commit: { sha: nights.toString(16).padStart(40, "0"), dirty: false } };
}

async function storeNights(scenario: Scenario, levels: readonly number[]): Promise<void> {
  const [first, ...others] = levels.map((level) => {
    const record = night(level);
    return entryFrom(record, { head: summarise(tabulate(record), "head"), status: "pass" });
  });
  if (first) await storeHistory(join(scenario.repository.remotes, "octo/server.git"), [first, ...others]);
}

/** Returns what the publishing job of the nightly workflow does. */
async function publish(
  scenario: Scenario,
  level: number,
  {
    token = "token-that-pushes",
    exitCode = 0,
    serverRuntime,
  }: { token?: Token; exitCode?: number; serverRuntime?: string } = {},
) {
  using results = temporaryFolder();
  const made = night(level);
  const environment = { ...made.environment, ...(serverRuntime ? { serverRuntime } : {}) };
  const record = { ...made, environment };
  writeFileSync(join(results.path, "record.json"), JSON.stringify(record));
  const inputs = { mode: "publish", results: results.path, "update-baseline": "true" };
  const outcome = await scenario.run(scheduleEvent(record.commit?.sha ?? ""), { inputs, token });
  expect(outcome.exitCode, outcome.log).toBe(exitCode);
  return outcome;
}

const steady = (count: number, level: number) => new Array<number>(count).fill(level);

test("a shift opens one issue, later nights update it, recovery closes it", async () => {
  await using scenario = await startScenario({ "README.md": "A server.\n" });
  const { api } = scenario;
  await storeNights(scenario, steady(12, 1));
  await publish(scenario, 1);
  expect(await api.issues()).toEqual([]);

  // Somebody else writes our marker: it is not ours.
  await api.openIssue("Noise", "<!-- mcp-bench-drift: key=x -->", "token-of-mallory");
  await storeNights(scenario, steady(9, 1.5));
  const opened = await publish(scenario, 1.5);
  expect(opened.log).toContain("Tracking issue: opened");
  const [, issue] = await api.issues();
  expect(issue).toMatchObject({ state: "open", user: { login: "github-actions[bot]" } });
  expect(issue?.title).toContain("`echo` p50 got worse");
  expect(issue?.body).toContain("xychart-beta");
  expect(issue?.body).toMatch(/\/octo\/server\/compare\/0+\w+\.\.\.0+\w+/);
  expect(issue?.body).toContain("mcp-bench baseline accept");

  const next = await publish(scenario, 1.5);
  expect(next.log).toContain("Tracking issue: updated");
  await storeNights(scenario, steady(11, 1));
  const recovered = await publish(scenario, 1);
  expect(recovered.log).toContain("Tracking issue: closed");
  const after = await api.issues();
  expect(after).toHaveLength(2);
  expect(after[1]).toMatchObject({ number: issue?.number, state: "closed" });
});

test("an issue that a person closed is not opened again for the same shift", async () => {
  await using scenario = await startScenario({ "README.md": "A server.\n" });
  const { api } = scenario;
  await storeNights(scenario, [...steady(12, 1), ...steady(9, 1.5)]);
  await publish(scenario, 1.5);
  const [issue] = await api.issues();
  await api.closeIssue(issue?.number ?? 0);
  expect((await publish(scenario, 1.5)).log).toContain("closed after the shift began");
  expect(await api.issues()).toHaveLength(1);
});

test("the issue of an environment that is measured no more is closed, with its reason", async () => {
  await using scenario = await startScenario({ "README.md": "A server.\n" });
  await storeNights(scenario, [...steady(12, 1), ...steady(9, 1.5)]);
  await publish(scenario, 1.5);
  expect(await scenario.api.issues()).toMatchObject([{ state: "open" }]);
  // A runtime of another major version: a key of its own.
  const elsewhere = async (days: number) => {
    nights += 24 * days;
    const outcome = await publish(scenario, 1, { serverRuntime: "node 26.1" });
    return outcome.log;
  };
  expect(await elsewhere(1)).not.toContain("measured no more");
  expect(await elsewhere(15)).toContain("measured no more");
  expect(await scenario.api.issues()).toMatchObject([
    { state: "closed", body: expect.stringContaining("Measured elsewhere since") },
  ]);
});

test("an accepted shift closes its issue", async () => {
  await using scenario = await startScenario({ "README.md": "A server.\n" });
  const { api, repository } = scenario;
  await storeNights(scenario, [...steady(12, 1), ...steady(9, 1.5)]);
  await publish(scenario, 1.5);
  await using store = await openTestStore(join(repository.remotes, "octo/server.git"));
  const acceptance = { by: "alice", at: "2026-11-20T00:00:00.000Z", reason: "encryption at rest" };
  await acceptRun(store, { commit: nights.toString(16).padStart(40, "0"), acceptance });
  expect((await publish(scenario, 1.5)).log).toContain("Tracking issue: closed");
  expect(await api.issues()).toMatchObject([{ state: "closed", body: expect.stringContaining("encryption at rest") }]);
  expect((await publish(scenario, 1.5)).log).toContain("nothing shifted");
});

test("without the permission there is a warning with the line to add, and the baseline is stored all the same", async () => {
  await using scenario = await startScenario({ "README.md": "A server.\n" });
  await storeNights(scenario, [...steady(12, 1), ...steady(9, 1.5)]);
  const message = "Resource not accessible by integration";
  scenario.api.inject({ method: "POST", path: /\/issues$/, status: 403, message });
  const outcome = await publish(scenario, 1.5);
  expect(outcome.log).toMatch(/^::warning.*issues: write/m);
  expect(outcome.outputs["baseline-sha"]).toMatch(/^[0-9a-f]{40}$/);
});

test("a night that the remote refuses fails the job that stores, and opens no issue about a history without it", async () => {
  await using scenario = await startScenario({ "README.md": "A server.\n" });
  const remote = join(scenario.repository.remotes, "octo/server.git");
  await storeNights(scenario, [...steady(12, 1), ...steady(9, 1.5)]);
  const before = tipOf(remote, branch);
  const hook = join(remote, "hooks/pre-receive");
  writeFileSync(hook, "#!/bin/sh\necho 'the disk of the server is full' >&2\nexit 1\n", { mode: 0o755 });
  const refused = await publish(scenario, 1.5, { exitCode: 2 });
  expect(refused.log).toMatch(/^::error.*not stored/m);
  expect(refused.summary).toContain("Not stored");
  expect(refused.outputs["baseline-sha"]).toBe(before);
  expect(tipOf(remote, branch)).toBe(before);
  expect(await scenario.api.issues()).toEqual([]);
  rmSync(hook);
  await publish(scenario, 1.5);
  expect(await scenario.api.issues()).toHaveLength(1);
});

test("nights of one commit gather as replications, until a decision against stored runs can be had", async () => {
  await using scenario = await startScenario({ "README.md": "A server.\n" });
  const commit = { sha: "e".repeat(40), dirty: false };
  const give = async (event: RunnerEvent, { record, mode }: { record: RunRecord; mode: "publish" | "report" }) => {
    using results = temporaryFolder();
    writeFileSync(join(results.path, "record.json"), JSON.stringify(record));
    const inputs = { mode, results: results.path, ...(mode === "publish" ? { "fail-on": "no-baseline" } : {}) };
    return await scenario.run(event, { inputs, token: "token-that-pushes" });
  };
  for (let count = 0; count < 3; count++) {
    const stored = await give(scheduleEvent(commit.sha), { record: { ...night(1), commit }, mode: "publish" });
    // Only the very first has no baseline.
    expect(stored.exitCode, stored.log).toBe(count === 0 ? 1 : 0);
    if (count > 1)
      expect(stored.summary).toContain(`all ${count} usable stored runs of this environment are of this commit`);
    // A night does not vouch for its own commit.
    expect(stored.outputs.status).toBe("no-baseline");
  }
  const next = await give(workflowDispatchEvent("f".repeat(40)), {
    record: { ...night(1.001), commit: { sha: "f".repeat(40), dirty: false } },
    mode: "report",
  });
  expect(next.summary).toContain("(3 runs)");
});
