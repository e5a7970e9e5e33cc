import type { IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { markdown } from "../../src/base/markdown.ts";
import { openGitHub } from "../../src/publish/github.ts";
import { publishIssue, type Tracking } from "../../src/publish/issue.ts";
import { listen } from "../support/listen.ts";

interface Issue {
  readonly number: number;
  readonly html_url: string;
  readonly title: string;
  readonly body: string;
  readonly user: { readonly login: string };
  readonly state?: string;
  readonly closed_at?: string;
}

/** The issues of a repository after each of `nights`, on which a person may close the one that is open. */
async function issuesAfter(nights: readonly (Tracking | { readonly kind: "closed by a person"; at: string })[]) {
  let issues: Issue[] = [];
  let now = "";
  const write = async (request: IncomingMessage, path: string) => {
    const given = JSON.parse(await text(request));
    const number = Number(/\d+$/.exec(path)?.[0] ?? issues.length + 1);
    const old = issues.find((one) => one.number === number);
    const at = given.state === "closed" ? { closed_at: now } : {};
    const made = {
      number,
      html_url: `issue ${number}`,
      user: { login: "bot" },
      state: "open",
      ...old,
      ...given,
      ...at,
    };
    issues = [...issues.filter((one) => one !== old), made];
    return made;
  };
  await using server = await listen(async (request, response) => {
    const url = new URL(request.url ?? "", "http://localhost");
    const state = url.searchParams.get("state");
    const answer =
      url.pathname === "/user"
        ? { login: "bot" }
        : request.method === "GET"
          ? issues.filter((one) => one.state === state)
          : await write(request, url.pathname);
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(answer));
  });
  const octokit = await openGitHub("token", { apiUrl: server.url });
  const place = { repository: { owner: "octo", repo: "server" }, key: "main" };
  const told = [];
  for (const [index, night] of nights.entries()) {
    now = `2026-11-0${index + 1}T12:00:00Z`;
    if (night.kind === "closed by a person")
      issues = issues.map((one) => ({ ...one, state: "closed", closed_at: night.at }));
    else told.push((await publishIssue(octokit, place, night)).kind);
  }
  return told;
}

const shifted = (since: string): Tracking => ({ kind: "shifted", title: "slower", body: markdown`slower`, since });
const settled: Tracking = { kind: "settled", body: markdown`the level is back` };
const closed = (at: string) => ({ kind: "closed by a person" as const, at });

test("a shift that seemed to be over, and is there again, is told again", async () => {
  const old = shifted("2026-10-01T00:00:00.000Z");
  expect(await issuesAfter([old, settled, old])).toEqual(["opened", "closed", "opened"]);
});

test("a shift whose issue a person closed is not told again", async () => {
  const old = shifted("2026-10-01T00:00:00.000Z");
  expect(await issuesAfter([old, closed("2026-11-02T00:00:00Z"), old])).toEqual(["opened", "none"]);
});

test("a shift that began after the issue was closed is told, whatever time of day the server has", async () => {
  const nights = (at: string) => [shifted("2026-10-01T00:00:00.000Z"), closed(at), shifted("2026-11-02T23:00:00.000Z")];
  expect(await issuesAfter(nights("2026-11-03T00:30:00+02:00"))).toEqual(["opened", "opened"]);
  expect(await issuesAfter(nights("2026-11-03T01:30:00+02:00"))).toEqual(["opened", "none"]);
});
