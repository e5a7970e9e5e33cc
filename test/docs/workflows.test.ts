import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const page = readFileSync("docs/action.md", "utf8");

test.each(readdirSync("workflows"))("%s is among those that are ready to copy, and is told from the others", (name) => {
  expect(page).toContain(`\`${name}\``);
});

test("the README leads to them", () => {
  expect(readFileSync("README.md", "utf8")).toContain("(docs/action.md)");
});
