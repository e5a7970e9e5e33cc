import { existsSync } from "node:fs";
import path from "node:path";
import { isMap } from "../text/json.ts";
import { readManifest } from "./manifest.ts";

/** What makes a fresh checkout of a package ready, by the lock file it has; undefined for any other directory. */
export function knownBuild(directory: string): string | undefined {
  const has = (name: string) => existsSync(path.join(directory, name));
  if (has("uv.lock")) return "uv sync --frozen";
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
