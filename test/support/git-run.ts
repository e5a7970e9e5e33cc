import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { appendFileSync, lstatSync, readdirSync, readFileSync, readlinkSync, rmSync } from "node:fs";
import { join, relative } from "node:path";

/** An environment in which git sees no configuration but a repository's own. */
export const gitEnvironment: Record<string, string> = {
  PATH: process.env.PATH ?? "",
  HOME: "/nonexistent",
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_AUTHOR_NAME: "Test",
  GIT_AUTHOR_EMAIL: "test@example.com",
  GIT_COMMITTER_NAME: "Test",
  GIT_COMMITTER_EMAIL: "test@example.com",
};

/** Runs git in a folder; throws with its stderr when it fails. */
export function git(cwd: string, args: readonly string[], input?: string | Uint8Array): string {
  const options = { cwd, env: gitEnvironment, stdio: ["pipe", "pipe", "pipe"] as ["pipe", "pipe", "pipe"] };
  return execFileSync("git", args, { ...options, ...(input === undefined ? {} : { input }) })
    .toString()
    .trim();
}

/** A bare repository; it serves filtered fetches as GitHub does. */
export function bareRepository(parent: string, name = "remote.git"): string {
  const path = join(parent, name);
  git(parent, ["init", "--quiet", "--bare", path]);
  const settings = "[uploadpack]\n\tallowFilter = true\n[http]\n\treceivepack = true\n[gc]\n\tauto = 0\n";
  appendFileSync(join(path, "config"), settings);
  return path;
}

/** Commits exactly these files on top of the branch, as another writer would; modes other than 100644 may be given. */
export function commitFiles(
  repository: string,
  branch: string,
  files: Readonly<Record<string, string | Uint8Array | { mode: string; oid: string }>>,
): string {
  const lines = Object.entries(files).map(([path, content]) => {
    if (typeof content === "object" && "mode" in content) return `${content.mode} ${content.oid}\t${path}`;
    return `100644 ${git(repository, ["hash-object", "-w", "--stdin"], content)}\t${path}`;
  });
  const index = { ...gitEnvironment, GIT_INDEX_FILE: join(repository, `index-${process.hrtime.bigint()}`) };
  const run = (args: string[], input?: string) =>
    execFileSync("git", args, { cwd: repository, env: index, ...(input === undefined ? {} : { input }) })
      .toString()
      .trim();
  run(["update-index", "--index-info"], `${lines.join("\n")}\n`);
  const tree = run(["write-tree", "--missing-ok"]);
  rmSync(index.GIT_INDEX_FILE);
  return commitTree(repository, branch, tree);
}

/** Commits a tree on top of the branch. */
export function commitTree(repository: string, branch: string, tree: string): string {
  const parent = tipOf(repository, branch);
  const sha = git(repository, ["commit-tree", tree, "-m", "test", ...(parent === undefined ? [] : ["-p", parent])]);
  git(repository, ["update-ref", `refs/heads/${branch}`, sha]);
  return sha;
}

/** Commit of a branch, if there is one. */
export function tipOf(repository: string, branch: string): string | undefined {
  return git(repository, ["for-each-ref", "--format=%(objectname)", `refs/heads/${branch}`]) || undefined;
}

/** Paths and texts of a branch. */
export function filesOf(repository: string, branch: string): Record<string, string> {
  const paths = git(repository, ["ls-tree", "-r", "--name-only", branch]).split("\n");
  return Object.fromEntries(paths.map((path) => [path, git(repository, ["show", `${branch}:${path}`])]));
}

/** Kind, mode, time of change and content hash of everything below a folder, to prove that nothing was touched. */
export function fingerprintOf(folder: string): Record<string, string> {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" }).sort();
  return Object.fromEntries(
    names.map((name) => {
      const path = join(folder, name);
      const stat = lstatSync(path);
      const content = stat.isFile() ? readFileSync(path) : stat.isSymbolicLink() ? readlinkSync(path) : "";
      const hash = createHash("sha256").update(content).digest("hex").slice(0, 16);
      return [relative(folder, path), `${stat.mode.toString(8)} ${stat.mtimeMs} ${hash}`];
    }),
  );
}
