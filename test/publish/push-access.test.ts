import { execFile } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { pushAccess } from "../../src/publish/push-access.ts";
import { type GitHubApi, startGitHubApi } from "../support/github/api.ts";
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

test("it is asked through the proxy of the machine, as all else of GitHub is", async () => {
  const asked: (string | undefined)[] = [];
  const proxy = createServer().on("connect", ({ url }, socket) => {
    asked.push(url);
    socket.end("HTTP/1.1 403 Forbidden\r\n\r\n");
  });
  await once(proxy.listen(0, "127.0.0.1"), "listening");
  try {
    const module = fileURLToPath(new URL("../../src/publish/push-access.ts", import.meta.url));
    const script = `const { pushAccess } = await import(${JSON.stringify(module)});
      console.log(await pushAccess("token", ${JSON.stringify(placeOn("https://forge.invalid"))}));`;
    const proxied = {
      PATH: process.env.PATH,
      https_proxy: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    };
    const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "--eval", script], {
      env: proxied,
    });
    expect(asked).toEqual(["forge.invalid:443"]);
    expect(stdout).toBe("unknown\n");
  } finally {
    proxy.close();
  }
});
