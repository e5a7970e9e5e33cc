import { rmSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { UserError } from "../../errors.ts";

const left = new Set<string>();

/** A second signal ends the process before anything is disposed of. */
function removeLeft(): void {
  for (const directory of left)
    try {
      rmSync(directory, { recursive: true, force: true });
    } catch {
      // A build that still runs may write faster than we remove.
    }
}

/** Makes a fresh directory, which is removed when the process exits, if not before. Throws UserError. */
export async function temporaryDirectory(prefix: string, parent: string = tmpdir()): Promise<string> {
  try {
    // TMPDIR may be relative, and programs are started elsewhere.
    const directory = await mkdtemp(path.resolve(parent, prefix));
    if (left.size === 0) process.once("exit", removeLeft);
    left.add(directory);
    return directory;
  } catch (cause) {
    throw new UserError(`no temporary directory can be made: ${(cause as NodeJS.ErrnoException).code ?? cause}`, {
      where: parent,
      expected: "a directory that can be written, with room left",
      fix: "set TMPDIR to one",
      cause,
    });
  }
}

/** Never rejects: where a process still writes, the rest is removed when this process exits. */
export async function removeTemporaryDirectory(directory: string): Promise<void> {
  try {
    await rm(directory, { recursive: true, force: true, maxRetries: 3 });
  } catch {
    return;
  }
  left.delete(directory);
  if (left.size === 0) process.off("exit", removeLeft);
}
