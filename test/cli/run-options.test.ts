import { readFileSync } from "node:fs";
import { Command } from "commander";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { readRunOptions, withRunOptions } from "../../src/cli/options.ts";
import { allRunOptions, askedOf, runOptionsOf, runOptionWords, standardRun } from "../../src/options/run-options.ts";
import { cliHere } from "../support/cli-here.ts";
import { temporaryFolder } from "../support/folder.ts";

/** A text for every option, none of which holds anyway. */
const texts: Readonly<Record<string, string>> = {
  server: "node s.js",
  url: "http://127.0.0.1/mcp",
  config: "bench.yml",
  "working-directory": "packages/a",
  set: "thresholds.p50=off",
  "compare-ref": "main",
  "pass-env": "TOKEN, OTHER",
  "runner-key": "big",
  rounds: "9",
  "time-budget": "2m",
  shard: "1/3",
  tokens: "o200k_base",
  profile: "always",
  seed: "7",
};

function given(...words: string[]) {
  return readRunOptions(withRunOptions(new Command()).parse(words, { from: "user" }).opts());
}

test("the action reads what the command line reads", () => {
  const input = runOptionsOf(({ name, read }) => (name in texts ? read(texts[name] ?? "", name) : undefined));
  const words = Object.entries(texts).flatMap(([name, text]) => [`--${name}`, text]);
  expect(given(...words)).toEqual(input);
  expect(Object.keys(texts)).toHaveLength(allRunOptions.filter(({ value }) => value !== undefined).length);
});

test.each(["server", "url", "config", "compare-ref", "runner-key"])(
  "an unset variable of a shell is refused: --%s",
  (name) => {
    expect(() => given(`--${name}`, "")).toThrow(`--${name}: it is empty`);
  },
);

test.each(["server", "url", "server-config", "server-name"])(
  "init refuses an unset variable of a shell: --%s",
  async (name) => {
    using folder = temporaryFolder();
    const made = await cliHere(["init", `--${name}`, ""], folder.path);
    expect(made).toMatchObject({ code: 2, stderr: expect.stringContaining(`--${name}: it is empty`) });
  },
);

test.each([
  ["--runs", "2"],
  ["--runner-key", "lab"],
  ["--set", "thresholds.p50=off"],
])("what was measured already is stored as it is: no %s", async (...words) => {
  using folder = temporaryFolder();
  const pushed = await cliHere(["baseline", "push", "record.json", ...words], folder.path);
  expect(pushed).toMatchObject({ code: 2, stderr: expect.stringContaining("a record is measured already") });
});

test.each(["A B,;", "A=b", "1A", "${A}"])("what can be no variable is not passed on: %s", (text) => {
  expect(() => given("--pass-env", text)).toThrow(/is not the name of an environment variable/);
});

test.each(["8", "0/8", "9/8", "2/0", "a/b", "2/8/1"])("what is no shard of several is refused: %s", (text) => {
  expect(() => given("--shard", text)).toThrow(/is not a shard/);
});

test("what nobody says takes its default, or none", () => {
  expect(given()).toEqual(standardRun);
  expect(runOptionsOf(() => undefined)).toEqual(standardRun);
});

test("the words that repeat a run ask for the same, but for the name of the machine", () => {
  const words = Object.entries(texts).flatMap(([name, text]) => [`--${name}`, text]);
  const { runnerKey, ...options } = given(...words, "--quick");
  expect(runnerKey).toBe("big");
  expect(given(...runOptionWords({ ...options, runnerKey }))).toEqual(options);
  expect(runOptionWords(standardRun)).toEqual([]);
});

test("a key of the configuration may be set more than once, and each is repeated", () => {
  const words = ["--set", "thresholds.p50=off", "--set", "defaults={ requests: 9, timeout: 1s }"];
  expect(given(...words).set).toEqual(["thresholds.p50=off", "defaults={ requests: 9, timeout: 1s }"]);
  expect(runOptionWords(given(...words))).toEqual(words);
});

test("the record keeps no share and no seed: it is told of all shares together, and has the seed itself", () => {
  expect(Object.keys(askedOf({ ...standardRun, shard: { index: 1, count: 2 }, seed: 1 }))).toEqual([
    "server",
    "url",
    "config",
    "workingDirectory",
    "set",
    "passEnv",
    "rounds",
    "timeBudgetMs",
  ]);
});

test("action.yml has the inputs that are options of a run, with the same defaults", () => {
  const { inputs } = parse(readFileSync(new URL("../../action.yml", import.meta.url), "utf8"));
  for (const { key, name, isInput } of allRunOptions) {
    expect([name, name in inputs]).toEqual([name, isInput === true]);
    expect([name, inputs[name]?.default]).toEqual([name, standardRun[key]?.toString() || undefined]);
  }
});
