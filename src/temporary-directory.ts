import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { UserError } from "./errors.ts";

/** Makes a fresh directory, in the system's for temporary files where no other is named. Throws UserError. */
export async function temporaryDirectory(prefix: string, parent: string = tmpdir()): Promise<string> {
  try {
    return await mkdtemp(path.join(parent, prefix));
  } catch (cause) {
    throw new UserError(`no temporary directory can be made: ${(cause as NodeJS.ErrnoException).code ?? cause}`, {
      where: parent,
      expected: "a directory that can be written, with room left",
      fix: "set TMPDIR to one",
      cause,
    });
  }
}
