import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { UserError } from "../../src/errors.ts";
import { readGitHubContext } from "../../src/publish/github-context.ts";
import { mergeGroupEvent, pullRequestEvent, pushEvent, type RunnerEvent, scheduleEvent } from "../support/events.ts";

const [a, b, c] = ["a", "b", "c"].map((letter) => letter.repeat(40)) as [string, string, string];
const facts = { action: "opened", number: 7, headSha: a, baseSha: b, mergeSha: c } as const;

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "mcp-bench-context-"));
});
afterEach(() => rm(directory, { recursive: true }));

async function environment(event: RunnerEvent, payload = JSON.stringify(event.payload)) {
  const path = join(directory, "event.json");
  await writeFile(path, payload);
  return {
    GITHUB_EVENT_NAME: event.name,
    GITHUB_EVENT_PATH: path,
    GITHUB_REPOSITORY: "octo/server",
    GITHUB_SHA: event.sha,
    GITHUB_REF: event.ref,
    GITHUB_RUN_ID: "123",
    GITHUB_RUN_ATTEMPT: "1",
    GITHUB_WORKSPACE: "/workspace",
    RUNNER_TEMP: "/temp",
  };
}

describe("what it reads", () => {
  test("a pull request", async () => {
    const context = await readGitHubContext(await environment(pullRequestEvent(facts)));
    expect(context).toEqual({
      eventName: "pull_request",
      event: { kind: "pull_request", number: 7, headSha: a, baseSha: b, fork: false },
      repository: { owner: "octo", repo: "server" },
      defaultBranch: "main",
      sha: c,
      ref: "refs/pull/7/merge",
      run: { id: 123, attempt: 1, url: "https://github.com/octo/server/actions/runs/123" },
      apiUrl: "https://api.github.com",
      serverUrl: "https://github.com",
      workspace: "/workspace",
      temp: "/temp",
    });
  });

  test("a pull request from a fork, and from one that is gone", async () => {
    const event = pullRequestEvent({ ...facts, fork: true });
    expect((await readGitHubContext(await environment(event))).event).toMatchObject({ fork: true });
    const gone = JSON.stringify(event.payload, (key, value) => (key === "repo" && value.fork ? null : value));
    expect((await readGitHubContext(await environment(event, gone))).event).toMatchObject({ fork: true });
  });

  test("which label was set, by whom, where that brought the event", async () => {
    const read = async (event: RunnerEvent) => (await readGitHubContext(await environment(event))).event;
    const set = pullRequestEvent({ ...facts, action: "labeled", label: "mcp-bench:accept" });
    expect(await read(set)).toMatchObject({ labelled: { name: "mcp-bench:accept", by: "alice" } });
    const off = pullRequestEvent({ ...facts, action: "unlabeled", label: "mcp-bench:accept" });
    const onGitea = pullRequestEvent({ ...facts, action: "labeled" });
    for (const event of [off, onGitea, pullRequestEvent(facts)])
      expect(await read(event)).toMatchObject({ labelled: undefined });
  });

  test("an address in place of owner and name says where act has it from", async () => {
    const given = {
      ...(await environment(pushEvent({ before: a, after: b }))),
      GITHUB_REPOSITORY: "http://git.example/o/r",
    };
    await expect(readGitHubContext(given)).rejects.toThrow("act --env GITHUB_REPOSITORY=owner/name");
  });

  test("an address will do where nothing is asked of GitHub, and a run of act's has no page", async () => {
    const given = {
      ...(await environment(pushEvent({ before: a, after: b }))),
      GITHUB_REPOSITORY: "http://git.example/o/r",
      ACT: "true",
    };
    const { run } = await readGitHubContext(given, { asksGitHub: false });
    expect(run).toEqual({ id: 123, attempt: 1 });
  });

  test("a push, and the first push of a branch", async () => {
    const pushed = await readGitHubContext(await environment(pushEvent({ before: a, after: b })));
    expect(pushed.event).toEqual({ kind: "push", before: a });
    const first = await readGitHubContext(await environment(pushEvent({ before: "0".repeat(40), after: b })));
    expect(first.event).toEqual({ kind: "push" });
  });

  test("a merge group and a schedule", async () => {
    const group = await readGitHubContext(await environment(mergeGroupEvent({ baseSha: a, headSha: b })));
    expect(group.event).toEqual({ kind: "merge_group", baseSha: a, pullRequest: 1 });
    const nightly = await readGitHubContext(await environment(scheduleEvent(a)));
    expect(nightly.event).toEqual({ kind: "other" });
  });

  test("another server, and a second attempt", async () => {
    const urls = { GITHUB_SERVER_URL: "https://ghe.example/", GITHUB_API_URL: "https://ghe.example/api/v3" };
    const env = { ...(await environment(scheduleEvent(a))), ...urls, GITHUB_RUN_ATTEMPT: "2" };
    const context = await readGitHubContext(env);
    expect(context.apiUrl).toBe("https://ghe.example/api/v3");
    expect(context.run.url).toBe("https://ghe.example/octo/server/actions/runs/123/attempts/2");
  });

  test("the empty payload that act sends without an event file", async () => {
    const event = pushEvent({ before: a, after: b });
    const context = await readGitHubContext(await environment(event, "{}"));
    expect(context.event).toEqual({ kind: "push" });
    expect(context.defaultBranch).toBeUndefined();
  });
});

describe("what it refuses, and how it says so", () => {
  const refusal = async (env: Record<string, string | undefined>) => {
    const error = await readGitHubContext(env).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(UserError);
    return (error as UserError).message;
  };

  test.each([
    "GITHUB_EVENT_NAME",
    "GITHUB_EVENT_PATH",
    "GITHUB_REPOSITORY",
    "GITHUB_SHA",
    "GITHUB_RUN_ID",
    "RUNNER_TEMP",
  ])("no %s", async (name) => {
    const env = { ...(await environment(scheduleEvent(a))), [name]: undefined };
    expect(await refusal(env)).toContain(`${name} is not set`);
  });

  test("a payload that is missing, cut off, or of the wrong shape", async () => {
    const event = pullRequestEvent(facts);
    const env = await environment(event);
    expect(await refusal({ ...env, GITHUB_EVENT_PATH: join(directory, "none.json") })).toContain("cannot be read");
    expect(await refusal(await environment(event, '{"pull_re'))).toContain("not JSON");
    const empty = await refusal(await environment(event, "{}"));
    expect(empty).toContain("lacks pull_request");
    expect(empty).not.toMatch(/invalid input|expected object|received/i);
    expect(await refusal(await environment(event, "[]"))).toContain("payload of pull_request");
    const badSha = JSON.stringify(event.payload).replaceAll(a, "--upload-pack=touch");
    expect(await refusal(await environment(event, badSha))).toContain("pull_request.head.sha");
  });

  test.each(["octo", "octo/", "a/b/c"])("repository %s", async (GITHUB_REPOSITORY) => {
    expect(await refusal({ ...(await environment(scheduleEvent(a))), GITHUB_REPOSITORY })).toContain("owner/name");
  });

  test.each([
    ["GITHUB_API_URL", "not a url"],
    ["GITHUB_API_URL", "api.github.com"],
    ["GITHUB_SERVER_URL", "ftp://ghe.example"],
  ])("%s %s", async (name, value) => {
    const env = { ...(await environment(scheduleEvent(a))), [name]: value };
    expect(await refusal(env)).toBe(`${name} is "${value}"\n  expected: an http or https address`);
  });

  test.each(["0", "-1", "12x"])("run id %s", async (GITHUB_RUN_ID) => {
    expect(await refusal({ ...(await environment(scheduleEvent(a))), GITHUB_RUN_ID })).toContain("GITHUB_RUN_ID");
  });
});
