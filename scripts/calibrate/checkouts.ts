import { cp, symlink, writeFile } from "node:fs/promises";
import path from "node:path";
import { temporaryDirectory } from "../../src/base/host/temporary-directory.ts";
import { controlServerFile } from "../../src/control/control-launch.ts";

/** Files of the control server, one for each arm. */
export interface Checkouts {
  readonly base: string;
  readonly head: string;
}

/**
 * Copies the control server twice: base and head of a pull request lie in two checkouts, at paths of different length, and
 * calibration has to show that this alone changes nothing. The copies are removed when the process ends.
 */
export async function twoCheckouts(): Promise<Checkouts> {
  const directory = await temporaryDirectory("mcp-bench-calibrate-");
  const [base, head] = await Promise.all([
    copyTo(path.join(directory, "base")),
    copyTo(path.join(directory, "work", "repository", "repository")),
  ]);
  return { base, head };
}

async function copyTo(folder: string): Promise<string> {
  const file = controlServerFile();
  const own = path.dirname(file);
  await cp(own, folder, { recursive: true });
  await writeFile(path.join(folder, "package.json"), '{ "type": "module" }\n');
  // The source finds its packages above it; the bundle holds them.
  if (file.endsWith(".ts")) await symlink(path.resolve(own, "../../node_modules"), path.join(folder, "node_modules"));
  return path.join(folder, path.basename(file));
}
