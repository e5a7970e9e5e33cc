import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { checkOut, readFileAt } from "../../src/git/checkout.ts";
import { hasLocalChanges, readWorkingCopy, resolveCommit } from "../../src/git/working-copy.ts";

const run = promisify(execFile);
let folder: string;
let project: string;
let remote: string;

async function git(...args: string[]): Promise<string> {
  const identity = [
    "-c",
    "user.name=t",
    "-c",
    "user.email=t@example.com",
    "-c",
    "commit.gpgsign=false",
    "-c",
    "init.defaultBranch=main",
  ];
  return (await run("git", [...identity, ...args], { cwd: project })).stdout.trim();
}

async function commit(file: string, text: string): Promise<string> {
  await writeFile(path.join(project, file), text);
  await git("add", file);
  await git("commit", "-qm", text);
  return git("rev-parse", "HEAD");
}

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "mcp-bench-checkout-"));
  project = path.join(folder, "project");
  remote = path.join(folder, "remote.git");
  await run("git", ["init", "-q", "-b", "main", project]);
  await run("git", ["init", "-q", "--bare", "-b", "main", remote]);
  await git("remote", "add", "origin", remote);
});
afterEach(() => rm(folder, { recursive: true, force: true }));

function options() {
  return { sources: [{ url: remote }], environment: process.env, workDirectory: folder };
}

describe("the commit to compare with", () => {
  it("is checked out by its id, alone, and gone afterwards", async () => {
    const first = await commit("server.js", "one");
    await commit("server.js", "two");
    await git("push", "-q", "origin", "main");
    let directory: string;
    {
      await using checkout = await checkOut({ kind: "commit", sha: first, why: "" }, options());
      directory = checkout.directory;
      expect(checkout).toMatchObject({ sha: first, warnings: [] });
      expect(await readFile(path.join(directory, "server.js"), "utf8")).toBe("one");
    }
    expect(existsSync(directory)).toBe(false);
  });

  it("is found as the merge base of two branches", async () => {
    const base = await commit("a", "base");
    await git("checkout", "-qb", "topic");
    const head = await commit("b", "topic");
    await git("checkout", "-q", "main");
    const tip = await commit("c", "main");
    await git("push", "-q", "origin", "main", "topic");
    await using checkout = await checkOut({ kind: "merge-base", of: [tip, head], why: "" }, options());
    expect(checkout.sha).toBe(base);
    expect((await readdir(checkout.directory)).sort()).toEqual([".git", "a"]);
  });

  it("is found by branch name, in the next source when the first lacks it", async () => {
    await commit("a", "pushed");
    await git("push", "-q", "origin", "main");
    await git("checkout", "-qb", "local-only");
    const sha = await commit("a", "not pushed");
    const sources = [{ url: remote }, { url: project }];
    await using checkout = await checkOut({ kind: "ref", ref: "local-only", why: "" }, { ...options(), sources });
    expect(checkout.sha).toBe(sha);
  });

  it("that nobody has is an error that names it and where it was sought, and leaves nothing behind", async () => {
    await commit("a", "x");
    await git("push", "-q", "origin", "main");
    const before = await readdir(folder);
    const missing = checkOut({ kind: "ref", ref: "no-such-branch", why: "named by compare-ref" }, options());
    await expect(missing).rejects.toThrow(/no-such-branch \(named by compare-ref\)[\s\S]*remote\.git[\s\S]*fix: /);
    expect(await readdir(folder)).toEqual(before);
  });

  it("is read from a repository of another user, as containers mount them", async () => {
    const sha = await commit("a", "x");
    const git = path.join(folder, "git");
    await writeFile(git, `#!/bin/sh\nexport GIT_TEST_ASSUME_DIFFERENT_OWNER=1\nPATH=\${PATH#*:} exec git "$@"\n`);
    await chmod(git, 0o755);
    const environment = { ...process.env, PATH: `${folder}:${process.env.PATH}` };
    for (const url of [project, `file://${project}`]) {
      const given = { ...options(), environment, sources: [{ url }] };
      await using checkout = await checkOut({ kind: "commit", sha, why: "" }, given);
      expect(checkout.sha).toBe(sha);
    }
  });

  it("that is a tag of a tree is no commit", async () => {
    await commit("a", "x");
    await git("tag", "tree", "HEAD^{tree}");
    const sources = [{ url: project }];
    const tagged = checkOut({ kind: "ref", ref: "tree", why: "" }, { ...options(), sources });
    await expect(tagged).rejects.toThrow(/could not be fetched: tree[\s\S]*it is no commit there/);
  });

  it("is fetched from a repository of SHA-256, too", async () => {
    await rm(project, { recursive: true });
    await run("git", ["init", "-q", "-b", "main", "--object-format=sha256", project]);
    const sha = await commit("a", "x");
    const given = { ...options(), sources: [{ url: project }], objectFormat: "sha256" } as const;
    await using checkout = await checkOut({ kind: "commit", sha, why: "" }, given);
    expect(checkout.sha).toBe(sha);
    expect(sha).toHaveLength(64);
    const read = { sha, file: "a", remote: { url: project }, environment: process.env };
    expect(await readFileAt(read)).toBe("x");
  });

  it("is sought in vain where there is no repository, and the error says so", async () => {
    const nowhere = checkOut({ kind: "ref", ref: "main", why: "" }, { ...options(), sources: [{ url: folder }] });
    await expect(nowhere).rejects.toThrow(/fix: run it inside of a git checkout that has the commit$/);
  });

  it.each(["--upload-pack=touch hacked", "+main:main", "a..b", ""])(
    "is refused when it is no name: %s",
    async (ref) => {
      await expect(checkOut({ kind: "ref", ref, why: "" }, options())).rejects.toThrow(
        "is not a branch, tag or commit id",
      );
    },
  );

  it("says when submodules and large files are left out", async () => {
    await writeFile(path.join(project, ".gitattributes"), "*.bin filter=lfs diff=lfs\n");
    await git("add", ".gitattributes");
    await commit(".gitmodules", '[submodule "x"]\n\tpath = x\n\turl = ../x\n');
    await git("push", "-q", "origin", "main");
    await using checkout = await checkOut({ kind: "ref", ref: "main", why: "" }, options());
    expect(checkout.warnings).toEqual([expect.stringContaining("submodules"), expect.stringContaining("Git LFS")]);
  });
});

describe("the working copy", () => {
  it("is known by its commit and parents, even in a shallow clone", async () => {
    const first = await commit("a", "one");
    const second = await commit("a", "two");
    await git("push", "-q", "origin", "main");
    const shallow = path.join(folder, "shallow");
    await run("git", ["clone", "-q", "--depth=1", `file://${remote}`, shallow]);
    expect(await readWorkingCopy(shallow, process.env)).toEqual({
      commit: { sha: second, parents: [first] },
      root: shallow,
    });
  });

  it("is dirty when a tracked file differs", async () => {
    await commit("a", "one");
    expect(await hasLocalChanges(project, process.env)).toBe(false);
    await writeFile(path.join(project, "a"), "changed");
    expect(await hasLocalChanges(project, process.env)).toBe(true);
  });

  it("is not that of a repository committed into it, whose configuration names programs to run", async () => {
    await commit("a", "one");
    const canary = path.join(folder, "canary");
    const embedded = path.join(project, "server");
    for (const name of ["objects", "refs"]) await mkdir(path.join(embedded, name), { recursive: true });
    await writeFile(path.join(embedded, "HEAD"), `${"a".repeat(40)}\n`);
    await writeFile(
      path.join(embedded, "config"),
      `[core]\n\trepositoryFormatVersion = 1\n\tbare = false\n\tworktree = .\n\tsshCommand = touch ${canary}; false\n` +
        '[extensions]\n\tpartialClone = origin\n[remote "origin"]\n\turl = ssh://example.com/x\n\tpromisor = true\n',
    );
    expect(await readWorkingCopy(embedded, process.env)).toBeUndefined();
    expect(await resolveCommit("HEAD", { directory: embedded, environment: process.env })).toBeUndefined();
    expect(existsSync(canary)).toBe(false);
  });

  it("knows what a name relative to it means, and why it means nothing", async () => {
    const at = (directory: string, ref = "HEAD~1") => resolveCommit(ref, { directory, environment: process.env });
    await expect(at(folder)).rejects.toThrow(/HEAD~1 is relative to a checkout, and there is none: .*not a git repo/);
    await expect(at(project)).rejects.toThrow("the checkout has no commit HEAD~1");
    const first = await commit("a", "one");
    await commit("a", "two");
    expect(await at(project)).toBe(first);
    await expect(at(project, "HEAD~7")).rejects.toThrow("the checkout has no commit HEAD~7");
    await git("push", "-q", "origin", "main");
    const shallow = path.join(folder, "shallow");
    await run("git", ["clone", "-q", "--depth=1", `file://${remote}`, shallow]);
    await expect(at(shallow)).rejects.toThrow(
      /the checkout is shallow, and HEAD~1 lies beyond its end[\s\S]*fetch-depth: 0/,
    );
    expect(await at(project, "main")).toBeUndefined();
  });

  it("is none outside a checkout", async () => {
    expect(await readWorkingCopy(folder, process.env)).toBeUndefined();
  });
});
