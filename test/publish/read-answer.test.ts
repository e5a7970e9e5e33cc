import type { IncomingMessage, ServerResponse } from "node:http";
import { describe, expect, test } from "vitest";
import { markdown } from "../../src/base/markdown.ts";
import { openGitHub } from "../../src/publish/github.ts";
import { issueWarning, publishIssue } from "../../src/publish/issue.ts";
import { readLabels } from "../../src/publish/labels.ts";
import { acceptedMerge } from "../../src/publish/merged-pull-request.ts";
import { commentWarning, publishComment } from "../../src/publish/pr-comment.ts";
import { pullRequestOfRun } from "../../src/publish/pull-request-of-run.ts";
import { listen } from "../support/listen.ts";

const repository = { owner: "octo", repo: "server" };
const sha = "a".repeat(40);
const html = '<html>\n  <body class="proxy">Sign in first</body>\n</html>';

type Respond = (request: IncomingMessage, response: ServerResponse) => void;

/** Answers by `method path-without-query`, and 404 to all else. */
function route(routes: Readonly<Record<string, string | Respond>>): Respond {
  return (request, response) => {
    const path = `${request.method} ${request.url?.replace(/\?.*/, "").replace("/repos/octo/server", "")}`;
    const found = routes[path];
    if (typeof found === "function") return found(request, response);
    response.writeHead(found === undefined ? 404 : 200, { "content-type": "application/json" }).end(found ?? "{}");
  };
}

async function withGitHub<T>(
  respond: Respond,
  use: (octokit: Awaited<ReturnType<typeof openGitHub>>) => Promise<T>,
): Promise<T> {
  await using server = await listen(respond);
  const retry = { attempts: 1, patienceMs: 60_000, sleep: async () => {}, now: () => 0 };
  return await use(await openGitHub("token-of-actions", { apiUrl: server.url, retry }));
}

const bodies: [string, string, string][] = [
  ["HTML", html, `the text "<html> <body class=\\"proxy\\">Sign in first</body> </html>"`],
  ["a page of HTML", "x".repeat(500), `the text "${"x".repeat(60)}" …`],
  ["half of the JSON", '[{"name": "bug"', `the text "[{\\"name\\": \\"bug\\""`],
  ["a string", '"fine"', 'the text "fine"'],
  ["a list of nothing", "[null]", "a list, whose 0 is null"],
  ["an object", '{"total_count": 1}', "an object"],
  ["null", "null", "null"],
  ["nothing", "", 'the text ""'],
];

const asking = { repository, pullRequest: 1, headSha: sha, key: "default" };

describe.each(bodies)("GitHub answers with %s", (_, body, found) => {
  const everything: Respond = (_request, response) => void response.end(body);

  test("instead of labels: none holds, and the sentence says what came", async () => {
    const labels = await withGitHub(everything, (octokit) => readLabels(octokit, asking));
    const said = `GitHub answered /repos/octo/server/issues/1/labels with ${found}; expected a list of labels`;
    expect(labels).toEqual({ ignored: [`The labels of the pull request cannot be read: ${said}.`] });
  });

  test("to a comment: it is not written", async () => {
    const routes = { "GET /issues/1/comments": "[]", "POST /issues/1/comments": everything };
    const request = { repository, pullRequest: 1, headSha: sha, run: { id: 1, attempt: 1 }, key: "default" };
    const text = { body: markdown`the report`, mode: "always", noteworthy: true, regressed: false } as const;
    const result = await withGitHub(route(routes), (octokit) => publishComment(octokit, { ...request, ...text }));
    expect(result.kind).toBe("failed");
    const inside = body === "[null]" ? "a list" : found;
    const missing = body.startsWith("{") ? ", whose id is missing" : "";
    expect(commentWarning(result, { fork: false })).toContain(
      `was not written: GitHub answered /repos/octo/server/issues/1/comments with ${inside}${missing}; expected a comment`,
    );
  });

  test("to all else: an answer, a warning or an error of ours", async () => {
    const expected = `with ${found}; expected a list of`;
    const merged = await withGitHub(everything, (octokit) =>
      acceptedMerge(octokit, { repository, sha, key: "default" }),
    );
    expect(merged).toMatchObject({ kind: "unexpected", message: expect.stringContaining(expected) });
    const place = { repository, key: "main" };
    const settled = { kind: "settled", body: markdown`all well` } as const;
    const issue = await withGitHub(everything, (octokit) => publishIssue(octokit, place, settled));
    expect(issueWarning(issue)).toContain(`${expected} issues`);
    const event = { conclusion: "success", headSha: sha, headBranch: "feature", headOwner: "mallory" };
    const run = { kind: "workflow_run", startedBy: "pull_request", ...event } as const;
    const looked = withGitHub(everything, (octokit) => pullRequestOfRun(octokit, { repository, run }));
    await expect(looked).rejects.toThrow(`${expected} pull requests`);
  });
});

test.each([
  ["404 page not found\n", "404 page not found"],
  [`<html>\n${"x".repeat(5000)}`, `<html> ${"x".repeat(493)}…`],
])("a refusal %j is one short line of a sentence", async (body, shown) => {
  const refuse: Respond = (_, response) => void response.writeHead(404).end(body);
  const labels = await withGitHub(refuse, (octokit) => readLabels(octokit, asking));
  expect(labels).toEqual({ ignored: [`The labels of the pull request cannot be read: HTTP 404: ${shown}.`] });
});

test("the head of a pull request that is missing is named", async () => {
  const routes = { "GET /pulls/1": '{"number": 1}' };
  const request = { repository, pullRequest: 1, headSha: sha, run: { id: 1, attempt: 1 }, key: "default" };
  const text = { body: markdown`the report`, mode: "always", noteworthy: true, regressed: false } as const;
  const result = await withGitHub(route(routes), (octokit) => publishComment(octokit, { ...request, ...text }));
  expect(commentWarning(result, { fork: false })).toContain(
    "GitHub answered /repos/octo/server/pulls/1 with an object, whose head is missing; expected a pull request",
  );
});

describe("a list", () => {
  const read = (respond: Respond) => withGitHub(respond, (octokit) => readLabels(octokit, asking));
  let pages = 0;
  const paged =
    (last: number): Respond =>
    (request, response) => {
      pages++;
      const page = Number(new URL(request.url ?? "", "http://localhost").searchParams.get("page"));
      const link = `<http://127.0.0.1${request.url}>; rel="next", <http://127.0.0.1/>; rel="last"`;
      response.writeHead(200, page < last ? { link } : {}).end(JSON.stringify([{ name: `label ${page}` }]));
    };

  test("of as many pages as are read is read", async () => {
    pages = 0;
    expect(await read(paged(100))).toEqual({ ignored: [] });
    expect(pages).toBe(100);
  });

  test("without end is left after them, and that is said", async () => {
    pages = 0;
    const { ignored } = await read(paged(Number.POSITIVE_INFINITY));
    expect(ignored).toEqual([
      "The labels of the pull request cannot be read: GitHub answered /repos/octo/server/issues/1/labels with more than 100 pages.",
    ]);
    expect(pages).toBe(100);
  });
});

test.each([
  [
    "whose user is not told, as by Gitea",
    { user: null, repo: { full_name: "mallory/server", owner: { login: "Mallory" } } },
    "found",
  ],
  ["of another owner", { user: null, repo: { full_name: "eve/server", owner: { login: "eve" } } }, "none"],
  ["of a repository that is gone", { user: null, repo: null }, "none"],
] as const)("a head %s", async (_, told, kind) => {
  const pull = { number: 7, head: { ref: "feature", sha, ...told }, base: { sha, repo: { full_name: "octo/server" } } };
  const event = { conclusion: "success", headSha: sha, headBranch: "feature", headOwner: "mallory" };
  const run = { kind: "workflow_run", startedBy: "pull_request", ...event } as const;
  const found = await withGitHub(route({ "GET /pulls": JSON.stringify([pull]) }), (octokit) =>
    pullRequestOfRun(octokit, { repository, run }),
  );
  expect(found.kind).toBe(kind);
});

test.each([403, 500, 503])("GitHub answers with HTTP %d and not a word: the status is told", async (status) => {
  const respond: Respond = (_request, response) => void response.writeHead(status).end();
  const { ignored = [] } = await withGitHub(respond, (octokit) => readLabels(octokit, asking));
  expect(ignored.join()).toContain(`HTTP ${status}`);
});
