import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { dirname, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Plugin of the bundler and of the tests: `import { text } from "./runtime.js?text"` gives a file as it stands. */
export function inlineText() {
  return inline("text", async (file) => ({ text: withNewlines(await readFile(file, "utf8")) }));
}

/**
 * Plugin of the bundler and of the tests: `import { text, sha256 } from "./main.ts?page"` gives a browser script,
 * bundled and minified, or a style sheet, as text that a page carries within itself, with the hash that its
 * Content-Security-Policy names. The same sources give the same bytes.
 */
export function inlineForPages() {
  return inline("page", async (file) => {
    const text = withNewlines(file.endsWith(".css") ? await style(file) : await script(file)).trim();
    // Inside <script> and <style> these would end the element or change how it is read.
    if (/<\/(script|style)|<!--/i.test(text)) throw new Error(`${file} cannot stand inside a page`);
    return { text, sha256: createHash("sha256").update(text).digest("base64") };
  });
}

/** Whatever is imported with `?query` behind its path is a module of the texts that `read` makes of the file. */
function inline(query: string, read: (file: string) => Promise<Readonly<Record<string, string>>>) {
  // Ids of our own: other plugins act on the endings .ts and .css.
  const prefix = `\0inline-${query}:`;
  const suffix = `?${query}`;
  return {
    name: `inline-${query}`,
    enforce: "pre" as const,
    resolveId(source: string, importer: string | undefined) {
      if (!source.endsWith(suffix) || !importer) return undefined;
      // Relative: the bundler names it in a comment, and the bundle must not depend on where it is made.
      return `${prefix}${relative(root, resolve(dirname(importer), source.slice(0, -suffix.length)))}.js`;
    },
    async load(id: string) {
      if (!id.startsWith(prefix)) return undefined;
      const texts = await read(resolve(root, id.slice(prefix.length, -".js".length)));
      const lines = Object.entries(texts).map(([name, text]) => `export const ${name} = ${JSON.stringify(text)};`);
      return { code: lines.join("\n"), moduleType: "js" as const };
    },
  };
}

function withNewlines(text: string): string {
  return text.replace(/\r\n?/g, "\n");
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
