import { execFileSync } from "node:child_process";
import { chmodSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { parseIndex } from "../../src/baseline/branch/branch-index.ts";
import { shardPath } from "../../src/baseline/branch/branch-layout.ts";
import type { Entry } from "../../src/baseline/branch/entry.ts";
import { temporaryFolder } from "../support/folder.ts";
import { bareRepository, filesOf, fingerprintOf, git, gitEnvironment, tipOf } from "../support/git-run.ts";
import { branch, openTestStore, storeRun } from "../support/git-store.ts";
import { commitId, sampleEntry } from "./sample.ts";

let folder: ReturnType<typeof temporaryFolder>;
let remote: string;
beforeEach(() => {
  folder = temporaryFolder();
  remote = bareRepository(folder.path);
});
afterEach(() => folder[Symbol.dispose]());

const entry = sampleEntry();
const runs = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    sampleEntry({ commit: commitId(index + 1), createdAt: new Date(Date.UTC(2026, 8, 1 + index)).toISOString() }),
  );

describe("storing runs", () => {
  test("a remote without the branch has no runs, and reading makes none", async () => {
    await using store = await openTestStore(remote);
    expect(await store.read(entry.key)).toEqual({ entries: [], environments: [] });
    expect(tipOf(remote, branch)).toBeUndefined();
  });

  test("the first run founds an orphan branch that a person can read", async () => {
    git(folder.path, ["clone", "--quiet", remote, "work"]);
    git(join(folder.path, "work"), ["commit", "--quiet", "--allow-empty", "-m", "code"]);
    git(join(folder.path, "work"), ["push", "--quiet", "origin", "HEAD:main"]);
    await using store = await openTestStore(remote);
    const { sha } = await store.append(entry);
    expect(tipOf(remote, branch)).toBe(sha);
    expect(git(remote, ["log", "--format=%P|%an|%ae|%ad|%s", "--date=iso-strict", branch])).toBe(
      "|github-actions[bot]|41898282+github-actions[bot]@users.noreply.github.com|2026-11-20T00:00:00+00:00|Add 000000000000 (pass) to " +
        entry.key,
    );
    expect(Object.keys(filesOf(remote, branch))).toEqual([
      "README.md",
      "badge.svg",
      shardPath(entry),
      "mcp-bench.json",
    ]);
    expect(git(remote, ["fsck", "--strict"])).toBe("");
    expect(await store.read(entry.key)).toMatchObject({ entries: [entry], baselineSha: sha });
  });

  test.each([
    ["its branch", "main"],
    ["none", "none"],
  ])("the branch of a SHA-256 repository whose HEAD names %s is founded, read and added to", async (_, head) => {
    const wide = join(folder.path, "wide.git");
    git(folder.path, ["init", "--quiet", "--bare", "--object-format=sha256", `--initial-branch=${head}`, wide]);
    const code = git(wide, [
      "commit-tree",
      git(wide, ["hash-object", "-t", "tree", "-w", "--stdin"], ""),
      "-m",
      "code",
    ]);
    git(wide, ["update-ref", "refs/heads/main", code]);
    const [first, second] = [code, code.replace(/^../, "ab")].map((commit) => sampleEntry({ commit }));
    for (const run of [first, second]) await storeRun(wide, run as Entry);
    expect(tipOf(wide, branch)).toHaveLength(64);
    expect(git(wide, ["fsck", "--strict"])).toBe("");
    await using store = await openTestStore(wide);
    const { entries } = await store.read(entry.key);
    expect(entries.map(({ commit }) => commit).sort()).toEqual([first?.commit, second?.commit].sort());
  });

  test("each run is a commit on top, and another store reads them oldest first", async () => {
    const stored = runs(4);
    for (const run of [...stored].reverse()) {
      await using store = await openTestStore(remote);
      await store.append(run);
    }
    await using store = await openTestStore(remote);
    expect((await store.read(entry.key)).entries).toEqual(stored);
    expect(git(remote, ["rev-list", "--count", branch])).toBe("4");
  });

  test("a run stored twice is stored once, and measured again replaced", async () => {
    await using store = await openTestStore(remote);
    const { sha } = await store.append(entry);
    expect(await store.append(entry)).toEqual({ sha });
    const again = sampleEntry({ p50: 3, createdAt: "2026-10-24T00:00:00.000Z" });
    await store.append(again);
    expect((await store.read(entry.key)).entries).toEqual([again]);
    expect(Object.keys(filesOf(remote, branch))).not.toContain(shardPath(entry));
  });

  test("keys do not mix, and files of others stay as they are", async () => {
    const other = sampleEntry({ environment: { runnerKey: "lab" } });
    await using store = await openTestStore(remote);
    await store.append(entry);
    await store.append(other);
    expect((await store.read(entry.key)).entries).toEqual([entry]);
    expect((await store.read(other.key)).entries).toEqual([other]);
    const index = parseIndex(filesOf(remote, branch)["mcp-bench.json"] ?? "", "marker");
    expect(Object.keys(index.keys).sort()).toEqual([entry.key, other.key].sort());
  });

  test("a store leaves no folder behind", async () => {
    {
      await using store = await openTestStore(remote, { workDirectory: folder.path });
      await store.append(entry);
      expect(readdirSync(folder.path)).toHaveLength(2);
    }
    expect(readdirSync(folder.path)).toEqual(["remote.git"]);
  });
});

describe("reading", () => {
  const other = sampleEntry({ environment: { runnerKey: "lab" } });
  const blobOf = (path: string) => git(remote, ["rev-parse", `${branch}:${path}`]);
  const isHere = (blob: string) => {
    const [name = ""] = readdirSync(folder.path).filter((found) => found.startsWith("mcp-bench-baseline-"));
    const gitDir = join(folder.path, name, "repository.git");
    const probe = ["--git-dir", gitDir, "cat-file", "--batch-check"];
    return !execFileSync("git", probe, { env: gitEnvironment, input: `${blob}\n` })
      .toString()
      .includes("missing");
  };

  test("fetches no history and no file but those of the key", async () => {
    {
      await using store = await openTestStore(remote);
      await store.append(entry);
      await store.append(other);
    }
    await using store = await openTestStore(remote, { workDirectory: folder.path });
    await store.read(other.key);
    expect([shardPath(entry), "README.md"].map((path) => isHere(blobOf(path)))).toEqual([false, false]);
    expect([shardPath(other), "mcp-bench.json"].map((path) => isHere(blobOf(path)))).toEqual([true, true]);
    expect(isHere(git(remote, ["rev-parse", `${branch}~1`]))).toBe(false);
    await store.append(sampleEntry({ commit: commitId(8), environment: { runnerKey: "lab" } }));
    expect(isHere(blobOf(shardPath(entry)))).toBe(false);
    expect(git(remote, ["fsck", "--strict"])).toBe("");
  });

  test("works where the remote knows no filters", async () => {
    git(remote, ["config", "uploadpack.allowFilter", "false"]);
    {
      await using store = await openTestStore(remote);
      await store.append(entry);
    }
    await using store = await openTestStore(remote);
    await store.append(other);
    expect((await store.read(entry.key)).entries).toEqual([entry]);
  });

  test("works over ssh, with the command the machine uses", async () => {
    const ssh = join(folder.path, "ssh.sh");
    writeFileSync(ssh, `#!/bin/sh\necho "$@" >> ${folder.path}/ssh.log\nfor last; do :; done\neval "$last"\n`);
    chmodSync(ssh, 0o755);
    const environment = { PATH: process.env.PATH, GIT_SSH_COMMAND: ssh, GIT_SSH_VARIANT: "ssh" };
    await using store = await openTestStore(`git@git.example.com:${remote}`, { environment });
    await store.append(entry);
    expect((await store.read(entry.key)).entries).toEqual([entry]);
  });
});

describe("growth", () => {
  const squash = { commits: 3, bytes: 1e9 };

  test("the history is replaced by one commit now and then, and no run is lost", async () => {
    const stored = runs(6);
    for (const run of stored) {
      await using store = await openTestStore(remote, { squash });
      await store.append(run);
    }
    expect(Number(git(remote, ["rev-list", "--count", branch]))).toBeLessThanOrEqual(3);
    expect(git(remote, ["fsck", "--strict", "--no-dangling"])).toBe("");
    await using store = await openTestStore(remote);
    expect((await store.read(entry.key)).entries).toEqual(stored);
  });

  test("one store squashes as well as many", async () => {
    const stored = runs(6);
    await using store = await openTestStore(remote, { squash });
    for (const run of stored) await store.append(run);
    expect((await store.read(entry.key)).entries).toEqual(stored);
    expect(Number(git(remote, ["rev-list", "--count", branch]))).toBeLessThanOrEqual(3);
  });

  test("where force pushes are forbidden the history goes on, with one warning per limit", async () => {
    git(remote, ["config", "receive.denyNonFastForwards", "true"]);
    const warnings: string[] = [];
    const stored = runs(7);
    await using store = await openTestStore(remote, { squash, log: (message) => warnings.push(message) });
    for (const run of stored) await store.append(run);
    expect(git(remote, ["rev-list", "--count", branch])).toBe("7");
    expect(warnings).toHaveLength(2);
    expect(warnings[0]).toMatch(/could not be squashed \(protected\).*allow force pushes/);
    expect((await store.read(entry.key)).entries).toEqual(stored);
  });

  test("old runs thin out, new ones do not", async () => {
    const retention = { whole: 1, recent: 2, dailyDays: 1, weeklyDays: 1, monthlyDays: 1, nights: 9, most: 3 };
    await using store = await openTestStore(remote, { retention });
    for (const run of runs(6)) await store.append(run);
    expect((await store.read(entry.key)).entries.map((run) => run.commit)).toEqual([4, 5, 6].map(commitId));
  });
});

describe("a clock in the past", () => {
  test("loses nothing and is pointed out", async () => {
    const warnings: string[] = [];
    const past = sampleEntry({ commit: commitId(2), createdAt: "1970-01-01T00:00:01.000Z" });
    await storeRun(remote, entry);
    await using store = await openTestStore(remote, { now: () => -5, log: (message) => warnings.push(message) });
    await store.append(past);
    expect((await store.read(entry.key)).entries).toEqual([past, entry]);
    expect(warnings).toEqual([expect.stringContaining("check the clock of this machine")]);
    expect(git(remote, ["fsck", "--strict"])).toBe("");
  });
});

describe("a run from the future", () => {
  const at = (createdAt: string) => sampleEntry({ createdAt });

  test("is refused more than a day ahead, and the branch stays as it was", async () => {
    await using store = await openTestStore(remote, { now: () => Date.parse("2026-11-20T00:00:00Z") });
    await store.append(entry);
    const before = tipOf(remote, branch);
    for (const createdAt of ["9998-01-01T00:00:00.000Z", "2026-11-21T00:00:00.001Z"])
      await expect(store.append(at(createdAt))).rejects.toThrow(/a day ahead of this machine's clock/);
    expect(tipOf(remote, branch)).toBe(before);
  });

  test("is stored within a day: clocks of two machines differ", async () => {
    await using store = await openTestStore(remote, { now: () => Date.parse("2026-11-20T00:00:00Z") });
    const near = at("2026-11-21T00:00:00.000Z");
    await store.append(near);
    expect((await store.read(entry.key)).entries).toEqual([near]);
  });
});

describe("the user's checkout", () => {
  const hostile = (checkout: string) => {
    const canary = `touch ${folder.path}/canary`;
    for (const hook of ["pre-push", "post-commit", "reference-transaction", "post-index-change", "pre-auto-gc"]) {
      writeFileSync(join(checkout, ".git/hooks", hook), `#!/bin/sh\n${canary}\n`);
      chmodSync(join(checkout, ".git/hooks", hook), 0o755);
    }
    const settings = [
      ["core.fsmonitor", canary],
      ["core.hooksPath", join(checkout, ".git/hooks")],
      ["core.sshCommand", canary],
      ["credential.helper", `!${canary}`],
      ["uploadpack.packObjectsHook", canary],
      [`url.${folder.path}/evil/.insteadOf`, `${folder.path}/`],
      [`url.${folder.path}/evil/.pushInsteadOf`, `${folder.path}/`],
      ["remote.origin.receivepack", canary],
      ["gpg.program", canary],
      ["commit.gpgSign", "true"],
    ];
    for (const [name = "", value = ""] of settings) git(checkout, ["config", name, value]);
  };

  test.each(["a full clone", "a shallow clone", "a worktree"])(
    "of %s stays the same to the bit, and its settings mean nothing",
    async (kind) => {
      const work = join(folder.path, "work");
      git(folder.path, ["clone", "--quiet", remote, "first"]);
      for (const message of ["one", "two"])
        git(join(folder.path, "first"), ["commit", "--quiet", "--allow-empty", "-m", message]);
      git(join(folder.path, "first"), ["push", "--quiet", "origin", "HEAD:main"]);
      git(folder.path, [
        "clone",
        "--quiet",
        ...(kind === "a shallow clone" ? ["--depth=1"] : []),
        "-b",
        "main",
        `file://${remote}`,
        "work",
      ]);
      writeFileSync(join(work, "dirty.txt"), "uncommitted");
      git(work, ["add", "dirty.txt"]);
      if (kind === "a worktree") git(work, ["worktree", "add", "--quiet", "../tree"]);
      hostile(work);

      const before = [fingerprintOf(work), kind === "a worktree" ? fingerprintOf(join(folder.path, "tree")) : {}];
      const inside = kind === "a worktree" ? join(folder.path, "tree") : work;
      const previous = process.cwd();
      process.chdir(inside);
      try {
        const environment = {
          PATH: process.env.PATH,
          GIT_DIR: join(work, ".git"),
          GIT_INDEX_FILE: join(work, ".git/index"),
        };
        await using store = await openTestStore(remote, { environment });
        await store.append(entry);
        expect((await store.read(entry.key)).entries).toEqual([entry]);
      } finally {
        process.chdir(previous);
      }
      const after = [fingerprintOf(work), kind === "a worktree" ? fingerprintOf(inside) : {}];
      expect(after).toEqual(before);
      expect(readdirSync(folder.path)).not.toContain("canary");
      expect(tipOf(remote, branch)).toBeDefined();
    },
  );
});

test.each(["-x", "a..b", "a b", "a.lock", "/a", "a/", "a//b", "refs~1", "a\n", "@{x}"])(
  "%j is no name for the branch",
  async (name) => {
    await expect(openTestStore(remote, { branch: name })).rejects.toThrow(/not a usable branch name/);
  },
);
