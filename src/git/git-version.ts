import type { Environment } from "../base/host/environment.ts";
import { UserError } from "../errors.ts";
import { runGit } from "./git.ts";

/**
 * Tells whether `git --version` names one that is too old: before 2.38 git runs what a repository planted in a checkout says,
 * and partial clones over every transport need 2.39.
 */
export function isOldGit(version: string): boolean {
  const [, major = 0, minor = 0] = /(\d+)\.(\d+)/.exec(version)?.map(Number) ?? [];
  return major < 2 || (major === 2 && minor < 39);
}

/** Throws UserError where git is too old to read a checkout of untrusted code. One that is missing is reported by others. */
export async function refuseOldGit({ cwd, environment }: { cwd: string; environment: Environment }): Promise<void> {
  const outcome = await runGit({ args: ["--version"], cwd, environment });
  const version = outcome.ok ? outcome.stdout.toString().trim() : undefined;
  if (version === undefined || !isOldGit(version)) return;
  throw new UserError(`${version} would run what a repository planted in the checkout says`, {
    expected: "git 2.39 or later",
    fix: "update git on the runner",
  });
}
