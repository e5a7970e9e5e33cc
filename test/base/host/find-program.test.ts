import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { findProgram } from "../../../src/base/host/find-program.ts";
import { temporaryFolder } from "../../support/folder.ts";

test("a program is looked for past folders of its name", () => {
  using folder = temporaryFolder();
  for (const name of ["first/tool", "second"]) mkdirSync(join(folder.path, name), { recursive: true });
  const tool = join(folder.path, "second/tool");
  writeFileSync(tool, "", { mode: 0o755 });
  const PATH = ["first", "second"].map((name) => join(folder.path, name)).join(":");
  expect(findProgram("tool", { env: { PATH }, cwd: "/" })).toBe(tool);
  expect(findProgram("./first/tool", { env: { PATH }, cwd: folder.path })).toBeUndefined();
});
