import { appendFileSync, chmodSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { BaselineError } from "../../src/errors.ts";
import { parseRemote, resolveRemote } from "../../src/git/remote.ts";
import { temporaryFolder } from "../support/folder.ts";
import { fingerprintOf, git } from "../support/git-run.ts";

let folder: ReturnType<typeof temporaryFolder>;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => folder[Symbol.dispose]());

const environment = { PATH: process.env.PATH, HOME: "/nonexistent" };
const workflow = { ...environment, GITHUB_SERVER_URL: "https://ghe.example.com", GITHUB_REPOSITORY: "o/r" };

function checkoutOf(origin: string): string {
  const path = join(folder.path, "checkout");
  git(folder.path, ["init", "--quiet", path]);
  git(path, ["config", "remote.origin.url", origin]);
  return path;
}

describe("where the branch lives", () => {
  test("on a runner with a token: the workflow's repository, on any host", async () => {
    const directory = checkoutOf("https://elsewhere.example.com/x/y");
    expect(await resolveRemote({ token: "t0ken", directory, environment: workflow })).toEqual({
      url: "https://ghe.example.com/o/r",
      credentials: "x-access-token:t0ken",
    });
  });

  test("without a token: the checkout's origin, whatever kind it is", async () => {
    const directory = checkoutOf("git@github.com:o/r.git");
    expect(await resolveRemote({ directory, environment: workflow })).toEqual({ url: "git@github.com:o/r.git" });
  });

  test("credentials kept in the checkout's address are taken out of it", async () => {
    const directory = checkoutOf("https://user:p%40ss@github.com/o/r");
    expect(await resolveRemote({ directory, environment })).toEqual({
      url: "https://github.com/o/r",
      credentials: "user:p@ss",
    });
  });

  test("a percent sign in a password that encodes nothing stands for itself", () => {
    expect(parseRemote("https://user:100%@github.com/o/r", "/")).toEqual({
      url: "https://github.com/o/r",
      credentials: "user:100%",
    });
    expect(parseRemote("https://user:p%40ss%ff%@github.com/o/r", "/").credentials).toMatch(/^user:p@ss.*%$/);
  });

  test("what the user names wins; paths are relative to the directory", async () => {
    const directory = checkoutOf("https://github.com/o/r");
    const named = (explicit: string) => resolveRemote({ explicit, token: "t0ken", directory, environment: workflow });
    expect(await named("../remote.git")).toEqual({ url: `${directory}/../remote.git` });
    expect(await named("/srv/remote.git")).toEqual({ url: "/srv/remote.git" });
    expect(await named("file:///srv/remote.git")).toEqual({ url: "file:///srv/remote.git" });
    expect(await named("https://github.com/o/r")).toMatchObject({ credentials: "x-access-token:t0ken" });
  });

  test("from a worktree, the checkout it belongs to", async () => {
    const directory = checkoutOf("https://github.com/o/r");
    git(directory, ["commit", "--quiet", "--allow-empty", "-m", "x"]);
    git(directory, ["worktree", "add", "--quiet", "../tree"]);
    expect(await resolveRemote({ directory: join(folder.path, "tree"), environment })).toEqual({
      url: "https://github.com/o/r",
    });
  });

  test("neither a remote nor a checkout: an error that says what to do", async () => {
    git(folder.path, ["init", "--quiet", "empty"]);
    mkdirSync(join(folder.path, "none"));
    for (const name of ["empty", "none"])
      await expect(resolveRemote({ directory: join(folder.path, name), environment })).rejects.toThrow(
        /git remote add origin/,
      );
  });
});

describe("the token", () => {
  const origins = (origin: string) => ({ explicit: origin, token: "t0ken", directory: "/work" });
  const sent = { credentials: "x-access-token:t0ken" };

  test.each([
    ["https://github.com/o/r", {}],
    ["https://GitHub.com/o/r", {}],
    ["https://ghe.example.com/o/r", { GITHUB_SERVER_URL: "https://ghe.example.com" }],
    ["https://ghe.example.com:8443/o/r", { GH_HOST: "GHE.example.com:8443" }],
    ["http://127.0.0.1:3000/o/r", { GITHUB_SERVER_URL: "http://127.0.0.1:3000" }],
  ])("goes to %s with %j", async (origin, environment) => {
    const warn = vi.fn();
    expect(await resolveRemote({ ...origins(origin), environment, warn })).toMatchObject(sent);
    expect(warn).not.toHaveBeenCalled();
  });

  test.each([
    ["https://evil.example.com/o/r", {}, "GH_HOST=evil.example.com"],
    ["https://github.com.evil.example.com/o/r", {}, "neither github.com nor"],
    ["https://github.com:8443/o/r", {}, "neither github.com nor"],
    ["https://github.com@evil.example.com/o/r", {}, "not sent to evil.example.com"],
    ["http://github.com/o/r", {}, "not https"],
    ["http://ghe.example.com/o/r", { GITHUB_SERVER_URL: "https://ghe.example.com" }, "not https"],
    ["http://127.0.0.1:3001/o/r", { GITHUB_SERVER_URL: "http://127.0.0.1:3000" }, "neither github.com nor"],
  ])("does not go to %s with %j, and that is said once", async (origin, environment, why) => {
    const warn = vi.fn();
    expect(await resolveRemote({ ...origins(origin), environment, warn })).not.toMatchObject(sent);
    expect(warn.mock.calls).toEqual([[expect.stringContaining(why)]]);
  });

  test("is not needed for a path or ssh", async () => {
    const warn = vi.fn();
    for (const origin of ["/srv/remote.git", "git@evil.example.com:o/r.git", "ssh://evil.example.com/o/r"])
      expect(await resolveRemote({ ...origins(origin), environment, warn })).toEqual({ url: origin });
    expect(warn).not.toHaveBeenCalled();
  });
});

test("a hostile checkout is read without running or obeying anything of it", async () => {
  const directory = checkoutOf("https://github.com/o/r");
  const canary = join(folder.path, "canary");
  const program = join(folder.path, "evil.sh");
  writeFileSync(program, `#!/bin/sh\ntouch ${canary}\n`);
  chmodSync(program, 0o755);
  mkdirSync(join(directory, ".git/hooks"), { recursive: true });
  for (const hook of ["post-checkout", "reference-transaction", "pre-push", "fsmonitor-watchman"]) {
    writeFileSync(join(directory, ".git/hooks", hook), `#!/bin/sh\ntouch ${canary}\n`);
    chmodSync(join(directory, ".git/hooks", hook), 0o755);
  }
  writeFileSync(join(folder.path, "included"), '[remote "origin"]\n\turl = https://evil.example.com/included\n');
  appendFileSync(
    join(directory, ".git/config"),
    `[core]\n\tfsmonitor = ${program}\n\thooksPath = ${directory}/.git/hooks\n\tsshCommand = ${program}\n\tpager = ${program}\n` +
      `[credential]\n\thelper = !${program}\n[url "https://evil.example.com/"]\n\tinsteadOf = https://github.com/\n` +
      `[include]\n\tpath = ${folder.path}/included\n[alias]\n\tconfig = !${program}\n`,
  );
  const before = fingerprintOf(directory);
  expect(await resolveRemote({ directory, environment })).toEqual({ url: "https://github.com/o/r" });
  expect(existsSync(canary)).toBe(false);
  expect(fingerprintOf(directory)).toEqual(before);
});

test.each([
  "ext::sh -c evil",
  "--upload-pack=evil",
  "-oProxyCommand=evil",
  "git://github.com/o/r",
  "ftp://x/y",
  "/srv/a\nb",
  "https://",
])("%j is no address for git", (text) => {
  expect(() => parseRemote(text, "/work")).toThrow(BaselineError);
});
