import os from "node:os";
import type { Environment } from "../../base/host/environment.ts";
import { runShellCommand } from "../../base/host/shell-command.ts";
import type { RecordEnvironment } from "../../record/record.ts";

interface EnvironmentOptions {
  /** Environment variables, for GitHub's `ImageOS` and `ImageVersion`. */
  readonly env: Environment;
  readonly runnerKey?: string;
  /** Interpreter of the server with its version, where known. */
  readonly serverRuntime?: string;
  /** Lines the user asked for, name to text. */
  readonly custom?: Readonly<Record<string, string>>;
}

export function readEnvironment(options: EnvironmentOptions, machine = thisMachine()): RecordEnvironment {
  const { env, runnerKey, serverRuntime, custom = {} } = options;
  return {
    ...machine,
    ...(env.ImageOS ? { runnerImage: env.ImageOS } : {}),
    ...(env.ImageVersion ? { runnerImageVersion: env.ImageVersion } : {}),
    ...(runnerKey ? { runnerKey } : {}),
    ...(serverRuntime ? { serverRuntime } : {}),
    custom: { ...custom },
  };
}

/** The model without trade marks, nominal frequency and runs of blanks; `unknown` where the system names none. */
export function normaliseCpuModel(model: string | undefined): string {
  const name = (model ?? "")
    .replace(/\((?:R|TM|C)\)/gi, "")
    .replace(/\s*@\s*[\d.]+\s*[GM]Hz\b/i, "")
    .replace(/\bCPU\b/, "")
    .replace(/\s+/g, " ")
    .trim();
  return name === "" ? "unknown" : name;
}

function thisMachine() {
  return {
    os: process.platform,
    osVersion: os.release(),
    arch: process.arch,
    cpuModel: normaliseCpuModel(os.cpus()[0]?.model),
    cores: os.availableParallelism(),
    memoryBytes: os.totalmem(),
    runtime: `node ${process.versions.node}`,
  };
}

const timeoutMs = 30_000;
const longest = 500;

/** Lines of the environment by name: a text, or a command that prints it. */
export type EnvironmentLines = Readonly<Record<string, string | { readonly run: string }>>;

type ReadOptions = Omit<Parameters<typeof runShellCommand>[0], "run" | "timeoutMs"> & {
  readonly warn: (message: string) => void;
};

/** Lines of the environment as text: commands are run and give what they print. One that fails is a warning and its line is left out. */
export async function readLines(lines: EnvironmentLines, options: ReadOptions): Promise<Record<string, string>> {
  const { warn, ...rest } = options;
  const found: Record<string, string> = {};
  for (const [name, line] of Object.entries(lines)) {
    if (typeof line === "string") {
      found[name] = line;
      continue;
    }
    const { failure, left, output } = await runShellCommand({ ...rest, run: line.run, timeoutMs });
    if (left) warn(`the environment line ${name} ${left}`);
    const text = output
      .trim()
      .replaceAll(/\s*\n\s*/g, " ")
      .slice(0, longest);
    if (failure === undefined) found[name] = text;
    else
      warn(
        `the environment line ${name} is left out: ${JSON.stringify(line.run)} ${failure}${text ? ` (${text})` : ""}`,
      );
  }
  return found;
}
