import { execFile } from "node:child_process";
import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { promisify } from "node:util";
import { gitEnvironment } from "../support/git-run.ts";

/** Says what it takes to talk to the forge as its administrator. */
export interface ForgeAccess {
  readonly url: string;
  readonly token: string;
}

interface Question {
  readonly method: string;
  /** Below `/api/v1`. */
  readonly path: string;
  readonly body?: unknown;
}

/** Asks Gitea. Throws with its answer where it refuses. */
export async function ask<T>({ url, token }: ForgeAccess, { method, path, body }: Question): Promise<T> {
  const reply = await fetch(`${url}/api/v1${path}`, {
    method,
    headers: { authorization: `token ${token}`, "content-type": "application/json" },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await reply.text();
  if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${text}`);
  const isJson = reply.headers.get("content-type")?.startsWith("application/json");
  return (isJson ? JSON.parse(text) : text) as T;
}

/** Asks again until the answer is yes; the time it may take is that of a busy machine. */
export async function until(what: string, isSo: () => Promise<boolean>, { seconds = 60 } = {}): Promise<void> {
  const deadline = Date.now() + seconds * 1000;
  while (!(await isSo())) {
    if (Date.now() > deadline) throw new Error(`not within ${seconds} s: ${what}`);
    await setTimeout(100);
  }
}

/** One run of a workflow, ended. */
export interface Run {
  readonly id: number;
  readonly conclusion: string;
  /** `success`, `failure` or `skipped`, by job. */
  readonly jobs: Readonly<Record<string, string>>;
  readonly log: string;
}

interface ApiRun {
  readonly id: number;
  readonly path: string;
  readonly head_sha: string;
  readonly status: string;
  readonly conclusion: string;
}

interface ApiJob {
  readonly id: number;
  readonly name: string;
  readonly conclusion: string;
}

interface Comment {
  readonly id: number;
  readonly body: string;
}

export const administrator = "maintainer";

/** The organisation of the tests; that of the documentation, `org`, is a reserved name on Gitea. */
export const organisation = "acme";

interface RepositoryOptions {
  /** `owner/name` */
  readonly name: string;
  readonly files: Readonly<Record<string, string>>;
  /** Done to the checkout before the first commit. */
  readonly change?: (folder: string) => void;
}

/** A workflow as it runs here: actions from the forge itself, by the one tag that they have here. */
function adapted(workflow: string): string {
  return workflow
    .replaceAll("org/mcp-bench-action", `${organisation}/mcp-bench-action`)
    .replaceAll(/(uses: [^@\s]+)@[0-9a-f]{40}\b/g, "$1@v1");
}

/** A repository on the forge, with a checkout. Disposing of it removes both. */
export class Repository implements AsyncDisposable {
  readonly name: string;
  readonly folder = mkdtempSync(join(tmpdir(), "mcp-bench-forge-checkout-"));
  readonly #forge: ForgeAccess;

  private constructor(forge: ForgeAccess, name: string) {
    this.#forge = forge;
    this.name = name;
  }

  /** Makes `owner/name` of files and folders of our tree, by where they go. The owner is an organisation that is there. */
  static async create(forge: ForgeAccess, { name, files, change }: RepositoryOptions): Promise<Repository> {
    const repository = new Repository(forge, name);
    const [owner, short] = name.split("/");
    await repository.#ask("POST", `/orgs/${owner}/repos`, { name: short, default_branch: "main" });
    await repository.git("init", "--quiet", "--initial-branch=main");
    await repository.git("remote", "add", "origin", repository.remote(forge));
    for (const [from, to] of Object.entries(files)) {
      mkdirSync(dirname(join(repository.folder, to)), { recursive: true });
      cpSync(from, join(repository.folder, to), { recursive: true });
    }
    for (const file of globSync(["**/*.yml", ".github/**/*.yml"], { cwd: repository.folder })) {
      const path = join(repository.folder, file);
      writeFileSync(path, adapted(readFileSync(path, "utf8")));
    }
    change?.(repository.folder);
    await repository.commit("Begin");
    await repository.git("push", "--quiet", "origin", "main");
    return repository;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    rmSync(this.folder, { recursive: true, force: true });
    // Its schedules would go on.
    await this.#ask("DELETE", `/repos/${this.name}`);
  }

  /** Its address, for git, with the rights of a person. */
  remote({ url, token }: ForgeAccess, name = this.name): string {
    return `${url.replace("//", `//x-access-token:${token}@`)}/${name}.git`;
  }

  async git(...args: string[]): Promise<string> {
    // Waited for, as the proxy may be of this process.
    const { stdout } = await promisify(execFile)("git", args, { cwd: this.folder, env: gitEnvironment });
    return stdout.trim();
  }

  /** Commits the whole folder; gives the new commit. */
  async commit(message: string): Promise<string> {
    await this.git("add", "--all");
    await this.git("commit", "--quiet", "--allow-empty", "-m", message);
    return this.git("rev-parse", "HEAD");
  }

  /** Commits a change to main and pushes it; gives the new commit. */
  async pushToMain(change: (folder: string) => void = () => {}): Promise<string> {
    await this.git("checkout", "--quiet", "main");
    change(this.folder);
    const sha = await this.commit("Go on");
    await this.git("push", "--quiet", "origin", "main");
    return sha;
  }

  /** Commits a change on a branch made of main, or goes on with it, and pushes it; gives the new commit. */
  async pushToBranch(branch: string, change: (folder: string) => void): Promise<string> {
    const exists = (await this.git("branch", "--list", branch)) !== "";
    await this.git("checkout", "--quiet", ...(exists ? [branch] : ["-b", branch, "main"]));
    change(this.folder);
    const sha = await this.commit("Change");
    await this.git("push", "--quiet", "origin", branch);
    return sha;
  }

  /** Opens a pull request of a branch that is there, or of `owner:branch` of a fork; gives its number. */
  async open(head: string, as: ForgeAccess = this.#forge): Promise<number> {
    const question = {
      method: "POST",
      path: `/repos/${this.name}/pulls`,
      body: { title: "A change", head, base: "main" },
    };
    let number: number | undefined;
    // It may not know yet about the last push.
    await until(`${head} is known`, async () => {
      const opened = await ask<{ number: number }>(as, question).catch((error: Error) => {
        if (!error.message.includes(" 404 ")) throw error;
      });
      number = opened?.number;
      return number !== undefined;
    });
    return number as number;
  }

  async comments(pullRequest: number): Promise<Comment[]> {
    return this.#ask("GET", `/repos/${this.name}/issues/${pullRequest}/comments`);
  }

  /** Runs of a workflow for a commit, newest first, but for those that a later one took the place of. */
  async runs(workflow: string, sha: string): Promise<ApiRun[]> {
    const path = `/repos/${this.name}/actions/runs?limit=50`;
    const { workflow_runs: all } = await this.#ask<{ workflow_runs: ApiRun[] | null }>("GET", path);
    const own = (all ?? []).filter((run) => run.path.startsWith(`${workflow}@`) && run.head_sha === sha);
    return own.filter(({ conclusion }) => conclusion !== "cancelled").sort((a, b) => b.id - a.id);
  }

  /** The newest run of a workflow for a commit, once it has ended; `after` is the id of the run before it. */
  async run(workflow: string, sha: string, { after = 0 } = {}): Promise<Run> {
    const path = `/repos/${this.name}/actions`;
    let newest: ApiRun | undefined;
    let jobs: readonly ApiJob[] = [];
    const isOver = async () => {
      newest = (await this.runs(workflow, sha)).find(({ id }) => id > after);
      if (newest?.status !== "completed") return false;
      // A job that is left out is said to be so a moment later.
      ({ jobs } = await this.#ask<{ jobs: ApiJob[] }>("GET", `${path}/runs/${newest.id}/jobs`));
      return jobs.every((job) => job.conclusion);
    };
    await until(`${workflow} of ${sha} ends`, isOver, { seconds: 400 });
    const { id, conclusion } = newest as ApiRun;
    const logOf = (job: ApiJob) => this.#ask<string>("GET", `${path}/jobs/${job.id}/logs`).catch(() => "");
    const log = (await Promise.all(jobs.map(logOf))).join("\n");
    return { id, conclusion, jobs: Object.fromEntries(jobs.map((job) => [job.name, job.conclusion])), log };
  }

  /** Brings the baseline branch here; gives its commit. */
  async fetchBaseline(): Promise<string> {
    await this.git("fetch", "--quiet", "origin", "+refs/heads/mcp-bench-baseline:refs/heads/mcp-bench-baseline");
    return this.git("rev-parse", "mcp-bench-baseline");
  }

  #ask<T>(method: string, path: string, body?: unknown): Promise<T> {
    return ask(this.#forge, { method, path, body });
  }
}

/** Approves a run that a stranger's pull request asked for, or runs one again, as a maintainer does on its page. */
export async function press(
  button: "approve" | "rerun",
  { url }: ForgeAccess,
  { name, run }: { name: string; run: number },
): Promise<void> {
  const headers = { "x-webauth-user": administrator };
  const reply = await fetch(`${url}/${name}/actions/runs/${run}/${button}`, { method: "POST", headers });
  if (!reply.ok) throw new Error(`${button} of run ${run}: ${reply.status} ${await reply.text()}`);
}

/** Another person with an account. */
export async function signUp(forge: ForgeAccess, login: string): Promise<ForgeAccess> {
  const password = "a-password-of-tests";
  const body = { username: login, email: `${login}@example.org`, password, must_change_password: false };
  await ask(forge, { method: "POST", path: "/admin/users", body });
  const reply = await fetch(`${forge.url}/api/v1/users/${login}/tokens`, {
    method: "POST",
    headers: {
      authorization: `Basic ${Buffer.from(`${login}:${password}`).toString("base64")}`,
      "content-type": "application/json",
    },
    body: JSON.stringify({ name: "tests", scopes: ["all"] }),
  });
  return { url: forge.url, token: ((await reply.json()) as { sha1: string }).sha1 };
}

/** Makes the server of test/act/project answer so much later. */
export function delayTool(milliseconds: number): (folder: string) => void {
  return (folder) => {
    const server = join(folder, "server.mjs");
    writeFileSync(server, readFileSync(server, "utf8").replace(/DELAY_MS = \d+/, `DELAY_MS = ${milliseconds}`));
  };
}

/** Makes it end before it answers. */
export function breakServer(folder: string): void {
  writeFileSync(join(folder, "server.mjs"), 'throw new Error("the disk is on fire");\n');
}

/** Makes it what it is in test/act/project. */
export function mendServer(folder: string): void {
  cpSync("test/act/project/server.mjs", join(folder, "server.mjs"));
}
