import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { reproduceCommand } from "../../src/run/reproduce.ts";

/** The words a shell makes of a command line. */
function words(command: string): string[] {
  return execFileSync("sh", ["-c", command.replace("npx mcp-bench run", "printf '%s\\n'")], { encoding: "utf8" })
    .trimEnd()
    .split("\n");
}

test("what has its default is left out", () => {
  expect(reproduceCommand({ seed: 7, workingDirectory: "." })).toBe("npx mcp-bench run --seed 7");
});

test("everything that decides what is measured is there", () => {
  const command = reproduceCommand({
    config: "bench/mcp bench.yml",
    workingDirectory: "packages/a",
    compareRef: "a0b1c2",
    passEnv: ["API_TOKEN", "OTHER"],
    rounds: 9,
    timeBudgetMs: 90_000,
    shard: { index: 2, count: 3 },
    quick: true,
    seed: 7,
  });
  expect(words(command)).toEqual(
    `--config|bench/mcp bench.yml|--working-directory|packages/a|--compare-ref|a0b1c2|--pass-env|API_TOKEN,OTHER|--rounds|9|--time-budget|90s|--shard|2/3|--quick|--seed|7`.split(
      "|",
    ),
  );
});

test("no word of it runs as a command", () => {
  const hostile = `node server.js --name "it's $(touch x)" ; \`id\` & | > $HOME`;
  expect(words(reproduceCommand({ server: hostile, compareRef: "$(id)", seed: 1 }))).toEqual([
    "--server",
    hostile,
    "--compare-ref",
    "$(id)",
    "--seed",
    "1",
  ]);
});
