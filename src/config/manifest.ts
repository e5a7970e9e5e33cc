import { existsSync } from "node:fs";
import path from "node:path";
import { readPlainFile } from "../host/plain-file.ts";
import { isMap, jsonOf } from "../text/json.ts";

/** Far more than a manifest written by people has. */
const mostBytes = 4 * 2 ** 20;

/** No key and value that is looked for is longer. */
const mostOfLine = 1_000;

/** A text file of a project; undefined where there is none, and for a device or a file without an end, which is no manifest. */
export function readText(directory: string, name: string): string | undefined {
  try {
    return readPlainFile(path.join(directory, name), mostBytes);
  } catch {
    return undefined;
  }
}

/** A file that holds one JSON object; undefined where there is none. */
export function readManifest(directory: string, name: string): Readonly<Record<string, unknown>> | undefined {
  const value = jsonOf(readText(directory, name) ?? "");
  return isMap(value) ? value : undefined;
}

/** The texts of `key = "value"` in each section of that name of a TOML file. That is all a manifest is read for. */
export function tomlTexts(toml: string, section: string): ReadonlyMap<string, string>[] {
  const found: Map<string, string>[] = [];
  let current: Map<string, string> | undefined;
  for (const line of toml.split(/\r?\n/).filter(({ length }) => length <= mostOfLine)) {
    const header = /^\s*\[{1,2}\s*([^\]]+?)\s*\]{1,2}/.exec(line)?.[1];
    if (header !== undefined) {
      current = header === section ? new Map() : undefined;
      if (current) found.push(current);
    }
    const pair = /^\s*["']?([\w.-]+)["']?\s*=\s*["']([^"']*)["']/.exec(line);
    if (pair) current?.set(pair[1] ?? "", pair[2] ?? "");
  }
  return found;
}

/** What makes a fresh checkout of a package ready, by the lock file it has; undefined for any other directory. */
export function knownBuild(directory: string): string | undefined {
  return uvBuild(directory) ?? npmBuild(directory);
}

/** The same of a project in Python, which may have a package of Node.js beside it. */
export function uvBuild(directory: string): string | undefined {
  return existsSync(path.join(directory, "uv.lock")) ? "uv sync --frozen" : undefined;
}

/** The same of a package of Node.js. */
export function npmBuild(directory: string): string | undefined {
  const has = (name: string) => existsSync(path.join(directory, name));
  const manifest = readManifest(directory, "package.json");
  if (!manifest) return undefined;
  const builds = isMap(manifest.scripts) && manifest.scripts.build !== undefined;
  const installer = installers.find(({ lock }) => has(lock));
  // A lock file amid a merge installs nothing.
  if (installer?.lock === "package-lock.json" && !readManifest(directory, installer.lock)) return undefined;
  if (installer) return [installer.install, ...(builds ? [`${installer.program} run build`] : [])].join(" && ");
  const needs = isMap(manifest.dependencies) && Object.keys(manifest.dependencies).length > 0;
  return needs || builds ? ["npm install", ...(builds ? ["npm run build"] : [])].join(" && ") : undefined;
}

const installers = [
  { lock: "package-lock.json", program: "npm", install: "npm ci" },
  { lock: "pnpm-lock.yaml", program: "pnpm", install: "pnpm install --frozen-lockfile" },
  { lock: "yarn.lock", program: "yarn", install: "yarn install --frozen-lockfile" },
  { lock: "bun.lock", program: "bun", install: "bun install --frozen-lockfile" },
];
