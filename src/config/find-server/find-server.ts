import path from "node:path";
import { isMap, jsonOf, textOf } from "../../base/json.ts";
import { shortLine } from "../../base/untrusted.ts";
import { ConfigError } from "../../errors.ts";
import { defaultConfigFile } from "../../record/key.ts";
import { passedOverTexts, type ServerSource } from "../../record/server-source.ts";
import { inEachCheckout, splitCommandLine } from "../expand/command-line.ts";
import type { ServerConfig } from "../schema/server-fields.ts";
import { type ClientEntry, type PassedOver, readClients } from "./clients.ts";
import { dotnet } from "./dotnet.ts";
import type { Ecosystem, Program, ToolchainStep } from "./ecosystem.ts";
import { go } from "./go.ts";
import { java } from "./java.ts";
import { foldersBelow, mapAt, pathBetween, readManifest, readText, textsOf, word } from "./manifest.ts";
import { npm } from "./npm.ts";
import { python } from "./python.ts";
import { rust } from "./rust.ts";
import { swift } from "./swift.ts";

/** All languages whose projects are found. Where a project has several without a program, the first brings its toolchain. */
const ecosystems: readonly Ecosystem[] = [python, go, java, dotnet, rust, swift, npm];

/** A server as the first lines of a configuration name it. */
export type ServerLines =
  | { readonly server: string | Partial<Pick<ServerConfig, "command" | "args" | "env" | "url">> }
  | { readonly server_config: string; readonly server_name?: string };

export interface FoundServer {
  readonly lines: ServerLines;
  readonly source: ServerSource;
  readonly build?: string | undefined;
  /** The file that the build makes, or that is there anyway. */
  readonly program?: string | undefined;
}

/** Server that a project's own files name. */
export interface Search {
  /** The one to measure; undefined where there is none or several. */
  readonly found?: FoundServer;
  /** Commands that choose one of several programs, ready to be pasted. Untrusted. */
  readonly candidates: readonly string[];
  readonly passedOver: readonly PassedOver[];
}

/** Enough to see what a file holds. */
const mostPassedOver = 20;

/**
 * Searches a project's own files for its server: its manifests first, then what clients start from the checkout, whose path may
 * be written out.
 */
export function searchServer(directory: string, checkout = directory): Search {
  const programs = programsOf(directory);
  const made = programs.map(({ program }) => program);
  const { entries, passedOver: inClients } = readClients({ directory, made, checkout });
  const all = [...inClients, ...publishedServers(directory)].slice(0, mostPassedOver);
  const passedOver = all.map(({ from, why }) => ({ from: shortLine(from), why }));
  const hasPrograms = programs.length > 0;
  const found = hasPrograms ? chooseProgram(programs, entries, directory) : onlyEntry(entries, directory);
  if (!found) return { candidates: hasPrograms ? programs.map(initOf) : entries.map(initOfEntry), passedOver };
  const from = shortLine(found.source.from);
  const source = { ...found.source, from, ...(passedOver.length > 0 ? { passedOver } : {}) };
  return { found: { ...found, source }, candidates: [], passedOver };
}

/** Lists the programs of all languages that a project's manifests name. */
function programsOf(directory: string): Program[] {
  const all = ecosystems.flatMap((ecosystem) => (ecosystem.isAt(directory) ? ecosystem.find(directory) : []));
  return [...new Map(all.map((program) => [program.server, program])).values()];
}

function onlyEntry([only, ...others]: readonly ClientEntry[], directory: string): FoundServer | undefined {
  if (!only || others.length > 0) return undefined;
  const { file, name, isAlone } = only;
  return {
    lines: { server_config: file, ...(isAlone ? {} : { server_name: name }) },
    source: { kind: "client", from: `${file}: ${name}` },
    build: knownBuild(directory),
  };
}

function chooseProgram(
  programs: readonly Program[],
  entries: readonly ClientEntry[],
  directory: string,
): FoundServer | undefined {
  const started = programs.filter(({ program }) => entries.some((entry) => entry.program === program));
  const { left, why } = narrow(programs, directory);
  const [only, ...others] = left;
  const program = others.length === 0 ? only : started.length === 1 ? started[0] : undefined;
  if (!program) return undefined;
  const args = argumentsOf(program, { entries, directory }).map((arg) => inEachCheckout(arg, directory));
  return {
    lines: { server: [program.server, ...args.map(word)].join(" ") },
    source: { kind: "manifest", from: program.from, why: others.length === 0 ? why : "client" },
    build: program.build,
    program: program.program,
  };
}

type Why = NonNullable<ServerSource["why"]>;

/** Leaves the programs that fit each rule in turn, where any does. `why`: the rule that left only one. */
function narrow(programs: readonly Program[], directory: string): { left: readonly Program[]; why: Why } {
  const titles = titlesOf(directory);
  const isTitle = ({ name, project }: Program) =>
    [...titles, project ?? ""].some((title) => asTitle(title) === asTitle(name));
  const rules: readonly { why: Why; fits: (program: Program) => boolean }[] = [
    { why: "only", fits: () => true },
    { why: "default", fits: ({ isDefault }) => isDefault === true },
    { why: "helpers", fits: (program) => isTitle(program) || !wordsOf(program).some((part) => helpers.has(part)) },
    { why: "mcp", fits: (program) => wordsOf(program).includes("mcp") },
    { why: "project", fits: isTitle },
    { why: "server", fits: (program) => wordsOf(program).includes("server") },
  ];
  let left = programs;
  for (const { why, fits } of rules) {
    const fitting = left.filter(fits);
    if (fitting.length > 0) left = fitting;
    if (left.length === 1) return { left, why };
  }
  return { left, why: "only" };
}

/** Names that a project has beside that of its package. */
function titlesOf(directory: string): string[] {
  const published = readManifest(directory, "server.json")?.name;
  const repository = readManifest(directory, "package.json")?.repository;
  const url = isMap(repository) ? repository.url : repository;
  return [published, url].flatMap((text) =>
    typeof text === "string" ? [path.posix.basename(text.replace(/\.git$/, ""))] : [],
  );
}

function asTitle(name: string): string {
  return name.toLowerCase().replaceAll("_", "-");
}

function wordsOf({ name }: Program): string[] {
  const apart = name.replace(/([a-z\d])([A-Z])/g, "$1-$2").toLowerCase();
  return apart.split(/[^a-z\d]+/).map((part) => (part.endsWith("curl") ? "curl" : part));
}

/** Words in the names of programs that serve a server's developers. */
const helpers = new Set(
  "load loadtest loadgen gen generate generator codegen curl hook hooks test tests e2e smoke bench benchmark example examples demo sample client inspector mock fake stub migrate migration install installer setup auth login index lint docs".split(
    " ",
  ),
);

/** Returns the arguments for stdio: those of a client file, or of `server.json`, or of a Dockerfile that says `stdio`. */
function argumentsOf(
  { program }: Program,
  { entries, directory }: { entries: readonly ClientEntry[]; directory: string },
): readonly string[] {
  const [entry, ...others] = entries.filter((one) => one.program === program);
  if (entry && others.length === 0) return entry.args;
  const subcommand = publishedSubcommand(directory);
  if (subcommand.length > 0) return subcommand;
  const dockerfile = readText(directory, "Dockerfile") ?? "";
  const line = ["ENTRYPOINT", "CMD"].flatMap((name) => lastList(dockerfile, name));
  const at = line.findIndex((text) => path.posix.basename(text) === path.posix.basename(program));
  const args = line.slice(at + 1);
  return at >= 0 && args.some((text) => /(?:^|=)stdio$/.test(text)) ? args : [];
}

function lastList(dockerfile: string, name: string): readonly string[] {
  const line = dockerfile.split("\n").findLast((text) => text.startsWith(`${name} [`));
  const list = line === undefined ? undefined : jsonOf(line.slice(name.length));
  return textsOf(list);
}

/** Returns the fixed words that a released package is started with over stdio, up to the first that the user chooses. */
function publishedSubcommand(directory: string): readonly string[] {
  const { packages } = readManifest(directory, "server.json") ?? {};
  const released = Array.isArray(packages) ? packages.filter(isMap) : [];
  // The entry point of an image may hold the subcommand already.
  const own = released.find((one) => one.registryType !== "oci" && mapAt(one, "transport").type === "stdio");
  const words = Array.isArray(own?.packageArguments) ? own.packageArguments.filter(isMap) : [];
  const fixed = words.map(({ type, value }) => (type === "positional" ? textOf(value) : ""));
  const end = fixed.findIndex((text) => text === "" || /\{.*\}/.test(text));
  return end === -1 ? fixed : fixed.slice(0, end);
}

/** Lists the released servers of `server.json`: https://github.com/modelcontextprotocol/registry */
function publishedServers(directory: string): PassedOver[] {
  const { packages, remotes } = readManifest(directory, "server.json") ?? {};
  const [released = [], reached = []] = [packages, remotes].map((list) =>
    Array.isArray(list) ? list.filter(isMap) : [],
  );
  return [
    ...released.map(({ registryType, registry_type, identifier }): PassedOver => {
      const kind = [registryType, registry_type].find((text) => typeof text === "string");
      return { from: `server.json: ${kind ?? "package"} ${textOf(identifier)}`, why: "released" };
    }),
    ...reached.map(({ url }): PassedOver => ({ from: `server.json: ${textOf(url)}`, why: "remote" })),
  ];
}

/** Returns what makes a fresh checkout ready where no program is known. */
function knownBuild(directory: string): string | undefined {
  return ecosystems.flatMap((ecosystem) => ecosystem.build?.(directory) ?? [])[0];
}

/** Returns what makes the program of a command line, or else what makes the project ready. */
export function buildOf(line: string, directory: string): string | undefined {
  return (programOf(line, directory) ?? { build: knownBuild(directory) }).build;
}

/** Returns the program of the project's manifests that a command line starts. */
export function programOf(line: string, directory: string): Program | undefined {
  if (line === "") return undefined;
  const { command, args } = splitCommandLine(line, "--server");
  const words = [command, ...args].map((text) => pathBetween(directory, path.resolve(directory, text)));
  return programsOf(directory).find(({ program }) => words.includes(program));
}

/** Returns what a runner lacks for a project. */
export function toolchainOf(directory: string): readonly ToolchainStep[] {
  const present = ecosystems.filter((ecosystem) => ecosystem.isAt(directory));
  const own = present.find((ecosystem) => ecosystem.find(directory).length > 0) ?? present[0];
  return own?.toolchain(directory) ?? [];
}

/** Returns the one server of a project. Throws ConfigError, which lists what could be named instead. */
export function onlyServer(directory: string, checkout = directory): FoundServer {
  const { found, candidates, passedOver } = searchServer(directory, checkout);
  if (found) return found;
  const notes = passedOverTexts({ passedOver }).map((text) => `\n  passed over: ${text}`);
  const lines = candidates.length > 0 ? candidates : initsInFolders(directory);
  const what =
    candidates.length > 0
      ? "the project has several programs, and none is clearly its server"
      : `no manifest of the project names a program (${ecosystems.map(({ manifest }) => manifest).join(", ")}), and no client file starts one of this checkout`;
  throw new ConfigError(
    `there is nothing to measure: ${defaultConfigFile} does not exist, and ${what}${notes.join("")}`,
    {
      where: directory,
      fix:
        lines.length === 0
          ? 'name the server: npx mcp-bench init --server "node dist/server.js"'
          : `choose one:\n${lines
              .slice(0, mostLines)
              .map((line) => `    ${shortLine(line)}`)
              .join("\n")}`,
    },
  );
}

/** More are no choice. */
const mostLines = 8;

function initOf({ server, build }: Program): string {
  const made = build === undefined ? "" : ` --build ${word(build)}`;
  return `npx mcp-bench init --server ${word(server)}${made}`;
}

function initOfEntry({ file, name }: ClientEntry): string {
  return `npx mcp-bench init --server-config ${word(file)} --server-name ${word(name)}`;
}

/** Lists commands for the packages of a monorepo that name a server, at most two folders deep. */
function initsInFolders(directory: string): string[] {
  const folders = foldersBelow(directory).filter((folder) => programsOf(path.join(directory, folder)).length > 0);
  return folders.map((folder) => `npx mcp-bench init --working-directory ${word(folder)}`);
}
