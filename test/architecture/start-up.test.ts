import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { loadedBy } from "../support/loaded-by.ts";

/** Parts that many runs do without: each is large. */
const late = ["handshake.js", "github.js", "schemas.js", "tokenizer-o200k_base.js"];

test.each([
  ["main.js", [...late, "measure.js", "report.js"]],
  ["cli.js", late],
])("%s starts without what many runs do without", (entry, without) => {
  const loaded = loadedBy(entry);
  expect(loaded).toContain("core.js");
  expect(without.filter((file) => !existsSync(`dist/${file}`))).toEqual([]);
  expect(without.filter((file) => loaded.has(file))).toEqual([]);
});
