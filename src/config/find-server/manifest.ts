import { type Dirent, existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { parse } from "smol-toml";
import { readPlainFile } from "../../base/host/plain-file.ts";
import { isMap, jsonOf } from "../../base/json.ts";

/** Far more than a manifest written by people has. */
const mostBytes = 2 ** 20;

type Document = Readonly<Record<string, unknown>>;

/** Returns a text file of a project; undefined where there is none, and for a device or a file without an end, which is no manifest. */
export function readText(directory: string, name: string): string | undefined {
  try {
    return readPlainFile(path.join(directory, name), mostBytes);
  } catch {
    return undefined;
  }
}

/** Returns a file that holds one JSON object; undefined where there is none. */
export function readManifest(directory: string, name: string): Document | undefined {
  const value = jsonOf(readText(directory, name) ?? "");
  return isMap(value) ? value : undefined;
}

/** Returns a TOML file; undefined where there is none that can be read. */
export function readToml(directory: string, name: string): Document | undefined {
  const text = readText(directory, name);
  try {
    return text === undefined ? undefined : parse(text);
  } catch {
    return undefined;
  }
}

/** Follows keys into nested maps; the result is an empty map where one of them leads nowhere. */
export function mapAt(value: unknown, ...keys: readonly string[]): Document {
  const found = keys.reduce<unknown>((map, key) => (isMap(map) && Object.hasOwn(map, key) ? map[key] : {}), value);
  return isMap(found) ? found : {};
}

/** Returns the texts of a list; of anything else none. */
export function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];
}

export function has(directory: string, name: string): boolean {
  return existsSync(path.join(directory, name));
}

/** Lists a directory by name; a directory that cannot be read has no entries. */
export function listDirectory(directory: string): Dirent[] {
  try {
    return readdirSync(directory, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch {
    return [];
  }
}

/** Each costs the reading of a dozen files. */
const mostFolders = 50;

const skipped = /^\.|^(?:node_modules|vendor|dist|build|target|bin|obj|tests?)$/;

/** Lists the folders of a directory that may hold packages. */
export function foldersIn(directory: string): string[] {
  const folders = listDirectory(directory).filter((entry) => entry.isDirectory() && !skipped.test(entry.name));
  return folders.map(({ name }) => name).slice(0, mostFolders);
}

/** Lists such folders at most two deep, as paths. */
export function foldersBelow(directory: string): string[] {
  const first = foldersIn(directory);
  return [...first, ...first.flatMap((one) => foldersIn(path.join(directory, one)).map((name) => `${one}/${name}`))];
}

/** Lists the folders around a directory, the nearest first, up to the top of its checkout. */
export function foldersAbove(directory: string): string[] {
  if (has(directory, ".git")) return [];
  const parent = path.dirname(directory);
  return parent === directory ? [] : [parent, ...foldersAbove(parent)];
}

/** Returns a path with forward slashes from one folder to another; "." for the folder itself. */
export function pathBetween(from: string, to: string): string {
  return path.relative(from, to).split(path.sep).join("/") || ".";
}

/** Decides whether a folder is a member of a workspace by its patterns, of which the last that fits counts. */
export function isMember(folder: string, patterns: readonly string[]): boolean {
  const last = patterns.findLast((pattern) => globOf(pattern.replace(/^!/, "")).test(folder));
  return last !== undefined && !last.startsWith("!");
}

function globOf(pattern: string): RegExp {
  const parts = pattern
    .replace(/^\.\//, "")
    .replace(/\/$/, "")
    .split(/(\*\*\/?|\*)/);
  const source = parts.map((part) => {
    if (part === "*") return "[^/]*";
    return part.startsWith("**") ? ".*" : part.replace(/[\\^$.+?()[\]{}|]/g, "\\$&");
  });
  return new RegExp(`^${source.join("")}$`);
}

/** Writes a text as one word of a command line, for a shell too. */
export function word(text: string): string {
  return /^[\w./@+:=,-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
