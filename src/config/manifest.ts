import { readFileSync } from "node:fs";
import path from "node:path";
import { isMap } from "../text/json.ts";

/** A text file of a project; undefined where there is none. */
export function readText(directory: string, name: string): string | undefined {
  try {
    return readFileSync(path.join(directory, name), "utf8");
  } catch {
    return undefined;
  }
}

/** A file that holds one JSON object; undefined where there is none. */
export function readManifest(directory: string, name: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(readText(directory, name) ?? "");
    return isMap(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** The texts of `key = "value"` in each section of that name of a TOML file. That is all a manifest is read for. */
export function tomlTexts(toml: string, section: string): ReadonlyMap<string, string>[] {
  const found: Map<string, string>[] = [];
  let current: Map<string, string> | undefined;
  for (const line of toml.split(/\r?\n/)) {
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
