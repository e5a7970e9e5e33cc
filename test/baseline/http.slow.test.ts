import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { parseIndex, printIndex, summariseKey } from "../../src/baseline/branch/branch-index.ts";
import { printShard, shardPath } from "../../src/baseline/branch/branch-layout.ts";
import { BaselineError } from "../../src/errors.ts";
import { temporaryFolder } from "../support/folder.ts";
import { type GitHttpOptions, type GitHttpServer, serveGit } from "../support/git-http.ts";
import { bareRepository, commitFiles, filesOf, git, tipOf } from "../support/git-run.ts";
import { branch, openTestStore } from "../support/git-store.ts";
import { commitId, sampleEntry } from "./sample.ts";

let folder: ReturnType<typeof temporaryFolder>;
let remote: string;
let server: GitHttpServer;
beforeEach(() => {
  folder = temporaryFolder();
  remote = bareRepository(folder.path);
});
afterEach(async () => {
  await server[Symbol.asyncDispose]();
  folder[Symbol.dispose]();
});

const token = "ghs_0123456789secret";
const entry = sampleEntry();
const second = sampleEntry({ commit: commitId(2) });

async function start(options: GitHttpOptions = {}): Promise<string> {
  server = await serveGit(folder.path, options);
  return `${server.url}/remote.git`;
}

function hook(name: string, script: string): void {
  const path = join(remote, "hooks", name);
  writeFileSync(path, `#!/bin/sh\n${script}\n`);
  chmodSync(path, 0o755);
}

/** Stores a run as another machine would, straight in the remote. */
function storeAsRival(number: number): void {
  const rival = sampleEntry({ commit: commitId(number) });
  const files = tipOf(remote, branch) === undefined ? {} : filesOf(remote, branch);
  const path = shardPath(rival);
  const entries = [...JSON.parse(files[path] ?? "[]"), rival];
  const index = parseIndex(files["mcp-bench.json"] ?? "", "marker");
  const figures = summariseKey(entries);
  const marker = printIndex({ ...index, keys: figures ? { ...index.keys, [rival.key]: figures } : {} });
  commitFiles(remote, branch, { ...files, [path]: printShard(entries), "mcp-bench.json": marker });
}

describe("over HTTP", () => {
  test("reads and stores with the token, in few requests", async () => {
    const url = await start({ token });
    await using store = await openTestStore(url, { token });
    await store.append(entry);
    server.requests.length = 0;
    expect((await store.read(entry.key)).entries).toEqual([entry]);
    expect(server.requests.length).toBeLessThanOrEqual(6);
    expect([...server.authorizations]).toEqual([`basic ${Buffer.from(`x-access-token:${token}`).toString("base64")}`]);
  });

  test("without a token a redirection is followed", async () => {
    await using other = await serveGit(folder.path);
    const url = await start({ fault: (path) => ({ status: 302, location: `http://localhost:${other.port}${path}` }) });
    await using store = await openTestStore(url);
    expect(await store.read(entry.key)).toEqual({ entries: [], environments: [] });
  });

  test("the token does not follow a redirection to another host", async () => {
    await using other = await serveGit(folder.path);
    const url = await start({ fault: (path) => ({ status: 302, location: `http://localhost:${other.port}${path}` }) });
    await using store = await openTestStore(url, { token });
    await expect(store.read(entry.key)).rejects.toThrow(/may have moved[\s\S]*check the address/);
    expect(server.authorizations).not.toContain(undefined);
    expect(other.requests).toEqual([]);
  });
});

describe("what a person is told", () => {
  test.each<[string, GitHttpOptions, RegExp]>([
    ["no token", { token }, /did not accept the credentials[\s\S]*permissions: contents: read/],
    ["a token without access", { fault: () => ({ status: 403 }) }, /may not read[\s\S]*permissions: contents: read/],
    ["no such repository", { fault: () => ({ status: 404 }) }, /not found/],
  ])("%s", async (_, options, message) => {
    await using store = await openTestStore(await start(options));
    await expect(store.read(entry.key)).rejects.toThrow(message);
  });

  test("nobody listens: tried again a few times, then an error", async () => {
    const url = await start();
    await server[Symbol.asyncDispose]();
    const waits: number[] = [];
    await using store = await openTestStore(url, { sleep: async (ms) => waits.push(ms) });
    await expect(store.read(entry.key)).rejects.toThrow(/could not be reached[\s\S]*network/);
    expect(waits).toHaveLength(3);
  });

  test("a token that may read but not write gets the permission line, and the run goes on", async () => {
    const url = await start({ fault: (path) => (path.includes("receive-pack") ? { status: 403 } : undefined) });
    await using store = await openTestStore(url, { token });
    const error = await store.append(entry).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(BaselineError);
    expect(String(error)).toMatch(/may not write[\s\S]*permissions: contents: write/);
    expect(String(error)).not.toContain(token);
    expect(await store.read(entry.key)).toEqual({ entries: [], environments: [] });
  });

  test("a protected branch: the remote's words and what to change, at once and without a trace", async () => {
    hook("pre-receive", "echo 'GH006: Protected branch update failed' >&2; exit 1");
    await using store = await openTestStore(await start());
    await expect(store.append(entry)).rejects.toThrow(/rule or a hook[\s\S]*GH006[\s\S]*branch rules/);
    expect(tipOf(remote, branch)).toBeUndefined();
    expect(
      server.requests.filter((request) => request.startsWith("POST") && request.includes("receive-pack")),
    ).toHaveLength(1);
    expect(await store.read(entry.key)).toEqual({ entries: [], environments: [] });
  });

  test("no room on the remote", async () => {
    const url = await start();
    await using store = await openTestStore(url);
    await store.append(entry);
    const before = tipOf(remote, branch);
    git(remote, ["config", "receive.maxInputSize", "200"]);
    await expect(store.append(second)).rejects.toThrow(/no room left[\s\S]*quota/);
    expect(tipOf(remote, branch)).toBe(before);
    git(remote, ["config", "--unset", "receive.maxInputSize"]);
    await store.append(second);
    expect((await store.read(entry.key)).entries).toHaveLength(2);
  });
});

describe("races", () => {
  test("a rival that pushes at the worst moment loses nothing, and neither do we", async () => {
    let rivals = 0;
    const url = await start({
      beforeReceivePack: () => {
        if (rivals < 3) storeAsRival(100 + rivals++);
      },
    });
    {
      await using store = await openTestStore(remote);
      await store.append(entry);
    }
    const waits: number[] = [];
    await using store = await openTestStore(url, { sleep: async (ms) => waits.push(ms), random: () => 0.999 });
    await store.append(second);
    const commits = (await store.read(entry.key)).entries.map((run) => run.commit);
    expect(commits.sort()).toEqual([entry.commit, second.commit, ...[100, 101, 102].map(commitId)].sort());
    expect(waits).toHaveLength(3);
    expect(waits[1]).toBeGreaterThan((waits[0] ?? 0) * 1.9);
    expect(waits[2]).toBeGreaterThan((waits[1] ?? 0) * 1.9);
  });

  test("two that found the branch at the same moment both end up on it", async () => {
    let isFirst = true;
    const url = await start({
      beforeReceivePack: () => {
        if (isFirst) commitFiles(remote, branch, foundation);
        isFirst = false;
      },
    });
    const figures = summariseKey([entry]);
    const foundation = {
      "mcp-bench.json": printIndex({
        kind: "mcp-bench-baseline",
        schema: 1,
        history: { commits: 1, bytes: 0 },
        keys: figures ? { [entry.key]: figures } : {},
      }),
      [shardPath(entry)]: printShard([entry]),
    };
    await using store = await openTestStore(url);
    await store.append(second);
    expect((await store.read(entry.key)).entries.map((run) => run.commit)).toEqual([entry.commit, second.commit]);
    expect(git(remote, ["rev-list", "--count", branch])).toBe("2");
  });

  test("a squash that loses a race does not take the rival's run with it", async () => {
    let rivals = 0;
    const url = await start({
      beforeReceivePack: () => {
        if (rivals < 1) storeAsRival(100 + rivals++);
      },
    });
    {
      await using store = await openTestStore(remote);
      await store.append(entry);
    }
    await using store = await openTestStore(url, { squash: { commits: 2, bytes: 1e9 } });
    await store.append(second);
    expect((await store.read(entry.key)).entries.map((run) => run.commit)).toEqual([
      entry.commit,
      second.commit,
      commitId(100),
    ]);
  });

  test("a rival that never stops ends in an error, not in an endless loop", async () => {
    let rivals = 0;
    const url = await start({ beforeReceivePack: () => storeAsRival(100 + rivals++) });
    {
      await using store = await openTestStore(remote);
      await store.append(entry);
    }
    const retry = { raceTries: 3, networkTries: 2, firstWaitMs: 1, longestWaitMs: 1 };
    await using store = await openTestStore(url, { retry });
    await expect(store.append(second)).rejects.toThrow(/other runs kept pushing first/);
    expect(rivals).toBe(3);
  });

  test("a push whose answer is lost is found to have arrived", async () => {
    let answers = 0;
    const url = await start({
      fault: (path) => {
        if (!path.endsWith("/git-receive-pack") || answers++ > 0) return undefined;
        return "drop";
      },
    });
    await using store = await openTestStore(url);
    await store.append(entry);
    expect((await store.read(entry.key)).entries).toEqual([entry]);
    expect(git(remote, ["rev-list", "--count", branch])).toBe("1");
  });
});
