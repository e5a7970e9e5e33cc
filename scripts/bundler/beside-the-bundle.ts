import { existsSync, globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import type { Plugin } from "rolldown";

/** Plugin of the bundler: what runs inside of the servers that features profile lies beside the bundle, as it is. */
export function featureHooks(features: string): Plugin {
  return {
    name: "feature-hooks",
    generateBundle() {
      // Python keeps a folder of its own beside what it has run.
      for (const file of globSync(`${features}/**/hooks/*.*`).sort())
        this.emitFile({ type: "asset", fileName: `hooks/${basename(file)}`, source: readFileSync(file) });
    },
  };
}

/** Plugin of the bundler: writes the licence of every package in the bundle beside it, as most of them ask for. */
export function thirdPartyLicenses(): Plugin {
  return {
    name: "third-party-licenses",
    generateBundle() {
      const folders = new Set([...this.getModuleIds()].flatMap((id) => packageFolder(id) ?? []));
      // The page's chart library is inlined as text and so is no module of its own.
      folders.add("node_modules/uplot");
      const texts = [...folders].map(licence).sort();
      this.emitFile({ type: "asset", fileName: "THIRD-PARTY-LICENSES.txt", source: [...new Set(texts)].join("\n") });
    },
  };
}

/** `node_modules/@scope/name` of a module, from the innermost `node_modules`. */
function packageFolder(id: string): string | undefined {
  return /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/.exec(id.replace(/^\0/, ""))?.[0];
}

function licence(folder: string): string {
  const { name, version, license }: Record<string, string> = JSON.parse(
    readFileSync(join(folder, "package.json"), "utf8"),
  );
  const [file] = globSync(join(folder, "{LICENSE,LICENCE,license,licence,LICENSE-MIT}*")).sort();
  const text =
    file && existsSync(file)
      ? readFileSync(file, "utf8").replaceAll("\r\n", "\n").trim()
      : "(the package has no licence file)";
  return `${name} ${version} (${license})\n${"=".repeat(60)}\n${text}\n`;
}
