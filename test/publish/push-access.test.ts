import { afterAll, beforeAll, expect, test } from "vitest";
import { pushAccess } from "../../src/publish/push-access.ts";
import { type GitHubApi, startGitHubApi } from "../support/github-api.ts";
import { createRepository, type TestRepository } from "../support/repository.ts";

let repository: TestRepository;
let api: GitHubApi;
beforeAll(async () => {
  repository = createRepository({ "README.md": "A server.\n" });
  api = await startGitHubApi({ remotes: repository.remotes });
});
afterAll(async () => {
  await api[Symbol.asyncDispose]();
  repository[Symbol.dispose]();
});

test.each([
  ["token-that-pushes", "yes"],
  ["token-of-actions", "no"],
  ["token-read-only", "no"],
  ["unknown", "no"],
])("%s: %s", async (token, expected) => {
  const place = { serverUrl: api.url, repository: { owner: "octo", repo: "server" } };
  expect(await pushAccess(token, place)).toBe(expected);
});

test("no answer tells nothing", async () => {
  const gone = await startGitHubApi();
  await gone[Symbol.asyncDispose]();
  const place = { serverUrl: gone.url, repository: { owner: "octo", repo: "server" } };
  expect(await pushAccess("token-that-pushes", place)).toBe("unknown");
});
