import { spawn } from "node:child_process";
import { UserError } from "../errors.ts";
import { OutputTail } from "../server/output-tail.ts";
import { family, signal as sendSignal } from "../server/process-tree.ts";

export interface BuildOptions {
  /** Shell command of the configuration, run as it stands. */
  readonly run: string;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/** A build command that failed, hung or could not start. `output` is the end of what it printed: untrusted text. */
export class BuildError extends UserError {
  readonly output: string;

  constructor(found: string, { output, where }: { output: string; where: string }) {
    super(found, { where, fix: "run the command of `build` in a fresh checkout and mend what it reports" });
    this.output = output;
  }
}

/**
 * Runs the build command in one checkout and resolves when it exits with 0. Throws BuildError otherwise, or after the
 * time limit; the processes it started are ended, except those that made themselves independent of it.
 */
export async function build({ run, cwd, env, timeoutMs, signal }: BuildOptions): Promise<void> {
  const child = spawn("sh", ["-c", run], { cwd, env, detached: true, stdio: ["ignore", "pipe", "pipe"] });
  const tail = new OutputTail();
  for (const pipe of [child.stdout, child.stderr]) pipe.on("data", (chunk: Buffer) => tail.push(chunk));
  const fail = (found: string) => new BuildError(found, { output: tail.text(), where: `build ${JSON.stringify(run)}` });
  const end = () => {
    if (child.pid === undefined) return;
    const members = family(child.pid);
    sendSignal(-child.pid, "SIGKILL");
    for (const { pid } of members) sendSignal(pid, "SIGKILL");
  };

  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => {
      end();
      reject(fail(`the build did not end within ${timeoutMs / 1000} s`));
    }, timeoutMs);
    const abort = () => {
      end();
      reject(signal.reason);
    };
    signal.addEventListener("abort", abort, { once: true });
    child.once("error", (error) => reject(fail(`the build could not be started: ${error.message}`)));
    child.once("exit", (code, name) => {
      clearTimeout(timer);
      signal.removeEventListener("abort", abort);
      end();
      // Something that left its group may still hold the pipes; it must not hold us.
      child.stdout.destroy();
      child.stderr.destroy();
      if (code === 0) resolve();
      else reject(fail(code === null ? `the build was ended by ${name}` : `the build failed with exit code ${code}`));
    });
  });
}
