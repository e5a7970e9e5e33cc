import { existsSync } from "node:fs";
import path from "node:path";
import { Command } from "commander";
import { inEachCheckout } from "../config/expand/command-line.ts";
import { type FoundServer, findServers, onlyServer, type ServerLines } from "../config/find-server.ts";
import { knownBuild } from "../config/known-build.ts";
import { realDirectory } from "../config/load.ts";
import { parseConfig } from "../config/parse.ts";
import { ConfigError } from "../errors.ts";
import { interruptSignal } from "../host/interrupt.ts";
import { plural } from "../metrics/format.ts";
import { defaultConfigFile } from "../record/config-file.ts";
import { buildCheckout } from "../run/build.ts";
import { callTools, type LookOptions, tryConfiguration } from "../setup/look.ts";
import { starterConfig } from "../setup/starter-config.ts";
import { starterWorkflow } from "../setup/starter-workflow.ts";
import { plainText } from "../text/untrusted.ts";
import { withRunOptions } from "./options.ts";
import { print, writeFileSafely } from "./output.ts";

interface InitOptions {
  readonly server?: string;
  readonly url?: string;
  readonly serverConfig?: string;
  readonly serverName?: string;
  readonly workingDirectory: string;
  readonly workflow: boolean;
  readonly force?: boolean;
  readonly passEnv: readonly string[];
}

/** `mcp-bench init`: looks at a server once and writes the first configuration and workflow for it. */
export function initCommand(): Command {
  const command = new Command("init").description(
    "Write a first mcp-bench.yml, and a workflow that uses it, for a server",
  );
  return withRunOptions(command, "passEnv")
    .option("--server <command line>", "command line that starts the server over stdio")
    .option("--url <address>", "address of a server that runs already, over streamable HTTP")
    .option("--server-config <file>", "file with `mcpServers`, as clients have it")
    .option("--server-name <name>", "which server of that file")
    .option("--working-directory <dir>", "directory in which the server is started and mcp-bench.yml is written", ".")
    .option("--no-workflow", "do not write .github/workflows/mcp-bench.yml")
    .option("--force", "replace files that exist")
    .addHelpText(
      "after",
      `
Without a server it is found: in .mcp.json, else among the programs that package.json, pyproject.toml, go.mod, Cargo.toml or
Package.swift name, else in server.json. The server is started, and each tool that says it only reads is called once.

Example:
  mcp-bench init
  mcp-bench init --server "node dist/server.js"
  mcp-bench init --url http://127.0.0.1:3000/mcp
`,
    )
    .action(init);
}

async function init(options: InitOptions): Promise<void> {
  const directory = realDirectory(options.workingDirectory);
  const root = checkoutAround(directory) ?? directory;
  const inside = path.relative(root, directory).split(path.sep).join("/");
  const configFile = path.join(directory, defaultConfigFile);
  const workflowFile = path.join(root, ".github", "workflows", "mcp-bench.yml");
  const files = options.workflow ? [configFile, workflowFile] : [configFile];
  const there = files.filter((file) => existsSync(file));
  if (there.length > 0 && !options.force)
    throw new ConfigError("the file exists already", { where: there.join(", "), fix: "add --force to replace it" });

  const found = chooseServer(options, directory);
  const look = { directory, environment: process.env, passEnv: options.passEnv, signal: interruptSignal() };
  await makeProgram(found, look);
  const { lines, build } = found;
  const where = "server_config" in lines ? lines.server_config : "--server";
  const loaded = parseConfig(JSON.stringify(lines), where, { workingDirectory: directory });
  const { identity, rows } = await tryConfiguration(loaded, { ...look, warn: () => undefined });
  const tools = await callTools(loaded, look);
  const text = starterConfig(lines, { rows, tools, build });
  parseConfig(text, defaultConfigFile, { workingDirectory: directory });
  await writeFileSafely(configFile, text);
  if (options.workflow) await writeFileSafely(workflowFile, starterWorkflow({ inside, directory }));

  const { name, version, protocol } = identity;
  const called = tools.filter(({ outcome }) => outcome.kind === "ok").length;
  print(plainText(`${name} ${version}, protocol ${protocol}: ${called} of ${plural(tools.length, "tool")} measured`));
  if (called < tools.length) print("the others stand in mcp-bench.yml as comments, each with the reason");
  for (const file of files) print(`wrote ${path.relative(process.cwd(), file) || file}`);
  print(
    `next: read mcp-bench.yml and correct it where needed, then ${inside === "" ? "" : `in ${inside}: `}npx mcp-bench run`,
  );
}

/** The nearest directory upwards that is a git checkout, with or without a commit. */
function checkoutAround(directory: string): string | undefined {
  if (existsSync(path.join(directory, ".git"))) return directory;
  const parent = path.dirname(directory);
  return parent === directory ? undefined : checkoutAround(parent);
}

function chooseServer({ server, url, serverConfig, serverName }: InitOptions, directory: string): FoundServer {
  const given = [server, url, serverConfig].filter((one) => one !== undefined);
  if (given.length > 1)
    throw new ConfigError("the server is named more than once", {
      expected: "one of --server, --url and --server-config",
    });
  const build = knownBuild(directory);
  const made = build === undefined ? {} : { build };
  const named = (lines: ServerLines) => ({ lines, from: "the command line", ...made });
  if (url) return { lines: { server: { url } }, from: "--url" };
  if (server) return named({ server: inEachCheckout(server, directory) });
  if (serverConfig) return named({ server_config: serverConfig, ...(serverName ? { server_name: serverName } : {}) });
  if (serverName) {
    const own = findServers(directory).find(({ from }) => from === `.mcp.json: ${serverName}`);
    return own ?? named({ server_config: ".mcp.json", server_name: serverName });
  }
  const only = onlyServer(directory);
  if (typeof only !== "string") return only;
  throw new ConfigError(only, {
    where: directory,
    fix: 'name the command line, such as --server "node dist/server.js", or an address with --url; of several in .mcp.json, one with --server-name',
  });
}

/** Builds what is not there yet, as a run would. */
async function makeProgram(
  { program, build, from }: FoundServer,
  { directory, environment, signal }: Pick<LookOptions, "directory" | "environment" | "signal">,
): Promise<void> {
  if (program === undefined || existsSync(path.join(directory, program))) return;
  if (build !== undefined) {
    print(`building, since ${program} is not there yet: ${build}`);
    await buildCheckout(directory, {
      command: { run: build, timeout: 600_000 },
      environment,
      signal,
      warn: print,
    });
  }
  if (!existsSync(path.join(directory, program)))
    throw new ConfigError(`the program that ${from} names does not exist`, {
      where: path.join(directory, program),
      fix: "build the project, then call this again",
    });
}
