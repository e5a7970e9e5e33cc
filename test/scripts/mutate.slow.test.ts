import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { constants } from "../../scripts/mutate/constants.ts";
import { mutated } from "../../scripts/mutate/mutation.ts";

describe("npm run mutate", () => {
  test.each(constants)("finds $name of $file", ({ file, name }) => {
    const source = readFileSync(file, "utf8");
    for (const factor of [1.2, 0.8]) expect(mutated(source, { file, name, factor })).not.toBe(source);
  });

  test("says what is not there, and changes a number of rounds by a whole one", () => {
    const of = (source: string, name: string) => mutated(source, { file: "a.ts", name, factor: 1.2 });
    expect(() => of("const a = 1;", "b")).toThrow("a.ts does not declare `b`");
    expect(of("export const fewest = 6;\nconst other = 6;", "fewest")).toBe(
      "export const fewest = 7;\nconst other = 6;",
    );
    expect(of("const limits = { one: 0.05, two: 4 } as const;", "limits.one")).toBe(
      "const limits = { one: (0.05) * 1.2, two: 4 } as const;",
    );
  });

  test("shows that tests notice a sample", () => {
    const words = ["scripts/mutate.ts", "--only", "mostlyWork,slowFactor"];
    const said = execFileSync(process.execPath, words, { encoding: "utf8" });
    expect(said).toMatch(/\n0 unnoticed\n$/);
    expect(said.match(/^noticed/gm)).toHaveLength(4);
  });
});
