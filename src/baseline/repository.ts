import type { Environment } from "../host/environment.ts";
import { join } from "node:path";
import { BaselineError } from "../errors.ts";
import { type GitOutcome, type Remote, runGit } from "../git/git.ts";
import { removeTemporaryDirectory, temporaryDirectory } from "../host/temporary-directory.ts";
import type { TreeFile } from "./branch/branch-layout.ts";
import { checkContents, filesWritten, importStream, type NewCommit, parseImport } from "./fast-import.ts";

export interface RepositoryOptions {
  readonly remote: Remote;
  readonly branch: string;
  /** Folder for the temporary repository; the system's when absent. */
  readonly workDirectory?: string | undefined;
  readonly environment: Environment;
  readonly timeoutMs?: number | undefined;
}

interface BlobLimit {
  readonly maxBytes: number;
  /** Names a file for messages. */
  readonly describe: (path: string) => string;
}

export type Failed = Extract<GitOutcome, { ok: false }>;

/**
 * A bare repository of our own that knows one branch of one remote. Outcomes tell what git could not do. Steps asked for
 * at the same time run one after the other: git's shallow clones do not bear parallel fetches.
 */
export interface Repository extends AsyncDisposable {
  /** Fetches the newest commit of the branch, without files and history. `sha` undefined: there is no such branch. */
  fetchTip(): Promise<{ ok: true; sha?: string } | Failed>;
  /** `git ls-tree -r -z` of a commit. */
  listTree(sha: string): Promise<string>;
  /** Contents by object id; what is not here yet is fetched in one go. Throws BaselineError when one is too large. */
  readBlobs(files: readonly TreeFile[], limit: BlobLimit): Promise<{ ok: true; blobs: Map<string, Buffer> } | Failed>;
  /**
   * Makes a commit without moving the remote branch and reads it back. Returns its id and the files written. Throws
   * BaselineError when it holds anything but what was asked for.
   */
  commit(commit: NewCommit): Promise<{ sha: string; written: TreeFile[] }>;
  /** Moves the remote branch from `expected` (undefined: it must not exist) to `sha`. */
  push(sha: string, expected: string | undefined): Promise<GitOutcome>;
}

/** Largest output of git taken in one go. */
const maxOutputBytes = 256 * 2 ** 20;
const tip = "refs/baseline/tip";

/** Creates the repository in a folder of its own, which disposing removes. Throws BaselineError when git is not there. */
export async function openRepository(options: RepositoryOptions): Promise<Repository> {
  const { remote, branch, environment, timeoutMs } = options;
  const ref = `refs/heads/${checkedBranch(branch)}`;
  const directory = await temporaryDirectory("mcp-bench-baseline-", options.workDirectory);
  const gitDir = join(directory, "repository.git");

  const git = (args: string[], more: { input?: string | Uint8Array; isLocal?: boolean } = {}) => {
    const { isLocal = false, ...rest } = more;
    const limits = { maxOutputBytes, ...(timeoutMs === undefined ? {} : { timeoutMs }) };
    return runGit({ args, cwd: directory, gitDir, environment, ...limits, ...rest, ...(isLocal ? {} : { remote }) });
  };
  /** For steps on our own repository: a failure is a fault of this machine, not of the remote. */
  const local = async (args: string[], more: { input?: string | Uint8Array } = {}) => {
    const outcome = await git(args, { ...more, isLocal: true });
    if (outcome.ok) return outcome.stdout;
    throw new BaselineError(`git ${args[0]} failed in the temporary repository: ${outcome.message}`, {
      where: directory,
      fix: outcome.failure === "no-space" ? "free some disk space" : "check that git 2.39 or later is installed",
    });
  };
  const dispose = () => removeTemporaryDirectory(directory);

  try {
    await local(["init", "--quiet", "--bare", "--template=", gitDir]);
  } catch (error) {
    await dispose();
    throw error;
  }

  const inTurn = queue();
  const resolve = async (revision: string) => (await local(["rev-parse", "--verify", revision])).toString().trim();

  const list = async (sha: string) => (await local(["ls-tree", "-r", "-z", "--full-tree", sha])).toString();
  const blobsOf = async (files: readonly TreeFile[], limit: BlobLimit) =>
    parseBatch(await local(["cat-file", "--batch"], { input: idsOf(files) }), { files, ...limit });

  const fetchQuietly = ["fetch", "--quiet", "--no-tags", "--no-write-fetch-head", "--recurse-submodules=no"];
  const repository: Repository = {
    async fetchTip() {
      const outcome = await git([...fetchQuietly, "--filter=blob:none", "--depth=1", "origin", `+${ref}:${tip}`]);
      if (!outcome.ok) return outcome.failure === "no-branch" ? { ok: true } : outcome;
      return { ok: true, sha: await resolve(`${tip}^{commit}`) };
    },

    listTree: list,

    async readBlobs(files, limit) {
      if (files.length === 0) return { ok: true, blobs: new Map() };
      const input = idsOf(files);
      const noop = ["-c", "fetch.negotiationAlgorithm=noop"];
      const fetched = await git([...noop, ...fetchQuietly, "--filter=blob:none", "--stdin", "origin"], { input });
      if (!fetched.ok) return fetched;
      return { ok: true, blobs: await blobsOf(files, limit) };
    },

    async commit(commit) {
      const { base, isRoot } = commit;
      const startsFrom =
        base === undefined ? "" : isRoot ? `M 040000 ${await resolve(`${base}^{tree}`)} ""\n` : `from ${base}\n`;
      const input = importStream(commit, startsFrom);
      const output = await local(["fast-import", "--quiet", "--done", "--force"], { input });
      const sha = parseImport(output.toString());
      const trees = { before: base === undefined ? "" : await list(base), after: await list(sha) };
      const written = filesWritten(commit, trees);
      checkContents(commit, { written, blobs: await blobsOf(written, { maxBytes: maxOutputBytes, describe: String }) });
      return { sha, written };
    },

    push(sha, expected) {
      return git([
        "push",
        "--porcelain",
        "--no-verify",
        "--recurse-submodules=no",
        `--force-with-lease=${ref}:${expected ?? ""}`,
        "origin",
        `${sha}:${ref}`,
      ]);
    },

    [Symbol.asyncDispose]: dispose,
  };
  return {
    fetchTip: () => inTurn(() => repository.fetchTip()),
    listTree: (sha) => inTurn(() => repository.listTree(sha)),
    readBlobs: (files, limit) => inTurn(() => repository.readBlobs(files, limit)),
    commit: (commit) => inTurn(() => repository.commit(commit)),
    push: (sha, expected) => inTurn(() => repository.push(sha, expected)),
    [Symbol.asyncDispose]: () => inTurn(dispose),
  };
}

/** Runs steps one after the other, in the order they were asked for. */
function queue(): <T>(step: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (step) => {
    const result = last.then(step);
    last = result.catch(() => {});
    return result;
  };
}

function idsOf(files: readonly TreeFile[]): string {
  return files.map(({ oid }) => `${oid}\n`).join("");
}

/** Output of `git cat-file --batch`: for each object a line with id, type and size, then the content and a line end. */
function parseBatch(
  output: Buffer,
  { files, maxBytes, describe }: BlobLimit & { files: readonly TreeFile[] },
): Map<string, Buffer> {
  const blobs = new Map<string, Buffer>();
  let at = 0;
  for (const { path } of files) {
    const lineEnd = output.indexOf("\n", at);
    const [oid = "", type, size = ""] = output.toString("utf8", at, lineEnd).split(" ");
    const explanation = { where: describe(path), fix: "remove or restore the file; nothing was overwritten" };
    if (type !== "blob") throw new BaselineError("the file's content is missing on the remote", explanation);
    if (Number(size) > maxBytes)
      throw new BaselineError(`a file of ${size} bytes, the limit is ${maxBytes}`, explanation);
    const end = lineEnd + 1 + Number(size);
    blobs.set(oid, output.subarray(lineEnd + 1, end));
    at = end + 1;
  }
  return blobs;
}

/** A subset of what git allows in a branch name. */
function checkedBranch(branch: string): string {
  const isSafe = /^[A-Za-z0-9_][A-Za-z0-9._/-]*$/.test(branch) && !/\.\.|\/\/|\/\.|\.lock(\/|$)|[./]$/.test(branch);
  if (isSafe && branch !== "HEAD" && !branch.startsWith("refs/")) return branch;
  throw new BaselineError(`${JSON.stringify(branch)} is not a usable branch name`, {
    expected: "letters, digits, `.`, `_`, `-` and `/`",
    fix: "choose another name for the branch (input baseline-branch, or --branch)",
  });
}
