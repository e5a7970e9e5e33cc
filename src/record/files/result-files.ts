import { mkdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { messageOf, UserError } from "../../errors.ts";

export const recordName = "record.json";

export const profilesName = "profiles";

/**
 * Writes files into the results directory, made where it is missing, and returns their absolute paths by name. Each file
 * appears whole or not at all. Throws a UserError that names the file and the cause, such as a full disk.
 */
export async function writeResultFiles<Name extends string>(
  directory: string,
  files: Readonly<Record<Name, string>>,
): Promise<Record<Name, string>> {
  const folder = await makeResultsFolder(directory);
  const paths = Object.entries<string>(files).map(async ([name, content]) => {
    const path = join(folder, name);
    await explained(path, async () => {
      try {
        await writeFile(unfinished(path), content);
        await rename(unfinished(path), path);
      } catch (error) {
        // A file that is mounted on its own, as containers do, keeps its place.
        if ((error as NodeJS.ErrnoException).code !== "EBUSY") throw error;
        await writeFile(path, content);
      } finally {
        await rm(unfinished(path), { force: true });
      }
    });
    return [name, path] as const;
  });
  return Object.fromEntries(await Promise.all(paths)) as Record<Name, string>;
}

/** Throws Node's error where `writeResultFiles` could not write a file. Leaves no trace. */
export async function tryWriting(path: string): Promise<void> {
  await writeFile(unfinished(path), "");
  await rm(unfinished(path));
}

function unfinished(path: string): string {
  return `${path}.${process.pid}.tmp`;
}

/** Makes the results directory where it is missing, and returns its absolute path. Throws as `writeResultFiles`. */
export async function makeResultsFolder(directory: string): Promise<string> {
  const folder = resolve(directory);
  await explained(folder, () => makeDirectory(folder));
  return folder;
}

/**
 * Makes a directory with those above it where they are missing. Node's own way to do that never comes to an end below a
 * place such as /proc, where nothing can be made. Throws Node's error.
 */
export async function makeDirectory(directory: string): Promise<void> {
  const isThere = await stat(directory).then(
    (found) => found.isDirectory(),
    () => false,
  );
  if (isThere) return;
  const parent = dirname(directory);
  if (parent !== directory) await makeDirectory(parent);
  await mkdir(directory).catch(async (error: NodeJS.ErrnoException) => {
    // Another process may have made it in the meantime.
    if (error.code !== "EEXIST" || !(await stat(directory)).isDirectory()) throw error;
  });
}

const causes: Readonly<Record<string, { found: string; fix: string }>> = {
  ENOSPC: { found: "the disk is full", fix: "free space, or write somewhere else" },
  EDQUOT: { found: "the disk quota is used up", fix: "free space, or write somewhere else" },
  ENOENT: { found: "nothing can be made there", fix: "write somewhere else" },
  ELOOP: { found: "a link on the way leads to itself", fix: "write somewhere else" },
  EACCES: { found: "writing is not permitted", fix: "write somewhere else" },
  EROFS: { found: "the file system is read-only", fix: "write somewhere else" },
  ENOTDIR: { found: "a file is in the place of a directory", fix: "write somewhere else" },
  EEXIST: { found: "a file is in the place of a directory", fix: "write somewhere else" },
};

async function explained<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    const code = cause instanceof Error && "code" in cause ? String(cause.code) : "";
    const known = causes[code];
    const found = known?.found ?? messageOf(cause);
    throw new UserError(`the results cannot be written: ${found}`, {
      where: path,
      ...(known && { fix: known.fix }),
      cause,
    });
  }
}
