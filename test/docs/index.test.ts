import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { relativeLinks } from "./links.ts";

test("the index of the documentation leads to every page, once", () => {
  const pages = readdirSync("docs").filter((name) => name.endsWith(".md") && name !== "README.md");
  const linked = relativeLinks(readFileSync("docs/README.md", "utf8")).map(({ path }) => path);
  expect(linked.filter((path) => pages.includes(path)).sort()).toEqual(pages.sort());
});

test("the README leads to the index", () => {
  expect(readFileSync("README.md", "utf8")).toContain("(docs/README.md)");
});
