import { execFileSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { execPath } from "node:process";
import { root } from "../bench-micro/revision.ts";

/** Puts what is tracked or new here into a folder, so that a build leaves `dist/` alone. */
export function copyWorkingTree(folder: string): void {
  const files = execFileSync("git", ["ls-files", "-co", "--exclude-standard"], { cwd: root, encoding: "utf8" });
  for (const file of files.split("\n").filter((name) => name !== "" && existsSync(join(root, name)))) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    copyFileSync(join(root, file), join(folder, file));
  }
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"), "dir");
}

/** Builds the program of a source tree and gives the path of its command line. */
export function buildProgram(tree: string): string {
  const rolldown = join(tree, "node_modules/.bin/rolldown");
  execFileSync(execPath, [rolldown, "-c", "rolldown.config.ts"], { cwd: tree, stdio: ["ignore", "ignore", "inherit"] });
  return join(tree, "dist/cli.js");
}
