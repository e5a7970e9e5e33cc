import { existsSync } from "node:fs";
import path from "node:path";
import { Command } from "commander";
import { configFromCommandLine, realDirectory } from "../config/load.ts";
import { parseConfig } from "../config/parse.ts";
import { ConfigError } from "../errors.ts";
import { interruptSignal } from "../host/interrupt.ts";
import { plural } from "../metrics/format.ts";
import { defaultConfigFile } from "../record/config-file.ts";
import { knownBuild } from "../setup/known-build.ts";
import { readTools, tryConfiguration } from "../setup/look.ts";
import { type ServerLines, starterConfig } from "../setup/starter-config.ts";
import { starterWorkflow } from "../setup/starter-workflow.ts";
import { plainText } from "../text/untrusted.ts";
import { withRunOptions } from "./options.ts";
import { print, writeFileSafely } from "./output.ts";

interface InitOptions {
  readonly server?: string;
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
    .option("--server-config <file>", "file with `mcpServers`, as clients have it (default: .mcp.json where it exists)")
    .option("--server-name <name>", "which server of that file")
    .option("--working-directory <dir>", "directory in which the server is started and mcp-bench.yml is written", ".")
    .option("--no-workflow", "do not write .github/workflows/mcp-bench.yml")
    .option("--force", "replace files that exist")
    .addHelpText("after", '\nExample:\n  mcp-bench init --server "node dist/server.js"\n')
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

  const lines = chooseServer(options, directory);
  const loaded =
    "server" in lines
      ? configFromCommandLine(lines.server)
      : parseConfig(JSON.stringify(lines), lines.server_config, { workingDirectory: directory });
  const look = { directory, environment: process.env, passEnv: options.passEnv, signal: interruptSignal() };
  const { identity, rows } = await tryConfiguration(loaded, { ...look, warn: () => undefined });
  const tools = await readTools(loaded, look);
  const text = starterConfig(lines, { rows, tools, build: await knownBuild(directory) });
  parseConfig(text, defaultConfigFile, { workingDirectory: directory });
  await writeFileSafely(configFile, text);
  if (options.workflow) await writeFileSafely(workflowFile, starterWorkflow(inside));

  const { name, version, protocol } = identity;
  print(plainText(`${name} ${version}, protocol ${protocol}: ${plural(rows.length, "benchmark")} to begin with`));
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

function chooseServer({ server, serverConfig, serverName }: InitOptions, directory: string): ServerLines {
  if (server && serverConfig)
    throw new ConfigError("both a command line and a file with servers are given", { expected: "one of them" });
  if (server) return { server };
  const file = serverConfig ?? ".mcp.json";
  if (!serverConfig && !existsSync(path.join(directory, file)))
    throw new ConfigError("no server is named and there is no .mcp.json", {
      where: directory,
      fix: 'name the command line, such as --server "node dist/server.js"',
    });
  return { server_config: file, ...(serverName ? { server_name: serverName } : {}) };
}
