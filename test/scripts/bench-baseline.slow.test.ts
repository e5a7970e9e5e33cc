import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";

function benchBaseline(...words: string[]): string[] {
  const args = ["scripts/bench-baseline.ts", ...words];
  return execFileSync(process.execPath, args, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] })
    .trim()
    .split("\n");
}

test("recorded runs are told apart in one table, a line for each machine and language", () => {
  const [, , ...lines] = benchBaseline("series", "2");
  expect(lines.map((line) => /^\| (\w+ \w+), \d+ \| [\d.]+ % \|/.exec(line)?.[1])).toEqual([
    "quiet python",
    "quiet node",
    "busy python",
    "busy node",
    "crowded python",
    "crowded node",
  ]);
});

test("the demo's server is measured for the same table, in which a single run has nothing to be compared with", () => {
  const [, , line, more] = benchBaseline("demo", "1");
  expect(line).toMatch(/^\| quiet node, 1( \| –){7} \|$/);
  expect(more).toBeUndefined();
});
