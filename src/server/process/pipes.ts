import { type ChildProcess, execFile } from "node:child_process";
import { closeSync, constants, openSync } from "node:fs";
import { Socket } from "node:net";
import { join } from "node:path";
import type { Readable, Writable } from "node:stream";
import { promisify } from "node:util";
import { removeTemporaryDirectory, temporaryDirectory } from "../../base/host/temporary-directory.ts";
import { ServerError } from "../../errors.ts";

const { O_RDONLY, O_WRONLY, O_NONBLOCK } = constants;

type End = number | "pipe";

/** The connections to stdin and from stdout of a child that is yet to be spawned. */
interface ChildPipes {
  /** Ends to spawn the child with. */
  readonly ends: readonly [stdin: End, stdout: End];
  /** Our sides, once the child is spawned. */
  streamsOf(child: ChildProcess): { readonly stdin: Writable; readonly stdout: Readable };
  /** Closes our copies of the child's ends: while they are open, neither side sees the other go. */
  closeEnds(): void;
  /** Closes our sides, when the child could not be spawned. */
  abandon(): void;
}

/**
 * Makes pipes for a child: Node's own are pairs of Unix sockets, which take longer to cross. Linux gets pipes. macOS
 * does not, since a pipe that once had a name does not tell there that its other side is gone (docs/decisions/0018).
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
  const opened = new Set<number>();
  const open = (name: string, flags: number): number => {
    const descriptor = openSync(join(directory, name), flags);
    opened.add(descriptor);
    return descriptor;
  };
  const close = (descriptor: number): void => {
    if (opened.delete(descriptor)) closeSync(descriptor);
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
    return {
      ends: [childStdin, childStdout],
      streamsOf: () => ({ stdin, stdout }),
      closeEnds: () => {
        close(childStdin);
        close(childStdout);
      },
      abandon: () => {
        stdin.destroy();
        stdout.destroy();
      },
    };
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
