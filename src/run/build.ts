import { childEnvironment, type Environment } from "../base/host/environment.ts";
import { runShellCommand } from "../base/host/shell-command.ts";
import { UserError } from "../errors.ts";

/** A build command that failed, hung or could not start. `output` is the end of what it printed: untrusted text. */
export class BuildError extends UserError {
  output: string;

  constructor(found: string, { output, where }: { output: string; where: string }) {
    super(found, { where, fix: "run the command of `build` in a fresh checkout and fix its errors" });
    this.output = output;
  }
}

interface Build {
  readonly command: { readonly run: string; readonly timeout: number };
  /** Environment of this process; the build gets the same part of it as a server. */
  readonly environment: Environment;
  readonly signal: AbortSignal;
  readonly warn: (message: string) => void;
}

/** Runs a build command and ends what it started; reports daemons. Throws BuildError if it fails or takes too long. */
export async function build(cwd: string, { command, environment, signal, warn }: Build): Promise<void> {
  const { run, timeout: timeoutMs } = command;
  const env = childEnvironment(environment, {});
  const { failure, left, output } = await runShellCommand({ run, cwd, env, timeoutMs, signal });
  if (left) warn(`the build ${left}`);
  if (failure) throw new BuildError(`the build ${failure}`, { output, where: `build ${JSON.stringify(run)}` });
}
