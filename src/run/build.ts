import { UserError } from "../errors.ts";
import { childEnvironment, type Environment } from "../host/environment.ts";
import { runShellCommand, type ShellCommand } from "../host/shell-command.ts";

/** A build command that failed, hung or could not start. `output` is the end of what it printed: untrusted text. */
export class BuildError extends UserError {
  output: string;

  constructor(found: string, { output, where }: { output: string; where: string }) {
    super(found, { where, fix: "run the command of `build` in a fresh checkout and fix what it reports" });
    this.output = output;
  }
}

/**
 * Runs the build command in one checkout and resolves when it exits with 0. Throws BuildError otherwise, or after the
 * time limit. The processes it started are ended; daemons among them are told.
 */
export async function build({ warn, ...command }: ShellCommand & Pick<ConfiguredBuild, "warn">): Promise<void> {
  const { failure, left, output } = await runShellCommand(command);
  if (left) warn(`the build ${left}`);
  if (failure) throw new BuildError(`the build ${failure}`, { output, where: `build ${JSON.stringify(command.run)}` });
}

interface ConfiguredBuild {
  /** Absent: there is nothing to build. */
  readonly command: { readonly run: string; readonly timeout: number } | undefined;
  /** Of this process; the build gets what a server gets of it. */
  readonly environment: Environment;
  readonly signal: AbortSignal;
  readonly warn: (message: string) => void;
}

/** Runs the build of the configuration, where it has one, in a checkout. Throws as build. */
export async function buildCheckout(cwd: string, { command, environment, ...rest }: ConfiguredBuild): Promise<void> {
  if (!command) return;
  await build({ run: command.run, cwd, env: childEnvironment(environment, {}), timeoutMs: command.timeout, ...rest });
}
