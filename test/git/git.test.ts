import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { UserError } from "../../src/errors.ts";
import { runGit } from "../../src/git/git.ts";
import { classifyFailure } from "../../src/git/git-outcome.ts";
import { hasLocalChanges, readWorkingCopy, refuseOldGit } from "../../src/git/working-copy.ts";
import { temporaryFolder } from "../support/folder.ts";
import { bareRepository } from "../support/git-run.ts";
import { createRepository } from "../support/repository.ts";

let folder: ReturnType<typeof temporaryFolder>;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => folder[Symbol.dispose]());

/** Puts a program named git first on the path, to see what ours is given. */
function fakeGit(script: string): Record<string, string> {
  const path = join(folder.path, "git");
  writeFileSync(path, `#!/bin/sh\n${script}\n`);
  chmodSync(path, 0o755);
  return { PATH: `${folder.path}:${process.env.PATH}` };
}

const token = "ghs_0123456789secret";
const remote = { url: "https://ghe.example.com/o/r", credentials: `x-access-token:${token}` };

describe("running git", () => {
  test("nothing of the parent's git settings reaches it, but for how to run ssh", async () => {
    const environment = {
      ...fakeGit("env"),
      GIT_DIR: "/elsewhere",
      GIT_TRACE: "1",
      GIT_CONFIG_PARAMETERS: "'core.fsmonitor=evil'",
      GIT_ASKPASS: "evil",
      SSH_ASKPASS: "evil",
      GIT_SSH_COMMAND: "ssh -i key",
      HTTPS_PROXY: "http://proxy",
    };
    const outcome = await runGit({ args: ["x"], cwd: folder.path, gitDir: "/ours", environment });
    const seen = outcome.ok ? outcome.stdout.toString() : outcome.message;
    expect(seen).not.toMatch(/elsewhere|evil|GIT_TRACE/);
    for (const line of [
      "GIT_DIR=/ours",
      "GIT_SSH_COMMAND=ssh -i key",
      "HTTPS_PROXY=http://proxy",
      "GIT_CONFIG_GLOBAL=/dev/null",
      "GIT_CONFIG_NOSYSTEM=1",
      "GIT_TERMINAL_PROMPT=0",
      "LC_ALL=C",
    ])
      expect(seen.split("\n")).toContain(line);
  });

  test("no token, input or service of the job reaches it, nor anything else it does not need", async () => {
    const secret = {
      GITHUB_TOKEN: "secret",
      "INPUT_GITHUB-TOKEN": "secret",
      ACTIONS_RUNTIME_TOKEN: "secret",
      ACTIONS_ID_TOKEN_REQUEST_TOKEN: "secret",
      NODE_AUTH_TOKEN: "secret",
      LD_PRELOAD: "secret",
    };
    const needed = { SSH_AUTH_SOCK: "/agent", https_proxy: "http://proxy", HOME: "/home/me", SSL_CERT_DIR: "/certs" };
    const environment = { ...fakeGit("env"), ...secret, ...needed };
    const outcome = await runGit({ args: ["x"], cwd: folder.path, environment });
    const seen = outcome.ok ? outcome.stdout.toString() : outcome.message;
    expect(seen).not.toMatch(/secret/);
    for (const [name, value] of Object.entries(needed)) expect(seen.split("\n")).toContain(`${name}=${value}`);
  });

  test("the token is given by environment and for one host only, never on the command line", async () => {
    const outcome = await runGit({
      args: ["x"],
      cwd: folder.path,
      environment: fakeGit('env; echo "args: $@"'),
      remote,
    });
    const seen = outcome.ok ? outcome.stdout.toString() : outcome.message;
    expect(seen).toContain("=http.https://ghe.example.com/.extraheader");
    expect(seen).toContain(`AUTHORIZATION: basic ${Buffer.from(`x-access-token:${token}`).toString("base64")}`);
    expect(seen).toMatch(/^args: x$/m);
    expect(seen).toContain("=https://ghe.example.com/o/r\n");
  });

  test("credentials and control characters are left out of messages", async () => {
    const basic = Buffer.from(`x-access-token:${token}`).toString("base64");
    const script = `printf 'bad ${token} ${basic} https://u:pw@host/x \\033[31mred\\r' >&2; exit 1`;
    const outcome = await runGit({ args: ["x"], cwd: folder.path, environment: fakeGit(script), remote });
    expect(outcome).toEqual({ ok: false, failure: "failed", message: "bad *** *** https://***@host/x  [31mred" });
  });

  test("git and its helpers are ended when they take too long", async () => {
    const pid = join(folder.path, "pid");
    const environment = fakeGit(`sleep 60 & echo $! > ${pid}; wait`);
    // On a busy machine a helper may take long to begin.
    for (let timeoutMs = 300; !existsSync(pid); timeoutMs *= 5) {
      const outcome = await runGit({ args: ["x"], cwd: folder.path, environment: { ...environment }, timeoutMs });
      expect(outcome).toMatchObject({ ok: false, failure: "timeout" });
    }
    const helper = Number(readFileSync(pid, "utf8"));
    await expect.poll(() => isAlive(helper)).toBe(false);
  });

  test("a git that hung once is not waited for again, but for a remote", async () => {
    const calls = join(folder.path, "calls");
    const environment = fakeGit(`echo $1 >> ${calls}; [ $1 != hangs ] || exec sleep 600`);
    const run = (name: string, more = {}) => runGit({ args: [name], cwd: folder.path, environment, ...more });
    expect(await run("hangs", { timeoutMs: 50, remote })).toMatchObject({ failure: "timeout" });
    expect(await run("ends")).toMatchObject({ ok: true });
    expect(await run("hangs", { timeoutMs: 50 })).toMatchObject({ failure: "timeout" });
    expect(await run("ends")).toMatchObject({
      failure: "timeout",
      message: "git hangs: an earlier command did not end",
    });
    expect(await run("ends", { remote })).toMatchObject({ ok: true });
    expect(readFileSync(calls, "utf8").match(/ends/g)).toHaveLength(2);
  });

  test("a status that takes long is not taken for a git that hangs", async () => {
    const environment = fakeGit("[ $1 != status ] || exec sleep 600");
    const run = (name: string, more = {}) => runGit({ args: [name], cwd: folder.path, environment, ...more });
    expect(await run("status", { ownOnly: true, timeoutMs: 50 })).toMatchObject({ failure: "timeout" });
    expect(await run("ends")).toMatchObject({ ok: true });
  });

  test("git and its helpers are ended when the run is called off", async () => {
    const pid = join(folder.path, "called-off");
    const environment = fakeGit(`sleep 60 & echo $! > ${pid}; wait`);
    const controller = new AbortController();
    const running = runGit({ args: ["x"], cwd: folder.path, environment, signal: controller.signal });
    await expect.poll(() => existsSync(pid) && readFileSync(pid, "utf8")).toMatch(/\d\n/);
    controller.abort();
    expect(await running).toMatchObject({ ok: false, message: "git x was called off" });
    const helper = Number(readFileSync(pid, "utf8"));
    await expect.poll(() => isAlive(helper)).toBe(false);
  });

  test("output is bounded", async () => {
    const outcome = await runGit({ args: ["x"], cwd: folder.path, environment: fakeGit("yes"), maxOutputBytes: 1000 });
    expect(outcome).toMatchObject({ ok: false, failure: "too-large" });
  });

  test("a machine without git is told so", async () => {
    const outcome = await runGit({ args: ["x"], cwd: folder.path, environment: { PATH: folder.path } });
    expect(outcome).toMatchObject({ ok: false, message: expect.stringContaining("git could not be started") });
  });

  test("no checkout names a program that brings what it lacks", async () => {
    using repository = createRepository({ "a.txt": "a" });
    const { directory } = repository;
    const mark = join(folder.path, "mark");
    const settings = {
      "core.repositoryFormatVersion": "1",
      "extensions.partialClone": "evil",
      "remote.evil.url": directory,
      "remote.evil.promisor": "true",
      "remote.evil.uploadpack": `touch ${mark}; git-upload-pack`,
    };
    for (const [name, value] of Object.entries(settings)) repository.git("config", name, value);
    const sha = repository.git("rev-parse", "HEAD");
    rmSync(join(directory, ".git/objects", sha.slice(0, 2), sha.slice(2)));
    expect(await readWorkingCopy(directory, process.env)).toBeUndefined();
    expect(existsSync(mark)).toBe(false);
    spawnSync("git", ["cat-file", "commit", "HEAD"], { cwd: directory });
    expect(existsSync(mark)).toBe(true);
  });

  test.each([true, false])(
    "filters of a checkout run only if it is one's own: of another user %s",
    async (isOthers) => {
      using repository = createRepository({ "a.txt": "a" });
      const { directory } = repository;
      const mark = join(folder.path, "mark");
      repository.git("config", "filter.evil.clean", `touch ${mark}; cat`);
      writeFileSync(join(directory, ".git/info/attributes"), "* filter=evil");
      writeFileSync(join(directory, "a.txt"), "b");
      const owner = isOthers ? "export GIT_TEST_ASSUME_DIFFERENT_OWNER=1" : "";
      const environment = fakeGit(`${owner}\nPATH=\${PATH#*:} exec git "$@"`);
      // Without the filter, nobody knows what its file should be.
      expect(await hasLocalChanges(directory, environment)).toBe(!isOthers);
      expect(existsSync(mark)).toBe(!isOthers);
    },
  );

  test("changes in a checkout of another user are seen, in files and in what is staged", async () => {
    const attributes = "*.bin filter=lfs\n";
    using repository = createRepository({
      "a.txt": "a",
      "sub/b.txt": "b",
      ".gitattributes": attributes,
      "a.bin": "id",
    });
    const { directory } = repository;
    writeFileSync(join(directory, "a.bin"), "what a filter makes of it");
    const environment = fakeGit('export GIT_TEST_ASSUME_DIFFERENT_OWNER=1\nPATH=${PATH#*:} exec git "$@"');
    const changes = () => hasLocalChanges(directory, environment);
    expect(await changes()).toBe(false);
    writeFileSync(join(directory, "a.txt"), "changed");
    expect(await changes()).toBe(true);
    repository.git("add", "a.txt");
    expect(await changes()).toBe(true);
    repository.git("commit", "--quiet", "--message", "changed");
    expect(await changes()).toBe(false);
    rmSync(join(directory, "sub/b.txt"));
    expect(await changes()).toBe(true);
  });

  test("an address cannot name a program to run", async () => {
    const gitDir = bareRepository(folder.path);
    const url = `ext::sh -c "touch ${folder.path}/canary"`;
    const environment = { PATH: process.env.PATH };
    const outcome = await runGit({ args: ["fetch", "origin"], cwd: folder.path, gitDir, environment, remote: { url } });
    expect(outcome).toMatchObject({ ok: false, message: expect.stringContaining("not allowed") });
  });
});

/** A killed process whose parent is gone may stay a zombie where nobody reaps it. */
function isAlive(pid: number): boolean {
  const { stdout } = spawnSync("ps", ["-o", "stat=", "-p", String(pid)], { encoding: "utf8" });
  return /^[^Z\s]/.test(stdout.trim());
}

test.each([
  ["fatal: Authentication failed for 'https://github.com/o/r/'", "auth"],
  ["fatal: could not read Username for 'https://github.com': terminal prompts disabled", "auth"],
  ["git@github.com: Permission denied (publickey).\nfatal: Could not read from remote repository.", "auth"],
  [
    "remote: Permission to o/r.git denied to github-actions[bot].\nfatal: unable to access 'x': The requested URL returned error: 403",
    "forbidden",
  ],
  ["remote: Write access to repository not granted.", "forbidden"],
  ["remote: Repository not found.\nfatal: repository 'https://github.com/o/r/' not found", "not-found"],
  ["fatal: '/x' does not appear to be a git repository", "not-found"],
  ["fatal: couldn't find remote ref refs/heads/b", "no-branch"],
  ["fatal: unable to access 'x': Could not resolve host: github.com", "unreachable"],
  ["ssh: connect to host github.com port 22: Connection refused", "unreachable"],
  ["fatal: unable to access 'x': The requested URL returned error: 502", "unreachable"],
  ["error: RPC failed; curl 52 Empty reply from server\nfatal: the remote end hung up unexpectedly", "unreachable"],
  ["!\ta:refs/heads/b\t[rejected] (stale info)", "race"],
  ["!\ta:refs/heads/b\t[remote rejected] (cannot lock ref 'refs/heads/b': is at 1 but expected 2)", "race"],
  ["!\ta:refs/heads/b\t[remote rejected] (failed to update ref)", "race"],
  [
    "remote: error: GH006: Protected branch update failed for refs/heads/b.\n!\ta:b\t[remote rejected] (protected branch hook declined)",
    "protected",
  ],
  ["remote: error: GH013: Repository rule violations found for refs/heads/b.", "protected"],
  ["!\ta:b\t[remote rejected] (pre-receive hook declined)", "protected"],
  ["remote: error: denying non-fast-forward refs/heads/b (you should pull first)", "protected"],
  ["remote: fatal: pack exceeds maximum allowed size", "no-space"],
  [
    "error: remote unpack failed: unable to create temporary object directory\nfatal: write error: No space left on device",
    "no-space",
  ],
  [
    "fatal: unable to access 'https://h/x/': server certificate verification failed. CAfile: /etc/ssl/ca.crt CRLfile: none",
    "unreachable",
  ],
  ["fatal: unable to access 'https://github.com/o/quota-mcp/': The requested URL returned error: 401", "auth"],
  [
    "fatal: unable to access 'https://github.com/o/mcp-read-only/': The requested URL returned error: 502",
    "unreachable",
  ],
  ["remote: Permission to o/quota.git denied to a-user.", "forbidden"],
  ["fatal: unable to access 'https://quota.example/': Could not resolve host: quota.example", "unreachable"],
  ["fatal: repository 'https://github.com/o/tls-probe/' not found", "not-found"],
  ["fatal: '/srv/read only/quota' does not appear to be a git repository", "not-found"],
  ["To https://github.com/o/quota-mcp\n!\ta:refs/heads/quota\t[remote rejected] (internal error)", "failed"],
  ["git@github.com:o/tls-mcp.git: bad object", "failed"],
  ["remote: error: disk quota exceeded for tls", "no-space"],
  ["fatal: bad object", "failed"],
])("%s", (text, failure) => {
  expect(classifyFailure(text)).toBe(failure);
});

describe("a git that would run what a planted repository says", () => {
  const refuse = (version: string) =>
    refuseOldGit({ cwd: folder.path, environment: fakeGit(`echo "git version ${version}"`) });

  test.each(["1.8.3", "2.25.1", "2.37.9", "2.38.1"])("is refused: %s", async (version) => {
    await expect(refuse(version)).rejects.toThrow(UserError);
  });

  test.each(["2.39.0", "2.39.5 (Apple Git-154)", "2.100.1", "3.0.0"])("is none: %s", async (version) => {
    await expect(refuse(version)).resolves.toBeUndefined();
  });
});
