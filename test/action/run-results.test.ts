import { mkdir, mkdtemp, rm, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { earlierAttempt, readResults } from "../../src/action/run-results.ts";
import type { RunRecord } from "../../src/record/record.ts";
import { makeRecord } from "../decide/records.ts";

const commit = "a".repeat(40);
const shard = (row: string, latencies = [1, 2, 3]): RunRecord =>
  makeRecord({ rows: { [row]: { head: [{ latencies }] } } });

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "mcp-bench-results-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function put(name: string, record: RunRecord): Promise<void> {
  await mkdir(path.join(folder, name), { recursive: true });
  await writeFile(path.join(folder, name, "record.json"), JSON.stringify(record));
}

describe("the results of several jobs", () => {
  it("are pooled when all are there", async () => {
    await put("one", shard("a"));
    await put("two", shard("b"));
    const [part, another] = await readResults(folder, { commit, count: 2 });
    expect(another).toBeUndefined();
    expect(part?.name).toBeUndefined();
    expect(part?.record.rows.map(({ id }) => id)).toEqual(["a", "b"]);
  });

  it("are pooled run by run where a commit was measured several times", async () => {
    for (const run of [1, 2])
      for (const [part, row] of ["a", "b"].entries())
        await put(`mcp-bench-baseline-default.${part}-${run}.1`, shard(row, [run, run]));
    await put("mcp-bench-baseline-default.1-2.2", shard("b again"));
    const parts = await readResults(folder, { commit, count: 4 });
    expect(parts.map(({ run, name, attempts }) => ({ run, name, attempts }))).toEqual([
      { run: 1, name: "run 1", attempts: [1, 1] },
      { run: 2, name: "run 2", attempts: [1, 2] },
    ]);
    expect(parts.map(({ record }) => record.rows.map(({ id }) => id))).toEqual([
      ["a", "b"],
      ["a", "b again"],
    ]);
  });

  it("are none when a part is missing, and the sentence says what to look at", async () => {
    await expect(readResults(folder, { commit, count: 2 })).rejects.toThrow("0 of 2 records are there");
    await put("one", shard("a"));
    await expect(readResults(folder, { commit, count: 2 })).rejects.toThrow(/1 of 2 records.*failed or was cancelled/);
    await rm(path.join(folder, "one"), { recursive: true });
    await expect(readResults(folder, { commit })).rejects.toThrow("there is no record.json");
  });

  it("that come with another file are refused for that, however many are expected", async () => {
    await put("one", shard("a"));
    await writeFile(path.join(folder, "one", "report.md"), "");
    await expect(readResults(folder, { commit, count: 1 })).rejects.toThrow('"report.md" is not a record');
  });

  it("are judged on what was measured last, where a job was run again", async () => {
    await put("mcp-bench-results-a.0.1", shard("slow", [90, 91, 92]));
    await put("mcp-bench-results-a.0.2", shard("quick"));
    const [part, another] = await readResults(folder, { commit, count: 1 });
    expect(another).toBeUndefined();
    expect(part?.record.rows.map(({ id }) => id)).toEqual(["quick"]);
  });

  it("tell that a job was run again by itself, and judges what an earlier attempt measured", async () => {
    await put("mcp-bench-results-a.0.1", shard("a"));
    const alone = await readResults(folder, { commit, count: 1 });
    expect(earlierAttempt(alone, 1)).toBeUndefined();
    expect(earlierAttempt(alone, 3)).toBe(
      'Attempt 3 of this run judges what attempt 1 measured: that was not run again; to measure again, choose "Re-run all jobs".',
    );
    await put("mcp-bench-results-a.1.3", shard("b"));
    const parts = await readResults(folder, { commit, count: 2 });
    expect(earlierAttempt(parts, 3)).toContain("judges what attempt 1 measured in 1 of 2 records");
    const attempts = [{ ...parts[0], record: shard("a"), attempts: [10, 2] }];
    expect(earlierAttempt(attempts, 11)).toContain("judges what attempt 2 and 10 measured");
    await put("mcp-bench-results-a.0.3", shard("a"));
    expect(earlierAttempt(await readResults(folder, { commit, count: 2 }), 3)).toBeUndefined();
  });

  it("say when they were measured where one artifact was unpacked flat, without its name", async () => {
    await put(".", { ...shard("a"), createdAt: "2026-11-02T03:04:05.000Z" });
    const parts = await readResults(folder, { commit, count: 1 });
    expect(earlierAttempt(parts, 1)).toBeUndefined();
    expect(earlierAttempt(parts, 2)).toContain("judges what was measured at 2026-11-02 03:04 UTC");
  });

  it("are none where one is missing: the advice measures all of them anew", async () => {
    await expect(readResults(folder, { commit, count: 2 })).rejects.toThrow('"Re-run all jobs"');
  });

  it("are no more than jobs measured", async () => {
    for (const name of ["one", "two"]) await put(name, shard(name));
    await expect(readResults(folder, { commit, count: 1 })).rejects.toThrow(
      /2 records are there.*expected: 1, one of each/s,
    );
  });

  it("belong to the commit of the event, or to a merge of that head", async () => {
    await put("one", shard("a"));
    const head = "b".repeat(40);
    await expect(readResults(folder, { commit: head })).rejects.toThrow(`the record is of commit "${commit}"`);
    await put("one", { ...shard("a"), commit: { sha: commit, dirty: false, head } });
    const [part] = await readResults(folder, { commit: "c".repeat(40), head });
    expect(part?.record.commit?.sha).toBe(commit);
    await put("one", { ...shard("a"), commit: { sha: head, dirty: false } });
    expect(await readResults(folder, { commit: "c".repeat(40), head })).toHaveLength(1);
  });

  it("belong to that very commit where no pull request is: they may be stored under it", async () => {
    const head = "b".repeat(40);
    await put("one", { ...shard("a"), commit: { sha: commit, dirty: false, head } });
    await expect(readResults(folder, { commit: head })).rejects.toThrow(`the record is of commit "${commit}"`);
  });

  it.each(["", "main", "a".repeat(39), "A".repeat(40), `${commit}\n`, `${commit}/../x`])(
    "that name %j as a commit are no records",
    async (text) => {
      for (const odd of [
        { sha: text, dirty: false },
        { sha: commit, dirty: false, head: text },
      ]) {
        await put("one", { ...shard("a"), commit: odd });
        await expect(readResults(folder, { commit })).rejects.toThrow(/not a record: commit.*a full commit id/);
      }
      await put("one", { ...shard("a"), arms: shard("a").arms.map((arm) => ({ ...arm, commit: text })) });
      await expect(readResults(folder, { commit })).rejects.toThrow(
        /not a record: arms\[0\]\.commit: a full commit id/,
      );
    },
  );

  it("of which one is of another commit are refused", async () => {
    await put("one", shard("a"));
    await put("two", { ...shard("b"), commit: { sha: "c".repeat(40), dirty: false } });
    await expect(readResults(folder, { commit })).rejects.toThrow("two/record.json: the record is of commit");
  });

  it("that are too large together are refused unread", async () => {
    for (const name of ["one", "two"]) {
      await put(name, shard(name));
      await truncate(path.join(folder, name, "record.json"), 100 * 2 ** 20);
    }
    await expect(readResults(folder, { commit })).rejects.toThrow(/the records have \d+ bytes/);
  });
});

describe("the results of several kinds of machine or servers", () => {
  const on = (environment: Partial<RunRecord["environment"]>, row = "a"): RunRecord => {
    const record = shard(row);
    return { ...record, environment: { ...record.environment, ...environment } };
  };
  const names = async () => (await readResults(folder, { commit })).map(({ name }) => name);

  it("are never pooled, while shards and replicas of one system are", async () => {
    await put("one", on({ os: "linux", arch: "x64" }));
    await put("two", on({ os: "darwin", arch: "arm64" }));
    await put("three", on({ os: "linux", arch: "x64" }, "b"));
    const again = shard("a", [1, 2, 4]);
    await put("two-again", { ...again, environment: { ...again.environment, os: "darwin", arch: "arm64" } });
    const parts = await readResults(folder, { commit });
    expect(parts.map(({ name, record }) => [name, record.rounds.length, record.rows.map(({ id }) => id)])).toEqual([
      ["Linux x64", 2, ["a", "b"]],
      ["macOS arm64", 2, ["a"]],
    ]);
  });

  it("are told apart by whatever else makes figures incomparable", async () => {
    await put("one", on({ arch: "x64" }));
    await put("two", on({ arch: "arm64" }));
    expect(await names()).toEqual(["Linux x64", "Linux arm64"]);
    await put("one", on({ arch: "arm64", runnerImage: "ubuntu24" }));
    await put("two", on({ arch: "arm64", runnerImage: "ubuntu22" }));
    expect(await names()).toEqual(["ubuntu24", "ubuntu22"]);
    await put("one", on({ cores: 8, runnerKey: "large" }));
    await put("two", on({ cores: 2 }));
    expect(await names()).toEqual(["large, 8 cores", "other, 2 cores"]);
  });

  it("are shown by forty characters of each name at most", async () => {
    await put("one", on({ cores: 8, runnerKey: "reviewed by the maintainers, safe to merge: no regression" }));
    await put("two", on({ cores: 2 }));
    for (const name of await names()) expect(name?.length).toBeLessThanOrEqual(40 + ", 8 cores".length);
  });

  it("of an attempt that the run has not had are none", async () => {
    await put("mcp-bench-results-a.0.1", shard("a"));
    await put("mcp-bench-results-a.0.999999", shard("forged"));
    const [part] = await readResults(folder, { commit, attempt: 1 });
    expect(part?.record.rows.map(({ id }) => id)).toEqual(["a"]);
  });

  it("are told apart by the key in the artifact's name", async () => {
    await put("mcp-bench-results-search.0", on({ os: "linux" }));
    await put("mcp-bench-results-files.0", on({ os: "linux" }));
    expect(await names()).toEqual(["files", "search"]);
    await put("mcp-bench-results-search.1", on({ os: "darwin" }));
    expect(await names()).toEqual(["files, Linux x64", "search, Linux x64", "search, macOS x64"]);
  });

  it("with two shards that hold one benchmark, configured differently, are refused", async () => {
    await put("one", shard("a"));
    const [row] = shard("a").rows;
    await put("two", { ...shard("a", [4, 5, 6]), rows: row ? [{ ...row, configHash: "other" }] : [] });
    await expect(readResults(folder, { commit })).rejects.toThrow(/both hold "a".*not replicas/);
  });
});
