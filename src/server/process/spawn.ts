import { type ChildProcess, type ChildProcessWithoutNullStreams, execFile, spawn } from "node:child_process";
import { closeSync, constants, existsSync, openSync, statSync } from "node:fs";
import { Socket } from "node:net";
import { join } from "node:path";
import type { Readable, Writable } from "node:stream";
import { promisify } from "node:util";
import type { Clock } from "../../base/host/clock.ts";
import { findProgram } from "../../base/host/find-program.ts";
import { removeTemporaryDirectory, temporaryDirectory } from "../../base/host/temporary-directory.ts";
import { messageOf, ServerError } from "../../errors.ts";

/** Program to start, with nothing left to expand. */
export interface Command {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  /** Longest wait for a willing end; of a stdio server half of it after the end of stdin, half after SIGTERM. */
  readonly shutdownTimeoutMs: number;
  /** Signal on which this server ends: a stdio server closes with its stdin, an HTTP server gets SIGTERM at once. */
  readonly endsOn: "stdin" | "SIGTERM";
}

export interface StartedChild {
  readonly child: ChildProcess & { readonly pid: number };
  readonly stdin: Writable;
  readonly stdout: Readable;
  readonly stderr: Readable;
  /** Just before spawning, on the given clock. */
  readonly spawnedAt: number;
}

/** Spawns in a process group of its own, with all three pipes. Throws a ServerError with the command and the fix. */
export async function spawnChild(
  command: Command,
  clock: Clock,
  platform: NodeJS.Platform = process.platform,
): Promise<StartedChild> {
  const { env, cwd } = command;
  // Node's own pipes are pairs of Unix sockets, which take longer to cross. On macOS a pipe that once had a name does not
  // tell that its other side is gone (docs/decisions/0018).
  const pipes = platform === "linux" ? await makePipes() : undefined;
  const ends = pipes?.ends ?? (["pipe", "pipe"] as const);
  try {
    const spawnedAt = clock.now();
    const child = spawn(command.command, command.args, { env, cwd, stdio: [...ends, "pipe"], detached: true });
    await new Promise((resolve, reject) => child.once("spawn", resolve).once("error", reject));
    const started = child as ChildProcessWithoutNullStreams & StartedChild["child"];
    const { stdin, stdout } = pipes ?? started;
    return { child: started, stdin, stdout, stderr: started.stderr, spawnedAt };
  } catch (cause) {
    pipes?.stdin.destroy();
    pipes?.stdout.destroy();
    throw spawnError(command, cause);
  } finally {
    // While our copies of the child's ends are open, neither side sees the other go.
    for (const end of pipes?.ends ?? []) closeSync(end);
  }
}

function spawnError({ command, cwd, env }: Command, cause: unknown): ServerError {
  const code = cause instanceof Error && "code" in cause ? cause.code : undefined;
  const isMissing = code === "ENOENT" || code === "ENOTDIR";
  if (isMissing && !statSync(cwd, { throwIfNoEntry: false })?.isDirectory())
    return new ServerError(`the working directory ${cwd} ${existsSync(cwd) ? "is no directory" : "does not exist"}`, {
      fix: "correct `server.cwd` or the `working-directory` input",
      cause,
    });
  const program = isMissing ? findProgram(command, { env, cwd }) : undefined;
  if (program !== undefined)
    return new ServerError(`what runs ${JSON.stringify(program)} was not found`, {
      expected: "an interpreter that exists, in the first line of a script or as the loader of a program",
      fix: "install it, or correct the first line of the script",
      cause,
    });
  const fail = (what: string, advice: { expected?: string; fix?: string }) =>
    new ServerError(`the server's command ${JSON.stringify(command)} ${what}`, { ...advice, cause });
  if (isMissing)
    return fail("was not found", {
      expected: `a program on PATH or a path that exists, seen from ${cwd}`,
      fix: /\s/.test(command)
        ? "`command` is the program alone: put its arguments into `args`, or write the whole line as `server: …`"
        : "install it in an earlier step or in `build`, or correct `server.command`",
    });
  if (code === "EACCES")
    return fail("may not be executed", {
      fix: "make it executable (chmod +x), or start it through its interpreter",
    });
  if (code === "E2BIG")
    return fail("is given more than the system hands over", {
      expected: "on Linux no argument or variable above 128 KiB, and about 2 MB in all",
      fix: "hand over what is long in a file, and shorten `server.args`, `server.env` and `pass-env`",
    });
  return fail(`could not be started: ${messageOf(cause)}`, {});
}

const { O_RDONLY, O_WRONLY, O_NONBLOCK } = constants;

/**
 * Makes pipes to stdin and from stdout of a child that is yet to be spawned, with `ends` that are to be closed afterwards.
 * Throws UserError without a temporary directory, ServerError without mkfifo.
 */
export async function makePipes() {
  const directory = await temporaryDirectory("mcp-bench-pipes-");
  const opened = new Set<number>();
  const open = (name: string, flags: number): number => {
    const descriptor = openSync(join(directory, name), flags);
    opened.add(descriptor);
    return descriptor;
  };
  const close = (descriptor: number): void => {
    opened.delete(descriptor);
    closeSync(descriptor);
  };
  try {
    const { PATH } = process.env;
    const names = ["stdin", "stdout"].map((name) => join(directory, name));
    await promisify(execFile)("mkfifo", ["-m", "600", ...names], { env: PATH === undefined ? {} : { PATH } });
    // An end to write to can be opened only where one to read from is open, and one to read from waits for a writer unless
    // told not to. The child's own ends must wait: few programs expect to be told to come again.
    const opener = open("stdin", O_RDONLY | O_NONBLOCK);
    const toChild = open("stdin", O_WRONLY | O_NONBLOCK);
    const childStdin = open("stdin", O_RDONLY);
    close(opener);
    const fromChild = open("stdout", O_RDONLY | O_NONBLOCK);
    const childStdout = open("stdout", O_WRONLY);
    const stdin = new Socket({ fd: toChild, readable: false, writable: true });
    const stdout = new Socket({ fd: fromChild, readable: true, writable: false });
    return { ends: [childStdin, childStdout] as const, stdin, stdout };
  } catch (cause) {
    for (const descriptor of opened) close(descriptor);
    throw new ServerError(`no pipes to the server can be made: ${(cause as Error).message}`, {
      where: directory,
      expected:
        "mkfifo on PATH, descriptors to open, and a directory for temporary files that may hold what mkfifo makes",
      fix: "install coreutils, raise `ulimit -n`, or set TMPDIR to a directory on a local disk",
      cause,
    });
  } finally {
    // An open pipe needs no name.
    await removeTemporaryDirectory(directory);
  }
}
