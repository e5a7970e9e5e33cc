import { afterEach, describe, expect, test, vi } from "vitest";
import { issueIdentity } from "../../../src/server/auth/github-identity.ts";
import { tokenFor } from "../../../src/server/auth/tokens.ts";
import { freePort } from "../../../src/server/process/port.ts";
import { listen } from "../../support/listen.ts";
import { fixture, httpSpec, launch } from "../support.ts";

afterEach(() => void vi.unstubAllEnvs());

const { signal } = new AbortController();

/** A token that says when it ends; nothing here checks its signature. */
const tokenUntil = (seconds: number) =>
  ["{}", JSON.stringify({ exp: seconds }), "signature"]
    .map((part) => Buffer.from(part).toString("base64url"))
    .join(".");

describe("the identity of a job", () => {
  test("comes from the runner, for the audience that is asked for", async () => {
    const asked: (string | undefined)[] = [];
    const token = tokenUntil(Date.now() / 1000 + 300);
    await using runner = await listen((request, response) => {
      asked.push(request.url, request.headers.authorization);
      response.end(JSON.stringify({ value: token }));
    });
    vi.stubEnv("ACTIONS_ID_TOKEN_REQUEST_URL", `${runner.url}/token?api-version=2.0`);
    vi.stubEnv("ACTIONS_ID_TOKEN_REQUEST_TOKEN", "of-the-runner");
    const printed = vi.spyOn(process.stdout, "write");
    const issued = await issueIdentity("https://mcp.example.com", signal);
    // It may be a file, or what the next command reads.
    expect(printed).not.toHaveBeenCalled();
    printed.mockRestore();
    expect(issued.token).toBe(token);
    expect(issued.lifeMs).toBeGreaterThan(200_000);
    expect(issued.lifeMs).toBeLessThanOrEqual(300_000);
    expect(asked).toEqual(["/token?api-version=2.0&audience=https%3A%2F%2Fmcp.example.com", "Bearer of-the-runner"]);
  });

  test("that is none is told without what the runner was asked with", async () => {
    await using runner = await listen((_, response) => void response.end("{}"));
    vi.stubEnv("ACTIONS_ID_TOKEN_REQUEST_URL", `${runner.url}/token`);
    vi.stubEnv("ACTIONS_ID_TOKEN_REQUEST_TOKEN", "of-the-runner");
    const issuing = issueIdentity("a", signal);
    await expect(issuing).rejects.toThrow("answered with HTTP 200");
    await expect(issuing).rejects.not.toThrow("of-the-runner");
  });

  test("that the job may not ask for names the permission it takes", async () => {
    vi.stubEnv("ACTIONS_ID_TOKEN_REQUEST_URL", "");
    await expect(issueIdentity("a", signal)).rejects.toThrow("no job on GitHub");
    await using runner = await listen((_, response) => response.writeHead(403).end("{}"));
    vi.stubEnv("ACTIONS_ID_TOKEN_REQUEST_URL", `${runner.url}/token?api-version=2.0`);
    vi.stubEnv("ACTIONS_ID_TOKEN_REQUEST_TOKEN", "of-the-runner");
    await expect(issueIdentity("a", signal)).rejects.toThrow("HTTP 403");
    await expect(issueIdentity("a", signal)).rejects.toThrow(/no identity.*\n.*\n?.*id-token: write/s);
  });

  test("that was fetched for an earlier launch at the same address takes nothing off a later start-up", async () => {
    await using runner = await listen((_, response) => void response.end('{"value":"lasting"}'));
    vi.stubEnv("ACTIONS_ID_TOKEN_REQUEST_URL", `${runner.url}/token?api-version=2.0`);
    vi.stubEnv("ACTIONS_ID_TOKEN_REQUEST_TOKEN", "of-the-runner");
    const auth = { kind: "github_oidc", audience: "a" } as const;
    const port = await freePort();
    const url = `http://127.0.0.1:${port}/mcp`;
    let looks = 0;
    const slow = { now: () => looks++ * 600_000 };
    await tokenFor(auth, { url: new URL(url), clock: slow }).renew(signal);
    const server = await launch(httpSpec(fixture("http.js"), ["ok", String(port)], { url, auth }));
    expect(server.readyMs()).toBeGreaterThan(0);
  });
});
