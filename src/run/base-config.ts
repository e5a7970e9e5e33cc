import { existsSync, lstatSync, readFileSync } from "node:fs";
import { realpath } from "node:fs/promises";
import path from "node:path";
import { someOf } from "../base/some-of.ts";
import { chooseConfig, loadConfig } from "../config/load-config.ts";
import { type LoadedConfig, maximumBytes } from "../config/loaded-config.ts";
import { ConfigError } from "../errors.ts";
import { trackedBlobs } from "../git/working-copy.ts";
import { defaultConfigFile } from "../record/key.ts";
import type { BenchmarkRequest } from "./benchmark-request.ts";

/** The configuration under which base is built, started and measured. */
export interface BaseConfig {
  readonly loaded: LoadedConfig;
  /** `user`: one that belongs to neither commit, such as a command line. */
  readonly whose: "base" | "head" | "user";
  /** Reason why base's own cannot be used. */
  readonly unusable?: string;
  /** Absolute: where base's server is. */
  readonly directory: string;
}

/**
 * Finds base's own configuration, wherever head has moved it: a file, or what its manifests name. Where base has none, or none
 * that can be used, head's serves both. `root`: top of base's checkout.
 */
export async function chooseBaseConfig(root: string, request: BenchmarkRequest): Promise<BaseConfig> {
  const { loaded, run, workingCopy, directory: headDirectory } = request;
  const headRoot = workingCopy?.root ?? headDirectory;
  const inside = path.relative(headRoot, headDirectory);
  const directory = path.join(root, inside);
  const file = loaded.file === undefined ? undefined : await inCheckout(loaded.file, { headRoot, headDirectory });
  const isOutside = loaded.file !== undefined && file === undefined;
  if (run.server || run.url || isOutside) return { loaded, whose: "user", directory };
  const options = { checkout: headDirectory, set: run.set };
  // One that head has beside its own was not renamed: it is another configuration.
  const isAnother = (name: string) => name !== file && exists(path.join(headDirectory, name));
  for (const name of new Set([file ?? defaultConfigFile, defaultConfigFile]))
    if (!isAnother(name) && exists(path.join(directory, name))) return own(name, { directory, loaded, options });
  const content = file === undefined ? undefined : contentOf(path.resolve(headDirectory, file));
  const moved = [...(await trackedBlobs(root, request)).keys()].filter((name) => {
    if (!/\.(?:ya?ml|json)$/.test(name) || exists(path.join(headRoot, name))) return false;
    const base = path.basename(name);
    if (content !== undefined && contentOf(path.join(root, name)) === content) return true;
    if (run.config !== undefined && base === path.basename(run.config)) return true;
    // If base has the folder already, files beside it belong to another server.
    const isOurs = !existsSync(directory) || isBelow(path.join(root, name), directory);
    return isOurs && (base === defaultConfigFile || base === path.basename(file ?? defaultConfigFile));
  });
  const folder = folderOf(path.join(inside, file ?? defaultConfigFile));
  const [found, ...others] = moved.length > 1 ? moved.filter((name) => folderOf(name) === folder) : moved;
  if (found !== undefined && others.length === 0) {
    const from = existsSync(directory) ? directory : path.join(root, path.dirname(found));
    return own(path.relative(from, path.join(root, found)), { directory: from, loaded, options });
  }
  const several =
    moved.length > 1
      ? { unusable: `several files could be it: ${someOf(moved.map((name) => JSON.stringify(name)))}` }
      : {};
  if (file !== undefined) return { loaded, whose: "head", directory, ...several };
  // Its manifests name its server, as head's do.
  try {
    return { loaded: await chooseConfig({ set: run.set }, directory, headDirectory), whose: "base", directory };
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return { loaded, whose: "head", directory, ...several };
  }
}

interface Own {
  readonly directory: string;
  /** Head's. */
  readonly loaded: LoadedConfig;
  readonly options: Parameters<typeof loadConfig>[2];
}

async function own(file: string, { directory, loaded, options }: Own): Promise<BaseConfig> {
  try {
    return { loaded: await loadConfig(file, directory, options), whose: "base", directory };
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return { loaded, whose: "head", directory, unusable: error.message };
  }
}

/** Returns a file as seen from the working directory, in head and base; undefined for one outside of the checkout. */
async function inCheckout(
  file: string,
  { headRoot, headDirectory }: { headRoot: string; headDirectory: string },
): Promise<string | undefined> {
  const real = path.join(await realpath(path.dirname(path.resolve(headDirectory, file))), path.basename(file));
  return isBelow(real, headRoot) ? path.relative(headDirectory, real) : undefined;
}

function isBelow(file: string, folder: string): boolean {
  return path.relative(folder, file).split(path.sep)[0] !== "..";
}

function folderOf(file: string): string {
  return path.basename(path.dirname(file));
}

/** A link that leads nowhere is there. */
function exists(file: string): boolean {
  return lstatSync(file, { throwIfNoEntry: false }) !== undefined;
}

function contentOf(file: string): string | undefined {
  const found = lstatSync(file, { throwIfNoEntry: false });
  return found?.isFile() && found.size <= maximumBytes ? readFileSync(file, "utf8") : undefined;
}
