import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";

export const root = fileURLToPath(new URL("../..", import.meta.url));
const entry = "scripts/bench-micro/hot-paths.ts";

function git(...args: string[]): string | undefined {
  try {
    return execFileSync("git", args, { cwd: root, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();
  } catch {
    return undefined;
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
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"), "dir");
  // Of a revision from before this benchmark the same is looked for in the same places.
  if (!existsSync(join(folder, entry)))
    cpSync(join(root, "scripts/bench-micro"), join(folder, "scripts/bench-micro"), { recursive: true });
}

/** Bundles the hot paths of a source tree as dist/ is, into a file. */
export async function bundleHotPaths(tree: string, file: string): Promise<string> {
  const bundle = await rolldown({
    input: join(tree, entry),
    cwd: tree,
    platform: "node",
    tsconfig: false,
    transform: { target: "node20" },
  });
  await bundle.write({ file, format: "esm" });
  await bundle.close();
  return file;
}
