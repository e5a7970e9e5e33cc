import { existsSync, rmSync } from "node:fs";
import { expect, test } from "vitest";
import { UserError } from "../../src/errors.ts";
import { temporaryDirectory } from "../../src/temporary-directory.ts";
import { temporaryFolder } from "../support/git-run.ts";

test("a fresh directory each time", async () => {
  using folder = temporaryFolder();
  const [one, other] = [await temporaryDirectory("x-", folder.path), await temporaryDirectory("x-", folder.path)];
  expect(one).not.toBe(other);
  expect([existsSync(one), existsSync(other)]).toEqual([true, true]);
});

test("where there is no place for one, the place is named", async () => {
  using folder = temporaryFolder();
  rmSync(folder.path, { recursive: true });
  const failure = temporaryDirectory("x-", folder.path);
  await expect(failure).rejects.toThrow(UserError);
  await expect(failure).rejects.toThrow(`${folder.path}: no temporary directory can be made: ENOENT`);
});
