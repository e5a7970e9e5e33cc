import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { compare, report, run } from "../../src/library.ts";
import { allRunOptions } from "../../src/options/run-options.ts";
import { blocks } from "../docs/blocks.ts";
import { temporaryFolder } from "../support/folder.ts";
import { git } from "../support/git-run.ts";

const server = `node ${path.resolve("dist/control-server.js")}`;

test("a program measures, decides and reports with the words of the command line", async () => {
  const set = ["defaults={ requests: 5, warmup: 0, leak_check: 0 }", "control=false", "benchmarks=[{ method: ping }]"];
  const quickly = { server, rounds: 1, timeBudget: "10m", seed: 7 };
  const kept = JSON.parse(JSON.stringify(await run({ ...quickly, set: [...set, "thresholds.p50=[60s, +900%]"] })));
  expect(kept).toMatchObject({ kind: "mcp-bench-record", seed: 7 });

  const alone = compare(kept);
  expect(alone.failed).toBe(false);
  expect(alone.findings).toContainEqual(expect.objectContaining({ row: "ping", metric: "p50", state: "pass" }));
  expect(compare(kept, { base: kept }).findings.map(({ state }) => state)).not.toContain("regressed");
  expect(await report(kept, { format: "csv" })).toMatch(/^[a-z_]+,.*\n.*ping/s);

  const strict = await run({ ...quickly, set: [...set, "thresholds.p50=1us"] });
  expect(compare(strict)).toMatchObject({ status: "over-budget", failed: true });
  expect(compare(strict, { failOn: ["regression"] })).toMatchObject({ status: "over-budget", failed: false });
});

test("what the command line refuses is refused", async () => {
  await expect(run({ server, rounds: 0 })).rejects.toThrow(/^rounds: "0" is not a number of rounds/);
  await expect(run(JSON.parse('{ "rouns": 3 }'))).rejects.toThrow(/^rouns: there is no such option\n.*rounds/);
  await expect(run({ server, signal: AbortSignal.abort(new Error("ended")) })).rejects.toThrow("ended");
  expect(() => compare(JSON.parse("{}"))).toThrow(/^record: not a record/);
  await expect(run(JSON.parse("null"))).rejects.toThrow("the options are not an object");
  expect(() => compare(JSON.parse("{}"), JSON.parse('{ "failOn": "all" }'))).toThrow("failOn: it is not a list");
  await expect(report(JSON.parse("{}"), JSON.parse('{ "format": 7 }'))).rejects.toThrow("there is no format 7");
});

test("what is set holds for the commit to compare with as well, so that nothing counts as changed", async () => {
  using folder = temporaryFolder();
  const lines = [
    `server: { command: node, args: [${path.resolve("dist/control-server.js")}], same_program: true }`,
    "control: false",
    "defaults: { requests: 5, warmup: 0, leak_check: 0 }",
    "benchmarks: [{ method: ping }]",
  ];
  writeFileSync(path.join(folder.path, "mcp-bench.yml"), lines.join("\n"));
  git(folder.path, ["init", "--quiet"]);
  git(folder.path, ["add", "."]);
  git(folder.path, ["commit", "--quiet", "--message", "base"]);
  const paired = { workingDirectory: folder.path, compareRef: "HEAD", rounds: 1 };
  const record = await run({ ...paired, set: ["thresholds.p50=off", "defaults.requests=7"] });
  expect(record.warnings.filter(({ text }) => text?.includes("this commit changes"))).toEqual([]);
  const metrics = compare(record).findings.map(({ metric }) => metric);
  expect(metrics).toContain("throughput");
  expect(metrics).not.toContain("p50");
});

test("every option of a run has its type", () => {
  const [, declared = ""] = /interface RunOptions \{(.*?)\n\}/s.exec(readFileSync("src/library.ts", "utf8")) ?? [];
  const typed = [...declared.matchAll(/readonly (\w+)\?:/g)].map(([, key]) => key);
  const known = allRunOptions.map(({ name }) => name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase()));
  expect(typed.toSorted()).toEqual([...known, "signal"].toSorted());
});

test("the example of the documentation runs against the package", () => {
  using folder = temporaryFolder();
  const example = blocks(readFileSync("docs/cli.md", "utf8")).find(({ language }) => language === "js");
  mkdirSync(path.join(folder.path, "node_modules"));
  symlinkSync(path.resolve("."), path.join(folder.path, "node_modules/mcp-bench"));
  mkdirSync(path.join(folder.path, "dist"));
  writeFileSync(
    path.join(folder.path, "dist/server.js"),
    `import(${JSON.stringify(path.resolve("dist/control-server.js"))});\n`,
  );
  writeFileSync(path.join(folder.path, "example.mjs"), example?.text ?? "");
  const printed = execFileSync(process.execPath, ["example.mjs"], { cwd: folder.path, encoding: "utf8" });
  expect(printed).toMatch(/ p50 /);
});
