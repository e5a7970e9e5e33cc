import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "rolldown";

/** Plugin of the bundler: what runs inside of the servers that are profiled lies beside the bundle, as it is. */
export function profileHooks(folder: string): Plugin {
  return {
    name: "profile-hooks",
    generateBundle() {
      // Python keeps a folder of its own beside what it has run.
      const files = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile());
      for (const { name } of files.toSorted((a, b) => (a.name < b.name ? -1 : 1)))
        this.emitFile({ type: "asset", fileName: `hooks/${name}`, source: readFileSync(join(folder, name)) });
    },
  };
}
