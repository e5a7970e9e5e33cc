import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import type { Environment } from "../base/host/environment.ts";
import { UserError } from "../errors.ts";
import { firstLine, runGit } from "./git.ts";

export type WorkingCopy = NonNullable<Awaited<ReturnType<typeof readWorkingCopy>>>;

/**
 * Reads the commit that is checked out, without running anything of the checkout; undefined outside a git checkout or before
 * its first commit. `root`: top directory of the checkout.
 */
export async function readWorkingCopy(directory: string, environment: Environment) {
  const git = (...args: string[]) => runGit({ args, cwd: directory, environment });
  const [commit, head] = await Promise.all([
    git("cat-file", "commit", "HEAD"),
    git("rev-parse", "HEAD", "--show-toplevel"),
  ]);
  if (!commit.ok || !head.ok) return undefined;
  const [sha = "", root = directory] = head.stdout.toString().trim().split("\n");
  const header = commit.stdout.toString().split("\n\n", 1)[0] ?? "";
  const parents = [...header.matchAll(/^parent ([0-9a-f]+)$/gm)].map((match) => match[1] ?? "");
  return { commit: { sha, parents }, root };
}

/**
 * Tests whether tracked files of a checkout, by its top directory, differ from the commit. Git may run filters of the checkout
 * for this: not for an untrusted configuration. In another user's it would not, so that files that nothing converts are
 * compared as they are.
 */
export async function hasLocalChanges(root: string, environment: Environment): Promise<boolean> {
  const git = (...args: string[]) => runGit({ args, cwd: root, environment });
  const args = ["status", "--porcelain", "--untracked-files=no", "--ignore-submodules"];
  const status = await runGit({ args, cwd: root, environment, ownOnly: true });
  if (status.ok) return status.stdout.length > 0;
  const plain = ":(attr:!filter !text !eol !ident !working-tree-encoding)";
  const [staged, listed] = await Promise.all([
    git("diff-index", "--cached", "--quiet", "--ignore-submodules", "HEAD"),
    git("ls-files", "--stage", "-z", plain),
  ]);
  if (!staged.ok || !listed.ok) return true;
  return [...blobsIn(listed.stdout)].some(([file, id]) => blobIdOf(path.join(root, file), id) !== id);
}

/** Hashes a file as git does, see https://git-scm.com/book/en/v2/Git-Internals-Git-Objects; `like` is an id of the same repository. */
export function blobIdOf(file: string, like: string): string | undefined {
  try {
    const content = readFileSync(file);
    const hash = createHash(like.length === 64 ? "sha256" : "sha1");
    return hash.update(`blob ${content.length}\0`).update(content).digest("hex");
  } catch {
    return undefined;
  }
}

/**
 * Full id of a commit named relative to another (`HEAD~1`) or by the beginning of its id, as the checkout knows it.
 * Undefined for anything else, branches included: those may have moved on the remote. Throws UserError for a relative name
 * that leads to no commit.
 */
export async function resolveCommit(
  ref: string,
  { directory, environment }: { readonly directory: string; readonly environment: Environment },
): Promise<string | undefined> {
  const isRelative = /^[A-Za-z0-9_./-]+[~^][0-9~^]*$/.test(ref);
  if (!isRelative && !/^HEAD$|^[0-9a-f]{7,39}$/.test(ref)) return undefined;
  const git = (...args: string[]) => runGit({ args: ["rev-parse", ...args], cwd: directory, environment });
  const outcome = await git("--verify", "--quiet", "--end-of-options", `${ref}^{commit}`);
  if (outcome.ok) return outcome.stdout.toString().trim();
  if (!isRelative) return undefined;
  const checkout = await git("--is-shallow-repository");
  if (!checkout.ok)
    throw new UserError(`${ref} is relative to a checkout, and there is none: ${firstLine(checkout)}`, {
      where: directory,
      fix: "run it inside of the repository, or name a branch, a tag or a full commit id",
    });
  if (checkout.stdout.toString().trim() === "true")
    throw new UserError(`the checkout is shallow, and ${ref} lies beyond its end`, {
      where: directory,
      fix: "fetch more of the history (`fetch-depth: 0` of actions/checkout), or name a branch, a tag or a full commit id",
    });
  throw new UserError(`the checkout has no commit ${ref}`, {
    where: directory,
    fix: "name a commit that `git log` shows, a branch or a tag",
  });
}

/** Returns the id of each plain file of a checkout of our own, by its path from the top. Throws UserError where git cannot say. */
export async function trackedBlobs(
  directory: string,
  options: { readonly environment: Environment; readonly signal: AbortSignal },
): Promise<ReadonlyMap<string, string>> {
  const args = ["ls-files", "--stage", "-z"];
  const listed = await runGit({ args, cwd: directory, gitDir: path.join(directory, ".git"), ...options });
  if (!listed.ok)
    throw new UserError(`git could not list the files of a checkout: ${listed.message}`, { where: directory });
  return blobsIn(listed.stdout);
}

function blobsIn(listed: Buffer): ReadonlyMap<string, string> {
  const entries = listed.toString().split("\0");
  const blobs = entries.flatMap((entry) => [...entry.matchAll(/^100\d{3} ([0-9a-f]+) 0\t(.+)$/gs)]);
  return new Map(blobs.map(([, id = "", file = ""]) => [file, id]));
}

/** Tells whether `git --version` names one that is too old. */
export function isOldGit(version: string): boolean {
  // Before 2.38 git runs what a repository planted in a checkout says; partial clones over every transport need 2.39.
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
