import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Entry } from "../../src/baseline/branch/entry.ts";
import type { ActionOutcome } from "../support/action-process.ts";
import { openTestStore, storeHistory } from "../support/git-store.ts";
import { tunableProject, tunableServer } from "../support/repository.ts";
import { type Scenario, startScenario } from "../support/scenario.ts";

const branch = "mcp-bench-baseline";
const againstStored = { inputs: { "compare-ref": "none" } };

let scenario: Scenario;
let pushed: ActionOutcome;
beforeAll(async () => {
  scenario = await startScenario(tunableProject({ rounds: 4 }));
  pushed = await scenario.pushToMain({ "README.md": "A server.\n" });
});
afterAll(() => scenario[Symbol.asyncDispose]());

/** Runs like the one that was stored, but with figures that no busy machine has touched: a call of `search` takes 1 ms. */
async function storeSteadyRuns(): Promise<void> {
  const remote = join(scenario.repository.remotes, "octo/server.git");
  await using store = await openTestStore(remote);
  const [key = ""] = Object.keys((await store.snapshot()).index.keys);
  const [stored] = (await store.read(key)).entries;
  if (!stored) throw new Error("the push has stored nothing");
  const p50 = { state: "measured", value: 1, rounds: [0.99, 1, 1, 1.01] } as const;
  const rows = stored.head.rows.map((row) =>
    row.row === "search" ? { ...row, statistics: { ...row.statistics, p50 } } : row,
  );
  const run = (day: number): Entry => ({
    ...stored,
    commit: String(day).repeat(40),
    createdAt: `2026-01-0${day}T00:00:00.000Z`,
    head: { ...stored.head, rows },
  });
  await storeHistory(remote, [run(1), ...[2, 3, 4, 5, 6, 7, 8, 9].map(run)]);
}

test("a push to main stores the baseline and comments nowhere", async () => {
  expect(pushed.exitCode, pushed.log).toBe(0);
  expect(scenario.repository.remoteFiles(branch), pushed.log).not.toEqual([]);
  expect(pushed.outputs["baseline-sha"]).toMatch(/^[0-9a-f]{40}$/);
  expect(scenario.api.requests.filter(({ method, url }) => method !== "GET" && url !== "/graphql")).toEqual([]);
});

test("the checkout is as it was", () => {
  expect(scenario.repository.git("status", "--porcelain")).toBe("");
  expect(scenario.repository.git("branch", "--list", branch)).toBe("");
});

test("an unchanged pull request does not regress; a slow tool does, in the same comment", async () => {
  await storeSteadyRuns();
  const pullRequest = await scenario.openPullRequest({ "NOTES.md": "Nothing that matters.\n" });
  const unchanged = await scenario.run(pullRequest.opened, againstStored);
  expect(unchanged.exitCode, unchanged.log).toBe(0);
  expect(["pass", "inconclusive"]).toContain(unchanged.outputs.status);
  expect(unchanged.outputs.regressed).toBe("[]");

  const slow = await scenario.run(pullRequest.push({ "server.js": tunableServer(800) }), againstStored);
  expect(slow.exitCode, slow.log).toBe(1);
  expect(slow.outputs.status).toBe("regressed");
  const regressed: { row: string; metric: string }[] = JSON.parse(slow.outputs.regressed ?? "[]");
  expect(regressed.map(({ metric }) => metric)).toContain("p50");
  expect(regressed.filter(({ row }) => !row.startsWith("search"))).toEqual([]);
  expect(slow.log).toMatch(/^::error .*file=mcp-bench\.yml/m);
  const [, headline = ""] = /^::error::(.+)$/m.exec(slow.log) ?? [];
  expect(headline).not.toBe("");
  expect(slow.log.split(headline)).toHaveLength(2);

  const comments = await scenario.api.comments(pullRequest.number);
  expect(comments).toHaveLength(1);
  expect(comments[0]?.body).toContain("search");
  expect(slow.outputs["comment-url"]).toBe(unchanged.outputs["comment-url"]);
  expect(slow.files["report-markdown"]).toContain("search");
  expect(JSON.parse(slow.files["results-json"] ?? "")).toMatchObject({ kind: "mcp-bench-record" });
});

test("a pull request never writes the baseline, even when asked to", async () => {
  const before = scenario.repository.git("ls-remote", "origin", branch);
  const pullRequest = await scenario.openPullRequest({ "OTHER.md": "More.\n" });
  const inputs = { ...againstStored.inputs, "update-baseline": "true" };
  const outcome = await scenario.run(pullRequest.opened, { inputs, token: "token-that-pushes" });
  expect(outcome.exitCode, outcome.log).toBe(0);
  expect(scenario.repository.git("ls-remote", "origin", branch)).toBe(before);
});
