import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { removeTemporaryDirectory, temporaryDirectory } from "../../../src/base/host/temporary-directory.ts";
import { UserError } from "../../../src/errors.ts";
import { temporaryFolder } from "../../support/folder.ts";

test("a fresh directory each time", async () => {
  using folder = temporaryFolder();
  const [one, other] = [await temporaryDirectory("x-", folder.path), await temporaryDirectory("x-", folder.path)];
  expect(one).not.toBe(other);
  expect([existsSync(one), existsSync(other)]).toEqual([true, true]);
});

test("TMPDIR may be relative: the directory is the same from everywhere", async () => {
  using folder = temporaryFolder();
  const relative = path.relative(process.cwd(), folder.path);
  expect(await temporaryDirectory("x-", relative)).toMatch(`${folder.path}${path.sep}x-`);
});

test("where there is no place for one, the place is named", async () => {
  using folder = temporaryFolder();
  rmSync(folder.path, { recursive: true });
  const failure = temporaryDirectory("x-", folder.path);
  await expect(failure).rejects.toThrow(UserError);
  await expect(failure).rejects.toThrow(`${folder.path}: no temporary directory can be made: ENOENT`);
});

test("what a process that exits at once has not removed itself is removed all the same", () => {
  using folder = temporaryFolder();
  const program = `
    import { mkdirSync } from "node:fs";
    import { removeTemporaryDirectory, temporaryDirectory } from "./src/base/host/temporary-directory.ts";
    mkdirSync((await temporaryDirectory("x-", process.argv[1])) + "/inside");
    process.exit(3);
  `;
  const { status } = spawnSync(process.execPath, ["--input-type=module", "-e", program, folder.path]);
  expect(status).toBe(3);
  expect(readdirSync(folder.path)).toEqual([]);
});

test("what cannot be removed, since somebody else is at it, ends nothing", async () => {
  using folder = temporaryFolder();
  const parent = await temporaryDirectory("x-", folder.path);
  const directory = await temporaryDirectory("y-", parent);
  rmSync(parent, { recursive: true });
  writeFileSync(parent, "a file by now");
  await removeTemporaryDirectory(directory);
  expect(existsSync(parent)).toBe(true);
});
