import { type Dirent, existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { ConfigError } from "../errors.ts";
import { isMap } from "../text/json.ts";
import { splitCommandLine } from "./expand/command-line.ts";
import { knownBuild, npmBuild, readManifest, readText, tomlTexts, uvBuild } from "./manifest.ts";

/** A server as the first lines of a configuration name it. */
export type ServerLines =
  | { readonly server: string | { readonly url: string } | LaunchedOverHttp }
  | { readonly server_config: string; readonly server_name?: string };

/** A server over HTTP that is started, on a port of its own. */
interface LaunchedOverHttp {
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly url: string;
}

export interface FoundServer {
  readonly lines: ServerLines;
  /** Where it was found, for people. */
  readonly from: string;
  /** What makes it in a fresh checkout. */
  readonly build?: string;
  /** The file that the build makes, or that is there anyway. */
  readonly program?: string;
}

/**
 * The servers that a project's own files name: what MCP clients start, else the programs of its manifests, else what it
 * publishes. The first of these that names any is taken.
 */
export function findServers(directory: string): FoundServer[] {
  const inClients = clientServers(directory);
  if (inClients.length > 0) return inClients;
  const programs = [npmPrograms, pythonPrograms, goPrograms, rustPrograms, swiftPrograms];
  const made = programs.flatMap((find) => find(directory));
  return made.length > 0 ? made : published(directory);
}

function clientServers(directory: string): FoundServer[] {
  const manifest = readManifest(directory, ".mcp.json");
  const servers = manifest?.mcpServers ?? manifest?.servers;
  if (!isMap(servers)) return [];
  const names = Object.keys(servers);
  const build = knownBuild(directory);
  return names.map((name) => ({
    lines: { server_config: ".mcp.json", ...(names.length > 1 ? { server_name: name } : {}) },
    from: `.mcp.json: ${name}`,
    ...(build === undefined ? {} : { build }),
  }));
}

function npmPrograms(directory: string): FoundServer[] {
  const manifest = readManifest(directory, "package.json");
  const bin = typeof manifest?.bin === "string" ? { [String(manifest.name)]: manifest.bin } : manifest?.bin;
  const programs = Object.entries(isMap(bin) ? bin : {}).flatMap(([name, file]) =>
    typeof file === "string" ? [{ name, file }] : [],
  );
  // Names of one program are one server.
  const byFile = new Map(programs.map((program) => [path.normalize(program.file), program.name]));
  const named = [...byFile].map(([program, name]) => ({
    program,
    server: `node ${word(program)}`,
    from: `bin ${name}`,
  }));
  const build = npmBuild(directory);
  return (named.length > 0 ? named : npmStart(manifest?.scripts)).map(({ program, server, from }) => ({
    lines: { server },
    from: `package.json: ${from}`,
    program,
    ...(build === undefined ? {} : { build }),
  }));
}

/** As one word of a command line. */
function word(text: string): string {
  return /^[\w./@+-]+$/.test(text) ? text : JSON.stringify(text);
}

/** What `npm start` runs, where that is one program and its arguments: what a shell does beside it, no launch does. */
function npmStart(scripts: unknown): { program: string; server: string; from: string }[] {
  const line = isMap(scripts) && typeof scripts.start === "string" ? scripts.start.trim() : "";
  const runner = /^(?:node|bun|tsx) /.exec(line)?.[0].trim();
  if (runner === undefined || line.length > longestLine || line.includes("$")) return [];
  const program = wordsOf(line).find((word) => /^[^-].*\.[cm]?[jt]s$/.test(word));
  if (program === undefined) return [];
  // On the path of an npm script alone.
  const server = runner === "tsx" ? `node_modules/.bin/${line}` : line;
  return [{ program, server, from: "start" }];
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

function pythonPrograms(directory: string): FoundServer[] {
  const toml = readText(directory, "pyproject.toml") ?? "";
  // Poetry had a section of its own before version 2.
  const scripts = ["project.scripts", "tool.poetry.scripts"].flatMap((section) => tomlTexts(toml, section));
  return [...new Set(scripts.flatMap((section) => [...section.keys()]))].map((name) => ({
    lines: { server: `.venv/bin/${name}` },
    from: `pyproject.toml: script ${name}`,
    program: `.venv/bin/${name}`,
    build: uvBuild(directory) ?? "python3 -m venv .venv && .venv/bin/pip install --quiet .",
  }));
}

/** Go builds no folder of another name, and a shell takes such a name as it is. */
const goName = /^[\w.+~-]+$/;

function goPrograms(directory: string): FoundServer[] {
  const module = /^module\s+(\S+)/m.exec(readText(directory, "go.mod") ?? "")?.[1];
  if (module === undefined) return [];
  const commands = listDirectory(path.join(directory, "cmd"))
    .map(({ name }) => name)
    .filter((name) => goName.test(name) && isGoMain(directory, `cmd/${name}`));
  const roots = isGoMain(directory, ".") ? [{ name: path.posix.basename(module), from: "." }] : [];
  return [...roots, ...commands.map((name) => ({ name, from: `./cmd/${name}` }))].map(({ name, from }) => ({
    lines: { server: `./bin/${name}` },
    from: `go.mod: ${from}`,
    program: `bin/${name}`,
    build: `go build -o bin/${name} ${from}`,
  }));
}

function isGoMain(directory: string, folder: string): boolean {
  return /^package main\b/m.test(readText(directory, `${folder}/main.go`) ?? "");
}

function rustPrograms(directory: string): FoundServer[] {
  const toml = readText(directory, "Cargo.toml") ?? "";
  const named = tomlTexts(toml, "bin").flatMap((section) => section.get("name") ?? []);
  const own = existsSync(path.join(directory, "src/main.rs")) ? tomlTexts(toml, "package") : [];
  const names = new Set(named.length > 0 ? named : own.flatMap((section) => section.get("name") ?? []));
  // What is a member of a workspace lands in the workspace's folder by itself.
  const isMember =
    names.size > 0 &&
    foldersAbove(directory).some((folder) => /^[ \t]*\[workspace\b/m.test(readText(folder, "Cargo.toml") ?? ""));
  const build = isMember ? "cargo build --release --target-dir target" : "cargo build --release";
  return [...names].map((name) => ({
    lines: { server: `target/release/${name}` },
    from: `Cargo.toml: ${name}`,
    program: `target/release/${name}`,
    build,
  }));
}

/** The nearest folder first. */
function foldersAbove(directory: string): string[] {
  const parent = path.dirname(directory);
  return parent === directory ? [] : [parent, ...foldersAbove(parent)];
}

function swiftPrograms(directory: string): FoundServer[] {
  const manifest = readText(directory, "Package.swift") ?? "";
  // A program is called as its product is; without one of its own, as the target.
  const products = new Map(
    [...manifest.matchAll(/\.executable\(\s*name:\s*"([^"]+)"\s*,\s*targets:\s*\[\s*"([^"]+)"/g)].map(
      ([, product = "", target = ""]) => [target, product],
    ),
  );
  const targets = [...manifest.matchAll(/\.executableTarget\(\s*name:\s*"([^"]+)"/g)].map(([, target = ""]) => target);
  const names = targets.map((target) => products.get(target) ?? target);
  return names.map((name) => ({
    lines: { server: `.build/release/${name}` },
    from: `Package.swift: ${name}`,
    program: `.build/release/${name}`,
    build: "swift build -c release",
  }));
}

/** What `server.json` says of the released server: https://github.com/modelcontextprotocol/registry */
function published(directory: string): FoundServer[] {
  const { packages, remotes } = readManifest(directory, "server.json") ?? {};
  const lists = [packages, remotes].map((list) => (Array.isArray(list) ? list.filter(isMap) : []));
  const [released = [], reached = []] = lists;
  return [
    ...released.flatMap(({ registryType, registry_type, identifier, version }) => {
      const runner = runners.get(String(registryType ?? registry_type));
      if (runner === undefined || typeof identifier !== "string") return [];
      const released = typeof version === "string" ? `${identifier}@${version}` : identifier;
      return [{ lines: { server: `${runner} ${released}` }, from: `server.json: ${identifier}` }];
    }),
    ...reached.flatMap(({ type, url }) =>
      type === "streamable-http" && typeof url === "string" && !url.includes("{")
        ? [{ lines: { server: { url } }, from: `server.json: ${url}` }]
        : [],
    ),
  ];
}

const runners = new Map([
  ["npm", "npx -y"],
  ["pypi", "uvx"],
]);

function listDirectory(directory: string): Dirent[] {
  try {
    return readdirSync(directory, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch {
    return [];
  }
}

/** The one server of a project, or a sentence that says why there is not one. */
export function onlyServer(directory: string): FoundServer | string {
  const found = findServers(directory);
  const [only, ...others] = found;
  if (only && others.length === 0) return only;
  if (only) return `no server is named, and the project has several: ${found.map(({ from }) => from).join(", ")}`;
  const below = foldersWithServers(directory);
  const hint = below.length === 0 ? "" : `; ${below.join(", ")} does: name it by \`working-directory\``;
  return `no server is named, and neither .mcp.json nor a manifest of the project names one (\`bin\` or \`start\` in package.json, scripts in pyproject.toml, go.mod, Cargo.toml, Package.swift, server.json)${hint}`;
}

/** The first few packages of a monorepo that name a server, at most two folders deep. */
function foldersWithServers(directory: string): string[] {
  const first = foldersIn(directory);
  const second = first.flatMap((folder) => foldersIn(path.join(directory, folder)).map((name) => `${folder}/${name}`));
  return [...first, ...second].filter((folder) => findServers(path.join(directory, folder)).length > 0).slice(0, 4);
}

/** Each costs the reading of half a dozen files. */
const mostFolders = 50;

function foldersIn(directory: string): string[] {
  const folders = listDirectory(directory).filter((entry) => entry.isDirectory() && !skipped.test(entry.name));
  return folders.map(({ name }) => name).slice(0, mostFolders);
}

const skipped = /^\.|^(?:node_modules|vendor|dist|build|target|tests?)$/;
