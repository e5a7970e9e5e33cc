import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { UserError } from "../../../src/errors.ts";
import { writeResultFiles } from "../../../src/record/files/result-files.ts";

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "mcp-bench-results-"));
});
afterEach(() => rm(directory, { recursive: true }));

test("makes the directory, replaces what is there, leaves nothing else behind", async () => {
  const target = join(directory, "deep", "results");
  await writeResultFiles(target, { "record.json": "{}", "report.md": "old" });
  const paths = await writeResultFiles(target, { "report.md": "new ✓" });
  expect(paths).toEqual({ "report.md": join(target, "report.md") });
  expect(await readFile(paths["report.md"], "utf8")).toBe("new ✓");
  expect((await readdir(target)).sort()).toEqual(["record.json", "report.md"]);
});

test("a file that cannot be put in place: named, and no unfinished file stays", async () => {
  await mkdir(join(directory, "report.md", "occupied"), { recursive: true });
  const error = await writeResultFiles(directory, { "report.md": "x" }).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(UserError);
  expect((error as UserError).message).toContain(join(directory, "report.md"));
  expect(await readdir(directory)).toEqual(["report.md"]);
});

test("a file where the directory should be", async () => {
  const file = join(directory, "results");
  await writeFile(file, "");
  await expect(writeResultFiles(file, { a: "" })).rejects.toThrow(
    /a file is in the place of a directory[\s\S]*write somewhere else/,
  );
});
