import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { UserError } from "../../errors.ts";

/** Name of a record among the result files. */
export const recordName = "record.json";

/**
 * Writes files into the results directory, made where it is missing, and returns their absolute paths by name. Each file
 * appears whole or not at all. Throws a UserError that names the file and the cause, such as a full disk.
 */
export async function writeResultFiles<Name extends string>(
  directory: string,
  files: Readonly<Record<Name, string>>,
): Promise<Record<Name, string>> {
  const folder = resolve(directory);
  await explained(folder, () => mkdir(folder, { recursive: true }));
  const paths = Object.entries<string>(files).map(async ([name, content]) => {
    const path = join(folder, name);
    const unfinished = `${path}.${process.pid}.tmp`;
    await explained(path, async () => {
      try {
        await writeFile(unfinished, content);
        await rename(unfinished, path);
      } catch (error) {
        await rm(unfinished, { force: true });
        throw error;
      }
    });
    return [name, path] as const;
  });
  return Object.fromEntries(await Promise.all(paths)) as Record<Name, string>;
}

const causes: Readonly<Record<string, { found: string; fix: string }>> = {
  ENOSPC: { found: "the disk is full", fix: "free space, or write somewhere else" },
  EDQUOT: { found: "the disk quota is used up", fix: "free space, or write somewhere else" },
  EACCES: { found: "writing is not permitted", fix: "write somewhere else" },
  EROFS: { found: "the file system is read-only", fix: "write somewhere else" },
  ENOTDIR: { found: "a file stands where a directory is needed", fix: "write somewhere else" },
  EEXIST: { found: "a file stands where a directory is needed", fix: "write somewhere else" },
};

async function explained<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    const code = cause instanceof Error && "code" in cause ? String(cause.code) : "";
    const known = causes[code];
    const found = known?.found ?? (cause instanceof Error ? cause.message : String(cause));
    throw new UserError(`the results cannot be written: ${found}`, {
      where: path,
      ...(known && { fix: known.fix }),
      cause,
    });
  }
}
