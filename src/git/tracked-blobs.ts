import path from "node:path";
import type { Environment } from "../host/environment.ts";
import { runGit } from "./git.ts";

interface Options {
  readonly environment: Environment;
  readonly signal: AbortSignal;
}

/** Returns the id of each plain file of a checkout of our own, by its path from the top; none where git cannot say. */
export async function trackedBlobs(directory: string, options: Options): Promise<ReadonlyMap<string, string>> {
  const args = ["ls-files", "--stage", "-z"];
  const listed = await runGit({ args, cwd: directory, gitDir: path.join(directory, ".git"), ...options });
  const entries = listed.ok ? listed.stdout.toString().split("\0") : [];
  return new Map(
    entries.flatMap((entry) => {
      const [, id, file] = /^100\d{3} ([0-9a-f]+) 0\t(.+)$/s.exec(entry) ?? [];
      return id === undefined || file === undefined ? [] : [[file, id] as const];
    }),
  );
}
