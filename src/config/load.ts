import { isUtf8 } from "node:buffer";
import { constants, createReadStream, existsSync, openSync, realpathSync, statSync } from "node:fs";
import { Socket } from "node:net";
import path from "node:path";
import { ConfigError } from "../errors.ts";
import { defaultConfigFile } from "../record/config-file.ts";
import { type LoadedConfig, maximumBytes } from "./loaded-config.ts";
import { configSchema } from "./schema/schema.ts";

/**
 * Reads and validates a configuration file; a pipe is given up once nothing has arrived for `silenceMs`. Throws ConfigError
 * naming file, line, path, what was found and expected.
 */
export async function loadConfig(
  file: string,
  workingDirectory: string,
  { silenceMs = 10_000 }: { silenceMs?: number } = {},
): Promise<LoadedConfig> {
  let bytes: Buffer;
  try {
    bytes = await readStart(path.resolve(workingDirectory, file), { silenceMs });
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
  const { parseConfig } = await import("./parse.ts");
  return parseConfig(bytes.toString("utf8"), file, { workingDirectory });
}

/** No more than is needed to see that a file is too long: a link may lead to a device that never ends. */
async function readStart(file: string, { silenceMs }: { silenceMs: number }): Promise<Buffer> {
  const isPipe = statSync(file).isFIFO();
  const source = isPipe ? openPipe(file, { silenceMs }) : createReadStream(file, { end: maximumBytes });
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of source) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > maximumBytes) break;
  }
  return Buffer.concat(chunks);
}

/** Opened at once, with or without a writer: an open that waits could not even be ended by `process.exit`. */
function openPipe(file: string, { silenceMs }: { silenceMs: number }): Socket {
  const fd = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK);
  const pipe = new Socket({ fd, readable: true, writable: false });
  return pipe.setTimeout(silenceMs, () =>
    pipe.destroy(new Error(`it is a pipe, and nothing arrived for ${silenceMs / 1000} s`)),
  );
}

/** The working directory as an absolute path without links, so that places in it can be told relative to its checkout. */
export function realDirectory(directory: string): string {
  const isDirectory = statSync(directory, { throwIfNoEntry: false })?.isDirectory();
  if (isDirectory) return realpathSync(directory);
  throw new ConfigError("the working directory is not a directory", { where: directory, fix: "name an existing one" });
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
