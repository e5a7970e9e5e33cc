import type { Ecosystem } from "./ecosystem.ts";
import { has, readText, word } from "./manifest.ts";

export const swift: Ecosystem = {
  manifest: "Package.swift",
  isAt: (directory) => has(directory, "Package.swift"),
  find(directory) {
    const manifest = readText(directory, "Package.swift") ?? "";
    const project = /\bPackage\(\s*name:\s*"([^"]+)"/.exec(manifest)?.[1];
    // A program is called as its product is; without one of its own, as the target.
    const products = new Map(
      [...manifest.matchAll(/\.executable\(\s*name:\s*"([^"]+)"\s*,\s*targets:\s*\[\s*"([^"]+)"/g)].map(
        ([, product = "", target = ""]) => [target, product],
      ),
    );
    const targets = [...manifest.matchAll(/\.executableTarget\(\s*name:\s*"([^"]+)"/g)].map(
      ([, target = ""]) => target,
    );
    const names = targets.map((target) => products.get(target) ?? target);
    return names.map((name) => ({
      name,
      project,
      server: `.build/release/${word(name)}`,
      from: `Package.swift: ${name}`,
      program: `.build/release/${name}`,
      build: `swift build -c release${names.length > 1 ? ` --product ${word(name)}` : ""}`,
    }));
  },
  toolchain: () => [],
};
