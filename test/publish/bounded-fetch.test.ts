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
  const limits = { timeoutMs, bytes: 20_000, redirects: 3 };
  const octokit = await openGitHub("token-of-actions", { apiUrl: server.url, retry, limits });
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
  const { answer } = await askWhat(listener, { attempts: 2, timeoutMs: 150 });
  expect(answer).toEqual({ kind: "unreachable", message: "no whole answer to GET /user within 0.15 s" });
  const last = await askWhat(listener, { attempts: 4, patienceMs: 50 });
  expect(last.answer).toEqual({ kind: "unreachable", message: "no whole answer to GET /user within 0.05 s" });
});

test("an answer beyond the limit of bytes is given up, at once and for good", async () => {
  const { answer, requests } = await askWhat(pour(" ".repeat(5000), 1), { attempts: 4 });
  expect(answer).toEqual({ kind: "unexpected", message: "GitHub answered GET /user with more than 20000 bytes" });
  expect(requests).toBe(1);
});

test("a redirect is followed with the token, a loop of them is not", async () => {
  const found = await askWhat((request, response) => {
    if (request.url === "/user") response.writeHead(301, { location: "/moved" }).end();
    else response.end(JSON.stringify({ login: request.headers.authorization }));
  });
  expect(found).toEqual({ answer: { kind: "ok", value: { login: "token token-of-actions" } }, requests: 2 });

  const loop = await askWhat((_, response) => void response.writeHead(302, { location: "/user" }).end(), {
    attempts: 4,
  });
  expect(loop.answer).toEqual({ kind: "unexpected", message: "GitHub answered GET /user with more than 3 redirects" });
  expect(loop.requests).toBe(4);
});

test.each([
  ["http://localhost:1/user", "GitHub leads to another host, localhost:1, for GET /user"],
  ["http://", "GitHub answered GET /user with a redirect to what is no address"],
])("a redirect to %s is not followed", async (location, message) => {
  const { answer } = await askWhat((_, response) => void response.writeHead(302, { location }).end());
  expect(answer).toEqual({ kind: "unexpected", message });
});
