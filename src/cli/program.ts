import { Command } from "commander";
import { requirePlatform } from "../base/host/platform.ts";
import { version } from "../base/host/version.ts";
import type { Feature } from "../feature.ts";
import { baselineCommand } from "./baseline.ts";
import { compareCommand } from "./compare.ts";
import { demoCommand } from "./demo.ts";
import { doctorCommand } from "./doctor.ts";
import { initCommand } from "./init.ts";
import { mergeCommand } from "./merge.ts";
import { reportCommand } from "./report.ts";
import { runCommand } from "./run.ts";

/** Makes `mcp-bench` with every command of the core and of features. */
export async function makeProgram(features: readonly Feature[]): Promise<Command> {
  const further = await Promise.all(features.map(({ commands }) => commands?.() ?? []));
  const program = new Command("mcp-bench")
    .description("Catch performance regressions in MCP servers before they are merged")
    .version(version)
    .addHelpText(
      "after",
      `
Exit codes:
  0         pass or inconclusive
  1         regressed or over a budget
  2         wrong usage or configuration, or a build or branch that failed
  3         the server failed
  4         an internal error of mcp-bench
  130, 143  ended by SIGINT or SIGTERM before there was anything to report

First steps: mcp-bench demo, then mcp-bench init and mcp-bench doctor in the folder of a server
`,
    )
    .hook("preAction", () => requirePlatform(process.platform))
    .configureHelp({ showGlobalOptions: false });

  for (const command of [
    initCommand(features),
    doctorCommand(features),
    runCommand(features),
    compareCommand(features),
    reportCommand(features),
    mergeCommand(),
    ...further.flat(),
    demoCommand(features),
    baselineCommand(features),
  ]) {
    // Features may share a command, each with subcommands of its own.
    const known = program.commands.find((one) => one.name() === command.name());
    if (known) for (const one of command.commands) known.addCommand(one);
    else program.addCommand(command);
  }
  for (const command of withSubcommands(program)) {
    // A command may have hints of its own.
    const { outputError: tell = (text, write) => write(text) } = command.configureOutput();
    command
      .exitOverride()
      .showHelpAfterError("(see --help)")
      .configureOutput({
        // Begun as every other error is.
        outputError: (text, write) =>
          tell(`${text.replace(/^error: /, "mcp-bench: ")}${whereServersGo(text, command)}`, write),
      });
  }
  return program;
}

/** `mcp-bench run node server.js` is what many try first. */
function whereServersGo(error: string, { options, args }: Command): string {
  const takesServer = options.some(({ long }) => long === "--server");
  if (!takesServer || !error.includes("too many arguments")) return "";
  return `(a server is named by an option: --server ${JSON.stringify(args.join(" "))})\n`;
}

function withSubcommands(command: Command): Command[] {
  return [command, ...command.commands.flatMap(withSubcommands)];
}
