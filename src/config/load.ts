import { isUtf8 } from "node:buffer";
import { createReadStream, existsSync, realpathSync, statSync } from "node:fs";
import path from "node:path";
import { type Document, isMap, isScalar, isSeq, LineCounter, type Node, parseDocument } from "yaml";
import { ConfigError } from "../errors.ts";
import { configJsonSchema, keysAt } from "./json-schema.ts";
import { type Problem, problems } from "./problems.ts";
import { type Config, configSchema } from "./schema.ts";
import { readServerFile } from "./server-file.ts";

/** File that is read when none is named. */
export const defaultConfigFile = "mcp-bench.yml";

const maximumBytes = 256 * 1024;
const maximumProblems = 10;

/** A validated configuration and where each benchmark stands in its file. */
export interface LoadedConfig {
  readonly config: Config;
  /** As the user named it; undefined for a configuration made from a command line alone. */
  readonly file?: string;
  /** First line of each entry of `benchmarks`. */
  readonly benchmarkLines: readonly number[];
}

/** Reads and validates a configuration file. Throws ConfigError naming file, line, path, what was found and expected. */
export async function loadConfig(file: string, workingDirectory: string): Promise<LoadedConfig> {
  let bytes: Buffer;
  try {
    bytes = await readStart(path.resolve(workingDirectory, file));
  } catch (error) {
    const missing = (error as NodeJS.ErrnoException).code === "ENOENT";
    throw new ConfigError(
      missing
        ? "the configuration file does not exist"
        : `the configuration file cannot be read: ${(error as Error).message}`,
      {
        where: file,
        fix: missing
          ? "create it (`mcp-bench.yml` needs little more than `server:` and `benchmarks:`), or name only a command line with `server`"
          : "name a plain file that can be read",
        cause: error,
      },
    );
  }
  if (!isUtf8(bytes)) throw new ConfigError("it is not UTF-8 text", { where: file, fix: "save it as UTF-8" });
  return parseConfig(bytes.toString("utf8"), file, { workingDirectory });
}

/** No more than is needed to see that a file is too long: a link may lead to a device that never ends. */
async function readStart(file: string): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of createReadStream(file, { end: maximumBytes })) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/**
 * Validates the text of a configuration file. A `server_config` is read relative to the working directory. Throws
 * ConfigError with every problem, at most ten.
 */
export function parseConfig(
  text: string,
  file: string,
  { workingDirectory = "." }: { workingDirectory?: string } = {},
): LoadedConfig {
  if (Buffer.byteLength(text) > maximumBytes)
    throw new ConfigError("the file is too long", { where: file, expected: `at most ${maximumBytes} bytes` });
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const broken = document.errors[0];
  if (broken && /call stack/.test(broken.message))
    throw new ConfigError("it is nested too deep", {
      where: place(file, lines, broken.pos[0]),
      expected: "lists and maps a few levels deep",
    });
  if (broken)
    throw new ConfigError(broken.message, { where: place(file, lines, broken.pos[0]), expected: "YAML or JSON" });

  let value: unknown;
  try {
    value = document.toJS();
  } catch (error) {
    throw new ConfigError((error as Error).message, { where: file, expected: "YAML without a flood of aliases" });
  }
  if (holdsItself(value))
    throw new ConfigError("an alias stands inside of what it is an alias of", {
      where: file,
      fix: "write out what is meant, without the alias",
    });
  const result = configSchema.safeParse(value ?? {});
  if (!result.success) {
    const found = problems(result.error.issues, value, keysAt(configJsonSchema()));
    const placed = found.map((problem) => ({ message: problem.message, offset: offset(document, problem) }));
    placed.sort((a, b) => a.offset - b.offset);
    const sentences = placed.map((problem) => `${place(file, lines, problem.offset)}: ${problem.message}`);
    const more = sentences.length > maximumProblems ? [`and ${sentences.length - maximumProblems} more`] : [];
    throw new ConfigError([...sentences.slice(0, maximumProblems), ...more].join("\n"));
  }
  const { server_config: serverFile, server_name: name } = result.data;
  const server = serverFile
    ? readServerFile(serverFile, { name, workingDirectory, where: file })
    : (result.data.server ?? "");
  return { config: { ...result.data, server }, file, benchmarkLines: benchmarkLines(document, lines) };
}

function holdsItself(value: unknown, around: readonly unknown[] = []): boolean {
  if (typeof value !== "object" || value === null) return false;
  return around.includes(value) || Object.values(value).some((inner) => holdsItself(inner, [...around, value]));
}

/** The working directory as an absolute path without links, so that places in it can be told relative to its checkout. */
export function realDirectory(directory: string): string {
  const isDirectory = statSync(directory, { throwIfNoEntry: false })?.isDirectory();
  if (isDirectory) return realpathSync(directory);
  throw new ConfigError("the working directory is no directory", { where: directory, fix: "name an existing one" });
}

/** The configuration a front end was asked for: a file, a command line, or `mcp-bench.yml` where it exists. Throws ConfigError. */
export async function chooseConfig(
  { config, server }: { config?: string | undefined; server?: string | undefined },
  workingDirectory: string,
): Promise<LoadedConfig> {
  if (config && server)
    throw new ConfigError("both a configuration file and a server command line are given", {
      expected: "one of them",
      fix: "move the command line into the file, as `server:`",
    });
  if (server) return configFromCommandLine(server);
  if (config || existsSync(path.join(workingDirectory, defaultConfigFile)))
    return loadConfig(config ?? defaultConfigFile, workingDirectory);
  throw new ConfigError(`there is nothing to measure: no server is named and ${defaultConfigFile} does not exist`, {
    where: workingDirectory,
    fix: 'name a command line, such as `server: node dist/server.js` (command line: --server "node dist/server.js"), or write the file',
  });
}

/** The configuration that a command line alone stands for: measure whatever the server offers. */
export function configFromCommandLine(server: string): LoadedConfig {
  return { config: { ...configSchema.parse({ server }), server }, benchmarkLines: [] };
}

function place(file: string, lines: LineCounter, position: number): string {
  const { line, col } = lines.linePos(position);
  return `${file}:${line}:${col}`;
}

/** Offset of a problem in the text: of its key or value, or of the nearest enclosing node that exists. */
function offset(document: Document, problem: Problem): number {
  let node: unknown = document.contents;
  let position = start(node) ?? 0;
  for (const [index, key] of problem.path.entries()) {
    const last = index === problem.path.length - 1;
    const pair = isMap(node)
      ? node.items.find((item) => isScalar(item.key) && String(item.key.value) === String(key))
      : undefined;
    const child = isSeq(node) ? node.items[Number(key)] : pair?.value;
    if (pair && (problem.atKey || !last)) position = start(pair.key) ?? position;
    if (!(last && problem.atKey)) position = start(child) ?? position;
    node = child;
  }
  return position;
}

function start(node: unknown): number | undefined {
  return (node as Node | null | undefined)?.range?.[0];
}

function benchmarkLines(document: Document, lines: LineCounter): number[] {
  const benchmarks = document.get("benchmarks");
  return isSeq(benchmarks) ? benchmarks.items.map((item) => lines.linePos(start(item) ?? 0).line) : [];
}
