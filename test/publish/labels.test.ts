import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openGitHub } from "../../src/publish/github.ts";
import { readLabels } from "../../src/publish/labels.ts";
import { mergedPullRequest } from "../../src/publish/merged-pull-request.ts";
import { type GitHubApi, startGitHubApi } from "../support/github/api.ts";

let api: GitHubApi;
let pullRequest: number;

beforeEach(async () => {
  api = await startGitHubApi();
  pullRequest = await api.openPullRequest("a".repeat(40));
});
afterEach(async () => {
  await api[Symbol.asyncDispose]();
  expect(api.violations).toEqual([]);
});

async function octokit() {
  const retry = { attempts: 1, patienceMs: 20_000, sleep: async () => {}, now: () => 0 };
  return openGitHub("token-of-actions", { apiUrl: api.url, retry });
}
const repository = () => ({ owner: api.owner, repo: api.repo });
const read = async (pushedAt?: string) =>
  readLabels(await octokit(), { repository: repository(), pullRequest, pushedAt });

describe("a label of ours", () => {
  test("counts when whoever set it last may write", async () => {
    api.labels.set(pullRequest, "mcp-bench:skip", "trish");
    api.labels.remove(pullRequest, "mcp-bench:skip", "octo");
    api.labels.set(pullRequest, "mcp-bench:skip", "alice");
    api.labels.set(pullRequest, "mcp-bench:accept", "octo");
    const { skip, accept, ignored } = await read();
    expect(skip?.by).toBe("alice");
    expect(accept).toEqual({ by: "octo", at: "2026-11-20T10:00:03Z" });
    expect(ignored).toEqual([]);
  });

  test.each(["trish", "mallory", "helper[bot]"])("is ignored, and that is said, when %s set it last", async (login) => {
    api.labels.set(pullRequest, "mcp-bench:accept", "alice");
    api.labels.remove(pullRequest, "mcp-bench:accept", "alice");
    api.labels.set(pullRequest, "mcp-bench:accept", login);
    const { accept, ignored } = await read();
    expect(accept).toBeUndefined();
    expect(ignored).toEqual([
      `The label mcp-bench:accept is ignored: @${login}, who set it, may not write to the repository.`,
    ]);
  });

  test("accepts what could be seen when it was set, and nothing that was pushed later", async () => {
    api.labels.set(pullRequest, "mcp-bench:accept", "alice");
    expect((await read("2026-11-20T10:00:00Z")).accept?.by).toBe("alice");
    const { accept, ignored } = await read("2026-11-20T12:00:01+02:00");
    expect(accept).toBeUndefined();
    expect(ignored).toEqual([
      "The label mcp-bench:accept is ignored: @alice set it before the last push; take it off and set it again to accept what was pushed since.",
    ]);
    api.labels.remove(pullRequest, "mcp-bench:accept", "alice");
    api.labels.set(pullRequest, "mcp-bench:accept", "alice");
    expect((await read("2026-11-20T10:00:01Z")).accept?.by).toBe("alice");
  });

  test("keeps later pushes from being measured, too, where it skips", async () => {
    api.labels.set(pullRequest, "mcp-bench:skip", "alice");
    expect((await read("2026-11-21T10:00:00Z")).skip?.by).toBe("alice");
  });

  test("does nothing once it is taken off, and others never do", async () => {
    api.labels.set(pullRequest, "mcp-bench:skip", "alice");
    api.labels.remove(pullRequest, "mcp-bench:skip", "mallory");
    api.labels.set(pullRequest, "bug", "alice");
    expect(await read()).toEqual({ ignored: [] });
    expect(api.requests).toHaveLength(1);
  });
});

describe("without an answer a label does not count:", () => {
  test.each([
    ["the labels", /\/labels$/, "cannot be read: HTTP 403"],
    ["who set it, as where only comments exist", /\/events$/, "who set it cannot be read (HTTP 404"],
    ["what they may do", /\/permission$/, "whether @alice may write to the repository cannot be read (HTTP 403"],
  ] as const)("%s", async (_, path, said) => {
    api.labels.set(pullRequest, "mcp-bench:skip", "alice");
    api.inject({ method: "GET", path, status: said.includes("404") ? 404 : 403, message: "no" });
    const { skip, ignored } = await read();
    expect(skip).toBeUndefined();
    expect(ignored).toHaveLength(1);
    expect(ignored[0]).toContain(said);
  });
});

describe("the pull request of a commit", () => {
  const sha = "c".repeat(40);
  const find = async () => mergedPullRequest(await octokit(), { repository: repository(), sha });

  test("is the one whose merge made it", async () => {
    api.labels.merge(pullRequest, sha);
    expect(await find()).toEqual({ kind: "ok", value: { number: pullRequest, title: "A change" } });
  });

  test("is none for a commit that was pushed", async () => {
    expect(await find()).toEqual({ kind: "ok", value: undefined });
  });
});
