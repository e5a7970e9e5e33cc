import { existsSync, readFileSync } from "node:fs";
import path from "node:path";

/** Returns the files of dist/ that Node loads before the first line of an entry runs. */
export function loadedBy(entry: string): Set<string> {
  const loaded = new Set([entry]);
  // An import of a file that is loaded late has parentheses.
  for (const file of loaded)
    for (const [, next = ""] of readFileSync(path.join("dist", file), "utf8").matchAll(
      /\b(?:from|import)"\.\/([\w-]+\.js)"/g,
    ))
      if (existsSync(path.join("dist", next))) loaded.add(next);
  return loaded;
}
