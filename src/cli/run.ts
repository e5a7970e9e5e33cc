import { randomInt } from "node:crypto";
import { Command, InvalidArgumentError, Option } from "commander";
import { chooseConfig, type LoadedConfig, realDirectory } from "../config/load.ts";
import { chooseCompareTarget } from "../git/compare-ref.ts";
import { hasLocalChanges, readWorkingCopy, resolveCommit } from "../git/head-commit.ts";
import { resolveRemote } from "../git/remote.ts";
import { systemClock } from "../host/clock.ts";
import { interruptSignal } from "../host/interrupt.ts";
import type { FailOn, Rounds, Shard } from "../plan/options.ts";
import { type TokenizerName, tokenizerNames } from "../plan/tokens.ts";
import { defaultConfigFile } from "../record/config-file.ts";
import type { RunRecord } from "../record/record.ts";
import { benchmark } from "../run/benchmark.ts";
import { judge } from "../run/judge.ts";
import { reproduceCommand } from "../run/reproduce.ts";
import type { BenchmarkRequest } from "../run/request.ts";
import { openProgress } from "./live-progress.ts";
import {
  detailsOption,
  failOnOption,
  passEnvOption,
  roundsOption,
  seedOption,
  shardOption,
  timeBudgetOption,
} from "./options.ts";
import { checkWritable, exitBy, print, render, writeFileSafely } from "./output.ts";

interface RunOptions {
  readonly server?: string;
  readonly config?: string;
  readonly workingDirectory: string;
  readonly compareRef?: string;
  readonly json?: string;
  readonly markdown?: string;
  readonly html?: string;
  readonly failOn: readonly FailOn[];
  readonly rounds?: Rounds;
  readonly timeBudget?: number;
  readonly shard?: Shard;
  readonly details?: boolean;
  readonly quick?: boolean;
  readonly passEnv: readonly string[];
  readonly runnerKey?: string;
  readonly seed?: number;
  readonly tokens?: TokenizerName;
}

/** `mcp-bench run`: measures, prints the report, and exits by the verdict. */
export function runCommand(): Command {
  return new Command("run")
    .description("Measure an MCP server and print the report")
    .option(
      "--server <command line>",
      "command line that starts the server over stdio, for a run without a configuration file",
    )
    .option("--config <file>", "configuration file (default: mcp-bench.yml)")
    .option("--working-directory <dir>", "directory in which the server, the build and relative paths are taken", ".")
    .option("--compare-ref <ref>", "branch, tag or commit to build and measure side by side", notEmpty)
    .option("--json <file>", "write the record of the run")
    .option("--markdown <file>", "write the report as Markdown, with charts")
    .option("--html <file>", "write the report as a page of its own, with charts")
    .addOption(failOnOption())
    .addOption(roundsOption())
    .addOption(timeBudgetOption())
    .addOption(shardOption())
    .addOption(detailsOption())
    .option(
      "--quick",
      "a tenth of the requests, warm-up and durations, in one round: shows whether a configuration works; its figures decide nothing",
    )
    .addOption(passEnvOption())
    .option("--runner-key <name>", "names this class of machines in the baseline key")
    .addOption(seedOption())
    .addOption(new Option("--tokens <name>", "count context cost in tokens too").choices(tokenizerNames))
    .addHelpText(
      "after",
      '\nExample:\n  mcp-bench run --server "npx -y @modelcontextprotocol/server-everything stdio" --json record.json\n',
    )
    .action(run);
}

async function run(options: RunOptions): Promise<void> {
  const directory = realDirectory(options.workingDirectory);
  await checkWritable(options.json, options.markdown, options.html);
  const loaded = withTokens(await chooseConfig(options, directory), options.tokens);
  const workingCopy = await readWorkingCopy(directory, process.env);
  const named =
    options.compareRef === undefined
      ? undefined
      : await resolveCommit(options.compareRef, { directory, environment: process.env });
  const compareRef = named ?? options.compareRef;
  const head = workingCopy?.commit ?? { sha: "", parents: [] };
  const remote = options.compareRef
    ? await resolveRemote({ directory, environment: process.env }).catch(() => undefined)
    : undefined;
  const record = await watched({
    loaded,
    directory,
    workingCopy,
    dirty: workingCopy !== undefined && (await hasLocalChanges(directory, process.env)),
    compare: chooseCompareTarget({ kind: "other", name: "a run at the desk" }, { compareRef, head }),
    // What is not pushed yet is in the checkout alone.
    sources: [{ url: workingCopy?.root ?? directory }, ...(remote ? [remote] : [])],
    environment: process.env,
    passEnv: options.passEnv,
    runnerKey: options.runnerKey,
    rounds: options.rounds,
    timeBudgetMs: options.timeBudget,
    shard: options.shard,
    quick: options.quick,
    seed: options.seed ?? randomInt(2 ** 32),
    signal: interruptSignal(),
  });
  if (options.json) await writeFileSafely(options.json, JSON.stringify(record));
  const report = judge(record, {
    stored: {
      kind: "none",
      reason:
        compareRef === undefined
          ? "a run on the command line reads no stored baseline; --compare-ref measures another commit beside it"
          : `${options.compareRef} could not be measured (the warnings say why), and a run on the command line reads no stored baseline`,
      unasked: true,
    },
    failOn: options.failOn,
    reproduce: reproduceCommand({ ...options, compareRef, timeBudgetMs: options.timeBudget, seed: record.seed }),
    configFile: options.server ? undefined : (options.config ?? defaultConfigFile),
  });
  if (options.markdown) await writeFileSafely(options.markdown, await render(report, "markdown"));
  if (options.html) await writeFileSafely(options.html, await render(report, "html"));
  print(await render(report, "terminal", options));
  for (const file of [options.json, options.markdown, options.html]) if (file) print(`Written: ${file}`);
  exitBy(report.verdict);
}

/** Measures, and shows on standard error how that goes on. */
async function watched(request: Omit<BenchmarkRequest, "progress">): Promise<RunRecord> {
  using display = openProgress({
    stream: process.stderr,
    environment: process.env,
    clock: systemClock,
    rows: true,
  });
  return await benchmark({ ...request, progress: (event) => display.show(event) });
}

/** As an unset variable of a shell leaves it. */
function notEmpty(ref: string): string {
  if (ref.trim() === "")
    throw new InvalidArgumentError("it is empty; name a branch, tag or commit, or leave the option out");
  return ref;
}

function withTokens(loaded: LoadedConfig, tokens: TokenizerName | undefined): LoadedConfig {
  return tokens === undefined ? loaded : { ...loaded, config: { ...loaded.config, tokens } };
}
