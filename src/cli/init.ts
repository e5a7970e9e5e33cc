import { existsSync } from "node:fs";
import path from "node:path";
import { Command } from "commander";
import { interruptSignal } from "../base/host/interrupt.ts";
import { inEachCheckout, splitCommandLine } from "../config/expand/command-line.ts";
import { ineffectiveVariables } from "../config/expand/pass-env.ts";
import {
  buildOf,
  type FoundServer,
  onlyServer,
  programOf,
  type ServerLines,
} from "../config/find-server/find-server.ts";
import { foldersAbove, has } from "../config/find-server/manifest.ts";
import { realDirectory } from "../config/load-config.ts";
import { parseConfig } from "../config/parse.ts";
import { ConfigError } from "../errors.ts";
import type { Feature } from "../feature.ts";
import { serverFindings } from "../init/doctor-checks.ts";
import { callTools, type LookOptions, tryConfiguration, waitText } from "../init/look.ts";
import { holds, inShort, type Proposal, starterConfig } from "../init/starter-config.ts";
import { starterWorkflow } from "../init/starter-workflow.ts";
import type { TriedTool } from "../init/try-tools.ts";
import { readText } from "../options/read-option.ts";
import { coverageOf, type ToolCoverage } from "../record/coverage.ts";
import { defaultConfigFile } from "../record/key.ts";
import { passedOverTexts, sourceText } from "../record/server-source.ts";
import { coverageText } from "../report/news/coverage.ts";
import { plainText } from "../report/text.ts";
import { build as buildProject } from "../run/build.ts";
import { listOption, withRunOptions } from "./options.ts";
import { say, writeFileSafely } from "./output.ts";

interface InitOptions {
  readonly server?: string;
  readonly url?: string;
  readonly serverConfig?: string;
  readonly serverName?: string;
  readonly workingDirectory: string;
  readonly workflow: boolean;
  readonly force?: boolean;
  readonly build?: string;
  readonly env: readonly string[];
  readonly passEnv: readonly string[];
  readonly call: readonly string[];
}

/** `mcp-bench init`: looks at a server once and writes the first configuration and workflow for it. */
export function initCommand(features: readonly Feature[]): Command {
  const command = new Command("init").description("Create mcp-bench.yml and a workflow that uses it, for a server");
  return withRunOptions(command, "passEnv")
    .option(
      "--server <command line>",
      "command line that starts the server, over stdio without --url",
      filled("--server"),
    )
    .option(
      "--url <address>",
      "address over streamable HTTP: of the --server, with ${PORT} in it, or of one that runs already",
      filled("--url"),
    )
    .option("--server-config <file>", "file with `mcpServers`, as clients have it", filled("--server-config"))
    .option("--server-name <name>", "which server of that file", filled("--server-name"))
    .option(
      "--build <command>",
      "shell command that builds the server in a fresh checkout, instead of the detected one",
    )
    .addOption(
      listOption(["--env <name>", "variable for the server: NAME=value, or NAME for its value here; may be repeated"]),
    )
    .addOption(
      listOption(
        ["--call <names>", "also call these tools, not marked read-only; each is called hundreds of times in a run"],
        { read: (text) => text.split(",").map((name) => name.trim()) },
      ),
    )
    .option("--working-directory <dir>", "directory in which the server is started and mcp-bench.yml is written", ".")
    .option("--no-workflow", "do not write .github/workflows/mcp-bench.yml")
    .option("--force", "replace files that exist")
    .addHelpText(
      "after",
      `
Without a server it is found among the programs that package.json, pyproject.toml, go.mod, Cargo.toml, Package.swift, Gradle,
Maven or a .csproj name, else in .mcp.json or .vscode/mcp.json where they start a file of the checkout. Released packages and
addresses are not started unless named. The server is started, and each tool marked read-only is called a few times.

Example:
  mcp-bench init
  mcp-bench init --server "node dist/server.js"
  mcp-bench init --server "./bin/server stdio" --build "go build -o bin/server ." --env API_TOKEN
  mcp-bench init --server "uvx mcp-server-sqlite" --call list_tables,read_query
  mcp-bench init --server 'node dist/server.js --port \${PORT}' --url 'http://127.0.0.1:\${PORT}/mcp'
  mcp-bench init --url http://127.0.0.1:3000/mcp
`,
    )
    .action((options: InitOptions) => init(options, features));
}

function filled(where: string) {
  return (text: string) => readText(text, where);
}

async function init(options: InitOptions, features: readonly Feature[]): Promise<void> {
  const directory = realDirectory(options.workingDirectory);
  const root = [directory, ...foldersAbove(directory)].find((folder) => has(folder, ".git")) ?? directory;
  const inside = path.relative(root, directory).split(path.sep).join("/");
  const configFile = path.join(directory, defaultConfigFile);
  const workflowFile = path.join(root, ".github", "workflows", "mcp-bench.yml");
  const files = options.workflow ? [configFile, workflowFile] : [configFile];
  const existing = files.filter((file) => existsSync(file));
  if (existing.length > 0 && !options.force) {
    const isOfAnother = inside !== "" && existing.every((file) => file === workflowFile);
    throw new ConfigError(existing.length === 1 ? "the file exists already" : "the files exist already", {
      where: existing.join(", "),
      fix: isOfAnother
        ? "if it measures another folder, add --no-workflow, and let one file measure both: workflows/several-servers.yml"
        : `add --force to replace ${existing.length === 1 ? "it" : "them"}`,
    });
  }

  const found = withEnvironment(chooseServer(options, directory), options.env);
  const fromHere = options.env.filter((text) => !text.includes("="));
  const passEnv = [...new Set([...options.passEnv, ...fromHere])];
  const look = { directory, environment: process.env, passEnv, signal: interruptSignal() };
  const from = sourceText(found.source);
  if (found.source.kind !== "command-line") say(`the server is named by ${from}`);
  for (const text of passedOverTexts(found.source)) say(`note: passed over: ${text}`);
  await buildMissingProgram(found, look);
  const { lines, build } = found;
  const where = "server_config" in lines ? lines.server_config : "--server";
  const loaded = parseConfig(JSON.stringify(lines), where, { workingDirectory: directory });
  for (const text of ineffectiveVariables(loaded.config, look)) say(`note: ${text}`);
  say(waitText(loaded, found.source.from));
  const { identity, rows, startupMs: firstMs } = await tryConfiguration(loaded, { ...look, warn: () => undefined });
  const { tools, warnings, startupMs = firstMs } = await callTools(loaded, { ...look, call: options.call, warn: say });
  const proposals = await Promise.all(features.map((one) => one.proposal?.({ loaded, tools, passEnv })));
  const proposal = proposals.find((one) => one !== undefined);
  const isHeld = holds(proposal, tools);
  const needed = proposal && isHeld && "server" in lines ? proposal.env.map((name) => `${name}=none`) : [];
  const text = starterConfig(withEnvironment(found, needed).lines, { rows, tools, build, proposal });
  parseConfig(text, defaultConfigFile, { workingDirectory: directory });
  await writeFileSafely(configFile, text);
  if (options.workflow) await writeFileSafely(workflowFile, starterWorkflow({ inside, directory, passEnv }));

  const { name, version, protocol } = identity;
  const coverage = coverageOfTried(tools);
  say(`${`${name} ${version}`.trim()}, protocol ${protocol}`);
  say(tools.length > 0 ? plainText(coverageText(coverage)) : "It offers no tools.");
  const written = coverage.measured + (isHeld && proposal ? proposal.tools.length : 0);
  if (written < tools.length) say("mcp-bench.yml lists the others as comments, each with the reason");
  for (const { text } of serverFindings({ warnings, startupMs: Math.min(startupMs, firstMs) })) say(`note: ${text}`);
  for (const file of files) say(`wrote ${path.relative(process.cwd(), file) || file}`);
  const there = inside === "" ? "" : `in ${inside}: `;
  say(
    `next: read mcp-bench.yml and correct it where needed; ${there}npx mcp-bench doctor checks that a run works; then commit`,
  );
  if (proposal) say(proposalText(proposal, isHeld));
}

function proposalText({ purpose, commands }: Proposal, isHeld: boolean): string {
  const first = isHeld ? "" : "take the comment signs away from the keys and tools in mcp-bench.yml, then ";
  return [`${purpose}: ${first}call`, ...commands].join("\n  ");
}

function coverageOfTried(tools: readonly TriedTool[]): ToolCoverage {
  return coverageOf(
    tools.map(({ name, outcome }) => {
      if (outcome.kind === "ok") return { name };
      if (outcome.kind === "failed") return { name, code: "failed", reason: inShort(outcome.reason) };
      return { name, code: outcome.readOnly ? "slow" : "not-read-only" };
    }),
  );
}

function chooseServer(options: InitOptions, directory: string): FoundServer {
  const { server, url, serverConfig, serverName, build } = options;
  if (serverConfig !== undefined && (server ?? url) !== undefined)
    throw new ConfigError("the server is named more than once", {
      expected: "--server-config, or --server and --url",
    });
  const named = (lines: ServerLines, made?: string): FoundServer => ({
    lines,
    source: { kind: "command-line", from: "the command line" },
    build: build ?? made,
  });
  if (server !== undefined) {
    const lines = { server: url ? launchedOverHttp(server, { url, directory }) : inEachCheckout(server, directory) };
    return { ...named(lines, buildOf(server, directory)), program: programOf(server, directory)?.program };
  }
  if (url) return { ...named({ server: { url } }), build: undefined };
  if (serverConfig !== undefined || serverName !== undefined) {
    const lines = { server_config: serverConfig ?? ".mcp.json", ...(serverName ? { server_name: serverName } : {}) };
    return named(lines, buildOf("", directory));
  }
  const found = onlyServer(directory);
  return build === undefined ? found : { ...found, build };
}

/** Writes variables into the lines of a server that is started; the value of one without a value never stands in the file. */
function withEnvironment(found: FoundServer, given: readonly string[]): FoundServer {
  if (given.length === 0) return found;
  const env = Object.fromEntries(
    given.map((text) => {
      const [name = "", ...rest] = text.split("=");
      if (!/^[A-Za-z_]\w*$/.test(name))
        throw new ConfigError(`${JSON.stringify(text)} is no variable`, {
          where: "--env",
          expected: "NAME or NAME=value",
        });
      return [name, rest.length > 0 ? rest.join("=") : `\${${name}}`];
    }),
  );
  const server = "server" in found.lines ? found.lines.server : undefined;
  if (typeof server === "object" && "command" in server)
    return { ...found, lines: { server: { ...server, env: { ...server.env, ...env } } } };
  if (typeof server === "string")
    return { ...found, lines: { server: { ...splitCommandLine(server, "--server"), env } } };
  throw new ConfigError("--env needs a server with a command line", {
    where: "--env",
    fix: "name it by --server, or write the variables into the file of --server-config",
  });
}

/** Base and head run beside each other, so each needs a port of its own: the server gets it in `PORT` where no argument takes it. */
function launchedOverHttp(server: string, { url, directory }: { url: string; directory: string }) {
  const port = "${PORT}";
  if (!url.includes(port))
    throw new ConfigError("base and head cannot listen on one port", {
      where: "--url",
      expected: `an address with ${port} in it, such as 'http://127.0.0.1:${port}/mcp'; the server gets the port in the environment variable PORT, or where ${port} stands in --server`,
      fix: "leave --server out if the server at that address runs already",
    });
  const { command, args } = splitCommandLine(inEachCheckout(server, directory), "--server");
  const isTold = args.some((arg) => arg.includes(port));
  return { command, args, ...(isTold ? {} : { env: { PORT: port } }), url };
}

/** Builds what is not there yet, as a run would. */
async function buildMissingProgram(
  { program, build, source: { from } }: FoundServer,
  { directory, environment, signal }: Pick<LookOptions, "directory" | "environment" | "signal">,
): Promise<void> {
  if (program === undefined || existsSync(path.join(directory, program))) return;
  if (build !== undefined) {
    say(`building, since ${program} is not there yet: ${build}`);
    await buildProject(directory, {
      command: { run: build, timeout: 600_000 },
      environment,
      signal,
      warn: say,
    });
  }
  if (!existsSync(path.join(directory, program)))
    throw new ConfigError(`the program that ${from} names does not exist`, {
      where: path.join(directory, program),
      fix: "build the project, then call this again",
    });
}
