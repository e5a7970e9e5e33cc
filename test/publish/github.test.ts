import type { RequestListener } from "node:http";
import { expect, test } from "vitest";
import { type Answer, ask, openGitHub } from "../../src/publish/github.ts";
import { listen } from "../support/listen.ts";

/** Asks a server of the test's own for a user; `requests` counts what reached it. */
async function askWhat(
  answer: RequestListener,
  { attempts = 1, patienceMs = 60_000, timeoutMs = 60_000 } = {},
): Promise<{ answer: Answer<unknown>; requests: number }> {
  let requests = 0;
  await using server = await listen((request, response) => {
    requests++;
    answer(request, response);
  });
  const retry = { attempts, patienceMs, sleep: async () => {}, now: () => 0 };
  const octokit = await openGitHub("token-of-actions", { apiUrl: server.url, retry, timeoutMs });
  const asked = await ask(async () => (await octokit.rest.users.getAuthenticated()).data);
  return { answer: asked, requests };
}

/** Writes a chunk after the other for as long as somebody listens. */
function pour(chunk: string, everyMs: number): RequestListener {
  return (_, response) => {
    response.writeHead(200, { "content-type": "application/json" });
    const timer = setInterval(() => response.write(chunk), everyMs);
    response.on("close", () => clearInterval(timer));
  };
}

test.each<[string, RequestListener]>([
  ["is never given", () => {}],
  ["has a body that never comes", (_, response) => void response.writeHead(200).flushHeaders()],
  ["drips", pour(" ", 5)],
])("an answer that %s ends at the time limit of a request, or at that of all together", async (_, listener) => {
  for (const limits of [
    { attempts: 2, timeoutMs: 150 },
    { attempts: 4, patienceMs: 50 },
  ])
    expect((await askWhat(listener, limits)).answer).toMatchObject({ kind: "unreachable" });
});

test("a redirect is followed with the token, to another host without it", async () => {
  const tell: RequestListener = (request, response) =>
    void response
      .writeHead(200, { "content-type": "application/json" })
      .end(JSON.stringify({ login: request.headers.authorization ?? "nobody" }));
  const moved =
    (location: string): RequestListener =>
    (request, response) =>
      request.url === "/user" ? void response.writeHead(301, { location }).end() : tell(request, response);
  const found = await askWhat(moved("/moved"));
  expect(found).toEqual({ answer: { kind: "ok", value: { login: "token token-of-actions" } }, requests: 2 });

  await using other = await listen(tell);
  const { answer } = await askWhat(moved(`${other.url}/moved`));
  expect(answer).toEqual({ kind: "ok", value: { login: "nobody" } });
});
