import path from "node:path";
import type { Environment } from "../base/host/environment.ts";
import { UserError } from "../errors.ts";
import { runGit } from "./git.ts";

interface Options {
  readonly environment: Environment;
  readonly signal: AbortSignal;
}

/** Returns the id of each plain file of a checkout of our own, by its path from the top. Throws UserError where git cannot say. */
export async function trackedBlobs(directory: string, options: Options): Promise<ReadonlyMap<string, string>> {
  const args = ["ls-files", "--stage", "-z"];
  const listed = await runGit({ args, cwd: directory, gitDir: path.join(directory, ".git"), ...options });
  if (!listed.ok)
    throw new UserError(`git could not list the files of a checkout: ${listed.message}`, { where: directory });
  return new Map(
    listed.stdout
      .toString()
      .split("\0")
      .flatMap((entry) => {
        const [, id, file] = /^100\d{3} ([0-9a-f]+) 0\t(.+)$/s.exec(entry) ?? [];
        return id === undefined || file === undefined ? [] : [[file, id] as const];
      }),
  );
}
