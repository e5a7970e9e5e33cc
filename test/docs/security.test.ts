import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it, test } from "vitest";

const page = readFileSync("docs/security.md", "utf8");

/** The rows of the table under a heading. */
function rowsUnder(heading: string): string[][] {
  const [, below = ""] = page.split(`## ${heading}`);
  const [section = ""] = below.split("\n## ");
  const lines = section.split("\n").filter((line) => line.startsWith("| ") && !/^\| (-|Claim)/.test(line));
  return lines.map((line) => line.split("|").map((cell) => cell.trim()));
}

const claims = rowsUnder("What never happens");

describe.each(claims)("%s %s", (_, claim, held = "") => {
  const files = [...held.matchAll(/`([^`]+)`/g)].map(([, file = ""]) => file);

  it("is held by tests that exist", () => {
    expect(files.length, claim).toBeGreaterThan(0);
    for (const file of files) {
      expect(file).toMatch(/^test\/.+\.test\.ts$/);
      expect(existsSync(file), file).toBe(true);
    }
  });
});

test("there are claims to check", () => {
  expect(claims.length).toBeGreaterThan(10);
});
