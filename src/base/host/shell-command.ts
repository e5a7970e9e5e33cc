import { type ChildProcessByStdio, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import type { Readable } from "node:stream";
import { OutputTail } from "./output-tail.ts";
import {
  family,
  launchVariable,
  nameOf,
  type ProcessEntry,
  signal as sendSignal,
  startedWith,
} from "./process-tree.ts";

const pipeGraceMs = 500;

interface ShellCommand {
  /** Run as it stands: nothing may be spliced into it, values go through the environment. */
  readonly run: string;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/** Result of a shell command. `failure` continues a sentence such as "the build …". */
interface ShellResult {
  readonly failure: string | undefined;
  /** Processes that had made themselves independent of it when it exited, in the same form. */
  readonly left: string | undefined;
  /** The end of what it printed. Untrusted text. */
  readonly output: string;
}

const mostNamed = 5;

/** Runs a shell command, then ends all that it started, daemons on Linux only. Rejects only when `signal` aborts. */
export async function runShellCommand({ run, cwd, env, timeoutMs, signal }: ShellCommand): Promise<ShellResult> {
  signal.throwIfAborted();
  const id = randomUUID();
  const marked = { ...env, [launchVariable]: id };
  const child = spawn("sh", ["-c", run], { cwd, env: marked, detached: true, stdio: ["ignore", "pipe", "pipe"] });
  const tail = new OutputTail();
  // Without free descriptors there is no pipe either.
  for (const pipe of [child.stdout, child.stderr]) pipe?.on("data", (chunk: Buffer) => tail.push(chunk));
  let left: string | undefined;
  const end = () => {
    const { pid: group } = child;
    if (group === undefined) return;
    const members = family(group);
    const daemons = startedWith(`${launchVariable}=${id}`).filter((one) => one.pid !== group && one.group !== group);
    left = describe(daemons);
    sendSignal(-group, "SIGKILL");
    for (const { pid } of [...members, ...daemons]) sendSignal(pid, "SIGKILL");
  };
  const failure = await outcomeOf(child, { timeoutMs, signal, end });
  return { output: tail.text(), failure, left };
}

function outcomeOf(
  child: ChildProcessByStdio<null, Readable, Readable>,
  { timeoutMs, signal, end }: Pick<ShellCommand, "timeoutMs" | "signal"> & { readonly end: () => void },
): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      end();
      settle(`did not end within ${timeoutMs / 1000} s`);
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
      // The last output arrives after the exit; a daemon that was left behind may hold the pipes open for ever.
      child.once("close", () => settle(found));
      setTimeout(() => {
        child.stdout.destroy();
        child.stderr.destroy();
        settle(found);
      }, pipeGraceMs).unref();
    });
  });
}

function describe(daemons: readonly ProcessEntry[]): string | undefined {
  if (daemons.length === 0) return undefined;
  const names = [...new Set(daemons.map(nameOf))].slice(0, mostNamed).map((name) => JSON.stringify(name));
  const what = daemons.length === 1 ? "1 process" : `${daemons.length} processes`;
  return `left ${what} behind (${names.join(", ")}), ended now; a program that must keep running belongs under \`services\``;
}
