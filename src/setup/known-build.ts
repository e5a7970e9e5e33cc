import { readFile } from "node:fs/promises";
import path from "node:path";
import { isMap } from "../text/json.ts";

/** What npm needs in a fresh checkout of a package with a lock file; undefined for any other directory. */
export async function knownBuild(directory: string): Promise<string | undefined> {
  const [manifest, lock] = await Promise.all(
    ["package.json", "package-lock.json"].map((name) => readJson(directory, name)),
  );
  if (!isMap(manifest) || !isMap(lock)) return undefined;
  return isMap(manifest.scripts) && manifest.scripts.build !== undefined ? "npm ci && npm run build" : "npm ci";
}

/** Undefined where there is no such file, or no JSON in it. */
async function readJson(directory: string, name: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path.join(directory, name), "utf8"));
  } catch {
    return undefined;
  }
}
