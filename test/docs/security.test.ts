import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it, test } from "vitest";

const page = readFileSync("docs/security.md", "utf8");
const rows = page
  .split("## What never happens")[1]
  ?.split("\n## ")[0]
  ?.split("\n")
  .filter((line) => line.startsWith("| ") && !/^\| (-|Claim)/.test(line))
  .map((line) => line.split("|").map((cell) => cell.trim()));

describe.each(rows ?? [])("%s %s", (_, claim, held = "") => {
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
  expect(rows?.length).toBeGreaterThan(20);
});
