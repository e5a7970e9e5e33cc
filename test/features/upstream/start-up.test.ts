import { expect, test } from "vitest";
import { loadedBy } from "../../support/loaded-by.ts";

test.each(["main.js", "cli.js"])("%s starts without what records and replays, and its certificates", (entry) => {
  const loaded = loadedBy(entry);
  expect([...loaded].filter((file) => file.startsWith("upstream"))).toEqual([]);
  expect(loadedBy("upstream-helper.js")).toContain("upstream.js");
});
