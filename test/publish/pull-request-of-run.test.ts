import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openGitHub } from "../../src/publish/github.ts";
import type { GitHubEvent } from "../../src/publish/github-context.ts";
import { pullRequestOfRun } from "../../src/publish/pull-request-of-run.ts";
import { type Fault, type GitHubApi, startGitHubApi } from "../support/github/api.ts";
import { listen } from "../support/listen.ts";

const headSha = "a".repeat(40);
const baseSha = "b".repeat(40);
const now = 1_800_000_000_000;
let api: GitHubApi;
let pullRequest: number;
let slept: number[];

beforeEach(async () => {
  api = await startGitHubApi();
  pullRequest = await api.openPullRequest(headSha);
  api.comesFrom(pullRequest, { owner: "mallory", branch: "feature", baseSha });
  slept = [];
});
afterEach(async () => {
  await api[Symbol.asyncDispose]();
  expect(api.violations).toEqual([]);
});

async function find(run: Partial<Extract<GitHubEvent, { kind: "workflow_run" }>> = {}, { named = true } = {}) {
  const retry = {
    attempts: 4,
    patienceMs: 120_000,
    sleep: async (ms: number) => void slept.push(ms),
    now: () => now,
  };
  const octokit = await openGitHub("token-of-actions", { apiUrl: api.url, retry });
  return pullRequestOfRun(octokit, {
    repository: { owner: api.owner, repo: api.repo },
    run: {
      kind: "workflow_run",
      startedBy: "pull_request",
      conclusion: "success",
      headSha,
      ...(named && { headBranch: "feature", headOwner: "mallory" }),
      ...run,
    },
  });
}

const limit = (status: number, headers: Record<string, string>, times?: number): Fault => ({
  method: "GET",
  path: /\/pulls$/,
  status,
  message: "API rate limit exceeded",
  headers,
  ...(times === undefined ? {} : { times }),
});
const inSeconds = (seconds: number) => String(now / 1000 + seconds);

describe("a rate limit", () => {
  test.each<[string, Fault, number]>([
    [
      "403 until a point in time",
      limit(403, { "x-ratelimit-remaining": "0", "x-ratelimit-reset": inSeconds(7) }, 1),
      7000,
    ],
    ["403 with a delay", limit(403, { "retry-after": "3" }, 1), 3000],
    ["429 with a delay", limit(429, { "retry-after": "4" }, 1), 4000],
    ["429 with nothing", limit(429, {}, 1), 60_000],
  ])("is waited out: %s", async (_, fault, delay) => {
    api.inject(fault);
    const expected = { number: pullRequest, headSha, baseSha, fork: true };
    expect(await find()).toEqual({ kind: "found", pullRequest: expected });
    expect(slept).toEqual([delay]);
  });

  test("without an end in sight is an error that says to run it again, at once", async () => {
    api.inject(limit(403, { "x-ratelimit-remaining": "0", "x-ratelimit-reset": inSeconds(3600) }));
    await expect(find()).rejects.toThrow(/cannot be looked up: rate limited.*[\s\S]*run the job again/);
    expect(slept).toEqual([]);
  });

  test("is not what a missing permission is: that is not waited for, and its fix is another", async () => {
    api.inject({ method: "GET", path: /\/pulls$/, status: 403, message: "Resource not accessible by integration" });
    await expect(find()).rejects.toThrow(/HTTP 403.*[\s\S]*pull-requests: write/);
    expect(slept).toEqual([]);
  });
});

test("where the event names no branch, as on Gitea, the commit tells, of forks and of the repository itself", async () => {
  expect(await find({}, { named: false })).toMatchObject({
    kind: "found",
    pullRequest: { number: pullRequest, fork: true },
  });
  const another = await find({ headSha: "d".repeat(40) }, { named: false });
  expect(another).toEqual({ kind: "none", reason: "no open pull request has the head ddddddd" });
  const own = await api.openPullRequest("e".repeat(40));
  const found = await find({ headSha: "e".repeat(40) }, { named: false });
  expect(found).toMatchObject({ kind: "found", pullRequest: { number: own, fork: false } });
  await api.openPullRequest("e".repeat(40));
  expect(await find({ headSha: "e".repeat(40) }, { named: false })).toMatchObject({ kind: "none" });
});

test("on a later page, of a server that answers with every pull request, thirty a page as Gitea", async () => {
  const pull = (number: number, sha: string) => ({
    number,
    head: { ref: "feature", sha, repo: { full_name: "octo/server" } },
    base: { sha: baseSha, repo: { full_name: "octo/server" } },
  });
  await using gitea = await listen(({ url = "", headers }, response) => {
    const page = new URL(url, "http://gitea").searchParams.get("page");
    const next = `<http://${headers.host}/repos/octo/server/pulls?page=2>; rel="next"`;
    response.writeHead(200, page === "2" ? {} : { link: next });
    response.end(JSON.stringify(page === "2" ? [pull(31, headSha)] : [pull(1, "d".repeat(40))]));
  });
  const octokit = await openGitHub("token-of-actions", { apiUrl: gitea.url });
  const run = { kind: "workflow_run", startedBy: "pull_request", conclusion: "success", headSha } as const;
  const found = await pullRequestOfRun(octokit, { repository: { owner: "octo", repo: "server" }, run });
  expect(found).toMatchObject({ kind: "found", pullRequest: { number: 31, fork: false } });
});

describe("there is nothing to comment on", () => {
  test("when the run that ended was of a push or a merge queue; a further push on Gitea is one of a pull request", async () => {
    expect(await find({ startedBy: "merge_group" })).toEqual({
      kind: "none",
      reason: "the run that ended was started by merge_group, not by a pull request",
    });
    expect(await find({ startedBy: "pull_request_sync" })).toMatchObject({ kind: "found" });
  });

  test("once it is closed", async () => {
    expect(await find()).toMatchObject({ kind: "found" });
    await api.closePullRequest(pullRequest);
    expect(await find()).toEqual({ kind: "none", reason: "no open pull request has the head mallory:feature" });
  });

  test("after a force-push, nor for the commit before a newer one", async () => {
    api.moveHead(pullRequest, "c".repeat(40));
    expect(await find()).toEqual({ kind: "none", reason: "the pull request has moved on from aaaaaaa" });
    expect(await find({ headSha: "c".repeat(40) })).toMatchObject({ kind: "found" });
  });

  test("when two pull requests have that head", async () => {
    const second = await api.openPullRequest(headSha);
    api.comesFrom(second, { owner: "mallory", branch: "feature", baseSha });
    expect(await find()).toMatchObject({ kind: "none", reason: expect.stringContaining("several pull requests") });
  });

  test("after a cancelled run, which is not even asked about", async () => {
    expect(await find({ conclusion: "cancelled" })).toEqual({
      kind: "none",
      reason: "the measuring run was cancelled",
    });
    expect(api.requests).toEqual([]);
  });
});
