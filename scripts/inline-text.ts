import { readFile } from "node:fs/promises";
import { dirname, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const suffix = "?text";
const prefix = "\0inline-text:";

/** Plugin of the bundler and of the tests: `import { text } from "./runtime.js?text"` gives a file as it stands. */
export function inlineText() {
  return {
    name: "inline-text",
    enforce: "pre" as const,
    resolveId(source: string, importer: string | undefined) {
      if (!source.endsWith(suffix) || !importer) return undefined;
      // Relative: the bundler names it in a comment, and the bundle must not depend on where it is made.
      return `${prefix}${relative(root, resolve(dirname(importer), source.slice(0, -suffix.length)))}.js`;
    },
    async load(id: string) {
      if (!id.startsWith(prefix)) return undefined;
      const text = await readFile(resolve(root, id.slice(prefix.length, -".js".length)), "utf8");
      return { code: `export const text = ${JSON.stringify(text.replace(/\r\n/g, "\n"))};`, moduleType: "js" as const };
    },
  };
}
