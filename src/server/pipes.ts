import { type ChildProcess, execFile } from "node:child_process";
import { closeSync, constants, openSync } from "node:fs";
import { Socket } from "node:net";
import { join } from "node:path";
import type { Readable, Writable } from "node:stream";
import { promisify } from "node:util";
import { ServerError } from "../errors.ts";
import { removeTemporaryDirectory, temporaryDirectory } from "../temporary-directory.ts";

const { O_RDONLY, O_WRONLY, O_NONBLOCK } = constants;

type End = number | "pipe";

/** The connections to stdin and from stdout of a child that is yet to be spawned. */
export interface ChildPipes {
  /** What to spawn the child with. */
  readonly ends: readonly [stdin: End, stdout: End];
  /** Our sides, once the child is spawned. */
  streamsOf(child: ChildProcess): { readonly stdin: Writable; readonly stdout: Readable };
  /** Closes our copies of the child's ends: while they are open, neither side sees the other go. */
  closeEnds(): void;
  /** Closes our sides, when the child could not be spawned. */
  abandon(): void;
}

/**
 * What Node calls a pipe to a child is a pair of Unix sockets, which take longer to cross than a pipe. Linux gets pipes.
 * macOS does not, since a pipe that once had a name does not tell there that its other side is gone (docs/decisions/0018).
 * Throws UserError without a temporary directory, ServerError without mkfifo.
 */
export async function makePipes(platform: NodeJS.Platform): Promise<ChildPipes> {
  return platform === "linux" ? realPipes() : socketPairs;
}

const socketPairs: ChildPipes = {
  ends: ["pipe", "pipe"],
  streamsOf: ({ stdin, stdout }) => ({ stdin: stdin as Writable, stdout: stdout as Readable }),
  closeEnds: () => {},
  abandon: () => {},
};

async function realPipes(): Promise<ChildPipes> {
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
      ends: [childStdin, childStdout],
      streamsOf: () => ({ stdin, stdout }),
      closeEnds: () => {
        closeSync(childStdin);
        closeSync(childStdout);
      },
      abandon: () => {
        stdin.destroy();
        stdout.destroy();
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
