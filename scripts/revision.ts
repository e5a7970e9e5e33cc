import { execFileSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { execPath } from "node:process";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("..", import.meta.url));

function git(...args: string[]): string | undefined {
  try {
    return execFileSync("git", args, { cwd: root, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();
  } catch {
    return undefined; // no tag, or no branch of that name
  }
}

/** The newest release; before there is one, the commit that this work began at, or the one before. */
export function revisionToCompare(): string {
  const head = git("rev-parse", "HEAD");
  const forked = git("merge-base", "HEAD", "main");
  return git("describe", "--tags", "--abbrev=0") ?? (forked !== undefined && forked !== head ? forked : "HEAD~1");
}

/** Puts the sources of a revision into a folder, with the packages that are installed here. Throws where there is none. */
export function extract(revision: string, folder: string): void {
  mkdirSync(folder);
  const archive = execFileSync("git", ["archive", "--format=tar", revision], { cwd: root, maxBuffer: 1e9 });
  execFileSync("tar", ["-x", "-C", folder], { input: archive });
  linkPackages(folder);
}

/** Puts what is tracked or new here into a folder, so that a build leaves `dist/` alone. */
export function copyWorkingTree(folder: string): void {
  const files = execFileSync("git", ["ls-files", "-co", "--exclude-standard"], { cwd: root, encoding: "utf8" });
  for (const file of files.split("\n").filter((name) => name !== "" && existsSync(join(root, name)))) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    copyFileSync(join(root, file), join(folder, file));
  }
  linkPackages(folder);
}

function linkPackages(folder: string): void {
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"), "dir");
}

/** Builds the program of a source tree and gives the path of its command line. */
export function buildProgram(tree: string): string {
  const rolldown = join(tree, "node_modules/.bin/rolldown");
  execFileSync(execPath, [rolldown, "-c", "rolldown.config.ts"], { cwd: tree, stdio: ["ignore", "ignore", "inherit"] });
  return join(tree, "dist/cli.js");
}
