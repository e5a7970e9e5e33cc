import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { corpus } from "./corpus.ts";
import { everydayTable } from "./table.ts";

test("the documentation shows what the corpus holds", () => {
  const page = readFileSync("docs/how-it-decides.md", "utf8");
  const [, shown] = /<!-- everyday -->\n\n(.*?)\n\n<!-- \/everyday -->/s.exec(page) ?? [];
  expect(shown).toBe(everydayTable());
  expect(corpus.length).toBeGreaterThanOrEqual(25);
  expect(new Set(corpus.map(({ name }) => name)).size).toBe(corpus.length);
});
