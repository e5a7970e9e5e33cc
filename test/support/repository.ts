import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { git as run } from "./git-run.ts";

const project = fileURLToPath(new URL("../..", import.meta.url));

/** A checkout on a runner with a bare repository as its `origin`. Everything is gone once it is disposed of. */
export interface TestRepository extends Disposable {
  /** The checkout, in which the action runs. */
  readonly directory: string;
  /** Holds the bare repository as `octo/server.git`. */
  readonly remotes: string;
  git(...args: string[]): string;
  /** Commits files (path to content) onto the branch checked out and returns the commit's SHA. */
  commit(message: string, files: Readonly<Record<string, string>>): string;
  /** Checks a branch out, made from the commit checked out where it is missing. */
  switch(branch: string): void;
  push(branch: string): void;
  /** Checks out what GitHub offers for a pull request: the detached merge of `head` into `base`. Returns its SHA. */
  checkOutMerge(base: string, head: string): string;
  /** Paths on a branch of the remote; none without the branch. */
  remoteFiles(branch: string): string[];
}

export function createRepository(files: Readonly<Record<string, string>>): TestRepository {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "mcp-bench-e2e-")));
  const directory = join(root, "checkout");
  const remotes = join(root, "remotes");
  const remote = join(remotes, "octo/server.git");
  const git = (...args: string[]) => run(directory, args);
  mkdirSync(directory, { recursive: true });
  mkdirSync(remote, { recursive: true });
  run(remote, ["init", "--quiet", "--bare", "--initial-branch=main"]);
  git("init", "--quiet", "--initial-branch=main");
  git("remote", "add", "origin", remote);

  const repository: TestRepository = {
    directory,
    remotes,
    git,
    commit(message, changed) {
      for (const [path, content] of Object.entries(changed)) {
        mkdirSync(dirname(join(directory, path)), { recursive: true });
        writeFileSync(join(directory, path), content);
      }
      git("add", "--all");
      git("commit", "--quiet", "--message", message);
      return git("rev-parse", "HEAD");
    },
    switch(branch) {
      const exists = git("branch", "--list", branch) !== "";
      git("switch", "--quiet", ...(exists ? [] : ["--create"]), branch);
    },
    push: (branch) => void git("push", "--quiet", "origin", branch),
    checkOutMerge(base, head) {
      git("checkout", "--quiet", "--detach", base);
      git("merge", "--quiet", "--no-ff", "--message", "Merge", head);
      return git("rev-parse", "HEAD");
    },
    remoteFiles(branch) {
      if (run(remote, ["branch", "--list", branch]) === "") return [];
      return run(remote, ["ls-tree", "-r", "--name-only", branch]).split("\n");
    },
    [Symbol.dispose]: () => rmSync(root, { recursive: true, force: true }),
  };
  repository.commit("Start", files);
  repository.push("main");
  return repository;
}

/** The files of a project whose server is the tunable one; `work` is what a call of `search` costs. */
export function tunableProject({
  work = 5,
  rounds = 2,
  config = "",
}: {
  work?: number;
  /** More than a few where speed is judged. */
  rounds?: number;
  config?: string;
} = {}): Record<string, string> {
  return {
    "package.json": '{ "name": "server", "type": "module" }\n',
    ".gitignore": "node_modules\nmcp-bench-results\n",
    "server.js": tunableServer(work),
    "mcp-bench.yml": `server:
  command: ${JSON.stringify(process.execPath)}
  args: [server.js]
  protocol: 2025-11-25
# Stands for the project's \`npm ci\`.
build: mkdir -p node_modules
# No leaks are looked for, which takes thousands of calls.
defaults: { requests: 10, warmup: 2, rounds: ${rounds}, leak_check: 0 }
benchmarks:
  - tool: search
  - tool: lookup
    concurrency: [1, 4]
# So few calls on a machine busy with other tests spread widely: only a many times slower tool may ring.
thresholds: { p50: +1500%, p95: +1500%, throughput: -95%, startup: +1500%, peak_rss: +100% }
${config}`,
  };
}

/** Source of the tunable server with another amount of work. */
export function tunableServer(work: number): string {
  const source = readFileSync(join(project, "fixtures/servers/tunable-server.js"), "utf8");
  const changed = source.replace(/const work = \d+;/, `const work = ${work};`);
  if (!changed.includes(`const work = ${work};`)) throw new Error("the tunable server has lost its constant");
  return changed;
}
