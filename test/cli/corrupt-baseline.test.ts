import { afterAll, beforeAll, expect, test } from "vitest";
import { emptyIndex, printIndex, summariseKey } from "../../src/baseline/branch/branch-index.ts";
import { printShard, shardPath } from "../../src/baseline/branch/branch-layout.ts";
import { sampleEntry } from "../baseline/sample.ts";
import { cliHere } from "../support/cli-here.ts";
import { temporaryFolder } from "../support/folder.ts";
import { bareRepository, commitFiles } from "../support/git-run.ts";

const entry = sampleEntry();
const shard = shardPath(entry);
const figures = summariseKey([entry]);
const marker = printIndex({ ...emptyIndex, keys: figures ? { [entry.key]: figures } : {} });
const commands = ["list", "show", "verify", "export"];

let folder: ReturnType<typeof temporaryFolder>;
let remote: string;
beforeAll(() => {
  folder = temporaryFolder();
  remote = bareRepository(folder.path);
});
afterAll(() => folder[Symbol.dispose]());

const baseline = (command: string, branch: string) =>
  cliHere(["baseline", command, "--remote", remote, "--branch", branch], folder.path);

test.each(commands)("baseline %s ends with 2 and names the file where one is not JSON", async (command) => {
  commitFiles(remote, "corrupt", { "mcp-bench.json": marker, [shard]: '[{"a":' });
  const { code, stdout, stderr } = await baseline(command, "corrupt");
  expect(code, stderr).toBe(2);
  expect(`${stdout}${stderr}`).toContain(shard);
});

test.each(commands)("baseline %s ends with 0 on a sound branch", async (command) => {
  commitFiles(remote, "sound", { "mcp-bench.json": marker, [shard]: printShard([entry]) });
  const { code, stderr } = await baseline(command, "sound");
  expect(code, stderr).toBe(0);
});
