import { describe, expect, test } from "vitest";
import {
  checkContents,
  filesWritten,
  importStream,
  type NewCommit,
  parseImport,
} from "../../src/baseline/fast-import.ts";
import { openRepository } from "../../src/baseline/repository.ts";
import { BaselineError } from "../../src/errors.ts";
import { temporaryFolder } from "../support/folder.ts";
import { bareRepository, commitFiles, filesOf, tipOf } from "../support/git-run.ts";
import { commitId } from "./sample.ts";

const branch = "mcp-bench-baseline";

function newCommit(more: Partial<NewCommit> = {}): NewCommit {
  return { isRoot: true, writes: new Map(), deletes: [], message: "x", time: 0, ...more };
}

const oddPaths = [
  "",
  "/etc/passwd",
  "key/",
  "key//x.json",
  "../x.json",
  "key/./x.json",
  "key/../../x.json",
  ".git/config",
  "key/.GIT/hooks",
  "x.json\nM 120000 inline link",
  "x.json\r",
  "x.json\0",
  '"x.json"',
  "x y.json",
  "x\\y.json",
  "ключ.json",
];

describe("paths given to git", () => {
  test.each(oddPaths)("%j is refused to write and to delete", (path) => {
    expect(() => importStream(newCommit({ writes: new Map([[path, "x"]]) }), "")).toThrow(BaselineError);
    expect(() => importStream(newCommit({ deletes: [path] }), "")).toThrow(BaselineError);
  });

  test.each(["README.md", "linux-x64-0123456789/2026-11.json", "k/records/20261120T000000Z-aa.json.gz", ".github/x"])(
    "%j is taken",
    (path) => {
      const stream = importStream(newCommit({ writes: new Map([[path, "x"]]), deletes: [path] }), "").toString();
      expect(stream).toContain(`\nD ${path}\nM 100644 inline ${path}\ndata 1\nx\n`);
    },
  );

  test("a commit with an odd path leaves the remote as it was", async () => {
    using folder = temporaryFolder();
    const remote = bareRepository(folder.path);
    commitFiles(remote, branch, { "mcp-bench.json": "{}" });
    const before = tipOf(remote, branch);
    await using repository = await openRepository({
      remote: { url: remote },
      branch,
      environment: { PATH: process.env.PATH },
    });
    await repository.fetchTip();
    const writes = new Map([["a\ndata 1\nx\nD mcp-bench.json\nM 100644 inline b", "x"]]);
    await expect(repository.commit(newCommit({ base: before, isRoot: false, writes }))).rejects.toThrow(BaselineError);
    expect(tipOf(remote, branch)).toBe(before);
  });
});

describe("the id that git names", () => {
  test.each([40, 64])("is %d hexadecimal digits", (length) => {
    expect(parseImport(`${"a".repeat(length)}\n`)).toBe("a".repeat(length));
  });

  test.each(["", "main", "refs/heads/main", `${commitId(1)}\n${commitId(2)}`, "A".repeat(40), "a".repeat(50), "-x"])(
    "%j is none",
    (output) => expect(() => parseImport(output)).toThrow(BaselineError),
  );
});

describe("what git made is compared with what was meant", () => {
  const listing = (files: Readonly<Record<string, string>>) =>
    Object.entries(files)
      .map(([path, meta]) => `${meta}\t${path}\0`)
      .join("");
  const blob = (number: number) => `100644 blob ${commitId(number)}`;
  const before = listing({ "keep.txt": `100755 blob ${commitId(9)}`, "new.json": blob(1), "old.json": blob(2) });
  const change = { writes: new Map([["new.json", "new"]]), deletes: ["old.json"] };
  const kept = { "keep.txt": `100755 blob ${commitId(9)}` };

  test("the same passes, and tells the ids", () => {
    const after = listing({ ...kept, "new.json": blob(3) });
    expect(filesWritten(change, { before, after })).toEqual([{ path: "new.json", oid: commitId(3) }]);
  });

  test.each<[string, Readonly<Record<string, string>>]>([
    ["a file beside", { ...kept, "new.json": blob(3), "EVIL.md": blob(4) }],
    ["a file that was to go", { ...kept, "new.json": blob(3), "old.json": blob(2) }],
    ["another file gone", { "new.json": blob(3) }],
    ["another file changed", { "keep.txt": blob(5), "new.json": blob(3) }],
    ["nothing written", kept],
    ["a link", { ...kept, "new.json": `120000 blob ${commitId(3)}` }],
    ["a submodule", { ...kept, "new.json": `160000 commit ${commitId(3)}` }],
  ])("%s is refused", (_, after) => {
    expect(() => filesWritten(change, { before, after: listing(after) })).toThrow(BaselineError);
  });

  test("other contents are refused", () => {
    const written = [{ path: "new.json", oid: commitId(3) }];
    const holding = (text: string) => ({ written, blobs: new Map([[commitId(3), Buffer.from(text)]]) });
    checkContents(change, holding("new"));
    expect(() => checkContents(change, holding("newer"))).toThrow(BaselineError);
    expect(() => checkContents(change, { written, blobs: new Map() })).toThrow(BaselineError);
  });

  test("an honest commit is read back as it was meant", async () => {
    using folder = temporaryFolder();
    const remote = bareRepository(folder.path);
    commitFiles(remote, branch, { "keep.txt": "kept", "old.json": "old", "new.json": "before" });
    const base = tipOf(remote, branch);
    await using repository = await openRepository({
      remote: { url: remote },
      branch,
      environment: { PATH: process.env.PATH },
    });
    await repository.fetchTip();
    const { sha, written } = await repository.commit(newCommit({ base, isRoot: false, ...change }));
    expect(written.map(({ path }) => path)).toEqual(["new.json"]);
    expect(await repository.push(sha, base)).toMatchObject({ ok: true });
    expect(filesOf(remote, branch)).toEqual({ "keep.txt": "kept", "new.json": "new" });
  });
});
