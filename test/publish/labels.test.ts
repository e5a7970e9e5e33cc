import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { markdown } from "../../src/base/markdown.ts";
import { readMarker, renderMarker } from "../../src/publish/comment-marker.ts";
import { openGitHub } from "../../src/publish/github.ts";
import { readLabels } from "../../src/publish/labels.ts";
import { acceptedInQueue, acceptedMerge } from "../../src/publish/merged-pull-request.ts";
import { type CommentRequest, publishComment } from "../../src/publish/pr-comment.ts";
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
  const retry = { attempts: 1, patienceMs: 600_000, sleep: async () => {}, now: () => 0 };
  return openGitHub("token-of-actions", { apiUrl: api.url, retry, timeoutMs: 600_000 });
}
const repository = () => ({ owner: api.owner, repo: api.repo });
const [seen, pushed] = ["a".repeat(40), "b".repeat(40)];
interface Situation {
  readonly headSha?: string;
  readonly labelled?: { readonly name: string; readonly by: string };
  readonly isObeyed?: boolean;
  readonly isSilent?: boolean;
  readonly key?: string;
}
const read = async ({ headSha = seen, key = "default", ...event }: Situation = {}) =>
  readLabels(await octokit(), { repository: repository(), pullRequest, headSha, key, ...event });

let runs = 0;
/** Writes the comment of one run. */
async function report({ headSha = seen, regressed = true, accepted, key = "default" }: Partial<CommentRequest> = {}) {
  const result = await publishComment(await octokit(), {
    repository: repository(),
    pullRequest,
    headSha,
    run: { id: ++runs, attempt: 1 },
    key,
    body: markdown`the report`,
    mode: "always",
    noteworthy: true,
    regressed,
    accepted,
  });
  expect(result.kind).toMatch(/created|updated/);
}
const push = () => api.moveHead(pullRequest, pushed);
const set = (name: "skip" | "accept", by = "alice") => api.labels.set(pullRequest, `mcp-bench:${name}`, by);
const takeOff = (name: "skip" | "accept", by = "alice") => api.labels.remove(pullRequest, `mcp-bench:${name}`, by);
const unseen = (name: string, sha = pushed) =>
  `The label mcp-bench:${name} is ignored: @alice set it before there was a ${name === "accept" ? "regression in a report" : "report"} on ${sha.slice(0, 7)}; take it off and set it again, then run the workflow again.`;

describe("a label of ours", () => {
  test("counts when whoever set it last may write", async () => {
    await report();
    set("skip", "trish");
    takeOff("skip", "octo");
    set("skip");
    set("accept", "octo");
    const { skip, accept, ignored } = await read();
    expect(skip?.by).toBe("alice");
    expect(accept?.by).toBe("octo");
    expect(ignored).toEqual([]);
  });

  test.each(["trish", "mallory", "helper[bot]"])("is ignored, and that is said, when %s set it last", async (login) => {
    await report();
    set("accept");
    takeOff("accept");
    set("accept", login);
    const { accept, ignored } = await read();
    expect(accept).toBeUndefined();
    expect(ignored).toEqual([
      `The label mcp-bench:accept is ignored: @${login}, who set it, may not write to the repository.`,
    ]);
  });

  test("does nothing once it is taken off, and others never do", async () => {
    set("skip");
    takeOff("skip", "mallory");
    api.labels.set(pullRequest, "bug", "alice");
    expect(await read()).toEqual({ ignored: [] });
    expect(api.requests).toHaveLength(1);
  });
});

describe.each(["accept", "skip"] as const)("the label that means %s holds for one commit:", (name) => {
  test("the one that our comment reported on when it was set, in later reports on it, too", async () => {
    await report();
    set(name);
    expect((await read())[name]?.by).toBe("alice");
    await report({ accepted: "alice" });
    expect((await read())[name]?.by).toBe("alice");
  });

  test("not one that was pushed between the report and the label", async () => {
    await report();
    push();
    set(name);
    expect(await read({ headSha: pushed })).toEqual({ ignored: [unseen(name)] });
  });

  test("not one that was pushed after the label, whatever is reported on it since", async () => {
    await report();
    set(name);
    push();
    expect(await read({ headSha: pushed })).toEqual({ ignored: [unseen(name)] });
    await report({ headSha: pushed });
    expect(await read({ headSha: pushed })).toEqual({ ignored: [unseen(name)] });
    takeOff(name);
    set(name);
    expect((await read({ headSha: pushed }))[name]?.by).toBe("alice");
  });

  test("where there is no comment, the one that was head in the event of this very label", async () => {
    set(name);
    expect(await read()).toEqual({ ignored: [unseen(name, seen)] });
    const labelled = { name: `mcp-bench:${name}`, by: "alice" };
    expect((await read({ labelled }))[name]?.by).toBe("alice");
    for (const other of [
      { ...labelled, name: "bug" },
      { ...labelled, by: "octo" },
    ])
      expect(await read({ labelled: other })).toEqual({ ignored: [unseen(name, seen)] });
  });

  test("as the one comment on several servers reported on it", async () => {
    await report();
    set(name);
    expect((await read({ key: "search", isSilent: true }))[name]?.by).toBe("alice");
    push();
    await report({ key: "search", headSha: pushed });
    expect(await read({ key: "search", headSha: pushed, isSilent: true })).toEqual({ ignored: [unseen(name)] });
  });

  test("not where our comments cannot be read", async () => {
    await report();
    set(name);
    api.inject({ method: "GET", path: /\/comments$/, status: 403, message: "no" });
    expect(await read()).toEqual({ ignored: [unseen(name, seen)] });
  });
});

describe("a label that accepts", () => {
  const labelled = { name: "mcp-bench:accept", by: "alice" };

  test("holds for no commit without a report while there is one on another, though its event names it", async () => {
    await report();
    push();
    set("accept");
    expect(await read({ headSha: pushed, labelled })).toEqual({ ignored: [unseen("accept")] });
  });

  test("does not hold where the report named no regression, as one of a run that failed", async () => {
    await report({ regressed: false });
    set("accept");
    expect(await read()).toEqual({ ignored: [unseen("accept", seen)] });
    await report({ regressed: true });
    expect(await read()).toEqual({ ignored: [unseen("accept", seen)] });
  });

  test("is of no report of another key that nobody has seen", async () => {
    await report();
    set("accept");
    expect(await read({ key: "search" })).toEqual({ ignored: [unseen("accept", seen)] });
  });

  test("is not believed by a comment of somebody else", async () => {
    const marker = renderMarker({ key: "default", run: { id: 1, attempt: 1 }, head: seen, regressed: true });
    await api.comment(pullRequest, `${marker}forged`, "token-of-mallory");
    set("accept");
    expect(await read()).toEqual({ ignored: [unseen("accept", seen)] });
  });
});

test("a label that was set after a report on the head holds, whatever a run between them said", async () => {
  await report();
  set("accept");
  set("skip");
  // A run that was skipped, or one that failed, names no regression.
  await report({ regressed: false });
  const { accept, skip } = await read();
  expect([accept?.by, skip?.by]).toEqual(["alice", "alice"]);
  await report({ regressed: true });
  expect((await read()).accept?.by).toBe("alice");
});

test("a run that ended well and measured nothing obeyed the label that skips, and accepted nothing", async () => {
  set("skip");
  set("accept");
  const { skip, ignored } = await read({ isObeyed: true });
  expect([skip?.by, ignored]).toEqual(["alice", [unseen("accept", seen)]]);
  takeOff("skip");
  set("skip", "mallory");
  expect((await read({ isObeyed: true })).skip).toBeUndefined();
});

test("a fork that lets its run end without a record is not skipped by a label for an earlier head", async () => {
  set("skip");
  await report();
  push();
  expect((await read({ headSha: pushed, isObeyed: true })).skip).toBeUndefined();
  takeOff("skip");
  set("skip");
  expect((await read({ headSha: pushed, isObeyed: true })).skip?.by).toBe("alice");
});

test("a label that skips holds for the head of its event, whatever was reported before", async () => {
  await report();
  push();
  set("skip");
  expect((await read({ headSha: pushed, labelled: { name: "mcp-bench:skip", by: "alice" } })).skip?.by).toBe("alice");
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

describe("a merge is accepted", () => {
  const sha = "c".repeat(40);
  const find = async () => acceptedMerge(await octokit(), { repository: repository(), sha, key: "default" });
  const nobody = { kind: "ok", value: undefined };

  test("where our comment says who accepted the head that was merged", async () => {
    await report({ accepted: "alice" });
    api.labels.merge(pullRequest, sha);
    expect(await find()).toEqual({ kind: "ok", value: { number: pullRequest, by: "alice", at: expect.any(String) } });
  });

  test("by nobody where it was refused on the last push, and merged all the same", async () => {
    await report({ accepted: "alice" });
    set("accept");
    push();
    await report({ headSha: pushed });
    api.labels.merge(pullRequest, sha);
    expect(await find()).toEqual(nobody);
  });

  test("by nobody where more was pushed after the last report", async () => {
    await report({ accepted: "alice" });
    set("accept");
    push();
    api.labels.merge(pullRequest, sha);
    expect(await find()).toEqual(nobody);
  });

  test("by nobody where somebody else's comment says so, and for a commit that was pushed", async () => {
    const marker = { key: "default", run: { id: 1, attempt: 1 }, head: seen, regressed: true, accepted: "alice" };
    await api.comment(pullRequest, `${renderMarker(marker)}forged`, "token-of-mallory");
    expect(await find()).toEqual(nobody);
    api.labels.merge(pullRequest, sha);
    expect(await find()).toEqual(nobody);
  });
});

describe("a pull request in a merge queue is accepted", () => {
  const find = async () =>
    acceptedInQueue(await octokit(), { repository: repository(), number: pullRequest, key: "default" });

  test("where our comment says who accepted its head", async () => {
    await report({ accepted: "alice" });
    expect(await find()).toEqual({ kind: "ok", value: { number: pullRequest, by: "alice", at: expect.any(String) } });
  });

  test("also after a report that names no regression, but not after one that nobody accepted", async () => {
    await report({ accepted: "alice" });
    await report({ regressed: false });
    expect(await find()).toMatchObject({ kind: "ok", value: { by: "alice" } });
    await report();
    expect(await find()).toEqual({ kind: "ok", value: undefined });
  });

  test("by nobody where that was an earlier head, and where there is a label alone", async () => {
    await report({ accepted: "alice" });
    push();
    set("accept");
    expect(await find()).toEqual({ kind: "ok", value: undefined });
  });
});

test.each(["alice", "a--b", "helper[bot]", "--> <b>"])("the marker keeps the login %j", (accepted) => {
  const marker = { key: "k", run: { id: 1, attempt: 2 }, head: seen, regressed: true, accepted } as const;
  const text = renderMarker({
    ...marker,
    since: "2026-11-20T10:00:00+02:00",
    regressedSince: "2026-11-20T10:30:00+02:00",
  });
  expect(text.match(/--/g)).toHaveLength(2);
  const { key, ...reported } = marker;
  expect(readMarker(`${text}body`)).toEqual({
    ...reported,
    encodedKey: key,
    since: "2026-11-20T08:00:00.000Z",
    regressedSince: "2026-11-20T08:30:00.000Z",
  });
});
