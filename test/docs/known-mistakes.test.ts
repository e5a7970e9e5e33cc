import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it, test } from "vitest";

const rows = readFileSync("docs/known-mistakes.md", "utf8")
  .split("\n")
  .filter((line) => line.startsWith("| ") && !/^\| (-|Mistake)/.test(line))
  .map((line) => line.split(" | ").map((cell) => cell.replace(/^\| | \|$/g, "")));

describe.each(rows)("%s", (_, held = "") => {
  const tests = [...held.matchAll(/`(test\/[^`]+\.test\.ts)`: "([^"]+)"/g)];

  it("is kept out by tests that exist, by these names", () => {
    expect(tests.length, held).toBe(held.split(/; (?=`)/).length);
    for (const [, file = "", title = ""] of tests) {
      expect(existsSync(file), file).toBe(true);
      const quoted = ['"', "'", "`"].map((quote) => `${quote}${title}${quote}`);
      const text = readFileSync(file, "utf8");
      expect(
        quoted.some((one) => text.includes(one)),
        `${file}: ${title}`,
      ).toBe(true);
    }
  });
});

test("there are mistakes to keep out", () => {
  expect(rows.length).toBeGreaterThan(25);
});
