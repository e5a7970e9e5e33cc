import path from "node:path";
import { isMap } from "../../base/json.ts";
import { ConfigError } from "../../errors.ts";
import { splitCommandLine } from "../expand/command-line.ts";
import type { Ecosystem } from "./ecosystem.ts";
import {
  foldersAbove,
  foldersBelow,
  has,
  isMember,
  mapAt,
  pathBetween,
  readManifest,
  readText,
  textsOf,
  word,
} from "./manifest.ts";

/** Packages of Node.js and Bun, alone or in a workspace of npm, pnpm, yarn or bun. */
export const npm: Ecosystem = {
  manifest: "`bin` or `start` in package.json",
  isAt: (directory) => has(directory, "package.json"),
  find(directory) {
    const manifest = readManifest(directory, "package.json");
    if (!manifest) return [];
    const project = typeof manifest.name === "string" ? manifest.name.replace(/^@[^/]*\//, "") : undefined;
    const bin = typeof manifest.bin === "string" ? { [project ?? "bin"]: manifest.bin } : manifest.bin;
    const named = Object.entries(isMap(bin) ? bin : {}).flatMap(([name, file]) =>
      typeof file === "string" ? [{ name, file: path.posix.normalize(file) }] : [],
    );
    // Names of one file are one program, which is called as the package is where one of them is.
    const byFile = new Map<string, string>();
    for (const { name, file } of named) if (!byFile.has(file) || name === project) byFile.set(file, name);
    const programs = [...byFile].map(([program, name]) => ({
      name,
      program,
      server: `${interpreter(directory, program)} ${word(program)}`,
      from: `bin ${name}`,
    }));
    const build = npmBuild(directory);
    const { start } = mapAt(manifest, "scripts");
    const ofStart = npmStart(start, directory).map((found) => ({ name: project ?? "start", ...found }));
    return (programs.length > 0 ? programs : ofStart).map(({ from, ...program }) => ({
      ...program,
      project,
      from: `package.json: ${from}`,
      build,
    }));
  },
  build: npmBuild,
  toolchain(directory) {
    const { root = directory, manager } = installationOf(directory) ?? {};
    const [version] = [".nvmrc", ".node-version"].flatMap((name) =>
      [directory, root].filter((folder) => has(folder, name)).map((folder) => path.join(folder, name)),
    );
    const wanted =
      version === undefined
        ? { "node-version": 24 }
        : { "node-version-file": `file:${pathBetween(directory, version)}` };
    return [
      {
        uses: "actions/setup-node@820762786026740c76f36085b0efc47a31fe5020 # v7.0.0",
        with: { ...wanted, "package-manager-cache": false },
      },
      ...(manager?.step === undefined ? [] : [{ run: manager.step }]),
    ];
  },
};

function interpreter(directory: string, program: string): "bun" | "node" {
  return /^#!.*\bbun\b/.test(readText(directory, program) ?? "") ? "bun" : "node";
}

/** Reads what `npm start` runs, where that is one program and its arguments: what a shell does beside it, no launch does. */
function npmStart(start: unknown, directory: string): { program: string; server: string; from: string }[] {
  const line = typeof start === "string" ? start.trim() : "";
  const runner = /^(?:node|bun|tsx) /.exec(line)?.[0].trim();
  if (runner === undefined || line.length > longestLine || line.includes("$")) return [];
  const program = wordsOf(line).find((word) => /^[^-].*\.[cm]?[jt]s$/.test(word));
  if (program === undefined) return [];
  // On the path of an npm script alone. npm has the programs of a workspace at its root, other managers in each package.
  const { root = directory, manager } = installationOf(directory) ?? {};
  const folder = manager?.name === "npm" ? pathBetween(directory, root) : ".";
  const server = runner === "tsx" ? `${path.posix.join(folder, "node_modules/.bin/")}${line}` : line;
  return [{ program: path.posix.normalize(program), server, from: "start" }];
}

const longestLine = 1_000;

function wordsOf(line: string): readonly string[] {
  try {
    return splitCommandLine(line, "start").args;
  } catch (error) {
    if (error instanceof ConfigError) return [];
    throw error;
  }
}

/** From Node 25 on it has to be installed; 0.34 is the last version for Node 20. */
const corepack = "command -v corepack || npm install --global corepack@0.34; corepack enable";

interface Manager {
  readonly lock: string;
  readonly name: string;
  readonly install: (directory: string) => string;
  /** Brings it where no image and no Node does. */
  readonly step?: string;
}

const managers: readonly Manager[] = [
  { lock: "package-lock.json", name: "npm", install: () => "npm ci" },
  { lock: "pnpm-lock.yaml", name: "pnpm", install: () => "pnpm install --frozen-lockfile", step: corepack },
  {
    lock: "yarn.lock",
    name: "yarn",
    // Version 1 has no metadata, and its own name for the same.
    install: (directory) =>
      `yarn install ${(readText(directory, "yarn.lock") ?? "").includes("__metadata:") ? "--immutable" : "--frozen-lockfile"}`,
    step: corepack,
  },
  {
    lock: "bun.lock",
    name: "bun",
    install: () => "bun install --frozen-lockfile",
    step: "npm install --global bun@1.3",
  },
];

/** Returns the folder whose lock file holds for a package, and who reads it. */
function installationOf(directory: string): { root: string; manager: Manager } | undefined {
  const workspaces = foldersAbove(directory).filter((root) =>
    isMember(pathBetween(root, directory), workspacePatterns(root)),
  );
  return [directory, ...workspaces].flatMap((root) => {
    const manager = managers.find(({ lock }) => has(root, lock));
    return manager ? [{ root, manager }] : [];
  })[0];
}

/** Lists which folders are packages of a workspace, by the patterns of its root. */
function workspacePatterns(root: string): string[] {
  const { workspaces } = readManifest(root, "package.json") ?? {};
  return [...textsOf(workspaces), ...textsOf(mapAt(workspaces).packages), ...pnpmPatterns(root)];
}

/** Reads the list by itself: the library for YAML would be loaded before every first launch. */
function pnpmPatterns(root: string): string[] {
  const text = readText(root, "pnpm-workspace.yaml") ?? "";
  const list = /^packages:(.*(?:\n(?:[ \t#-].*)?)*)/m.exec(text)?.[1] ?? "";
  const items = list.replace(/(?:^|\s)#.*/gm, "").split(/\n\s*-|[[\],\n]/);
  return items.map((item) => item.trim().replace(/^(["'])(.*)\1$/, "$2")).filter((item) => item !== "");
}

/** Installs what the lock file says, then builds the packages of the workspace that this one needs, and last this one. */
function npmBuild(directory: string): string | undefined {
  const manifest = readManifest(directory, "package.json");
  if (!manifest) return undefined;
  const { root, manager } = installationOf(directory) ?? { root: directory };
  // A lock file amid a merge installs nothing.
  if (manager?.name === "npm" && !readManifest(root, manager.lock)) return undefined;
  const isOwn = root === directory;
  const packages = isOwn ? [directory] : inOrder(directory, packagesOf(root));
  const program = manager?.name ?? "npm";
  const builds = packages
    .filter((folder) => mapAt(readManifest(folder, "package.json"), "scripts").build !== undefined)
    .map((folder) => inFolder(pathBetween(directory, folder), `${program} run build`));
  if (manager) return [inFolder(pathBetween(directory, root), manager.install(root)), ...builds].join(" && ");
  const needs = Object.keys(mapAt(manifest, "dependencies")).length > 0;
  return needs || builds.length > 0 ? ["npm install", ...builds].join(" && ") : undefined;
}

function inFolder(folder: string, command: string): string {
  return folder === "." ? command : `(cd ${word(folder)} && ${command})`;
}

/** Returns the folders of a workspace's packages by their names. */
function packagesOf(root: string): ReadonlyMap<string, string> {
  const patterns = workspacePatterns(root);
  const members = foldersBelow(root).filter((folder) => isMember(folder, patterns));
  return new Map(
    members.flatMap((folder) => {
      const name = readManifest(path.join(root, folder), "package.json")?.name;
      return typeof name === "string" ? [[name, path.join(root, folder)]] : [];
    }),
  );
}

/** Lists the folders of the packages that one needs, each behind what it needs itself. */
function inOrder(directory: string, packages: ReadonlyMap<string, string>, seen = new Set<string>()): string[] {
  if (seen.has(directory)) return [];
  seen.add(directory);
  const manifest = readManifest(directory, "package.json");
  const needed = ["dependencies", "devDependencies"].flatMap((key) => Object.keys(mapAt(manifest, key)));
  const before = needed.flatMap((name) => packages.get(name) ?? []);
  return [...before.flatMap((folder) => inOrder(folder, packages, seen)), directory];
}
