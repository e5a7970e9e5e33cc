import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "rolldown";

/** Plugin of the bundler: what runs inside of the servers that are profiled lies beside the bundle, as it is. */
export function profileHooks(folder: string): Plugin {
  return {
    name: "profile-hooks",
    generateBundle() {
      for (const name of readdirSync(folder).sort())
        this.emitFile({ type: "asset", fileName: `hooks/${name}`, source: readFileSync(join(folder, name)) });
    },
  };
}
