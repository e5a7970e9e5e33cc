import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, statSync } from "node:fs";
import type { Readable, Writable } from "node:stream";
import type { Clock } from "../../base/host/clock.ts";
import { findProgram } from "../../base/host/find-program.ts";
import { messageOf, ServerError } from "../../errors.ts";
import { makePipes } from "./pipes.ts";

/** Program to start, with nothing left to expand. */
export interface Command {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  /** Longest wait for a willing end; half of it after stdin end, half after SIGTERM. */
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

/**
 * Spawns in a process group of its own, with all three pipes.
 * Throws a ServerError that names the command and the fix when it cannot be started.
 */
export async function spawnChild(
  command: Command,
  clock: Clock,
  platform: NodeJS.Platform = process.platform,
): Promise<StartedChild> {
  const { env, cwd } = command;
  const pipes = await makePipes(platform);
  try {
    const spawnedAt = clock.now();
    const child = spawn(command.command, command.args, { env, cwd, stdio: [...pipes.ends, "pipe"], detached: true });
    await new Promise((resolve, reject) => child.once("spawn", resolve).once("error", reject));
    const started = child as StartedChild["child"] & { stderr: Readable };
    return { child: started, ...pipes.streamsOf(child), stderr: started.stderr, spawnedAt };
  } catch (cause) {
    pipes.abandon();
    throw spawnError(command, cause);
  } finally {
    pipes.closeEnds();
  }
}

function isDirectory(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

function spawnError({ command, cwd, env }: Command, cause: unknown): ServerError {
  const code = cause instanceof Error && "code" in cause ? cause.code : undefined;
  const isMissing = code === "ENOENT" || code === "ENOTDIR";
  if (isMissing && !isDirectory(cwd))
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
  if (isMissing)
    return new ServerError(`the server's command ${JSON.stringify(command)} was not found`, {
      expected: `a program on PATH or a path that exists, seen from ${cwd}`,
      fix: /\s/.test(command)
        ? "`command` is the program alone: put its arguments into `args`, or write the whole line as `server: …`"
        : "install it in an earlier step or in `build`, or correct `server.command`",
      cause,
    });
  if (code === "EACCES")
    return new ServerError(`the server's command ${JSON.stringify(command)} may not be executed`, {
      fix: `make it executable (chmod +x), or start it through its interpreter`,
      cause,
    });
  if (code === "E2BIG")
    return new ServerError(`the server's command ${JSON.stringify(command)} is given more than the system hands over`, {
      expected: "on Linux no argument or variable above 128 KiB, and about 2 MB in all",
      fix: "hand over what is long in a file, and shorten `server.args`, `server.env` and `pass-env`",
      cause,
    });
  const reason = messageOf(cause);
  return new ServerError(`the server's command ${JSON.stringify(command)} could not be started: ${reason}`, { cause });
}
