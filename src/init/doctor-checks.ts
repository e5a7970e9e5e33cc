import { existsSync } from "node:fs";
import { cpus, loadavg } from "node:os";
import path from "node:path";
import type { Environment } from "../base/host/environment.ts";
import { outputOf } from "../base/host/output-of.ts";
import { systemText } from "../base/host/plain-file.ts";
import { openRepository } from "../baseline/repository.ts";
import { checkout } from "../config/expand/command-line.ts";
import { launchedServer } from "../config/expand/make-plan.ts";
import { buildOf } from "../config/find-server/find-server.ts";
import { word } from "../config/find-server/manifest.ts";
import type { LoadedConfig } from "../config/loaded-config.ts";
import { fewestRounds } from "../decide/paired/paired-decision.ts";
import { BaselineError, type UserError } from "../errors.ts";
import { type Remote, runGit } from "../git/git.ts";
import { resolveRemote } from "../git/remote.ts";
import { isOldGit } from "../git/working-copy.ts";
import { resourceReader } from "../measure/resources/resources.ts";
import { TimeBudgetSpent } from "../measure/run/time-budget.ts";
import { duration } from "../metrics/format.ts";
import type { Table } from "../table/table.ts";

/** One thing that was looked at. Text of `bad` and `odd` ones says what to do. */
export interface Finding {
  readonly state: "good" | "odd" | "bad";
  readonly what: string;
  readonly text: string;
}

export const good = (what: string, text: string): Finding => ({ state: "good", what, text });
export const odd = (what: string, text: string): Finding => ({ state: "odd", what, text });
const bad = (what: string, text: string): Finding => ({ state: "bad", what, text });

/** Explains why the last commit could not be measured. The time budget of doctor itself is not configurable. */
export function whyNoTurns(error: UserError, lookMs: number): string {
  return error instanceof TimeBudgetSpent ? tooShort(lookMs) : `the last commit cannot be measured: ${error.message}`;
}

export function tooShort(lookMs: number): string {
  return `${duration(lookMs)} were too short to measure the last commit and this directory once, so the noise is unknown: the first benchmark takes longer, or other programs keep the machine busy`;
}

/** Checks the machine: Node, git, figures of processes, and cores that are free. */
export async function machineFindings(): Promise<Finding[]> {
  return [
    node(process.versions.node),
    await git(),
    await resources(),
    cores(cpus().length, loadavg()[0] ?? 0),
    ...(await powerMode()),
  ];
}

/** Node 20 and later run the program. */
export function node(version: string): Finding {
  const isEnough = Number.parseInt(version, 10) >= 20;
  return isEnough ? good("Node", version) : bad("Node", `${version} is too old: install 20 or later`);
}

async function git(): Promise<Finding> {
  const text = (await outputOf("git", ["--version"])).trim();
  if (text !== "") return gitVersion(text);
  return bad("git", "not found: install git 2.39 or later to compare commits and keep a baseline");
}

/** Checks the output of `git --version`. */
export function gitVersion(text: string): Finding {
  if (!isOldGit(text)) return good("git", text);
  return odd("git", `${text} is older than 2.39: comparing commits or the baseline may fail`);
}

async function resources(): Promise<Finding> {
  const what = "memory and CPU of processes";
  const usages = await resourceReader(process.platform).read([process.pid]);
  if (usages.get(process.pid)) return good(what, "can be read");
  return odd(what, `cannot be read on ${process.platform}: latency is measured, resources are left out`);
}

/** A benchmark wants a core for the server and one for the client. `load`: runnable processes over the last minute. */
export function cores(count: number, load: number): Finding {
  const text = `${count}, load ${load.toFixed(1)}`;
  if (count < 2) return odd("cores", `${text}: client and server share one, so results will be noisy`);
  if (load > count - 1) return odd("cores", `${text}: other programs are running, so results will be noisy`);
  return good("cores", text);
}

/** Nothing on a machine that does not tell, as most virtual ones. */
async function powerMode(): Promise<Finding[]> {
  if (process.platform === "darwin")
    return macPower(await outputOf("pmset", ["-g"]), await outputOf("pmset", ["-g", "batt"]));
  return linuxGovernor(systemText("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor"));
}

/** Out of `pmset -g` and `pmset -g batt`. */
export function macPower(settings: string, source: string): Finding[] {
  if (/^\s*(?:lowpowermode|powermode)\s+1\b/m.test(settings))
    return [odd("power", "low power mode makes everything slower: `sudo pmset -a lowpowermode 0`")];
  const from = /drawing from '([^']+)'/.exec(source)?.[1];
  if (from === undefined) return [];
  if (from === "AC Power") return [good("power", from)];
  return [odd("power", `${from}: macOS saves it, so connect the Mac to power`)];
}

/** Out of `scaling_governor`, see https://docs.kernel.org/admin-guide/pm/cpufreq.html */
export function linuxGovernor(text: string): Finding[] {
  const governor = text.trim();
  if (governor === "") return [];
  if (governor !== "powersave") return [good("power", `governor ${governor}`)];
  const fix = "`sudo cpupower frequency-set -g performance`";
  return [odd("power", `governor ${governor} keeps the processor slow at times: ${fix}`)];
}

/** Lists the words of a command line that may be files of the checkout. */
function filesOf({ command = "", args }: { command?: string | undefined; args: readonly string[] }): string[] {
  const words = [command, ...args].map((text) => text.replace(`${checkout}/`, ""));
  return words.filter((text) => /^(?!-).*[/.]/.test(text) && !path.isAbsolute(text) && !text.includes("${"));
}

/** Tells whether a server starts a program that is not there yet: its path has a folder, as what builds make has. */
export function needsBuild(loaded: LoadedConfig, directory: string): boolean {
  const server = launchedServer(loaded);
  const files = filesOf(server);
  const program = files.find((text) => /^[\w.@+-]+(?:\/[\w.@+-]+)+$/.test(text));
  return (
    loaded.config.build !== undefined &&
    program !== undefined &&
    !existsSync(path.resolve(directory, server.cwd.replace(checkout, "."), program))
  );
}

/** Reports a program that git ignores and no build makes: a fresh checkout, as base is one, does not have it. */
export async function programFindings(
  loaded: LoadedConfig,
  { directory, environment }: { directory: string; environment: Environment },
): Promise<Finding[]> {
  if (loaded.config.build !== undefined) return [];
  const { command = "", args, cwd } = launchedServer(loaded);
  for (const name of filesOf({ command, args })) {
    const file = path.resolve(directory, cwd.replace(checkout, "."), name);
    const ignored = await runGit({ args: ["check-ignore", "--quiet", "--", file], cwd: directory, environment });
    if (!ignored.ok) continue;
    const build = buildOf([command, ...args].map(word).join(" "), directory);
    const fix = build === undefined ? "add a `build` that makes it" : `add \`build: ${build}\``;
    const text = `git ignores ${name} and no \`build\` makes it, so base and a runner do not have it: ${fix}`;
    return [bad("program", text)];
  }
  return [];
}

/** From which on calibration sets a trial apart. */
const mostSteal = 0.05;

/** Processor time that the host of this virtual machine gave to others while it measured; nothing where it does not tell. */
export function stealFinding({ rounds }: Pick<Table, "rounds">): Finding[] {
  const shares = rounds.flatMap(({ machine }) => machine?.steal ?? []);
  if (shares.length === 0) return [];
  const share = shares.reduce((sum, one) => sum + one, 0) / shares.length;
  const text = `the host gave ${Math.round(share * 1000) / 10}% of the processor time to other machines`;
  if (share <= mostSteal) return [good("steal", text)];
  return [odd("steal", `${text}: measure at another time, or on a machine of your own`)];
}

/** From which on a launch is most of what a round takes. */
const longStartMs = 2_000;

/** Reports faults of a server that a run tolerates, for its owner. Holds untrusted text. */
export function serverFindings({
  warnings,
  startupMs,
}: {
  readonly warnings: readonly string[];
  /** From the start to the first answer. */
  readonly startupMs: number;
}): Finding[] {
  const faults = warnings.map((text) => odd("server", text));
  if (startupMs < longStartMs) return faults;
  const each = `it takes ${(startupMs / 1000).toFixed(1)} s to start, and every round starts it for base and for head`;
  const least = Math.round((2 * fewestRounds * startupMs) / 1000);
  const fix =
    "start the program itself instead of through npx, uvx or a package manager, and load rarely used modules late";
  return [...faults, odd("start-up", `${each}: ${least} s of the shortest verdict; ${fix}`)];
}

/** Reports the rows of a run that answer, and those that do not and why. Holds untrusted text. */
export function rowFindings({ head, rows }: Pick<Table, "head" | "rows">): Finding[] {
  const what = "calls";
  const broken = head.launches.flat().flatMap(({ failure }) => (failure ? [bad(what, failure)] : []));
  const found = rows.map(({ id, head: { measurements: own } }): Finding => {
    const counts = own.flatMap(({ outcomes }) => Object.entries(outcomes));
    const attempted = counts.reduce((sum, [, count = 0]) => sum + count, 0);
    const ok = counts.reduce((sum, [kind, count = 0]) => sum + (kind === "ok" ? count : 0), 0);
    const why = own.flatMap(({ errors }) => errors).toSorted((a, b) => b.count - a.count)[0]?.message;
    if (attempted === 0) return bad(what, `${id} was not called`);
    if (ok === attempted) return good(what, `${id} answers`);
    const reason = why === undefined ? "" : `: ${why}`;
    if (ok === 0) return bad(what, `${id}: every call fails${reason}`);
    return odd(what, `${id}: ${attempted - ok} of ${attempted} calls fail${reason}`);
  });
  const faults = found.filter(({ state }) => state !== "good");
  const answers = `${rows.length - faults.length} of ${rows.length} rows answer`;
  return [...broken, ...faults, faults.length === 0 ? good(what, answers) : odd(what, answers)];
}

interface BranchPlace {
  /** Directory of the checkout, whose remote `origin` is asked. */
  readonly directory: string;
  readonly branch: string;
  readonly environment: Environment;
}

/** Checks for a token for the remote, and that the baseline branch can be read. Without either a local run still works. */
export async function baselineFindings({ directory, branch, environment }: BranchPlace): Promise<Finding[]> {
  const what = "baseline branch";
  const findings: Finding[] = [];
  try {
    const warn = (text: string) => void findings.push(odd("token", text));
    const remote = await resolveRemote({ directory, environment, token: environment.GITHUB_TOKEN, warn });
    if (findings.length === 0) findings.push(...tokenFinding(remote));
    await using repository = await openRepository({ remote, branch, environment });
    const tip = await repository.fetchTip();
    if (!tip.ok) return [...findings, odd(what, `${branch} cannot be read: ${tip.message}`)];
    const text =
      tip.sha === undefined ? "does not exist yet; the first publish run makes it" : `at ${tip.sha.slice(0, 12)}`;
    return [...findings, good(what, `${branch} ${text}`)];
  } catch (error) {
    if (!(error instanceof BaselineError)) throw error;
    return [...findings, odd(what, `${error.message}; only stored runs need it`)];
  }
}

/** Other transports have keys of their own. */
export function tokenFinding({ url, credentials }: Remote): Finding[] {
  if (!/^https?:/.test(url)) return [];
  const { host } = new URL(url);
  if (credentials !== undefined) return [good("token", `there is one for ${host}`)];
  const fix =
    host === "github.com"
      ? "`export GITHUB_TOKEN=$(gh auth token)`"
      : "name the remote with a token in it, by --remote";
  const text = `none for ${host}, which \`mcp-bench baseline push\` and \`accept\` need, and reading a private repository: ${fix}`;
  return [odd("token", text)];
}
