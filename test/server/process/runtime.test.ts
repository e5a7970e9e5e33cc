import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { readRuntime } from "../../../src/server/process/runtime.ts";
import { stdioSpec } from "../support.ts";

const [major, minor] = process.versions.node.split(".");

test("an interpreter tells its version", async () => {
  expect(await readRuntime({ ...stdioSpec("unused.js"), command: process.execPath })).toBe(`node ${major}.${minor}`);
});

test.each(["npx", "./server", "no-such-node", "/missing/python3"])("%s tells nothing", async (command) => {
  expect(await readRuntime({ ...stdioSpec("unused.js"), command })).toBeUndefined();
});

test("an interpreter that cannot be started where it should be tells nothing", async () => {
  const cwd = fileURLToPath(import.meta.url);
  expect(await readRuntime({ ...stdioSpec("unused.js"), cwd })).toBeUndefined();
});
