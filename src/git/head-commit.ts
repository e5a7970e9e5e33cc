import type { HeadCommit } from "./compare-ref.ts";
import { runGit } from "./git.ts";

/** The commit that is checked out in a directory. */
export interface WorkingCopy {
  readonly commit: HeadCommit;
  /** Top directory of the checkout. */
  readonly root: string;
}

/** Reads what is checked out, without running anything of the checkout; undefined outside a git checkout or before its first commit. */
export async function readWorkingCopy(
  directory: string,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<WorkingCopy | undefined> {
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
 * Whether tracked files differ from the commit. Git may run the checkout's own filters for this, so it is for a person's
 * own checkout, not for one whose configuration is untrusted.
 */
export async function hasLocalChanges(
  directory: string,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<boolean> {
  const args = ["status", "--porcelain", "--untracked-files=no", "--ignore-submodules"];
  const status = await runGit({ args, cwd: directory, environment });
  return status.ok && status.stdout.length > 0;
}

/**
 * Full id of a commit named relative to another (`HEAD~1`) or by the beginning of its id, as the checkout knows it.
 * Undefined for anything else, branches included: those may have moved on the remote.
 */
export async function resolveCommit(
  ref: string,
  { directory, environment }: { directory: string; environment: Readonly<Record<string, string | undefined>> },
): Promise<string | undefined> {
  if (!/^[A-Za-z0-9_./-]+[~^][0-9~^]*$|^HEAD$|^[0-9a-f]{7,39}$/.test(ref)) return undefined;
  const args = ["rev-parse", "--verify", "--quiet", "--end-of-options", `${ref}^{commit}`];
  const outcome = await runGit({ args, cwd: directory, environment });
  return outcome.ok ? outcome.stdout.toString().trim() : undefined;
}
