import path from "node:path";
import { isMap, textOf } from "../../base/json.ts";
import { runnerWords } from "../../plan/package-runner.ts";
import type { ServerSource } from "../../record/server-source.ts";
import { inEachCheckout } from "../expand/command-line.ts";
import { has, pathBetween, readManifest, readText, textsOf } from "./manifest.ts";

/** Files in which MCP clients keep the servers of a project. */
const clientFiles = [".mcp.json", ".vscode/mcp.json"];

/** A server that a file of the project names, and that is not taken. */
export type PassedOver = NonNullable<ServerSource["passedOver"]>[number];

/** A server that a client file names and that is started from the checkout. */
export interface ClientEntry {
  readonly file: string;
  readonly name: string;
  /** The only one in its file. */
  readonly isAlone: boolean;
  /** The file of the checkout that it starts. */
  readonly program: string;
  /** Words after that file on its command line. */
  readonly args: readonly string[];
}

/** Reads the client files of a project. */
export function readClients(place: Checkout) {
  const { directory } = place;
  const entries: ClientEntry[] = [];
  const passedOver: PassedOver[] = [];
  for (const file of clientFiles) {
    const document = readManifest(directory, file);
    const servers = document?.mcpServers ?? document?.servers;
    if (!isMap(servers)) {
      if (readText(directory, file)?.trim()) passedOver.push({ from: file, why: "unreadable" });
      continue;
    }
    const names = Object.keys(servers);
    for (const name of names) {
      const found = startOf(servers[name], place);
      if (typeof found === "string") passedOver.push({ from: `${file}: ${name}`, why: found });
      else entries.push({ file, name, isAlone: names.length === 1, ...found });
    }
  }
  return { entries, passedOver };
}

interface Checkout {
  readonly directory: string;
  /** Files that its build makes. */
  readonly made: readonly string[];
  /** Absolute: the path that stands for the directory in its files, such as head's in those of base. */
  readonly checkout: string;
}

/** Placeholders of clients that stand for the folder of the project. */
const placeholders = /\$\{(?:workspaceFolder|CHECKOUT|CLAUDE_PROJECT_DIR)(?::-[^}]*)?\}/g;

/** Replaces what clients write for the folder of a project. */
export function withFolder(text: string, directory: string): string {
  return text.replace(placeholders, () => directory);
}

/** Puts the directory in the place of all that stands for it. */
function inDirectory(text: string, { directory, checkout }: Checkout): string {
  return withFolder(inEachCheckout(text, checkout), directory);
}

function startOf(entry: unknown, place: Checkout): Pick<ClientEntry, "program" | "args"> | PassedOver["why"] {
  if (!isMap(entry)) return "unreadable";
  if (entry.command === undefined && (textOf(entry.url) || textOf(entry.serverUrl)) !== "") return "remote";
  const words = [textOf(entry.command), ...textsOf(entry.args)].map((text) => inDirectory(text, place));
  const { line, isFetched } = behindRunner(words);
  if (line.some((text) => bridges.test(text))) return "bridge";
  const [command = ""] = line;
  const index = line.findIndex((text, at) => isPathLike(text) || line[at - 1] === "-m");
  // Words after a program from outside the project are its data.
  const isOurs = index === 0 || (index > 0 && interpreters.test(path.basename(command)));
  if (!isOurs) return isFetched ? "released" : "elsewhere";
  const cwd = path.resolve(place.directory, inDirectory(textOf(entry.cwd), place));
  const named = line[index] ?? "";
  const places = line[index - 1] === "-m" ? [named, `src/${named}`, `${named}.py`] : [named];
  const program = places.flatMap((one) => insideOf(path.resolve(cwd, one), place) ?? [])[0];
  if (program === undefined) return isFetched ? "released" : "elsewhere";
  return { program, args: line.slice(index + 1) };
}

/** Programs that start what a word behind them names. */
const interpreters =
  /^(?:node|bun|deno|tsx|ts-node|nodemon|python[\d.]*|uv|poetry|fastmcp|mcp|java|kotlin|dotnet|go|cargo|swift|ruby|php|sh|bash|zsh|env|exec)$/;

/** Programs that carry MCP to an address. */
const bridges = /^(?:@[\w.-]+\/)?(?:mcp-remote|mcp-proxy|supergateway|mcp-http-bridge|mcp-bridge)(?:@.*)?$/;

/**
 * Returns a command line without the program in front that fetches packages: `npx -y tsx server.ts` becomes `tsx server.ts`. A
 * package that a runner fetches is no file of the checkout, unless it is named by a path, as in `npx .` and `uvx --from . name`.
 */
function behindRunner(words: readonly string[]): { line: readonly string[]; isFetched: boolean } {
  const [command = "", ...args] = words;
  const count = runnerWords(command, args);
  if (count === 0) return { line: words, isFetched: false };
  // Paths behind `docker run` are options and mounts, or lie inside the image.
  if (/^(?:docker|podman|nerdctl|finch)$/i.test(path.basename(command))) return { line: [], isFetched: true };
  const rest = words.slice(count);
  const from = rest.findIndex((text) => /^--(?:from|package)$/.test(text)) + 1;
  const source = rest[from] ?? "";
  if (from > 0 && isPathLike(source)) return { line: [source, ...rest.slice(from + 2)], isFetched: true };
  return { line: rest.slice(rest.findIndex((text) => !text.startsWith("-"))), isFetched: true };
}

function isPathLike(text: string): boolean {
  if (/^[-@]|:\/\//.test(text)) return false;
  return text === "." || /^(?:\.{0,2}\/|[\w.-]+\/)/.test(text) || /\.(?:[cm]?[jt]sx?|py|jar|dll|sh|rb|php)$/.test(text);
}

/** Returns a file that exists in the checkout, or that its build makes, seen from the directory. */
function insideOf(absolute: string, { directory, made }: Checkout): string | undefined {
  const inside = pathBetween(directory, absolute);
  if (inside.startsWith("..") || /(?:^|\/)node_modules\//.test(inside)) return undefined;
  const isThere = made.includes(inside) || has(directory, inside) || outputs.test(inside);
  return isThere ? inside : undefined;
}

/** Folders that builds write into. */
const outputs = /^(?:dist|build|out|bin|target|lib|\.venv)\//;
