import { expect, test } from "vitest";
import type { Step } from "../../src/action/job.ts";
import { lastStart, updateBaseline } from "../../src/action/update-baseline.ts";
import { entryFrom } from "../../src/baseline/branch/entry.ts";
import type { StoredEntry } from "../../src/history/entry.ts";
import type { RunRecord } from "../../src/record/record.ts";
import { summarise } from "../../src/table/summarise.ts";
import { tabulate } from "../../src/table/table.ts";
import { makeRecord, noisyRounds } from "../decide/records.ts";
import { report } from "../report/build.ts";
import { temporaryFolder } from "../support/folder.ts";
import { bareRepository } from "../support/git-run.ts";
import { openTestStore, storeHistory } from "../support/git-store.ts";
import { startGitHubApi } from "../support/github/api.ts";

test("what a person closed before the newest shift began is no answer to it", () => {
  const summary = report({ status: "pass" }).head;
  const began = (createdAt: string): { firstAfter: StoredEntry } => ({ firstAfter: { createdAt, summary } });
  const shifts = ["2026-11-02", "2026-11-09", "2026-11-05"].map((day) => began(`${day}T00:00:00.000Z`));
  expect(lastStart(shifts)).toBe("2026-11-09T00:00:00.000Z");
  expect(lastStart([])).toBeUndefined();
});

test("a job whose work is to store fails where it was interrupted before", async () => {
  using folder = temporaryFolder();
  await using branch = await openTestStore(bareRepository(folder.path));
  const store = async (mode: "publish" | "all", eventName = "push") => {
    const context = { eventName, ref: "refs/heads/main", defaultBranch: "main" };
    const job = { context, signal: AbortSignal.abort(), inputs: { mode, baselineBranch: "runs" } } as unknown as Step;
    const record = makeRecord({ rows: { a: { head: [{ latencies: [1, 2, 3] }] } } });
    return await updateBaseline(branch, { runs: [{ record, report: report({ status: "pass" }) }], job });
  };
  expect(await store("publish")).toEqual([{ message: expect.stringContaining("interrupted"), exitCode: 2 }]);
  expect(await store("all")).toEqual([]);
  expect(await store("publish", "pull_request")).toEqual([]);
});

/** A run at a level of latency, each of a time of its own. */
function runAt(level: number, number: number): RunRecord {
  const record = makeRecord({
    rows: { echo: { head: noisyRounds(3, { median: level, spread: 0.02, seed: number, calls: 30 }) } },
    thresholds: { p50: { warn: "+10%" } },
    createdAt: new Date(Date.UTC(2026, 9, 1) + number * 3_600_000).toISOString(),
  });
  return { ...record, commit: { sha: number.toString(16).padStart(40, "0"), dirty: false } };
}

test("the runs of one night are judged together, and write to the issue once", async () => {
  using folder = temporaryFolder();
  const remote = bareRepository(folder.path);
  const headOf = (record: RunRecord) => summarise(tabulate(record), "head");
  // Too few at the new level for a shift; with one run of the night more there are still too few.
  const levels = [...new Array<number>(12).fill(1), 1.5, 1.5, 1.5];
  const [first, ...others] = levels.map((level, index) => {
    const record = runAt(level, index);
    return entryFrom(record, { head: headOf(record), status: "pass" });
  });
  if (first) await storeHistory(remote, [first, ...others]);

  await using api = await startGitHubApi();
  await using store = await openTestStore(remote);
  const job = {
    context: {
      eventName: "schedule",
      ref: "refs/heads/main",
      defaultBranch: "main",
      repository: { owner: api.owner, repo: api.repo },
      apiUrl: api.url,
      serverUrl: api.url,
      run: { id: 100 },
    },
    signal: new AbortController().signal,
    inputs: { mode: "publish", baselineBranch: "runs", token: "token-of-actions" },
  } as unknown as Step;
  const runs = [1, 2, 3].map((run) => {
    const record = { ...runAt(1.5, 20 + run), commit: { sha: "e".repeat(40), dirty: false } };
    return { record, report: { ...report({ status: "pass" }), head: headOf(record) }, run };
  });
  expect(await updateBaseline(store, { runs, job })).toEqual([]);
  expect(await api.issues()).toMatchObject([{ state: "open", title: expect.stringContaining("`echo` p50 got worse") }]);
  expect(api.requests.filter(({ method, url }) => method !== "GET" && url.includes("/issues"))).toHaveLength(1);
});
