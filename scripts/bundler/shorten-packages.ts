import { basename } from "node:path";
import type { Plugin } from "rolldown";
import { minifySync } from "rolldown/utils";

/**
 * Plugin of the bundler: gives short names to what is inside the chunks that hold others' packages, a fifth of all bytes.
 * In our own, a stack trace says the names of the source.
 */
export function shortenPackages(chunks: readonly string[]): Plugin {
  return {
    name: "shorten-packages",
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type !== "chunk" || !chunks.includes(basename(file.fileName, ".js"))) continue;
        const { code, errors } = minifySync(file.fileName, file.code, {
          module: true,
          mangle: { toplevel: true },
          codegen: { removeWhitespace: true },
        });
        if (errors.length > 0) throw new Error(`${file.fileName}: ${errors[0]?.message}`);
        file.code = code;
      }
    },
  };
}
