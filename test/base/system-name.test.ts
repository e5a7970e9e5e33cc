import { expect, test } from "vitest";
import { systemName } from "../../src/base/system-name.ts";

test.each([
  ["darwin", "macOS"],
  ["linux", "Linux"],
  ["win32", "Windows"],
  ["freebsd", "freebsd"],
  ["constructor", "constructor"],
])("%s is called %s", (os, name) => {
  expect(systemName(os)).toBe(name);
});
