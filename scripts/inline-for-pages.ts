import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { dirname, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";

const root = fileURLToPath(new URL("..", import.meta.url));
const suffix = "?page";
/** Ids of our own: other plugins act on the endings .ts and .css. */
const prefix = "\0inline-for-pages:";

/**
 * Plugin of the bundler and of the tests: `import { text, sha256 } from "./main.ts?page"` gives a browser script,
 * bundled and minified, or a style sheet, as text that a page carries within itself, with the hash that its
 * Content-Security-Policy names. The same sources give the same bytes.
 */
export function inlineForPages() {
  return {
    name: "inline-for-pages",
    enforce: "pre" as const,
    resolveId(source: string, importer: string | undefined) {
      if (!source.endsWith(suffix) || !importer) return undefined;
      // Relative: the bundler names it in a comment, and the bundle must not depend on where it is made.
      return `${prefix}${relative(root, resolve(dirname(importer), source.slice(0, -suffix.length)))}.js`;
    },
    async load(id: string) {
      if (!id.startsWith(prefix)) return undefined;
      const file = resolve(root, id.slice(prefix.length, -".js".length));
      const text = (file.endsWith(".css") ? await style(file) : await script(file)).replace(/\r\n?/g, "\n").trim();
      // Inside <script> and <style> these would end the element or change how it is read.
      if (/<\/(script|style)|<!--/i.test(text)) throw new Error(`${file} cannot stand inside a page`);
      const sha256 = createHash("sha256").update(text).digest("base64");
      return {
        code: `export const text = ${JSON.stringify(text)};\nexport const sha256 = ${JSON.stringify(sha256)};`,
        moduleType: "js" as const,
      };
    },
  };
}

async function script(file: string): Promise<string> {
  const bundle = await rolldown({ input: file, platform: "browser", tsconfig: false, transform: { target: "es2022" } });
  const { output } = await bundle.generate({ format: "iife", minify: true, comments: false });
  await bundle.close();
  return `/*! Charts by uPlot, MIT licence, https://github.com/leeoniya/uPlot */\n${output[0].code}`;
}

async function style(file: string): Promise<string> {
  const library = fileURLToPath(import.meta.resolve("uplot/dist/uPlot.min.css"));
  return `${(await readFile(library, "utf8")).trim()}\n${await readFile(file, "utf8")}`;
}
