import { existsSync, readFileSync, symlinkSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { writeFileSafely } from "../../src/cli/output.ts";
import { ConfigError } from "../../src/errors.ts";
import { temporaryFolder } from "../support/git-run.ts";

test("what is no plain file is written through", async () => {
  using folder = temporaryFolder();
  const link = path.join(folder.path, "link.json");
  symlinkSync("record.json", link);
  await writeFileSafely(link, "{}");
  expect(readFileSync(path.join(folder.path, "record.json"), "utf8")).toBe("{}");
  await expect(writeFileSafely("/dev/null", "{}")).resolves.toBeUndefined();
});

test.runIf(existsSync("/dev/full"))("a device that takes nothing is named", async () => {
  const failure = writeFileSafely("/dev/full", "{}");
  await expect(failure).rejects.toThrow(ConfigError);
  await expect(failure).rejects.toThrow("/dev/full: it cannot be written: ENOSPC");
});
