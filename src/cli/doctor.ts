import { Command } from "commander";
import { exitOnSignal, interruptSignal } from "../base/host/interrupt.ts";
import { plainText } from "../base/untrusted.ts";
import { ineffectiveVariables } from "../config/expand/pass-env.ts";
import { chooseConfig, realDirectory } from "../config/load-config.ts";
import type { LoadedConfig } from "../config/loaded-config.ts";
import { parseConfig } from "../config/parse.ts";
import { exitCode, UserError } from "../errors.ts";
import { companionsOf, type Feature } from "../feature.ts";
import { readWorkingCopy, type WorkingCopy } from "../git/working-copy.ts";
import {
  baselineFindings,
  type Finding,
  machineFindings,
  needsBuild,
  programFindings,
  rowFindings,
  serverFindings,
  stealFinding,
  tooShort,
  whyNoTurns,
} from "../init/doctor-checks.ts";
import { type LookOptions, tryConfiguration, waitText } from "../init/look.ts";
import { gatesOfRun, noiseFinding, wholeRoundMs } from "../init/noise.ts";
import { SameProgramError } from "../measure/program/programs.ts";
import type { Progress } from "../measure/progress.ts";
import { plural } from "../metrics/format.ts";
import { type RunOptions, standardRun } from "../options/run-options.ts";
import type { Plan } from "../plan/plan.ts";
import { passedOverTexts, sourceText } from "../record/server-source.ts";
import { coverageText } from "../report/news/coverage.ts";
import { plainText as wordsOf } from "../report/text.ts";
import { runWarningText } from "../report/words/run-warning.ts";
import { whyNoBase } from "../run/base-commit.ts";
import { benchmark } from "../run/benchmark.ts";
import { BuildError, build } from "../run/build.ts";
import { isBaseMeasured, type Table, tabulate } from "../table/table.ts";
import { type BranchOptions, branchOption } from "./branch.ts";
import { withRunOptions } from "./options.ts";
import { note, print } from "./output.ts";

type DoctorOptions = RunOptions & Pick<BranchOptions, "branch">;

/** `mcp-bench doctor`: what a run would stumble over, before one waits for it. */
export function doctorCommand(features: readonly Feature[]): Command {
  const command = new Command("doctor").description(
    "Check that a run works here, and estimate how long a verdict takes",
  );
  return withRunOptions(command, "server", "url", "config", "workingDirectory", "set", "passEnv")
    .addOption(branchOption)
    .addHelpText(
      "after",
      `
Looks at the machine, the baseline branch and the configuration, starts the server, calls every row a few times, then builds
the last commit in a checkout of its own and lets it take turns with this directory for 10 seconds.

Example:
  mcp-bench doctor
  mcp-bench doctor --config bench/mcp-bench.yml
`,
    )
    .action((options: DoctorOptions) => doctor(options, features));
}

async function doctor(options: DoctorOptions, features: readonly Feature[]): Promise<void> {
  const directory = realDirectory(options.workingDirectory);
  const listenNoMore = exitOnSignal();
  tell(...(await machineFindings()));
  tell(...(await baselineFindings({ directory, branch: options.branch, environment: process.env })));
  const loaded = await attempt("configuration", async () => {
    const found = await chooseConfig(options, directory);
    const named = found.source ? `; the server is named by ${sourceText(found.source)}` : "";
    return { value: found, text: found.file ?? `no file: everything that the server offers is measured${named}` };
  });
  for (const text of loaded?.source ? passedOverTexts(loaded.source) : [])
    tell({ state: "odd", what: "configuration", text: `passed over: ${text}` });
  if (!loaded) return;
  tell(...(await programFindings(loaded, { directory, environment: process.env })));
  listenNoMore();
  await lookInto(loaded, { directory, asked: options, features });
}

async function lookInto(
  loaded: LoadedConfig,
  { directory, asked, features }: { directory: string; asked: RunOptions; features: readonly Feature[] },
) {
  const { passEnv } = asked;
  const told = new Set<string>();
  const warn = (text: string) => {
    told.add(text);
    tell({ state: "odd", what: "server", text });
  };
  const companions = companionsOf(features);
  const options = { directory, environment: process.env, passEnv, signal: interruptSignal(), companions, warn };
  for (const text of ineffectiveVariables(loaded.config, options)) tell({ state: "odd", what: "pass-env", text });
  const { build: command } = loaded.config;
  if (command && needsBuild(loaded, directory)) {
    const built = await attempt("build", async () => {
      note(`      building, since the program is not there yet: ${command.run} …`);
      await build(directory, { ...options, command });
      return { value: true, text: "makes the program of this directory" };
    });
    if (!built) return;
  }
  const found = await attempt("server", async () => {
    note(`      ${waitText(loaded)} …`);
    const value = await tryConfiguration(loaded, options);
    const { name, version, protocol } = value.identity;
    return { value, text: `${`${name} ${version}`.trim()}, protocol ${protocol}` };
  });
  if (!found) return;
  tell({ state: "good", what: "benchmarks", text: `${plural(found.rows.length, "row")} can be measured` });
  if (found.coverage) {
    const state = found.coverage.measured === 0 ? "odd" : "good";
    tell({ state, what: "tools", text: wordsOf(coverageText(found.coverage)) });
  }
  for (const { benchmark, reason } of found.skipped)
    tell({ state: "odd", what: "benchmarks", text: `${benchmark} is skipped: ${reason}` });
  const quick = await attempt("quick run", async () => ({
    value: tabulate(await quickRun(loaded, options)),
    text: "a tenth of the calls, in one round",
  }));
  // The first launch may have had something to download.
  const later = (quick?.rounds ?? []).flatMap(({ launches }) => launches.map(({ metrics }) => metrics.startup));
  const startupMs = Math.min(found.startupMs, ...later.filter((ms) => typeof ms === "number"));
  const warnings = (quick?.warnings ?? []).map(runWarningText).filter((text) => !told.has(text));
  tell(...serverFindings({ warnings, startupMs }));
  if (!quick) return;
  const ofRows = rowFindings(quick);
  if (ofRows.some(({ state }) => state === "bad")) process.exitCode ??= exitCode.server;
  tell(...ofRows);
  for (const { check } of features) tell(...((await check?.(loaded.config, quick)) ?? []));
  await tellOfBase(loaded, { ...options, asked, plan: found.plan, startupMs, quick });
}

const noiseMs = 10_000;

type TurnOptions = LookOptions & { readonly asked: RunOptions };

/** Reports whether the last commit builds and starts in a checkout of its own, and the noise between launches. */
async function tellOfBase(
  loaded: LoadedConfig,
  { plan, startupMs, quick, ...options }: TurnOptions & { plan: Plan; startupMs: number; quick: Table },
) {
  const what = "base";
  const workingCopy = await readWorkingCopy(options.directory, options.environment);
  if (!workingCopy)
    return tell({ state: "odd", what, text: "there is no commit to compare with: commit the server with git" });
  const work = loaded.config.build ? "is built, then takes turns" : "takes turns";
  note(`      the last commit ${work} with this directory for ${noiseMs / 1000} s …`);
  const roundMs: number[] = [];
  const progress: Progress = (event) => {
    if (event.kind === "round-end") roundMs.push(event.durationMs);
  };
  const measured = await takeTurns(loaded, { ...options, workingCopy, progress }).catch((error: unknown): Finding => {
    if (error instanceof SameProgramError) return { state: "bad", what, text: error.message };
    if (error instanceof UserError) return { state: "odd", what, text: whyNoTurns(error, noiseMs) };
    throw error;
  });
  if ("state" in measured) return tell(measured);
  const table = tabulate(measured);
  if (!isBaseMeasured(table)) {
    if (measured.baseFailure?.output) note(measured.baseFailure.output);
    return tell({ state: "odd", what, text: `the last commit cannot be measured: ${whyNoBase(measured)}` });
  }
  const isDoubtful = measured.arms.some(({ program }) => program?.doubt === "unclear");
  tell(
    isDoubtful
      ? { state: "odd", what, text: "the last commit starts, but it may not run its own code" }
      : { state: "good", what, text: "the last commit starts in a checkout of its own" },
  );
  if (roundMs.length === 0) return tell({ state: "odd", what, text: tooShort(noiseMs) });
  const meanMs = roundMs.reduce((sum, one) => sum + one, 0) / roundMs.length;
  const timed = { rows: measured.rows.map(({ id }) => id), roundMs: meanMs };
  const noise = noiseFinding(table, {
    roundMs: wholeRoundMs(plan, { startupMs, quick, measured: timed }),
    rows: plan.rows.length,
    gates: gatesOfRun(quick, plan),
    budgetMs: plan.rounds.timeBudgetMs,
  });
  tell(...(noise ? [noise] : []), ...stealFinding(table));
}

/** The first benchmark alone and without leak checks, in this directory and in a fresh checkout of the commit it holds. */
async function takeTurns(
  loaded: LoadedConfig,
  { asked, workingCopy, ...rest }: TurnOptions & { workingCopy: WorkingCopy; progress: Progress },
) {
  const { benchmarks: standard } = parseConfig("{ server: x, benchmarks: [{ method: tools/list }] }", "doctor").config;
  const [first] = loaded.config.benchmarks ?? standard ?? [];
  const isFirst = (one: unknown) => JSON.stringify(one) === JSON.stringify(first);
  const adapt = (config: LoadedConfig["config"]) => {
    const { benchmarks = standard, defaults } = config;
    const one = benchmarks?.find(isFirst) ?? benchmarks?.[0];
    return { ...config, benchmarks: one && [one], defaults: { ...defaults, leak_check: 0 } };
  };
  return await benchmark({
    loaded: { ...loaded, config: adapt(loaded.config) },
    adapt,
    workingCopy,
    dirty: false,
    isBuilt: true,
    compare: { kind: "commit", sha: workingCopy.commit.sha, why: "the last commit" },
    sources: [{ url: workingCopy.root }],
    run: { ...asked, timeBudgetMs: noiseMs, seed: 1 },
    ...rest,
  });
}

/** A few calls of every row, with what is set up for them; nothing is built and nothing compared. */
async function quickRun(loaded: LoadedConfig, { directory, environment, passEnv, companions, signal }: LookOptions) {
  const { build: _, ...config } = loaded.config;
  return await benchmark({
    loaded: { ...loaded, config },
    directory,
    dirty: false,
    compare: { kind: "none", reason: "nothing is compared" },
    sources: [],
    environment,
    run: { ...standardRun, passEnv, quick: true, seed: 1 },
    companions,
    signal,
    progress: () => undefined,
  });
}

/** Tells how it went. What a person can fix is a finding; the exit code is that of the first one. */
async function attempt<Value>(what: string, work: () => Promise<{ value: Value; text: string }>) {
  try {
    const { value, text } = await work();
    tell({ state: "good", what, text });
    return value;
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    process.exitCode ??= error.exitCode;
    if (error instanceof BuildError) note(error.output.trimEnd().split("\n").slice(-10).join("\n"));
    tell({ state: "bad", what, text: error.message });
    return undefined;
  }
}

const signs = { good: "ok  ", odd: "note", bad: "FAIL" } as const;

function tell(...findings: readonly Finding[]): void {
  for (const { state, what, text } of findings) {
    print(plainText(`${signs[state]}  ${what}: ${text}`));
    if (state === "bad") process.exitCode ??= exitCode.usage;
  }
}
