import { cp, mkdir, symlink, writeFile } from "node:fs/promises";
import path from "node:path";
import { temporaryDirectory } from "../../src/base/host/temporary-directory.ts";
import { sampleServerFile } from "./sample-launch.ts";

/** Files of the sample server, one for each arm. */
export interface Checkouts {
  readonly base: string;
  readonly head: string;
}

/**
 * Copies the sample server twice: base and head of a pull request lie in two checkouts, at paths of different length, and
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
  await mkdir(folder, { recursive: true });
  const file = path.join(folder, path.basename(sampleServerFile));
  await cp(sampleServerFile, file);
  await writeFile(path.join(folder, "package.json"), '{ "type": "module" }\n');
  // The source finds its packages above it.
  await symlink(path.resolve(sampleServerFile, "../../node_modules"), path.join(folder, "node_modules"));
  return file;
}
