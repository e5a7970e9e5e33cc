import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { Command } from "commander";
import { entryFrom } from "../baseline/branch/entry.ts";
import { openBranchStore } from "../baseline/branch-store.ts";
import { loadConfig } from "../config/load.ts";
import { readWorkingCopy } from "../git/head-commit.ts";
import { systemClock } from "../host/clock.ts";
import { interruptSignal } from "../host/interrupt.ts";
import { removeTemporaryDirectory, temporaryDirectory } from "../host/temporary-directory.ts";
import { standardRun } from "../plan/run-options.ts";
import { environmentKey } from "../record/key.ts";
import type { Report } from "../report/report.ts";
import { benchmark } from "../run/benchmark.ts";
import { judge, type Stored } from "../run/judge.ts";
import { openProgress } from "./live-progress.ts";
import { detailsOption } from "./options.ts";
import { print, render, writeFileSafely } from "./output.ts";

const run = promisify(execFile);
const controlServer = fileURLToPath(new URL("./control-server.js", import.meta.url));

const configuration = `version: 1
server: { command: node, args: [server.mjs] }
# No leaks are looked for, which takes thousands of calls.
defaults: { requests: 40, warmup: 10, leak_check: 0 }
benchmarks:
  - { name: work, tool: work, arguments: { units: 100 }, concurrency: [1, 4, 16] }
  - { name: echo, tool: echo, arguments: { text: "call {{seq}}" } }
  - { method: tools/list }
`;

/** A first look needs no evidence; a difference does, also on a machine that is busy. */
const timeBudgetMs = { first: 8_000, second: 45_000 };

/** `mcp-bench demo`: the main job on a bundled server, with nothing but git and this program. */
export function demoCommand(): Command {
  return new Command("demo")
    .description("Measure two versions of a bundled server, the second one slower, with a local baseline branch")
    .option("--comment <file>", "also write the pull-request comment, as Markdown")
    .addOption(detailsOption())
    .addHelpText("after", "\nExample:\n  mcp-bench demo\n")
    .action(demo);
}

async function demo(options: { comment?: string; details?: boolean }): Promise<void> {
  const folder = await temporaryDirectory("mcp-bench-demo-");
  const signal = interruptSignal();
  try {
    const project = await createProject(folder);
    say("The first version of the server is measured and stored on the baseline branch of a local bare repository.");
    await commitServer(project, { slowdownPercent: 0 });
    await measureAndJudge({ folder, project, signal, timeBudgetMs: timeBudgetMs.first });
    say("The second version does 60 % more work in its tool `work`. It is measured beside the first, round by round.");
    await commitServer(project, { slowdownPercent: 60 });
    const report = await measureAndJudge({ folder, project, signal, timeBudgetMs: timeBudgetMs.second });
    if (options.comment) await writeFileSafely(options.comment, await render(report, "comment"));
    print("");
    print(await render(report, "terminal", options));
  } finally {
    await removeTemporaryDirectory(folder);
  }
}

function say(text: string): void {
  process.stderr.write(`\n${text}\n`);
}

async function createProject(folder: string): Promise<string> {
  const project = path.join(folder, "project");
  await run("git", ["init", "--quiet", "--bare", path.join(folder, "remote.git")]);
  await run("git", ["init", "--quiet", project]);
  await writeFile(path.join(project, "mcp-bench.yml"), configuration);
  return project;
}

async function commitServer(project: string, { slowdownPercent }: { slowdownPercent: number }): Promise<void> {
  const source = `process.argv.push("--slowdown-percent", "${slowdownPercent}");\nawait import(${JSON.stringify(pathToFileURL(controlServer).href)});\n`;
  await writeFile(path.join(project, "server.mjs"), source);
  await run("git", ["add", "--all"], { cwd: project });
  const identity = ["-c", "user.name=demo", "-c", "user.email=demo@example.com", "-c", "commit.gpgSign=false"];
  await run("git", [...identity, "commit", "--quiet", "--no-verify", "--message", `${slowdownPercent} % more work`], {
    cwd: project,
  });
}

interface Demo {
  readonly folder: string;
  readonly project: string;
  readonly signal: AbortSignal;
  readonly timeBudgetMs: number;
}

async function measureAndJudge({ folder, project, signal, timeBudgetMs }: Demo): Promise<Report> {
  const workingCopy = await readWorkingCopy(project, process.env);
  const parent = workingCopy?.commit.parents[0];
  const display = openProgress({
    stream: process.stderr,
    environment: process.env,
    clock: systemClock,
    rows: false,
  });
  const record = await benchmark({
    loaded: await loadConfig("mcp-bench.yml", project),
    directory: project,
    workingCopy,
    dirty: false,
    compare: parent
      ? { kind: "commit", sha: parent, why: "the version before" }
      : { kind: "none", reason: "the first version" },
    sources: [{ url: project }],
    environment: process.env,
    run: { ...standardRun, timeBudgetMs, seed: 1 },
    signal,
    progress: (event) => display.show(event),
  }).finally(() => display[Symbol.dispose]());
  await using store = await openBranchStore({
    remote: { url: path.join(folder, "remote.git") },
    branch: "mcp-bench-baseline",
    environment: process.env,
    log: say,
  });
  const { entries, baselineSha } = await store.read(environmentKey(record));
  const stored: Stored = baselineSha
    ? { kind: "entries", entries }
    : { kind: "none", reason: "the baseline branch does not exist yet" };
  const report = judge(record, { stored, failOn: [], reproduce: "npx mcp-bench demo" });
  await store.append(entryFrom(record, { head: report.head, status: report.verdict.status }), { record });
  return report;
}
