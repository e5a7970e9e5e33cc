import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { emptyIndex, printIndex, summariseKey } from "../../src/baseline/branch/branch-index.ts";
import { mostFileBytes, printShard, shardPath } from "../../src/baseline/branch/branch-layout.ts";
import { listKeys } from "../../src/baseline/maintenance.ts";
import { BaselineError } from "../../src/errors.ts";
import { temporaryFolder } from "../support/folder.ts";
import { bareRepository, commitFiles, commitTree, git, tipOf } from "../support/git-run.ts";
import { branch, openTestStore } from "../support/git-store.ts";
import { commitId, sampleEntry } from "./sample.ts";

let folder: ReturnType<typeof temporaryFolder>;
let remote: string;
beforeEach(() => {
  folder = temporaryFolder();
  remote = bareRepository(folder.path);
});
afterEach(() => folder[Symbol.dispose]());

const entry = sampleEntry();
const next = sampleEntry({ commit: commitId(2) });
const shard = shardPath(entry);
const figures = summariseKey([entry]);
const marker = printIndex({ ...emptyIndex, keys: figures ? { [entry.key]: figures } : {} });
const sound = { "mcp-bench.json": marker, [shard]: printShard([entry]) };

async function expectRefusal(message: RegExp): Promise<void> {
  const before = tipOf(remote, branch);
  const names = before?.slice(0, 12) ?? "";
  await using store = await openTestStore(remote);
  for (const attempt of [() => store.read(entry.key), () => store.append(next), () => listKeys(store)]) {
    const error = await attempt().catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(BaselineError);
    expect(String(error)).toMatch(message);
    expect(String(error)).toContain(names);
    expect(String(error)).toMatch(/fix: /);
  }
  expect(tipOf(remote, branch)).toBe(before);
}

describe("a branch that is not sound is refused and left alone", () => {
  test("the sound one is not", async () => {
    commitFiles(remote, branch, { ...sound, "notes/by-hand.txt": "kept" });
    await using store = await openTestStore(remote);
    await store.append(next);
    expect((await store.read(entry.key)).entries).toHaveLength(2);
    expect(git(remote, ["show", `${branch}:notes/by-hand.txt`])).toBe("kept");
  });

  test.each<[string, Record<string, string | Uint8Array>, RegExp]>([
    ["a corrupt month file", { [shard]: '[{"a":' }, /2026-11\.json at commit .*not valid JSON/],
    ["a binary month file", { [shard]: Uint8Array.of(0, 255, 254) }, /2026-11\.json.*not valid JSON/],
    ["a cut-off month file", { [shard]: printShard([entry]).slice(0, -9) }, /2026-11\.json.*cut off/],
    ["a month file nested by thousands", { [shard]: "[".repeat(5_000) }, /2026-11\.json.*nested deeper than 1000/],
    ["an empty month file", { [shard]: "" }, /2026-11\.json.*empty/],
    ["conflict markers", { [shard]: "<<<<<<< HEAD\n[]\n=======\n[]\n>>>>>>> x\n" }, /2026-11\.json.*conflict markers/],
    [
      "an entry of a later version",
      { [shard]: JSON.stringify([{ ...entry, schema: 9 }]) },
      /2026-11\.json.*newer version/,
    ],
    ["a marker of a later version", { "mcp-bench.json": '{"schema":9}' }, /mcp-bench\.json.*newer version/],
    ["a corrupt marker", { "mcp-bench.json": "{" }, /mcp-bench\.json.*not valid JSON/],
  ])("%s", async (_, files, message) => {
    commitFiles(remote, branch, { ...sound, ...files });
    await expectRefusal(message);
  });

  test("something else under the same name", async () => {
    commitFiles(remote, branch, { "index.html": "<html>", "data.js": "window.BENCHMARK_DATA = {}" });
    await expectRefusal(/holds something else[\s\S]*baseline-branch/);
  });

  test("a planted symbolic link", async () => {
    const oid = git(remote, ["hash-object", "-w", "--stdin"], "/etc/passwd");
    commitFiles(remote, branch, { ...sound, "mcp-bench.json": { mode: "120000", oid } });
    await expectRefusal(/mcp-bench\.json at commit .*symbolic link/);
  });

  test("a planted submodule", async () => {
    commitFiles(remote, branch, { ...sound, vendor: { mode: "160000", oid: commitId(7) } });
    await expectRefusal(/vendor at commit .*submodule/);
  });

  test("a path that escapes", async () => {
    const blob = git(remote, ["hash-object", "-w", "--stdin"], "x");
    const evil = git(remote, ["mktree"], `100644 blob ${blob}\tpasswd\n`);
    const markerBlob = git(remote, ["hash-object", "-w", "--stdin"], marker);
    const tree = Buffer.concat([
      Buffer.from("40000 ..\0"),
      Buffer.from(evil, "hex"),
      Buffer.from("100644 mcp-bench.json\0"),
      Buffer.from(markerBlob, "hex"),
    ]);
    const oid = git(remote, ["hash-object", "-t", "tree", "-w", "--literally", "--stdin"], tree);
    commitTree(remote, branch, oid);
    await expectRefusal(/\.\.\/passwd at commit .*leaves the branch/);
  });

  test("a file larger than any of ours", async () => {
    commitFiles(remote, branch, { ...sound, [shard]: Buffer.alloc(mostFileBytes + 1, 32) });
    await expectRefusal(/2026-11\.json at commit .*a file of 67108865 bytes/);
  });
});
