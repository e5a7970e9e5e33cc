import { runShellCommand } from "../../host/shell-command.ts";

const timeoutMs = 30_000;
const longest = 500;

/** By name: a text, or the command that prints it. */
export type EnvironmentLines = Readonly<Record<string, string | { readonly run: string }>>;

interface ReadOptions {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  readonly warn: (message: string) => void;
}

/** Lines of the environment as text: commands are run and give what they print. One that fails is a warning and its line is left out. */
export async function readLines(lines: EnvironmentLines, options: ReadOptions): Promise<Record<string, string>> {
  const { warn, ...rest } = options;
  const found: Record<string, string> = {};
  for (const [name, line] of Object.entries(lines)) {
    if (typeof line === "string") {
      found[name] = line;
      continue;
    }
    const { failure, output } = await runShellCommand({ ...rest, run: line.run, timeoutMs });
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
