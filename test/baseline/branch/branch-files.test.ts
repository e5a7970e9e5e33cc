import { describe, expect, test } from "vitest";
import { appendEdit, type KeyContent } from "../../../src/baseline/branch/branch-edit.ts";
import {
  type BranchIndex,
  emptyIndex,
  parseIndex,
  printIndex,
  summariseKey,
} from "../../../src/baseline/branch/branch-index.ts";
import { parseShard, parseTree, printShard, shardPath } from "../../../src/baseline/branch/branch-layout.ts";
import { renderReadme } from "../../../src/baseline/branch/branch-readme.ts";
import { byTime, defaultRetention } from "../../../src/baseline/branch/retention.ts";
import { isSquashDue } from "../../../src/baseline/branch/squash.ts";
import { chartsIn, mermaid } from "../../report/markdown/real-mermaid.ts";
import { commitId, sampleEntry } from "../sample.ts";

const entry = sampleEntry();
const path = shardPath(entry);
const shard = { path, where: `${path} at abc` };

describe("month files", () => {
  test("hold one run per line and read back", () => {
    const entries = [entry, sampleEntry({ commit: commitId(2) })];
    const text = printShard(entries);
    expect(text.trim().split("\n")).toHaveLength(4);
    expect(parseShard(text, shard)).toEqual(entries);
  });

  test.each<[string, string, RegExp]>([
    ["cut off", printShard([entry]).slice(0, -200), /corrupt or cut off/],
    ["empty", "", /the file is empty/],
    ["conflicting", `[\n<<<<<<< ours\n${JSON.stringify(entry)}\n=======\n>>>>>>> theirs\n]`, /conflict markers/],
    ["another document", '{"a":1}', /not a list of entries/],
    ["of a newer version", JSON.stringify([{ ...entry, schema: 2 }]), /newer version \(schema 2\)/],
    ["with a broken entry", JSON.stringify([entry, { ...entry, head: 1 }]), /entry 2: not a valid entry: head/],
    ["with a run twice", printShard([entry, entry]), /twice there or in the wrong file/],
    ["with a run of another month", printShard([{ ...entry, createdAt: "2026-12-01T00:00:00Z" }]), /wrong file/],
  ])("a file that is %s is refused by name", (_, text, message) => {
    expect(() => parseShard(text, shard)).toThrow(message);
    expect(() => parseShard(text, shard)).toThrow(`${path} at abc`);
  });
});

describe("the tree", () => {
  const describePath = (name: string) => `${name} at abc`;
  const line = (mode: string, name: string) =>
    `${mode} ${mode === "160000" ? "commit" : "blob"} ${commitId(5)}\t${name}\0`;

  test("plain files are listed", () => {
    expect(parseTree(line("100644", "a/b.json") + line("100755", "c d"), describePath)).toEqual([
      { path: "a/b.json", oid: commitId(5) },
      { path: "c d", oid: commitId(5) },
    ]);
  });

  test.each<[string, string, string, RegExp]>([
    ["a symbolic link", "120000", "link", /link at abc: a symbolic link/],
    ["a submodule", "160000", "module", /module at abc: a submodule/],
    ["a path upwards", "100644", "../../etc/passwd", /leaves the branch/],
    ["a path into git", "100644", "a/.GIT/config", /leaves the branch/],
    ["an absolute path", "100644", "/etc/passwd", /leaves the branch/],
    ["a backslash", "100644", "a\\..\\b", /leaves the branch/],
    ["a control character", "100644", "a\u001b[2J", /leaves the branch/],
  ])("%s is refused", (_, mode, name, message) => {
    expect(() => parseTree(line("100644", "ok") + line(mode, name), describePath)).toThrow(message);
  });

  test("a flood of files is refused", () => {
    const flood = Array.from({ length: 20_001 }, (_, index) => line("100644", `f${index}`)).join("");
    expect(() => parseTree(flood, describePath)).toThrow(/20001 files/);
  });
});

describe("an edit", () => {
  const content = (entries: readonly (typeof entry)[]): KeyContent => ({
    shards: new Map([[path, printShard(entries)]]),
    entries,
  });
  const policy = defaultRetention;

  test("writes only the months that changed", () => {
    const earlier = sampleEntry({ commit: commitId(3), createdAt: "2026-10-01T00:00:00Z" });
    const both = {
      ...content([earlier, entry]),
      shards: new Map([
        [shardPath(earlier), printShard([earlier])],
        [path, printShard([entry])],
      ]),
    };
    const edit = appendEdit(both, sampleEntry({ commit: commitId(4) }), policy);
    expect([...(edit?.writes.keys() ?? [])]).toEqual([path]);
    expect(edit?.deletes).toEqual([]);
  });

  test("a run measured again replaces the earlier one and inherits its acceptance", () => {
    const accepted = { by: "ann", at: "2026-11-03T00:00:00Z", reason: "worth it" };
    const earlier = { ...sampleEntry({ status: "regressed" }), accepted, usable: true };
    const again = sampleEntry({ status: "regressed", p50: 9 });
    expect(again.usable).toBe(false);
    const text = appendEdit(content([earlier]), again, policy)?.writes.get(path);
    expect(parseShard(String(text), shard)).toEqual([{ ...again, accepted, usable: true }]);
  });

  test("a night stands beside the push and the other nights of its commit; a re-run of the night replaces it", () => {
    const accepted = { by: "ann", at: "2026-11-03T00:00:00Z", reason: "worth it" };
    const push = { ...sampleEntry({ status: "regressed" }), accepted, usable: true };
    const first = { ...sampleEntry({ createdAt: "2026-11-20T01:00:00Z" }), run: 7 };
    const night = { ...sampleEntry({ createdAt: "2026-11-21T01:00:00Z" }), run: 8 };
    const stored = (entries: readonly (typeof entry)[], added: typeof entry) =>
      parseShard(String(appendEdit(content(entries), added, policy)?.writes.get(path)), shard).sort(byTime);
    const both = stored([push, first], night);
    expect(both).toEqual([push, first, { ...night, accepted }].sort(byTime));
    const again = { ...night, createdAt: "2026-11-21T02:00:00Z" };
    expect(stored(both, again)).toEqual([push, first, { ...again, accepted }].sort(byTime));
    expect(stored(both, sampleEntry({ p50: 3 }))).toHaveLength(3);
  });

  test("a month that is too large to be read again is not written", () => {
    const description = "x".repeat(64 * 2 ** 20);
    const large = { ...sampleEntry({ commit: commitId(2) }), environment: { description } };
    expect(() => appendEdit(content([entry]), large, policy)).toThrow(/a file of \d+ bytes, the limit is 67108864/);
  });

  test("the same run again is nothing to do", () => {
    expect(appendEdit(content([entry]), entry, policy)).toBeUndefined();
  });

  test("squashing is due once per multiple of a limit", () => {
    const limits = { commits: 10, bytes: 1000 };
    const due = (was: number, is: number, bytes = 0) =>
      isSquashDue({ before: { commits: was, bytes: 0 }, after: { commits: is, bytes } }, limits);
    expect([due(8, 9), due(9, 10), due(10, 11), due(19, 20), due(1, 2, 999), due(1, 2, 1000)]).toEqual([
      false,
      true,
      false,
      true,
      false,
      true,
    ]);
  });
});

describe("marker and README", () => {
  const hostile = "a|b\n# x ![i](http://e.vil) `c` <b>@team</b> #1 \u202Ewww.e.vil ```";
  const indexOf = (row: string, runs: number): BranchIndex => {
    const entries = Array.from({ length: runs }, (_, index) => ({
      ...sampleEntry({ row, p50: 0.00001 * 9 ** index }),
      commit: commitId(index),
    }));
    const figures = summariseKey(entries);
    return { ...emptyIndex, keys: figures ? { [entry.key]: figures } : {} };
  };

  test("the marker reads back", () => {
    const index = indexOf(hostile, 3);
    expect(parseIndex(printIndex(index), "marker")).toEqual(index);
  });

  test.each([
    ["newer", '{"schema":2}', /newer version/],
    ["another document", '{"name":"package"}', /not the marker file/],
    ["a list", "[]", /not the marker file/],
    ["a key that leaves its folder", JSON.stringify({ ...emptyIndex, keys: { "../x": {} } }), /not the marker file/],
  ])("a marker that is %s is refused", (_, text, message) => {
    expect(() => parseIndex(text, "mcp-bench.json")).toThrow(message);
  });

  test("what a server named itself cannot change the page", async () => {
    const readme = renderReadme(indexOf(hostile, 3));
    const line = readme.split("\n").find((text) => text.startsWith("| a"));
    expect(line?.match(/\|/g)).toHaveLength(6);
    expect(readme.replace(/[\s\S]*\n## /, "")).not.toMatch(/[<@`]b|http:|!\[|\u202E|www\./);
  });

  test("the README shows the latest figures", async () => {
    await expect(renderReadme(indexOf("search @10", 8))).toMatchFileSnapshot("golden/branch-readme.md");
  });

  test("every chart is one that Mermaid reads", async () => {
    const charts = [indexOf(hostile, 8), indexOf("search", 2)].flatMap((index) => chartsIn(renderReadme(index)));
    expect(charts).toHaveLength(2);
    for (const chart of charts) expect(await mermaid.parse(chart)).toMatchObject({ diagramType: "xychart" });
  });

  test("one run gives no chart", () => {
    expect(renderReadme(indexOf("search", 1))).not.toContain("mermaid");
  });
});
