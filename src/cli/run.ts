import { randomInt } from "node:crypto";
import path from "node:path";
import { Command } from "commander";
import { interruptSignal } from "../base/host/interrupt.ts";
import { chooseConfig, realDirectory } from "../config/load-config.ts";
import { companionsOf, type Feature, fileFormats, passesOf, reportFeatures } from "../feature.ts";
import { chooseCompareTarget } from "../git/compare-ref.ts";
import type { Remote } from "../git/git.ts";
import { resolveRemote } from "../git/remote.ts";
import { hasLocalChanges, readWorkingCopy, resolveCommit } from "../git/working-copy.ts";
import { enter, watchPhases } from "../measure/phase.ts";
import type { ProgressEvent } from "../measure/progress.ts";
import { defaultBaselineBranch, type FailOn } from "../options/read-option.ts";
import type { RunOptions } from "../options/run-options.ts";
import { defaultConfigFile, environmentKey } from "../record/key.ts";
import type { RunRecord } from "../record/record.ts";
import { benchmark } from "../run/benchmark.ts";
import type { BenchmarkRequest } from "../run/benchmark-request.ts";
import { judge, type Stored, unreadable } from "../run/judge.ts";
import { progressLine } from "../run/progress-line.ts";
import { reproduceCommand } from "../run/reproduce.ts";
import { remoteOf, withOpenStore } from "./branch.ts";
import { detailsOption, failOnOption, readRunOptions, withRunOptions } from "./options.ts";
import { checkWritable, exitBy, explain, note, print, render, writeFileSafely } from "./output.ts";

/** Options for the result; those of the measurement are options of a run. */
interface OutputOptions {
  readonly json?: string;
  readonly markdown?: string;
  readonly failOn: readonly FailOn[];
  readonly details?: boolean;
  readonly build: boolean;
  readonly timings?: boolean;
}

/** `mcp-bench run`: measures, prints the report, and exits by the verdict. */
export function runCommand(features: readonly Feature[]): Command {
  const command = withRunOptions(new Command("run").description("Measure an MCP server and print the report"))
    .option("--no-build", "measure this directory as it is; the commit to compare with is still built")
    .option("--timings", "print where the time went, on standard error")
    .option("--json <file>", "write the record of the run; - prints it, and the report goes to standard error")
    .option("--markdown <file>", "write the report as Markdown, with charts")
    .addOption(failOnOption)
    .addOption(detailsOption)
    .addHelpText(
      "after",
      `
Example:
  mcp-bench run
  mcp-bench run --server "npx -y @modelcontextprotocol/server-everything stdio" --json record.json
  mcp-bench run --url http://127.0.0.1:3000/mcp --quick
  mcp-bench run --compare-ref main --time-budget 2m
  mcp-bench run --compare-ref main --no-build
  mcp-bench run --compare-ref none
  mcp-bench run --json - | mcp-bench report - --format csv
`,
    )
    .action((options: GivenOptions) => run(options, features));
  for (const { folder } of passesOf(features)) command.option(`--${folder.name} <dir>`, folder.help);
  for (const { name, file } of fileFormats(features)) command.option(`--${name} <file>`, `write the report as ${file}`);
  return command;
}

type GivenOptions = OutputOptions & Readonly<Record<string, unknown>>;

async function run(options: GivenOptions, features: readonly Feature[]): Promise<void> {
  const ofFeatures = fileFormats(features).map(({ name }) => [name, options[name] as string | undefined] as const);
  const passes = passesOf(features).map(({ make, folder: { name, summary } }) => {
    return { make, name, summary, folder: options[name] as string | undefined };
  });
  const times = options.timings ? watchPhases() : undefined;
  const asked = readRunOptions(options);
  const directory = realDirectory(asked.workingDirectory);
  await checkWritable({
    outputs: {
      "--json": options.json === "-" ? undefined : options.json,
      "--markdown": options.markdown,
      ...Object.fromEntries(ofFeatures.map(([name, file]) => [`--${name}`, file])),
      ...Object.fromEntries(passes.map(({ name, folder }) => [`--${name}`, folder && path.join(folder, "file")])),
    },
    inputs: [path.resolve(directory, asked.config ?? defaultConfigFile)],
  });
  // Before code of the checkout runs, which could change what its origin is.
  const [remoteLookup] = await Promise.allSettled(asked.compareRef === "none" ? [remoteOf({}, directory)] : []);
  const { record, loaded, compareRef } = await measureCheckout(asked, {
    directory,
    isBuilt: !options.build,
    passes,
    companions: companionsOf(features),
    signal: interruptSignal(),
  });
  enter("report");
  const written: string[] = [];
  const failures: unknown[] = [];
  // A full disk costs a file, and not all that was measured: the end reports it.
  const write = (file: string, text: string) =>
    writeFileSafely(file, text).then(
      () => written.push(file),
      (error: unknown) => failures.push(error),
    );
  if (options.json === "-") print(JSON.stringify(record));
  else if (options.json) await write(options.json, JSON.stringify(record));
  const stored =
    remoteLookup && record.commit
      ? await storedRuns(record, remoteLookup).catch((error: unknown) => {
          failures.push(error);
          return unreadable(error);
        })
      : nothingStored(compareRef);
  const report = judge(record, {
    stored,
    failOn: options.failOn,
    features: await reportFeatures(features),
    reproduce: reproduceCommand({ ...asked, compareRef, seed: record.seed }),
    configFile: loaded.file,
  });
  if (options.markdown) await write(options.markdown, await render(report, "markdown"));
  for (const [name, file] of ofFeatures) if (file) await write(file, await render(report, name, { features }));
  const tell = (text: string) => print(text, options.json === "-" ? process.stderr : process.stdout);
  tell(await render(report, "terminal", options));
  for (const file of written) tell(`Written: ${file}`);
  for (const { summary, folder } of passes) if (folder !== undefined) tell(await summary(record, folder));
  exitBy(report.verdict);
  if (times) process.stderr.write(timesText(times()));
  for (const failure of failures) process.exitCode = explain(failure);
}

function timesText(times: ReadonlyMap<string, number>): string {
  const sum = [...times.values()].reduce((total, ms) => total + ms, 0);
  const lines = [...times].toSorted(([, one], [, other]) => other - one);
  return [...lines, ["all", sum] as const]
    .map(([name, ms]) => `${(ms / 1000).toFixed(2).padStart(8)} s  ${name}\n`)
    .join("");
}

function nothingStored(compareRef: string | undefined): Stored {
  const reason = "a run on the command line reads no stored baseline";
  if (compareRef !== undefined) return { kind: "none", reason };
  const instead = "--compare-ref measures another commit beside it, or with `none` reads the stored runs";
  return { kind: "none", reason: `${reason}; ${instead}`, unasked: true };
}

/** Returns what the baseline branch of the checkout's remote has of this environment. Throws BaselineError. */
async function storedRuns(record: RunRecord, found: PromiseSettledResult<Remote>): Promise<Stored> {
  if (found.status === "rejected") throw found.reason;
  const branch = defaultBaselineBranch;
  const read = await withOpenStore({ branch, remote: found.value }, (store) => store.read(environmentKey(record)));
  if (read.baselineSha) return { kind: "entries", entries: read.entries, environments: read.environments };
  return { kind: "none", reason: `the remote has no branch ${branch}; \`mcp-bench baseline push\` creates it` };
}

/** Writes what happens in a run to standard error, line by line. In a terminal rows are left out: they would fill it. */
export function logProgress(event: ProgressEvent): void {
  const line = event.kind === "row" && process.stderr.isTTY ? undefined : progressLine(event);
  if (line !== undefined) note(line);
}

type Measuring = Pick<BenchmarkRequest, "directory" | "companions" | "isBuilt" | "passes" | "signal"> &
  Partial<Pick<BenchmarkRequest, "progress" | "dirty">>;

/** Measures a checkout beside the named commit, and returns that by its whole name where it is known. Throws UserError. */
export async function measureCheckout(
  asked: RunOptions,
  { directory, progress = logProgress, dirty, ...measuring }: Measuring,
) {
  const environment = process.env;
  const loaded = await chooseConfig(asked, directory);
  const workingCopy = await readWorkingCopy(directory, environment);
  // The action's input has it so; at a desk nothing is compared unasked.
  const ref = asked.compareRef === "none" ? undefined : asked.compareRef;
  const compareRef = ref && ((await resolveCommit(ref, { directory, environment })) ?? ref);
  const head = workingCopy?.commit ?? { sha: "", parents: [] };
  const remote = ref ? await resolveRemote({ directory, environment }).catch(() => undefined) : undefined;
  const record = await benchmark({
    loaded,
    directory,
    workingCopy,
    dirty: dirty ?? (workingCopy !== undefined && (await hasLocalChanges(workingCopy.root, environment))),
    compare: chooseCompareTarget({ kind: "other", name: "a run on the command line" }, { compareRef, head }),
    // A commit that is not pushed is in the checkout only.
    sources: [{ url: workingCopy?.root ?? directory }, ...(remote ? [remote] : [])],
    environment,
    run: { ...asked, seed: asked.seed ?? randomInt(2 ** 32) },
    progress,
    ...measuring,
  });
  return { record, loaded, compareRef };
}
