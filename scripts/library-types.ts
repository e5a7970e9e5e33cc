import { readFileSync } from "node:fs";
import { basename } from "node:path";
import type { Plugin } from "rolldown";
import { isolatedDeclarationSync } from "rolldown/experimental";

/** Plugin of the bundler: writes the types of one module beside the bundle. They must stand on their own. */
export function libraryTypes(file: string): Plugin {
  return {
    name: "library-types",
    generateBundle() {
      const { code, errors } = isolatedDeclarationSync(file, readFileSync(file, "utf8"));
      const [problem] = errors;
      if (problem) throw new Error(`${file}: ${problem.message}`);
      if (/\bimport\b/.test(code)) throw new Error(`${file}: its exported types name types of other modules`);
      this.emitFile({ type: "asset", fileName: basename(file).replace(/\.ts$/, ".d.ts"), source: code });
    },
  };
}
