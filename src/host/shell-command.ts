import { spawn } from "node:child_process";
import { OutputTail } from "./output-tail.ts";
import { family, signal as sendSignal } from "./process-tree.ts";

const pipeGraceMs = 500;

export interface ShellCommand {
  /** Run as it stands: nothing may be spliced into it, values go through the environment. */
  readonly run: string;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/** How a shell command ended. `failure` continues a sentence such as "the build …". */
export interface ShellResult {
  readonly failure?: string;
  /** The end of what it printed. Untrusted text. */
  readonly output: string;
}

/**
 * Runs a shell command to its end or its time limit; every process it started is gone by then. Rejects only when
 * `signal` aborts.
 */
export async function runShellCommand({ run, cwd, env, timeoutMs, signal }: ShellCommand): Promise<ShellResult> {
  signal.throwIfAborted();
  const child = spawn("sh", ["-c", run], { cwd, env, detached: true, stdio: ["ignore", "pipe", "pipe"] });
  const tail = new OutputTail();
  for (const pipe of [child.stdout, child.stderr]) pipe.on("data", (chunk: Buffer) => tail.push(chunk));
  const end = () => {
    if (child.pid === undefined) return;
    const members = family(child.pid);
    sendSignal(-child.pid, "SIGKILL");
    for (const { pid } of members) sendSignal(pid, "SIGKILL");
  };
  const failure = await new Promise<string | undefined>((resolve, reject) => {
    const timer = setTimeout(() => {
      end();
      resolve(`did not end within ${timeoutMs / 1000} s`);
    }, timeoutMs);
    const abort = () => {
      end();
      clearTimeout(timer);
      reject(signal.reason);
    };
    signal.addEventListener("abort", abort, { once: true });
    const settle = (found: string | undefined) => {
      clearTimeout(timer);
      signal.removeEventListener("abort", abort);
      resolve(found);
    };
    child.once("error", (error) => settle(`could not be started: ${error.message}`));
    child.once("exit", (code, name) => {
      end();
      const found = code === 0 ? undefined : code === null ? `was ended by ${name}` : `failed with exit code ${code}`;
      // What was printed last arrives after the exit; a daemon that got away may hold the pipes open for ever.
      child.once("close", () => settle(found));
      setTimeout(() => {
        child.stdout.destroy();
        child.stderr.destroy();
        settle(found);
      }, pipeGraceMs).unref();
    });
  });
  return { output: tail.text(), ...(failure === undefined ? {} : { failure }) };
}
