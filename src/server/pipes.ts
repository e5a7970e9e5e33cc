import { execFile } from "node:child_process";
import { closeSync, constants, openSync } from "node:fs";
import { Socket } from "node:net";
import { join } from "node:path";
import type { Readable, Writable } from "node:stream";
import { promisify } from "node:util";
import { ServerError } from "../errors.ts";
import { removeTemporaryDirectory, temporaryDirectory } from "../temporary-directory.ts";

const { O_RDONLY, O_WRONLY, O_NONBLOCK } = constants;

/** The pipes to and from a child that is yet to be spawned. */
export interface ChildPipes {
  readonly stdin: Writable;
  readonly stdout: Readable;
  /** The child's ends, as file descriptors to spawn it with. */
  readonly ends: readonly [stdin: number, stdout: number];
  /** Closes our copies of the child's ends: while they are open, neither side sees the other's end. */
  closeEnds(): void;
}

/**
 * Makes real pipes for stdin and stdout. What Node calls a pipe to a child is a pair of Unix sockets, which take longer to
 * cross than a pipe (docs/decisions/0018). Throws UserError without a temporary directory, ServerError without mkfifo.
 */
export async function makePipes(): Promise<ChildPipes> {
  const directory = await temporaryDirectory("mcp-bench-pipes-");
  const [toChild, fromChild] = [join(directory, "stdin"), join(directory, "stdout")];
  try {
    await promisify(execFile)("mkfifo", ["-m", "600", toChild, fromChild]);
    // An end to write to can be opened only where one to read from is open, and one to read from waits for a writer unless
    // told not to. The child's own ends must wait: few programs expect to be told to come again.
    const opener = openSync(toChild, O_RDONLY | O_NONBLOCK);
    const stdin = new Socket({ fd: openSync(toChild, O_WRONLY | O_NONBLOCK), readable: false, writable: true });
    const childStdin = openSync(toChild, O_RDONLY);
    closeSync(opener);
    const stdout = new Socket({ fd: openSync(fromChild, O_RDONLY | O_NONBLOCK), readable: true, writable: false });
    const childStdout = openSync(fromChild, O_WRONLY);
    return {
      stdin,
      stdout,
      ends: [childStdin, childStdout],
      closeEnds: () => {
        closeSync(childStdin);
        closeSync(childStdout);
      },
    };
  } catch (cause) {
    throw new ServerError(`no pipes to the server can be made: ${(cause as Error).message}`, {
      where: directory,
      expected: "mkfifo on PATH, and a directory for temporary files that may hold what it makes",
      fix: "install coreutils, or set TMPDIR to a directory on a local disk",
      cause,
    });
  } finally {
    // An open pipe needs no name.
    await removeTemporaryDirectory(directory);
  }
}
