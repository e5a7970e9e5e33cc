import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { commitId, sampleEntry } from "../baseline/sample.ts";
import { cli } from "../support/cli.ts";
import { bareRepository, commitFiles, filesOf, temporaryFolder, tipOf } from "../support/git-run.ts";
import { branch, openTestStore } from "../support/git-store.ts";

/** A remote whose baseline branch holds a sound run and, after it, one that regressed. */
async function remoteWithRuns(folder: string): Promise<string> {
  const remote = bareRepository(folder);
  await using store = await openTestStore(remote);
  await store.append(sampleEntry({ commit: commitId(1) }));
  await store.append(sampleEntry({ commit: commitId(2), status: "regressed" }));
  return remote;
}

test("a stored regression is found, accepted, exported, and the branch stays sound", async () => {
  using folder = temporaryFolder();
  const remote = await remoteWithRuns(folder.path);
  const baseline = (...words: string[]) => cli(["baseline", ...words, "--remote", remote], folder.path);

  const list = await baseline("list");
  expect(list).toMatchObject({ code: 0, stdout: expect.stringContaining("2 runs, newest ") });
  expect((await baseline("show")).stdout).toMatch(/regressed \(not a baseline\)/);

  const accepted = await baseline("accept", commitId(2), "--reason", "worth | it", "--by", "mona");
  expect(accepted).toMatchObject({ code: 0, stdout: expect.stringContaining(`accepted ${commitId(2).slice(0, 12)}`) });
  expect((await baseline("show")).stdout).toMatch(/regressed, accepted by "mona": "worth \| it"/);

  expect((await baseline("export", "--output", "all.json")).code).toBe(0);
  const exported = JSON.parse(await readFile(join(folder.path, "all.json"), "utf8"));
  expect(exported).toMatchObject({ kind: "mcp-bench-export", sha: tipOf(remote, branch) });
  expect(Object.values(exported.keys)).toEqual([
    [
      expect.objectContaining({ commit: commitId(1) }),
      expect.objectContaining({ commit: commitId(2), accepted: expect.objectContaining({ by: "mona" }) }),
    ],
  ]);

  expect(await baseline("verify")).toMatchObject({ code: 0, stdout: expect.stringMatching(/2 runs/) });
  expect(await baseline("prune")).toMatchObject({ code: 0, stdout: "0 runs removed\n" });
});

test.each(["show", "verify", "export"])("%s of a damaged branch names the file and exits with 2", async (word) => {
  using folder = temporaryFolder();
  const remote = await remoteWithRuns(folder.path);
  const files = filesOf(remote, branch);
  const damaged = Object.keys(files).find((path) => path.endsWith(".json") && path !== "mcp-bench.json") ?? "";
  commitFiles(remote, branch, { ...files, [damaged]: (files[damaged] ?? "").slice(0, -20) });
  const { code, stderr } = await cli(["baseline", word, "--remote", remote], folder.path);
  expect(stderr).toContain(damaged);
  expect(code).toBe(2);
});

test("a damaged table of contents is refused by list", async () => {
  using folder = temporaryFolder();
  const remote = await remoteWithRuns(folder.path);
  commitFiles(remote, branch, { ...filesOf(remote, branch), "mcp-bench.json": "<<<<<<< HEAD\n" });
  const { code, stderr } = await cli(["baseline", "list", "--remote", remote], folder.path);
  expect(stderr).toContain("mcp-bench.json");
  expect(code).toBe(2);
});

test("a remote that is not there says so and exits with 2", async () => {
  using folder = temporaryFolder();
  const { code, stderr } = await cli(["baseline", "list", "--remote", join(folder.path, "none.git")], folder.path);
  expect(stderr).toMatch(/none\.git|repository/);
  expect(code).toBe(2);
});
