import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { BranchStore } from "../../src/baseline/branch-store.ts";
import { acceptRun, exportBranch, listKeys, prune, showKey } from "../../src/baseline/maintenance.ts";
import { verifyBranch } from "../../src/baseline/verify.ts";
import { temporaryFolder } from "../support/folder.ts";
import { bareRepository, commitFiles, filesOf, git, tipOf } from "../support/git-run.ts";
import { branch, openTestStore } from "../support/git-store.ts";
import { commitId, sampleEntry } from "./sample.ts";

let folder: ReturnType<typeof temporaryFolder>;
let remote: string;
let store: BranchStore;
beforeEach(async () => {
  folder = temporaryFolder();
  remote = bareRepository(folder.path);
  store = await openTestStore(remote);
});
afterEach(async () => {
  await store[Symbol.asyncDispose]();
  folder[Symbol.dispose]();
});

const slow = sampleEntry({ commit: "a".repeat(40), status: "regressed", p50: 9 });
const lab = sampleEntry({ commit: "b".repeat(40), environment: { runnerKey: "lab" } });
const acceptance = { by: "ann", at: "2026-11-19T12:00:00Z", reason: "encryption costs this much" };

describe("list, show and export", () => {
  test("tell what is there", async () => {
    await store.append(slow);
    await store.append(lab);
    expect(await listKeys(store)).toEqual([
      expect.objectContaining({ key: slow.key, status: "regressed", usable: false }),
      expect.objectContaining({ key: lab.key, entries: 1, commit: lab.commit }),
    ]);
    expect(await showKey(store, "_lab_")).toEqual({ key: lab.key, entries: [lab] });
    expect(await exportBranch(store)).toEqual({
      kind: "mcp-bench-export",
      schema: 1,
      sha: tipOf(remote, branch),
      keys: { [slow.key]: [slow], [lab.key]: [lab] },
    });
    expect((await exportBranch(store, lab.key)).keys).toEqual({ [lab.key]: [lab] });
  });

  test("a key must be named as soon as there are several", async () => {
    await expect(showKey(store, undefined)).rejects.toThrow(/no key fits/);
    await store.append(slow);
    expect((await showKey(store, undefined)).key).toBe(slow.key);
    await store.append(lab);
    await expect(showKey(store, undefined)).rejects.toThrow(/2 keys fit/);
    await expect(showKey(store, "windows")).rejects.toThrow(/no key fits "windows"/);
  });
});

test("an entry that would not read back is refused, and the branch keeps its commit", async () => {
  await store.append(slow);
  const before = tipOf(remote, branch);
  const unread = acceptRun(store, { commit: slow.commit, acceptance: { ...acceptance, reason: "" } });
  await expect(unread).rejects.toThrow(/accepted\.reason/);
  await expect(store.append({ ...lab, createdAt: "2026-11-20" })).rejects.toThrow(/createdAt/);
  expect(tipOf(remote, branch)).toBe(before);
  expect((await verifyBranch(store)).problems).toEqual([]);
});

test("accepting a commit accepts every night of it", async () => {
  const night = { ...slow, run: 7, createdAt: "2026-11-20T01:00:00Z" };
  for (const entry of [slow, night]) await store.append(entry);
  const { entry } = await acceptRun(store, { commit: slow.commit, acceptance });
  expect(entry.run).toBe(7);
  const { entries } = await store.read(slow.key);
  const own = entries.filter(({ commit }) => commit === slow.commit);
  expect(own.map(({ accepted, usable }) => [accepted, usable])).toEqual([
    [acceptance, true],
    [acceptance, true],
  ]);
});

describe("accept", () => {
  test("takes the runs of a commit in all environments, or in the one that is named", async () => {
    const elsewhere = sampleEntry({ commit: slow.commit, status: "regressed", environment: { runnerKey: "lab" } });
    for (const entry of [slow, elsewhere, lab]) await store.append(entry);
    const acceptedIn = async (key: string) => (await store.read(key)).entries.filter((one) => one.accepted).length;
    await acceptRun(store, { key: "_lab_", commit: slow.commit, acceptance });
    expect([await acceptedIn(slow.key), await acceptedIn(lab.key)]).toEqual([0, 1]);
    const { keys, wasUsable } = await acceptRun(store, { commit: slow.commit, acceptance });
    expect([keys, wasUsable]).toEqual([[slow.key, lab.key], false]);
    expect([await acceptedIn(slow.key), await acceptedIn(lab.key)]).toEqual([1, 1]);
  });

  test("takes a regression into the baseline and records who, when and why", async () => {
    await store.append(slow);
    const { entry, sha } = await acceptRun(store, { commit: slow.commit.slice(0, 7), acceptance });
    expect(entry).toEqual({ ...slow, accepted: acceptance, usable: true });
    expect(sha).toBe(tipOf(remote, branch));
    expect((await store.read(slow.key)).entries).toEqual([entry]);
    expect((await listKeys(store))[0]).toMatchObject({ usable: true });
  });

  test("refuses what is not there, not one, or holds no figures", async () => {
    await store.append(slow);
    await store.append(sampleEntry({ commit: `${"a".repeat(39)}b` }));
    await store.append(sampleEntry({ commit: "c".repeat(40), status: "errored" }));
    const before = tipOf(remote, branch);
    const accept = (commit: string) => acceptRun(store, { commit, acceptance });
    await expect(accept("ddddddd")).rejects.toThrow(/0 stored runs have a commit/);
    await expect(accept("aaaaaaa")).rejects.toThrow(/2 stored runs have a commit/);
    await expect(accept("aaa")).rejects.toThrow(/at least seven digits/);
    await expect(accept("ccccccc")).rejects.toThrow(/ended as errored/);
    expect(tipOf(remote, branch)).toBe(before);
  });
});

describe("prune", () => {
  const runs = Array.from({ length: 6 }, (_, index) =>
    sampleEntry({ commit: commitId(index + 1), createdAt: new Date(Date.UTC(2026, 9, 1 + index)).toISOString() }),
  );
  const retention = { whole: 2, recent: 2, dailyDays: 1, weeklyDays: 1, monthlyDays: 1, nights: 9, most: 3 };

  test("thins out every key in one commit", async () => {
    for (const run of runs) await store.append(run);
    await store.append(lab);
    await using thin = await openTestStore(remote, { retention });
    expect(await prune(thin)).toEqual({ removed: 3, sha: tipOf(remote, branch) });
    expect((await store.read(slow.key)).entries.map((entry) => entry.commit)).toEqual([4, 5, 6].map(commitId));
    expect(git(remote, ["rev-list", "--count", branch])).toBe("8");
    expect((await verifyBranch(store)).problems).toEqual([]);
  });

  test("drops keys that are no longer measured, but only when asked to", async () => {
    for (const run of runs) await store.append(run);
    await store.append(lab);
    const before = tipOf(remote, branch);
    expect(await prune(store)).toEqual({ removed: 0, sha: before });
    expect(await prune(store, { before: "2026-10-20T00:00:00Z" })).toMatchObject({ removed: 6 });
    expect((await listKeys(store)).map(({ key }) => key)).toEqual([lab.key]);
    expect(Object.keys(filesOf(remote, branch)).filter((path) => path.startsWith(`${slow.key}/`))).toEqual([]);
  });
});

describe("verify", () => {
  test("finds a sound branch sound, and an absent one too", async () => {
    expect(await verifyBranch(store)).toEqual({ files: 0, entries: 0, problems: [] });
    await store.append(slow);
    await store.append(lab);
    expect(await verifyBranch(store)).toEqual({ files: 5, entries: 2, problems: [] });
  });

  test("lists every fault of a damaged one", async () => {
    await store.append(slow);
    await store.append(lab);
    const files = filesOf(remote, branch);
    const shards = Object.keys(files).filter((path) => /\d\.json$/.test(path));
    expect(shards).toHaveLength(2);
    commitFiles(remote, branch, { ...files, ...Object.fromEntries(shards.map((path) => [path, "["])) });
    const { problems } = await verifyBranch(store);
    expect(problems).toEqual(shards.map((path) => expect.stringContaining(path)));
  });

  test("finds a marker that does not match", async () => {
    await store.append(slow);
    const files = filesOf(remote, branch);
    commitFiles(remote, branch, {
      ...files,
      "mcp-bench.json": (files["mcp-bench.json"] ?? "").replace('"p50": 9', '"p50": 1'),
    });
    expect((await verifyBranch(store)).problems).toEqual([
      `${slow.key}: the marker file does not match the stored runs`,
    ]);
  });

  test("tells of a branch that holds something else", async () => {
    commitFiles(remote, branch, { "index.html": "<html>" });
    expect((await verifyBranch(store)).problems).toEqual([expect.stringContaining("holds something else")]);
  });
});
