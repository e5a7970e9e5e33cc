import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { Environment } from "../base/host/environment.ts";
import { removeTemporaryDirectory, temporaryDirectory } from "../base/host/temporary-directory.ts";
import { BaselineError } from "../errors.ts";
import { fetchQuietly, type GitOutcome, type Remote, runGit } from "../git/git.ts";
import { isCommitId } from "../model/fields.ts";
import { mostFileBytes, parseTree, type TreeFile } from "./branch/branch-layout.ts";

export interface RepositoryOptions {
  readonly remote: Remote;
  readonly branch: string;
  /** Folder for the temporary repository; the system's when absent. */
  readonly workDirectory?: string | undefined;
  readonly environment: Environment;
}

export type Failed = Extract<GitOutcome, { ok: false }>;

/** Largest output of git taken in one go. */
const maxOutputBytes = 256 * 2 ** 20;
const tip = "refs/baseline/tip";

/** Creates the repository in a folder of its own, which disposing removes. Throws BaselineError when git is not there. */
export async function openRepository(options: RepositoryOptions): Promise<Repository> {
  const ref = `refs/heads/${checkedBranch(options.branch)}`;
  const directory = await temporaryDirectory("mcp-bench-baseline-", options.workDirectory);
  const repository = new Repository(options, { ref, directory });
  try {
    await repository.init();
  } catch (error) {
    await repository[Symbol.asyncDispose]();
    throw error;
  }
  return repository;
}

interface GitInput {
  readonly input?: string;
}

/**
 * A bare repository of our own that knows one branch of one remote. Outcomes tell what git could not do. One step at a
 * time: git's shallow clones do not bear parallel fetches.
 */
export class Repository implements AsyncDisposable {
  readonly #options: RepositoryOptions;
  readonly #ref: string;
  readonly #directory: string;

  constructor(options: RepositoryOptions, { ref, directory }: { ref: string; directory: string }) {
    this.#options = options;
    this.#ref = ref;
    this.#directory = directory;
  }

  async init(objectFormat: "sha1" | "sha256" = "sha1"): Promise<void> {
    await this.#local(["init", "--quiet", "--bare", "--template=", `--object-format=${objectFormat}`, this.#gitDir]);
  }

  /** Fetches the newest commit of the branch, without files and history. `sha` undefined: there is no such branch. */
  async fetchTip(): Promise<{ ok: true; sha?: string } | Failed> {
    const refspec = `+${this.#ref}:${tip}`;
    const fetch = () => this.#remote([...fetchQuietly, "--filter=blob:none", "--depth=1", "origin", refspec]);
    let outcome = await fetch();
    if (!outcome.ok && ["no-branch", "failed"].includes(outcome.failure) && (await this.#speaksSha256())) {
      await rm(this.#gitDir, { recursive: true });
      await this.init("sha256");
      outcome = await fetch();
    }
    if (!outcome.ok) return outcome.failure === "no-branch" ? { ok: true } : outcome;
    return { ok: true, sha: await this.#resolve(`${tip}^{commit}`) };
  }

  /** `git ls-tree -r -z` of a commit. */
  async listTree(sha: string): Promise<string> {
    return (await this.#local(["ls-tree", "-r", "-z", "--full-tree", sha])).toString();
  }

  /** Contents by path, fetched in one go. `describe` names a file in messages. Throws BaselineError for a large one. */
  async readBlobs(
    files: readonly TreeFile[],
    describe: (path: string) => string,
  ): Promise<{ ok: true; blobs: ReadonlyMap<string, Buffer> } | Failed> {
    if (files.length === 0) return { ok: true, blobs: new Map() };
    const noop = ["-c", "fetch.negotiationAlgorithm=noop"];
    const args = [...noop, ...fetchQuietly, "--filter=blob:none", "--stdin", "origin"];
    const fetched = await this.#remote(args, { input: idsOf(files) });
    if (!fetched.ok) return fetched;
    const output = await this.#local(["cat-file", "--batch"], { input: idsOf(files) });
    return { ok: true, blobs: parseBatch(output, { files, describe }) };
  }

  /**
   * Makes a commit without moving the remote branch. Returns its id and all of its files. Throws BaselineError for a path
   * that is not plain.
   */
  async commit(commit: NewCommit): Promise<{ sha: string; files: TreeFile[] }> {
    const { base, isRoot } = commit;
    const startsFrom =
      base === undefined ? "" : isRoot ? `M 040000 ${await this.#resolve(`${base}^{tree}`)} ""\n` : `from ${base}\n`;
    const input = importStream(commit, startsFrom);
    const output = await this.#local(["fast-import", "--quiet", "--done", "--force"], { input });
    const sha = parseImport(output.toString());
    return { sha, files: parseTree(await this.listTree(sha), String) };
  }

  /** Moves the remote branch from `expected` (undefined: it must not exist) to `sha`. */
  push(sha: string, expected: string | undefined): Promise<GitOutcome> {
    const lease = `--force-with-lease=${this.#ref}:${expected ?? ""}`;
    const quietly = ["--porcelain", "--no-verify", "--recurse-submodules=no"];
    return this.#remote(["push", ...quietly, lease, "origin", `${sha}:${this.#ref}`]);
  }

  [Symbol.asyncDispose](): Promise<void> {
    return removeTemporaryDirectory(this.#directory);
  }

  get #gitDir(): string {
    return join(this.#directory, "repository.git");
  }

  /** Tells whether the remote names its commits by SHA-256, which one of SHA-1 neither fetches nor pushes. */
  async #speaksSha256(): Promise<boolean> {
    // Its HEAD may name a branch that does not exist.
    const listed = await this.#remote(["ls-remote", "origin"]);
    return listed.ok && /^[0-9a-f]{64}\t/.test(listed.stdout.toString());
  }

  #git(args: readonly string[], more: GitInput & { readonly remote?: Remote } = {}): Promise<GitOutcome> {
    const { environment } = this.#options;
    return runGit({ args, cwd: this.#directory, gitDir: this.#gitDir, environment, maxOutputBytes, ...more });
  }

  #remote(args: readonly string[], more: GitInput = {}): Promise<GitOutcome> {
    return this.#git(args, { ...more, remote: this.#options.remote });
  }

  /** For steps on our own repository: a failure is a fault of this machine, not of the remote. */
  async #local(args: readonly string[], more: GitInput = {}): Promise<Buffer> {
    const outcome = await this.#git(args, more);
    if (outcome.ok) return outcome.stdout;
    throw new BaselineError(`git ${args[0]} failed in the temporary repository: ${outcome.message}`, {
      where: this.#directory,
      fix: outcome.failure === "no-space" ? "free some disk space" : "check that git 2.39 or later is installed",
    });
  }

  async #resolve(revision: string): Promise<string> {
    return (await this.#local(["rev-parse", "--verify", revision])).toString().trim();
  }
}

function idsOf(files: readonly TreeFile[]): string {
  return files.map(({ oid }) => `${oid}\n`).join("");
}

/** Output of `git cat-file --batch`: for each object a line with id, type and size, then the content and a line end. */
function parseBatch(
  output: Buffer,
  { files, describe }: { files: readonly TreeFile[]; describe: (path: string) => string },
): Map<string, Buffer> {
  const blobs = new Map<string, Buffer>();
  let at = 0;
  for (const { path } of files) {
    const lineEnd = output.indexOf("\n", at);
    const [, type, size] = output.toString("utf8", at, lineEnd).split(" ");
    const explanation = { where: describe(path), fix: "remove or restore the file; nothing was overwritten" };
    if (type !== "blob") throw new BaselineError("the file's content is missing on the remote", explanation);
    if (Number(size) > mostFileBytes)
      throw new BaselineError(`a file of ${size} bytes, the limit is ${mostFileBytes}`, explanation);
    const end = lineEnd + 1 + Number(size);
    blobs.set(path, output.subarray(lineEnd + 1, end));
    at = end + 1;
  }
  return blobs;
}

/** Returns a branch name of the subset that we take of those git allows. Throws BaselineError for any other. */
export function checkedBranch(branch: string): string {
  const isSafe = /^[A-Za-z0-9_][A-Za-z0-9._/-]*$/.test(branch) && !/\.\.|\/\/|\/\.|\.lock(\/|$)|[./]$/.test(branch);
  if (isSafe && branch !== "HEAD" && !branch.startsWith("refs/")) return branch;
  throw new BaselineError(`${JSON.stringify(branch)} is not a usable branch name`, {
    expected: "letters, digits, `.`, `_`, `-` and `/`",
    fix: "choose another name for the branch (input baseline-branch, or --branch)",
  });
}

export interface NewCommit {
  /** The commit whose files are kept, but for `writes` and `deletes`. */
  readonly base?: string | undefined;
  /** True: the commit has no parent. */
  readonly isRoot: boolean;
  readonly writes: ReadonlyMap<string, string>;
  readonly deletes: readonly string[];
  readonly message: string;
  /** Milliseconds since 1970. */
  readonly time: number;
}

const made = "refs/baseline/made";

const author = "github-actions[bot] <41898282+github-actions[bot]@users.noreply.github.com>";

/**
 * A commit as input of `git fast-import`, which writes blobs, trees and commit in one process and needs none of the files
 * that are kept, https://git-scm.com/docs/git-fast-import. `startsFrom` says what the files written are added to. At the
 * end it is asked for the id of what it made. Throws BaselineError on a path that is not plain: the stream is made of
 * lines, and a path with a line end in it would be read as further commands.
 */
export function importStream({ writes, deletes, message, time }: NewCommit, startsFrom: string): string {
  for (const path of [...deletes, ...writes.keys()]) refuseOddPath(path);
  const who = `${author} ${Math.max(0, Math.floor(time / 1000))} +0000`;
  const data = (content: string) => `data ${Buffer.byteLength(content)}\n${content}\n`;
  return [
    `commit ${made}\nmark :1\nauthor ${who}\ncommitter ${who}\n`,
    data(message),
    startsFrom,
    ...deletes.map((path) => `D ${path}\n`),
    ...[...writes].map(([path, content]) => `M 100644 inline ${path}\n${data(content)}`),
    "\nget-mark :1\ndone\n",
  ].join("");
}

function refuseOddPath(path: string): void {
  const isPlain = path.split("/").every((part) => /^[A-Za-z0-9._-]+$/.test(part) && !/^(\.\.?|\.git)$/i.test(part));
  if (isPlain) return;
  throw new BaselineError(`${JSON.stringify(path)} is not a path of the baseline branch`, {
    expected: "letters, digits, `.`, `_`, `-` and `/`",
    fix: nothingPushed,
  });
}

/** Reads the reply to `get-mark`: the id of the new commit. Throws BaselineError on anything else. */
export function parseImport(output: string): string {
  const id = output.trim();
  if (isCommitId(id)) return id;
  throw new BaselineError("git did not name the commit that it made", { fix: nothingPushed });
}

const nothingPushed = "nothing was pushed; look at what the measuring jobs of this run were given";
