import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { asMarkdown, markdown } from "../../src/base/markdown.ts";
import { renderMarker } from "../../src/publish/comment-marker.ts";
import { openGitHub } from "../../src/publish/github.ts";
import { type CommentRequest, commentLimit, commentWarning, publishComment } from "../../src/publish/pr-comment.ts";
import { type GitHubApi, startGitHubApi } from "../support/github/api.ts";
import type { Token } from "../support/github/identities.ts";

const head = "a".repeat(40);
let api: GitHubApi;
let pullRequest: number;
let slept: number[];

beforeEach(async () => {
  api = await startGitHubApi();
  pullRequest = await api.openPullRequest(head);
  slept = [];
});
afterEach(async () => {
  await api[Symbol.asyncDispose]();
  expect(api.violations).toEqual([]);
});

async function publish(
  change: Partial<CommentRequest> = {},
  { token = "token-of-actions", apiUrl = api.url }: { token?: Token; apiUrl?: string } = {},
) {
  const retry = {
    attempts: 4,
    patienceMs: 120_000,
    sleep: async (ms: number) => void slept.push(ms),
    now: () => 1_000_000,
  };
  const octokit = await openGitHub(token, { apiUrl, retry });
  return publishComment(octokit, {
    repository: { owner: api.owner, repo: api.repo },
    pullRequest,
    headSha: head,
    run: { id: 10, attempt: 1 },
    key: "default",
    body: markdown`the report`,
    mode: "always",
    noteworthy: true,
    regressed: false,
    ...change,
  });
}

const bodies = async () => (await api.comments(pullRequest)).map(({ body }) => timeless(body));
const about = { head, regressed: false };
/** The comment as a first report writes it, and as a later one on the same head does, where GitHub's clock tells the time. */
const marked = (text: string, id = 10, key = "default") =>
  renderMarker({ key, run: { id, attempt: 1 }, ...about }) + text;
const timeless = (body: string) => body.replace(/ since=[\d:TZ.-]+/, "");
const issues = /\/issues\//;

describe("one comment per key", () => {
  test("the first run creates it, a later run updates it", async () => {
    const first = await publish();
    expect(first).toMatchObject({ kind: "created", url: expect.stringContaining("#issuecomment-") });
    expect(await publish({ run: { id: 11, attempt: 1 }, body: markdown`better` })).toEqual({
      ...first,
      kind: "updated",
    });
    expect(await bodies()).toEqual([marked("better", 11)]);
  });

  test("the same text of the same run is not sent again", async () => {
    await publish();
    expect(await publish()).toMatchObject({ kind: "unchanged" });
    expect(api.requests.filter(({ method }) => method === "PATCH")).toEqual([]);
  });

  test("keys keep comments apart, and no key can end the hidden marker", async () => {
    const hostile = "--> <script>@everyone</script> \ud800";
    await publish();
    await publish({ key: hostile });
    expect(await publish({ key: hostile, run: { id: 11, attempt: 1 } })).toMatchObject({ kind: "updated" });
    const [, second] = await bodies();
    expect(second?.split("\n")[0]).toMatch(/^<!-- mcp-bench: key=[\w.%!~*'()]+ run=11\.1 head=a{40} -->$/);
    expect(await bodies()).toHaveLength(2);
  });

  test("a comment beyond the first hundred is found", async () => {
    for (let index = 0; index < 101; index++) await api.comment(pullRequest, `remark ${index}`, "token-of-alice");
    await publish();
    expect(await publish({ run: { id: 11, attempt: 1 } })).toMatchObject({ kind: "updated" });
    expect(await bodies()).toHaveLength(102);
  });

  test("a marker in somebody else's comment, or quoted in one of ours, is left alone", async () => {
    await api.comment(pullRequest, marked("forged", 99), "token-of-mallory");
    await api.comment(pullRequest, `As said:\n${marked("quoted", 99)}`, "token-of-actions");
    expect(await publish()).toMatchObject({ kind: "created" });
    expect(await bodies()).toEqual([marked("forged", 99), `As said:\n${marked("quoted", 99)}`, marked("the report")]);
  });
});

describe("who we are", () => {
  test.each(["token-of-alice", "token-of-app"] as const)("%s finds its own comment again", async (token) => {
    await api.comment(pullRequest, marked("forged"), "token-of-mallory");
    expect(await publish({}, { token })).toMatchObject({ kind: "created" });
    expect(await publish({ run: { id: 11, attempt: 1 } }, { token })).toMatchObject({ kind: "updated" });
  });

  test("a server without GraphQL: the Actions token still finds its comment", async () => {
    api.inject({ method: "POST", path: /graphql/, status: 404, message: "Not Found" });
    await publish();
    expect(await publish({ run: { id: 11, attempt: 1 } })).toMatchObject({ kind: "updated" });
  });
});

describe("comment-mode", () => {
  test("never asks nothing of GitHub", async () => {
    expect(await publish({ mode: "never" })).toMatchObject({ kind: "skipped" });
    expect(api.requests).toEqual([]);
  });

  test("on-change stays silent while there is nothing to say, speaks up, and then keeps its comment current", async () => {
    expect(await publish({ mode: "on-change", noteworthy: false })).toMatchObject({ kind: "skipped" });
    expect(await bodies()).toEqual([]);
    expect(await publish({ mode: "on-change", noteworthy: true })).toMatchObject({ kind: "created" });
    const calm = {
      mode: "on-change",
      noteworthy: false,
      body: markdown`all well`,
      run: { id: 11, attempt: 1 },
    } as const;
    expect(await publish(calm)).toMatchObject({ kind: "updated" });
    expect(await bodies()).toEqual([marked("all well", 11)]);
  });
});

describe("stale runs", () => {
  test.each([
    { id: 9, attempt: 3 },
    { id: 10, attempt: 1 },
  ])("run %o does not overwrite 10.2", async (run) => {
    await publish({ run: { id: 10, attempt: 2 } });
    expect(await publish({ run, body: markdown`old` })).toEqual({
      kind: "skipped",
      reason: "the newer run 10.2 has commented already",
    });
    expect(await bodies()).toEqual([
      `${renderMarker({ key: "default", run: { id: 10, attempt: 2 }, ...about })}the report`,
    ]);
  });

  test("a comment of a run that GitHub does not know is none of ours, however new it says it is", async () => {
    const planted = renderMarker({ key: "default", run: { id: Number.MAX_SAFE_INTEGER, attempt: 1 }, ...about });
    await api.comment(pullRequest, `${planted}all well`, "token-of-actions");
    expect(await publish()).toMatchObject({ kind: "skipped" });
    api.inject({ method: "GET", path: /\/actions\/runs\/\d+$/, status: 404, message: "Not Found" });
    expect(await publish()).toMatchObject({ kind: "updated" });
    expect(await bodies()).toEqual([marked("the report")]);
  });

  test("a comment of an attempt that its run has not had is none of ours", async () => {
    api.runs.set(10, { attempt: 3 });
    await api.comment(
      pullRequest,
      `${renderMarker({ key: "default", run: { id: 10, attempt: 3 }, ...about })}newer`,
      "token-of-actions",
    );
    expect(await publish()).toMatchObject({ kind: "skipped" });
    api.runs.set(10, { attempt: 2 });
    expect(await publish()).toMatchObject({ kind: "updated" });
    expect(await bodies()).toEqual([marked("the report")]);
  });

  test("a run of a commit that is no longer the head keeps silent", async () => {
    api.moveHead(pullRequest, "b".repeat(40));
    expect(await publish()).toEqual({ kind: "skipped", reason: "the pull request has moved on to bbbbbbb" });
    expect(await bodies()).toEqual([]);
  });

  test("a token that may comment but not read pull requests comments", async () => {
    api.inject({ method: "GET", path: /\/pulls\//, status: 403, message: "Resource not accessible by integration" });
    expect(await publish()).toMatchObject({ kind: "created" });
  });
});

describe("runs that race", () => {
  test("a newer run that created its comment meanwhile wins, and ours goes away", async () => {
    api.before(
      "POST",
      /comments$/,
      async () => void (await api.comment(pullRequest, marked("rival", 11), "token-of-actions")),
    );
    expect(await publish()).toMatchObject({ kind: "skipped" });
    expect(await bodies()).toEqual([marked("rival", 11)]);
  });

  test("an older run that created its comment meanwhile is overwritten in place", async () => {
    api.before(
      "POST",
      /comments$/,
      async () => void (await api.comment(pullRequest, marked("rival", 9), "token-of-actions")),
    );
    expect(await publish()).toMatchObject({ kind: "updated" });
    expect(await bodies()).toEqual([marked("the report")]);
  });

  test("many at once leave one comment", async () => {
    const runs = Array.from({ length: 6 }, (_, index) => ({ id: 20 + index, attempt: 1 }));
    await Promise.all(runs.map((run) => publish({ run, body: markdown`run ${run.id}` })));
    expect(await bodies()).toEqual([
      expect.stringMatching(/^<!-- mcp-bench: key=default run=(2\d)\.1 head=a+ -->\nrun \1$/),
    ]);
  });

  test("duplicates left by an aborted run are cleared away", async () => {
    await api.comment(pullRequest, marked("first", 1), "token-of-actions");
    await api.comment(pullRequest, marked("second", 2), "token-of-actions");
    expect(await publish()).toMatchObject({ kind: "updated" });
    expect(await bodies()).toEqual([marked("the report")]);
  });

  test("a comment deleted just before it is updated is written anew", async () => {
    await publish();
    api.inject({ method: "PATCH", path: issues, status: 404, message: "Not Found", times: 1 });
    expect(await publish({ run: { id: 11, attempt: 1 } })).toMatchObject({ kind: "updated" });
  });
});

describe("when GitHub does not do what was asked", () => {
  test("a read-only token is told apart and the permission named", async () => {
    const result = await publish({}, { token: "token-read-only" });
    expect(result).toMatchObject({ kind: "not-permitted", status: 403 });
    expect(commentWarning(result, { fork: false })).toContain(
      "permissions:\n      contents: read\n      pull-requests: write",
    );
    expect(commentWarning(result, { fork: true })).toContain("workflow_run");
    expect(slept).toEqual([]);
  });

  test.each([403, 404, 422])("%i on creating is not retried and named", async (status) => {
    api.inject({ method: "POST", path: /comments$/, status, message: "No" });
    const result = await publish();
    expect(result).toMatchObject({ kind: "not-permitted", status, message: expect.stringContaining("No") });
    expect(commentWarning(result, { fork: false })).toContain("pull-requests: write");
    expect(slept).toEqual([]);
  });

  test("a success gives no warning", async () => {
    expect(commentWarning(await publish(), { fork: false })).toBeUndefined();
  });

  test("a 404 that stays on updating is a missing permission", async () => {
    await publish();
    api.inject({ method: "PATCH", path: issues, status: 404, message: "Not Found" });
    expect(await publish({ run: { id: 11, attempt: 1 } })).toMatchObject({ kind: "not-permitted", status: 404 });
  });

  test("429 waits as long as the server says", async () => {
    const headers = { "retry-after": "7" };
    api.inject({ method: "POST", path: /comments$/, status: 429, message: "slow down", headers, times: 2 });
    expect(await publish()).toMatchObject({ kind: "created" });
    expect(slept).toEqual([7000, 7000]);
  });

  test("an exhausted rate limit waits for its reset, but not for an hour", async () => {
    const headers = { "x-ratelimit-remaining": "0", "x-ratelimit-reset": "1030" };
    const message = "API rate limit exceeded";
    api.inject({ method: "GET", path: /comments$/, status: 403, message, headers, times: 1 });
    expect(await publish()).toMatchObject({ kind: "created" });
    expect(slept).toEqual([30_000]);

    api.inject({
      method: "GET",
      path: /comments$/,
      status: 403,
      message,
      headers: { ...headers, "x-ratelimit-reset": "4600" },
    });
    const result = await publish();
    expect(result).toMatchObject({ kind: "failed", message: expect.stringContaining("rate limit") });
    expect(slept).toEqual([30_000]);
  });

  test("5xx is retried with growing delays and then given up", async () => {
    api.inject({ method: "GET", path: /comments$/, status: 502, message: "Bad Gateway" });
    expect(await publish()).toMatchObject({ kind: "failed", message: expect.stringContaining("did not answer") });
    expect(slept).toEqual([1000, 2000, 4000]);
  });

  test("a comment that was created although GitHub answered 502 is not created twice", async () => {
    api.inject({ method: "POST", path: /comments$/, status: 502, message: "Bad Gateway", times: 1, afterwards: true });
    expect(await publish()).toMatchObject({ kind: "unchanged" });
    expect(await bodies()).toEqual([marked("the report")]);
  });

  test("a comment that was not created when GitHub answered 502 is created on the next look", async () => {
    api.inject({ method: "POST", path: /comments$/, status: 502, message: "Bad Gateway", times: 1 });
    expect(await publish()).toMatchObject({ kind: "created" });
    expect(await bodies()).toEqual([marked("the report")]);
  });

  test("a text beyond GitHub's limit is not sent, one at the limit is accepted", async () => {
    const since = new Date(0).toISOString();
    const longest = { head, since, regressed: true, regressedSince: since };
    const marker = renderMarker({ key: "default", run: { id: 10, attempt: 1 }, ...longest });
    const room = commentLimit - marker.length;
    expect(await publish({ body: asMarkdown("x".repeat(room + 1)) })).toMatchObject({ kind: "failed" });
    expect(api.requests).toEqual([]);
    expect(await publish({ body: asMarkdown("x".repeat(room)) })).toMatchObject({ kind: "created" });
  });

  test("nobody listening is a failure, not a crash", async () => {
    const gone = await startGitHubApi();
    await gone[Symbol.asyncDispose]();
    const result = await publish({}, { apiUrl: gone.url });
    expect(result).toMatchObject({ kind: "failed" });
  });
});
