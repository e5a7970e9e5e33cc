import { truncateSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { readPlainFile } from "../../../src/base/host/plain-file.ts";
import { temporaryFolder } from "../../support/folder.ts";

test("a plain file is read", () => {
  using folder = temporaryFolder();
  const file = path.join(folder.path, "rows.jsonl");
  writeFileSync(file, "{}\n");
  expect(readPlainFile(file)).toBe("{}\n");
});

test("a device, a folder and a file too long are refused before anything is read", () => {
  using folder = temporaryFolder();
  const file = path.join(folder.path, "rows.jsonl");
  writeFileSync(file, "");
  truncateSync(file, 64 * 1024 * 1024 + 1);
  expect(() => readPlainFile(file)).toThrow("67108865 bytes");
  expect(() => readPlainFile("/dev/zero")).toThrow("not a plain file");
  expect(() => readPlainFile(folder.path)).toThrow("not a plain file");
});
