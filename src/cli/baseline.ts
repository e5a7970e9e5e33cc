import { userInfo } from "node:os";
import { Command, Option } from "commander";
import { interruptSignal } from "../base/host/interrupt.ts";
import { quoted } from "../base/untrusted.ts";
import { entryFrom } from "../baseline/branch/entry.ts";
import type { BranchStore } from "../baseline/branch-store.ts";
import { acceptRun, exportBranch, listKeys, prune, showKey } from "../baseline/maintenance.ts";
import { verifyBranch } from "../baseline/verify.ts";
import { realDirectory } from "../config/load-config.ts";
import { BaselineError, ConfigError } from "../errors.ts";
import { looksWorse } from "../facts/looks-worse.ts";
import { companionsOf, type Feature } from "../feature.ts";
import { hasLocalChanges, readWorkingCopy } from "../git/working-copy.ts";
import { plural } from "../metrics/format.ts";
import { readCount } from "../options/read-option.ts";
import { runOptionWords } from "../options/run-options.ts";
import { readRecordFile } from "../record/files/record-file.ts";
import { describeEnvironment, environmentKey } from "../record/key.ts";
import type { RunRecord } from "../record/record.ts";
import type { Report } from "../report/report.ts";
import { judge, nearestEnvironment, type Stored } from "../run/judge.ts";
import { machineLoad } from "../table/machine-load.ts";
import {
  type BranchOptions,
  branchOption,
  remoteOf,
  remoteOption,
  requireBranch,
  withOpenStore,
  withStore,
} from "./branch.ts";
import { outputOption, readRunOptions, withRunOptions } from "./options.ts";
import { note, say, writeOrPrint } from "./output.ts";
import { measureCheckout } from "./run.ts";

/** `mcp-bench baseline …`: inspects and maintains the baseline branch. */
export function baselineCommand(features: readonly Feature[]): Command {
  const baseline = new Command("baseline").description("Inspect and maintain the baseline branch");
  const sub = (name: string, description: string) =>
    baseline.command(name).description(description).addOption(remoteOption).addOption(branchOption);

  sub("list", "List the environments with stored runs")
    .addHelpText("after", "\nExample:\n  mcp-bench baseline list\n")
    .action((options: BranchOptions) => withStore(options, (store) => list(store, options.branch)));
  sub("show", "List the stored runs of one environment")
    .argument("[key]", "part of the environment's name; needed only when there are several")
    .addHelpText("after", "\nExample:\n  mcp-bench baseline show macos15\n")
    .action((key: string | undefined, options: BranchOptions) => withStore(options, (store) => show(store, key)));
  withRunOptions(
    sub("push", "Store a run as a baseline, from any CI or by hand"),
    "config",
    "workingDirectory",
    "set",
    "passEnv",
    "runnerKey",
  )
    .argument(
      "[record]",
      "record of `mcp-bench run --json` on the branch to compare with; - reads standard input; default: measure now",
    )
    .addOption(
      new Option(
        "--runs <count>",
        "measure this checkout this many times, and store each run; comparisons need 5 runs to decide",
      ).argParser((text) => readCount(text, "--runs")),
    )
    .addHelpText(
      "after",
      "\nOn GitHub the token in $GITHUB_TOKEN is used.\n\nExample:\n  mcp-bench run --json record.json && mcp-bench baseline push record.json\n  mcp-bench baseline push --runs 5\n",
    )
    .action((file: string | undefined, options: PushOptions) => pushRuns(file, { ...options, features }));
  sub("accept", "Accept a regression: the run becomes a baseline")
    .argument("<commit>", "commit of the run")
    .requiredOption("--reason <text>", "reason for accepting it")
    .option("--key <name>", "part of the environment's name")
    .option("--by <name>", "name of the person who accepts it (default: the user)")
    .addHelpText("after", '\nExample:\n  mcp-bench baseline accept 1a2b3c4 --reason "encryption at rest costs 8 %"\n')
    .action((commit: string, options: BranchOptions & { reason: string; key?: string; by?: string }) =>
      withStore(options, (store) => accept(store, { commit, ...options })),
    );
  sub("prune", "Thin out old runs")
    .option("--before <date>", "also drop environments without a run since this date (YYYY-MM-DD)")
    .addHelpText("after", "\nExample:\n  mcp-bench baseline prune --before 2026-01-01\n")
    .action((options: BranchOptions & { before?: string }) =>
      withStore(options, (store) => thin(store, options.before)),
    );
  sub("verify", "Check every file of the branch")
    .addHelpText("after", "\nExample:\n  mcp-bench baseline verify\n")
    .action((options: BranchOptions) => withStore(options, (store) => verify(store, options.branch)));
  sub("export", "Write every stored run as one JSON document")
    .argument("[key]", "part of the environment's name")
    .addOption(outputOption)
    .addHelpText("after", "\nExample:\n  mcp-bench baseline export --output baseline.json\n")
    .action((key: string | undefined, options: BranchOptions & { output?: string }) =>
      withStore(options, async (store) =>
        writeOrPrint(JSON.stringify(await exportBranch(store, key)), { output: options.output, inputs: [] }),
      ),
    );
  return baseline;
}

async function list(store: BranchStore, branch: string): Promise<void> {
  const keys = await listKeys(store);
  if (keys.length === 0) say(`no run is stored: there is no branch ${branch}, or it is empty`);
  for (const { key, entries, createdAt } of keys) say(`${key}  ${plural(entries, "run")}, newest ${createdAt}`);
}

async function show(store: BranchStore, given: string | undefined): Promise<void> {
  const { key, entries } = await showKey(store, given);
  say(key);
  for (const { commit, createdAt, status, usable, accepted } of entries)
    say(
      `  ${createdAt}  ${commit.slice(0, 12)}  ${status === "no-baseline" ? "not compared" : status}${usable ? "" : " (not a baseline)"}${accepted ? `, accepted by ${JSON.stringify(accepted.by)}: ${JSON.stringify(accepted.reason)}` : ""}`,
    );
}

interface PushOptions extends BranchOptions, Readonly<Record<string, unknown>> {
  readonly runs?: number;
}

/** Stores a record, or as many runs of this checkout as are named; several runs of a commit stand beside each other. */
async function pushRuns(
  file: string | undefined,
  { runs, features, ...options }: PushOptions & { readonly features: readonly Feature[] },
) {
  const asked = readRunOptions(options);
  const measures = runs !== undefined || asked.runnerKey !== undefined || runOptionWords(asked).length > 0;
  if (file === undefined ? runs === undefined : measures)
    throw new ConfigError(file === undefined ? "there is nothing to store" : "a record is measured already", {
      where: "baseline push",
      expected: "a record alone, or --runs and how to measure",
    });
  if (file !== undefined) {
    const record = await readRecordFile(file);
    return withStore(options, (store) => push(store, record, { where: file }));
  }
  const directory = realDirectory(asked.workingDirectory);
  const remote = await remoteOf(options, directory);
  const workingCopy = await readWorkingCopy(directory, process.env);
  const isDirty = workingCopy !== undefined && (await hasLocalChanges(workingCopy.root, process.env));
  requireCommit(workingCopy, isDirty, directory);
  const signal = interruptSignal();
  for (let run = 1; run <= (runs ?? 1); run++) {
    signal.throwIfAborted();
    // The first build may change files that git tracks, as one that renews a lock file does.
    const measuring = { directory, dirty: false, isBuilt: run > 1, companions: companionsOf(features), signal };
    const { record } = await measureCheckout(asked, measuring);
    // A run that was cut short is none to compare with.
    signal.throwIfAborted();
    await withOpenStore({ ...options, remote }, (store) => push(store, record, { where: directory, run }));
  }
}

/** Throws ConfigError unless a run is of a commit, and of nothing else. */
function requireCommit(commit: object | undefined, isDirty: boolean, where: string): void {
  if (commit && !isDirty) return;
  throw new ConfigError(commit ? "its checkout had changes that no commit holds" : "it is of no commit", {
    where,
    fix: "measure a clean checkout of a commit",
  });
}

async function push(store: BranchStore, record: RunRecord, { where, run }: { where: string; run?: number }) {
  requireCommit(record.commit, record.commit?.dirty === true, where);
  const { entries, environments } = await store.read(environmentKey(record));
  const stored: Stored = { kind: "entries", entries, environments };
  const report = judge(record, { stored, failOn: [], reproduce: "" });
  const entry = entryFrom(record, {
    head: report.head,
    status: report.verdict.status,
    looksWorse: report.comparison.findings.some(looksWorse),
    run,
  });
  const { sha } = await store.append(entry);
  const use = entry.usable ? "usable as a baseline" : `for the history only (${whyNoBaseline(report)})`;
  if (entries.length === 0 && environments.length > 0) {
    const here = describeEnvironment(record);
    note(
      `This is the first run of ${here}; the nearest environment that is stored is ${nearestEnvironment(here, environments)}.`,
    );
  }
  if (machineLoad(report.run).isBusy)
    note("Other programs kept this machine busy: runs of a quiet one lie closer together, and show smaller changes.");
  say(`stored ${entry.commit.slice(0, 12)} of ${entry.key}, ${use}; the branch is now at ${sha.slice(0, 12)}`);
}

/** Returns what keeps a run from being a baseline, such as `"search" regressed`. */
function whyNoBaseline({ comparison: { findings }, verdict: { status } }: Report): string {
  const worse = findings.filter((one) => (status === "inconclusive" ? looksWorse(one) : one.state === status));
  const rows = [...new Set(worse.map(({ row }) => quoted(row)))];
  const state = status === "inconclusive" ? "worse by its whole interval, though undecided" : status;
  return [rows.join(", "), state].filter((part) => part !== "").join(" ");
}

async function accept(
  store: BranchStore,
  { commit, key, by = userName(), reason }: { commit: string; key?: string; by?: string; reason: string },
): Promise<void> {
  const acceptance = {
    by: notBlank(by, "--by"),
    at: new Date().toISOString(),
    reason: notBlank(reason, "--reason"),
  };
  const { entry, keys, sha, wasUsable } = await acceptRun(store, { commit, acceptance, ...(key ? { key } : {}) });
  const already = wasUsable ? " (it was a baseline already)" : "";
  const run = `${entry.commit.slice(0, 12)} of ${keys.join(", ")}`;
  say(`accepted ${run}${already}; the branch is now at ${sha.slice(0, 12)}`);
}

/** Returns the text without spaces around it. Throws ConfigError where nothing is left, as of a variable that is not set. */
function notBlank(text: string, option: string): string {
  const trimmed = text.trim();
  if (trimmed === "") throw new ConfigError("it is empty", { where: option, expected: "a text that others will read" });
  return trimmed;
}

/** The user's name; a container may run as one without an entry in the list of users. */
function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return "unknown";
  }
}

async function thin(store: BranchStore, before: string | undefined): Promise<void> {
  const isPast = before === undefined || (/^\d{4}-\d{2}-\d{2}$/.test(before) && Date.parse(before) < Date.now());
  if (!isPast)
    throw new BaselineError(`${JSON.stringify(before)} is not a date`, {
      where: "--before",
      expected: "a day in the past, as YYYY-MM-DD",
    });
  const { removed } = await prune(store, before === undefined ? {} : { before });
  say(`${plural(removed, "run")} removed`);
}

async function verify(store: BranchStore, branch: string): Promise<void> {
  await requireBranch(store, branch);
  const { files, entries, problems } = await verifyBranch(store);
  say(`${plural(files, "file")}, ${plural(entries, "run")}`);
  if (problems.length > 0) throw new BaselineError(`${plural(problems.length, "fault")}\n${problems.join("\n")}`);
}
