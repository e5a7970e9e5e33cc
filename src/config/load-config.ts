import { isUtf8 } from "node:buffer";
import { lstatSync, realpathSync, statSync } from "node:fs";
import path from "node:path";
import { ConfigError } from "../errors.ts";
import { readOnce } from "../model/quantity.ts";
import type { RunOptions } from "../options/run-options.ts";
import { readLimited } from "../record/files/limited-read.ts";
import { defaultConfigFile } from "../record/key.ts";
import { onlyServer, programOf } from "./find-server/find-server.ts";
import { type LoadedConfig, maximumBytes } from "./loaded-config.ts";
import type { ParseOptions } from "./parse.ts";
import { configSchema } from "./schema/schema.ts";

/** Reads and validates a configuration file; gives up a pipe that is silent for `silenceMs`. Throws ConfigError. */
export async function loadConfig(
  file: string,
  workingDirectory: string,
  { silenceMs, ...options }: { silenceMs?: number } & Pick<ParseOptions, "checkout" | "set"> = {},
): Promise<LoadedConfig> {
  let bytes: Buffer;
  try {
    bytes = await readLimited(path.resolve(workingDirectory, file), { mostBytes: maximumBytes, silenceMs });
  } catch (error) {
    const missing = (error as NodeJS.ErrnoException).code === "ENOENT";
    throw new ConfigError(
      missing
        ? "the configuration file does not exist"
        : `the configuration file cannot be read: ${(error as Error).message}`,
      {
        where: file,
        fix: missing
          ? "create it (`mcp-bench.yml` needs little more than `server:` and `benchmarks:`), or name only a command line (`server`; on the command line `--server`)"
          : "name a plain file that can be read",
        cause: error,
      },
    );
  }
  if (!isUtf8(bytes)) throw new ConfigError("it is not UTF-8 text", { where: file, fix: "save it as UTF-8" });
  const { parseConfig } = await import("./parse.ts");
  return parseConfig(bytes.toString("utf8"), file, { workingDirectory, ...options });
}

/** The working directory as an absolute path without links, so that places in it can be told relative to its checkout. */
export function realDirectory(directory: string): string {
  const isDirectory = statSync(directory, { throwIfNoEntry: false })?.isDirectory();
  if (isDirectory) return realpathSync(directory);
  throw new ConfigError("the working directory is not a directory", { where: directory, fix: "name an existing one" });
}

/**
 * Chooses the file or server that a front end names, else `mcp-bench.yml`, else the project's only server. `checkout`: see
 * ParseOptions. Throws ConfigError.
 */
export async function chooseConfig(
  { config, server, url, set = [] }: Partial<Pick<RunOptions, "config" | "server" | "url" | "set">>,
  workingDirectory: string,
  checkout = workingDirectory,
): Promise<LoadedConfig> {
  if (config && (server || url))
    throw new ConfigError("both a configuration file and a server are given", {
      expected: "one of them",
      fix: "move the server into the file, as `server:`",
    });
  if (server && url)
    throw new ConfigError("both a command line and an address of a server are given", {
      expected: "one of them",
      fix: "leave out --server for a running server; for one to start, `mcp-bench init` writes both into mcp-bench.yml",
    });
  const options = { workingDirectory, checkout, set };
  if (server) {
    const build = programOf(server, workingDirectory)?.build;
    const isPlain = build === undefined && set.length === 0;
    const loaded = isPlain
      ? configFromCommandLine(server)
      : await configOfLines({ server, build }, { where: "--server", ...options });
    return { ...loaded, source: { kind: "command-line", from: "`server`" } };
  }
  if (url) {
    const loaded = await configOfLines({ server: { url } }, { where: "--url", ...options });
    return { ...loaded, source: { kind: "command-line", from: "`url`" } };
  }
  // A link that leads nowhere is there, and to be reported.
  if (config || lstatSync(path.join(workingDirectory, defaultConfigFile), { throwIfNoEntry: false })) {
    const from = config ?? defaultConfigFile;
    return { ...(await loadConfig(from, workingDirectory, { set })), source: { kind: "file", from } };
  }
  const { lines, build, source } = onlyServer(workingDirectory, checkout);
  return { ...(await configOfLines({ ...lines, build }, { where: source.from, ...options })), source };
}

/** The configuration that a command line alone stands for: measure whatever the server offers. */
export function configFromCommandLine(server: string): LoadedConfig {
  return { config: { ...configSchema().parse({ server }, readOnce), server }, benchmarkLines: [] };
}

/** The configuration that a few lines stand for, which no file holds. Throws ConfigError about `where`. */
async function configOfLines(
  lines: object,
  { where, ...options }: { where: string } & ParseOptions,
): Promise<LoadedConfig> {
  const { parseConfig } = await import("./parse.ts");
  return { config: parseConfig(JSON.stringify(lines), where, options).config, benchmarkLines: [] };
}
