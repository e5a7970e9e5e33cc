import { describe, expect, test } from "vitest";
import { importStream, type NewCommit, openRepository, parseImport } from "../../src/baseline/repository.ts";
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
      const stream = importStream(newCommit({ writes: new Map([[path, "x"]]), deletes: [path] }), "");
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

describe("a commit", () => {
  test("holds what was written and kept, without what was deleted", async () => {
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
    const { sha, files } = await repository.commit(
      newCommit({ base, isRoot: false, writes: new Map([["new.json", "new"]]), deletes: ["old.json"] }),
    );
    expect(files.map(({ path }) => path).sort()).toEqual(["keep.txt", "new.json"]);
    expect(await repository.push(sha, base)).toMatchObject({ ok: true });
    expect(filesOf(remote, branch)).toEqual({ "keep.txt": "kept", "new.json": "new" });
  });
});
