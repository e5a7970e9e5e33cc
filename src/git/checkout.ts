import { readFile } from "node:fs/promises";
import path from "node:path";
import type { Environment } from "../base/host/environment.ts";
import { removeTemporaryDirectory, temporaryDirectory } from "../base/host/temporary-directory.ts";
import { UserError } from "../errors.ts";
import type { CompareTarget } from "./compare-ref.ts";
import { fetchQuietly, firstLine, type GitOutcome, type Remote, runGit } from "./git.ts";

interface CheckoutOptions {
  /** Repositories that may have the commit, asked in this order. */
  readonly sources: readonly Remote[];
  readonly environment: Environment;
  /** Folder for the checkout; the system's temporary one when absent. */
  readonly workDirectory?: string;
  /** Object format of the repository: git does not fetch from one into another. */
  readonly objectFormat?: "sha1" | "sha256";
  readonly signal?: AbortSignal;
}

/** A commit's tree in a repository of our own. Disposing removes it. */
export type Checkout = Awaited<ReturnType<typeof checkOut>>;

/** No source has the commit, or its name is none. */
export class CheckoutError extends UserError {}

const fetched = "refs/mcp-bench/base";
/** Message of git on a folder that is no repository. */
const noRepository = "does not appear to be a git repository";

type Target = Exclude<CompareTarget, { kind: "none" }>;

/** Fetches one commit at depth 1 and checks it out in a folder of its own. Throws UserError when no source has it. */
export async function checkOut(target: Target, options: CheckoutOptions) {
  const directory = await temporaryDirectory("mcp-bench-base-", options.workDirectory);
  const dispose = () => removeTemporaryDirectory(directory);
  const git = (args: readonly string[], remote?: Remote) =>
    runGit({
      args,
      cwd: directory,
      gitDir: path.join(directory, ".git"),
      environment: options.environment,
      signal: options.signal,
      timeoutMs: 300_000,
      remote,
    });
  try {
    const format = `--object-format=${options.objectFormat ?? "sha1"}`;
    await must(git(["init", "--quiet", "--template=", format, directory]));
    const failures: string[] = [];
    for (const source of options.sources) {
      const outcome = await fetchTarget(target, (...args) => git(args, source));
      if (!outcome.ok) {
        failures.push(`${source.url}: ${firstLine(outcome)}`);
        continue;
      }
      const commit = await git(["rev-parse", "--verify", "--quiet", `${fetched}^{commit}`]);
      if (!commit.ok) {
        failures.push(`${source.url}: it is no commit there`);
        continue;
      }
      await must(git(["checkout", "--quiet", "--force", "--detach", fetched], source));
      return {
        directory,
        sha: commit.stdout.toString().trim(),
        /** Parts of the commit that were not fetched, such as submodules. */
        warnings: await leftOut(directory),
        [Symbol.asyncDispose]: dispose,
      };
    }
    throw new CheckoutError(`the commit to compare with could not be fetched: ${describe(target)}`, {
      expected: failures.length > 0 ? `to find it in one of\n    ${failures.join("\n    ")}` : undefined,
      // biome-ignore lint/plugin: git wrote it
      fix: failures.every((failure) => failure.includes(noRepository))
        ? "run it inside of a git checkout that has the commit"
        : "name a branch, a tag or a commit that is there, or `none` to compare with nothing",
    });
  } catch (error) {
    await dispose();
    throw error;
  }
}

async function fetchTarget(target: Target, git: (...args: string[]) => Promise<GitOutcome>): Promise<GitOutcome> {
  const shallow = (name: string) => git(...fetchQuietly, "--no-filter", "--depth=1", "origin", `+${name}:${fetched}`);
  if (target.kind === "commit") return shallow(target.sha);
  if (target.kind === "ref") return shallow(checkedName(target.ref));
  // Commits alone, without trees and files, are enough to find where two histories part.
  const history = await git(...fetchQuietly, "--filter=tree:0", "origin", ...target.of);
  if (!history.ok) return history;
  const base = await git("merge-base", ...target.of);
  if (!base.ok) return { ...base, message: "the two commits have no common ancestor" };
  return shallow(base.stdout.toString().trim());
}

/** Anything git would take for an option or a refspec is refused before git sees it. */
function checkedName(ref: string): string {
  if (/^[A-Za-z0-9_][A-Za-z0-9._/@+-]*$/.test(ref) && !ref.includes("..")) return ref;
  throw new CheckoutError(`${JSON.stringify(ref)} is not a branch, tag or commit id`, {
    where: "compare-ref",
    expected: "letters, digits, `.`, `_`, `-`, `@`, `+` and `/`",
  });
}

function describe(target: Target): string {
  if (target.kind === "commit") return `${target.sha} (${target.why})`;
  if (target.kind === "ref") return `${target.ref} (${target.why})`;
  return `${target.why}, of ${target.of.join(" and ")}`;
}

async function must(outcome: Promise<GitOutcome>): Promise<void> {
  const result = await outcome;
  if (result.ok) return;
  throw new UserError(`git failed in the temporary checkout: ${result.message}`, {
    fix: "check that git 2.39 or later is installed and that the disk has room",
  });
}

async function leftOut(directory: string): Promise<string[]> {
  const has = async (file: string, sign: RegExp) =>
    sign.test(await readFile(path.join(directory, file), "utf8").catch(() => ""));
  return [
    ...((await has(".gitmodules", /\[submodule/)) ? ["the base commit has submodules, which are not checked out"] : []),
    ...((await has(".gitattributes", /filter=lfs/))
      ? ["the base commit uses Git LFS; its large files are pointers only"]
      : []),
  ];
}

interface FileAt {
  /** Full commit id. */
  readonly sha: string;
  /** From the root of the repository, with slashes. */
  readonly file: string;
  readonly remote: Remote;
  readonly environment: Environment;
}

/** Text of one file of a commit, read without a checkout; undefined where the commit lacks it. Throws UserError. */
export async function readFileAt({ sha, file, remote, environment }: FileAt): Promise<string | undefined> {
  const directory = await temporaryDirectory("mcp-bench-file-");
  const git = async (...args: string[]) => {
    const outcome = await runGit({ args, cwd: directory, gitDir: directory, environment, remote });
    if (outcome.ok) return outcome.stdout.toString();
    throw new UserError(`${file} of commit ${sha} could not be read: ${outcome.message}`, {
      fix: "give the job `contents: read`",
    });
  };
  try {
    const format = sha.length === 64 ? "sha256" : "sha1";
    await git("init", "--quiet", "--bare", "--template=", `--object-format=${format}`, directory);
    await git(...fetchQuietly, "--depth=1", "--filter=blob:none", "origin", sha);
    const listed = await git("ls-tree", "-z", "--full-tree", sha, "--", file);
    const [, oid] = /^100(?:644|755) blob ([0-9a-f]+)\t/.exec(listed) ?? [];
    return oid === undefined ? undefined : await git("cat-file", "blob", oid);
  } finally {
    await removeTemporaryDirectory(directory);
  }
}
