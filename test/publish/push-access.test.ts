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

const placeOn = (url: string) => ({
  apiUrl: `${url}/api/v3`,
  serverUrl: url,
  repository: { owner: "octo", repo: "server" },
});

test.each([
  ["token-that-pushes", "yes"],
  ["token-of-actions", "no"],
  ["token-read-only", "no"],
  ["unknown", "no"],
])("%s: %s", async (token, expected) => {
  expect(await pushAccess(token, placeOn(api.url))).toBe(expected);
});

test("where the forge is not GitHub, its answer tells nothing", async () => {
  const place = { ...placeOn(api.url), apiUrl: `${api.url}/api/v1` };
  expect(await pushAccess("token-that-pushes", place)).toBe("unknown");
});

test("no answer tells nothing", async () => {
  const gone = await startGitHubApi();
  await gone[Symbol.asyncDispose]();
  expect(await pushAccess("token-that-pushes", placeOn(gone.url))).toBe("unknown");
});
