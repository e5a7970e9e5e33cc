import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { Graph } from "./graph.ts";

/** The text of every TypeScript file, by its path below `src`. */
export type Tree = ReadonlyMap<string, string>;

export function readTree(src: string): Tree {
  const files = readdirSync(src, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts"))
    .map((file) => file.replaceAll(path.sep, "/"))
    .sort();
  return new Map(files.map((file) => [file, readFileSync(path.join(src, file), "utf8")]));
}

/**
 * Returns what each file imports of the others, types included. Every quoted relative path that ends in `.ts` counts, so that no
 * way of writing an import is missed. Throws where it leads to no file.
 */
export function importsOf(tree: Tree): Graph {
  return new Map(
    [...tree].map(([file, text]) => {
      const paths = [...text.matchAll(/"(\.{1,2}\/[^"\n]+\.ts)"/g)].map(([, found = ""]) => found);
      const imports = paths.map((found) => path.posix.join(path.posix.dirname(file), found));
      const lost = imports.find((each) => !tree.has(each));
      if (lost !== undefined) throw new Error(`src/${file} names src/${lost}, which does not exist`);
      return [file, new Set(imports)];
    }),
  );
}

/** Returns what a file imports of packages and of Node.js. */
export function packagesOf(text: string): string[] {
  return [...text.matchAll(/\b(?:from|import)\s*\(?\s*"([^."][^"\n]*)"/g)].map(([, name = ""]) => name);
}
