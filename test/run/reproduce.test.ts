import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { commandOn, reproduceCommand, reproduceRecord } from "../../src/run/reproduce.ts";
import { makeRecord, type RoundOf } from "../decide/records.ts";

/** The words a shell makes of a command line. */
function words(command: string): string[] {
  return execFileSync("sh", ["-c", command.replace("npx mcp-bench run", "printf '%s\\n'")], { encoding: "utf8" })
    .trimEnd()
    .split("\n");
}

test("what has its default is left out", () => {
  expect(reproduceCommand({ seed: 7, workingDirectory: "." })).toBe("npx mcp-bench run --seed 7");
});

test("a time budget is written as people write it", () => {
  const budget = (timeBudgetMs: number) => reproduceCommand({ seed: 7, timeBudgetMs });
  expect(budget(120_000)).toBe("npx mcp-bench run --time-budget 2m --seed 7");
  expect(budget(1_500)).toBe("npx mcp-bench run --time-budget 1.5s --seed 7");
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

test("nor does the name of a record's file", () => {
  const command = commandOn("compare", ["before $(id).json", "it's.json"]);
  const words = execFileSync("sh", ["-c", command.replace("npx mcp-bench", "printf '%s\\n'")], { encoding: "utf8" });
  expect(words).toBe("compare\nbefore $(id).json\nit's.json\n");
  expect(commandOn("report", ["record.json"])).toBe("npx mcp-bench report record.json");
});

test("a record says itself how it is measured again, base included; one that another program measured does not", () => {
  const asked = { workingDirectory: "server", set: ["thresholds.p50=off"], passEnv: [], rounds: 3 };
  const record = { ...recordOf(), asked, seed: 11, quick: true as const };
  expect(reproduceRecord(record)).toBe(
    `npx mcp-bench run --working-directory server --set thresholds.p50\\=off --compare-ref ${base} --rounds 3 --quick --seed 11`,
  );
  expect(reproduceRecord(recordOf())).toBeUndefined();
});

const base = "b".repeat(40);

function recordOf() {
  const round: RoundOf = { latencies: [1, 2, 3] };
  const record = makeRecord({ rows: { echo: { base: [round], head: [round] } } });
  return { ...record, arms: record.arms.map((arm) => (arm.side === "base" ? { ...arm, commit: base } : arm)) };
}
