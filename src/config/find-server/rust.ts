import path from "node:path";
import { isMap } from "../../base/json.ts";
import type { Ecosystem, Program } from "./ecosystem.ts";
import {
  foldersAbove,
  foldersBelow,
  has,
  isMember,
  listDirectory,
  mapAt,
  readToml,
  textsOf,
  word,
} from "./manifest.ts";

/** Packages of Cargo, alone or in a workspace. */
export const rust: Ecosystem = {
  manifest: "Cargo.toml",
  isAt: (directory) => has(directory, "Cargo.toml"),
  find(directory) {
    const manifest = readToml(directory, "Cargo.toml");
    const own = programsOf(directory);
    const { members } = mapAt(manifest, "workspace");
    if (own.length > 0 || members === undefined) {
      // Cargo writes the output of a member to the folder of the workspace.
      const isInside = foldersAbove(directory).some(
        (folder) => readToml(folder, "Cargo.toml")?.workspace !== undefined,
      );
      const place = isInside ? " --target-dir target" : "";
      return own.map((program) => ({ ...program, build: `cargo build --release${program.select}${place}` }));
    }
    const packages = foldersBelow(directory).filter((folder) => isMember(folder, textsOf(members)));
    return packages.flatMap((folder) =>
      programsOf(path.join(directory, folder)).map((program) => ({
        ...program,
        from: `${folder}/${program.from}`,
        build: `cargo build --release --package ${word(String(program.project))}${program.select}`,
      })),
    );
  },
  // Every image has it, and rustup fetches the version that a project names.
  toolchain: () => [],
};

/** Lists the programs of one package; `select` has the build make no other. */
function programsOf(directory: string): (Program & { readonly select: string })[] {
  const manifest = readToml(directory, "Cargo.toml");
  const { name: project, "default-run": defaultRun } = mapAt(manifest, "package");
  if (typeof project !== "string") return [];
  const named = Array.isArray(manifest?.bin) ? manifest.bin.filter(isMap) : [];
  const bins = [...named, ...foundBins(directory, { project, named })].flatMap(
    ({ name, "required-features": features }) =>
      typeof name === "string" ? [{ name, features: textsOf(features) }] : [],
  );
  return bins.map(({ name, features }) => {
    const one = bins.length > 1 ? ` --bin ${word(name)}` : "";
    return {
      name,
      project,
      server: `target/release/${word(name)}`,
      from: `Cargo.toml: ${name}`,
      program: `target/release/${name}`,
      select: features.length > 0 ? `${one} --features ${word(features.join(","))}` : one,
      ...(name === defaultRun ? { isDefault: true } : {}),
    };
  });
}

type Bin = Readonly<Record<string, unknown>>;

/** Lists the programs that Cargo finds by their place, where no `[[bin]]` names them. */
function foundBins(directory: string, { project, named }: { project: string; named: readonly Bin[] }): Bin[] {
  const files = listDirectory(path.join(directory, "src/bin")).flatMap((entry) => {
    if (entry.isDirectory()) return [{ name: entry.name, path: `src/bin/${entry.name}/main.rs` }];
    return entry.name.endsWith(".rs") ? [{ name: entry.name.slice(0, -3), path: `src/bin/${entry.name}` }] : [];
  });
  const all = [{ name: project, path: "src/main.rs" }, ...files].filter((bin) => has(directory, bin.path));
  return all.filter((bin) => !named.some(({ name, path }) => name === bin.name || path === bin.path));
}
