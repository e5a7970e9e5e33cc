import { cpSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { git } from "../support/git-run.ts";

export interface ProjectOptions {
  /** `owner/name`, as the API knows it. */
  readonly name: string;
  /** Says where each file or folder of our tree goes in the project. */
  readonly files: Readonly<Record<string, string>>;
}

/** Says what of our tree a job gets to see that uses the action or a reusable workflow. */
const released = { "action.yml": "action.yml", dist: "dist", ".github": ".github" };

/** A repository on disk with its remote beside it, and the action as a released tag holds it. */
export class Project {
  readonly scratch = mkdtempSync(join(tmpdir(), "mcp-bench-act-"));
  readonly folder = join(this.scratch, "checkout");
  readonly action = join(this.scratch, "action");
  readonly remote: string;
  /** Says what GITHUB_SERVER_URL has to be for git to find the remote. */
  readonly serverUrl: string;
  readonly #name: string;

  constructor({ name, files }: ProjectOptions) {
    this.#name = name;
    this.remote = join(this.scratch, "remotes", name);
    this.serverUrl = `file://${join(this.scratch, "remotes")}`;
    copy(released, this.action);
    copy(files, this.folder);
    mkdirSync(this.remote, { recursive: true });
    this.git("init", "--quiet", "--bare", "--initial-branch=main", this.remote);
    this.git("init", "--quiet", "--initial-branch=main");
    this.git("remote", "add", "origin", this.remote);
    this.commit("Begin");
    this.git("push", "--quiet", "origin", "main");
  }

  [Symbol.dispose](): void {
    rmSync(this.scratch, { recursive: true, force: true });
  }

  git(...args: string[]): string {
    return git(this.folder, args);
  }

  /** Commits the whole folder; gives the new commit. */
  commit(message: string): string {
    this.git("add", "--all");
    this.git("commit", "--quiet", "--allow-empty", "-m", message);
    return this.git("rev-parse", "HEAD");
  }

  /** Checks `main` out, and gives the payload of a push to it. */
  pushToMain(): unknown {
    this.git("checkout", "--quiet", "main");
    const after = this.commit("Go on");
    this.git("push", "--quiet", "origin", "main");
    return { ref: "refs/heads/main", before: this.git("rev-parse", "HEAD^"), after, repository: this.#repository() };
  }

  /** Payload of a nightly run of `main`, which is checked out. */
  schedule(): unknown {
    this.git("checkout", "--quiet", "main");
    return { schedule: "17 3 * * *" };
  }

  /** Payload of a merge queue that tries what is checked out, a merge with `main`. */
  mergeGroup(): unknown {
    const group = { base_ref: "refs/heads/main", base_sha: this.git("rev-parse", "main") };
    return { merge_group: { ...group, head_sha: this.git("rev-parse", "HEAD") }, repository: this.#repository() };
  }

  /**
   * Commits what `change` does to the folder on a branch, and checks out the merge with `main`, as GitHub does.
   * Gives the head commit and the payload of the pull request with that number.
   */
  checkOutPullRequest(number: number, change: (folder: string) => void): { head: string; payload: unknown } {
    this.git("checkout", "--quiet", "-B", "change", "main");
    change(this.folder);
    const head = this.commit("Change");
    this.git("checkout", "--quiet", "--detach", "main");
    this.git("merge", "--quiet", "--no-ff", "-m", "Merge change into main", "change");
    this.git("push", "--quiet", "--force", "origin", "change", `HEAD:refs/pull/${number}/merge`);
    const repository = this.#repository();
    const base = { ref: "main", sha: this.git("rev-parse", "main"), repo: repository };
    const pullRequest = { number, base, head: { ref: "change", sha: head, repo: repository } };
    return { head, payload: { action: "synchronize", number, pull_request: pullRequest, repository } };
  }

  #repository(): unknown {
    return { full_name: this.#name, default_branch: "main" };
  }
}

function copy(files: Readonly<Record<string, string>>, folder: string): void {
  for (const [from, to] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, to)), { recursive: true });
    cpSync(from, join(folder, to), { recursive: true });
  }
}
