#!/usr/bin/env node
import { Command } from "commander";
import { baselineCommand } from "./cli/baseline.ts";
import { calibrateCommand } from "./cli/calibrate.ts";
import { compareCommand } from "./cli/compare.ts";
import { demoCommand } from "./cli/demo.ts";
import { doctorCommand } from "./cli/doctor.ts";
import { initCommand } from "./cli/init.ts";
import { logsCommand } from "./cli/logs.ts";
import { mergeCommand } from "./cli/merge.ts";
import { outliveBrokenOutput } from "./cli/output.ts";
import { reportCommand } from "./cli/report.ts";
import { runCommand } from "./cli/run.ts";
import { exitCode, isOfTheSystem, UserError } from "./errors.ts";
import { version } from "./host/version.ts";
import { BuildError } from "./run/build.ts";
import { plainText } from "./text/untrusted.ts";

const program = new Command("mcp-bench")
  .description("Catch performance regressions in MCP servers before they are merged")
  .version(version)
  .addHelpText(
    "after",
    "\nExit codes: 0 pass or inconclusive, 1 regressed or over a budget, 2 wrong usage or configuration, or a build or branch that failed, 3 the server failed, 4 an internal error of mcp-bench, 130 or 143 ended by SIGINT or SIGTERM before there was anything to report\n",
  )
  .showHelpAfterError("(see --help)")
  .exitOverride()
  .configureHelp({ showGlobalOptions: false });

for (const command of [
  initCommand(),
  doctorCommand(),
  runCommand(),
  compareCommand(),
  reportCommand(),
  mergeCommand(),
  logsCommand(),
  demoCommand(),
  baselineCommand(),
  calibrateCommand(),
])
  program.addCommand(command);
for (const command of withSubcommands(program)) command.exitOverride().showHelpAfterError("(see --help)");

outliveBrokenOutput();
try {
  await program.parseAsync(process.argv);
} catch (error) {
  process.exitCode = explain(error);
}

function withSubcommands(command: Command): Command[] {
  return [command, ...command.commands.flatMap(withSubcommands)];
}

/** Prints what stopped the command and gives its exit code. */
function explain(error: unknown): number {
  if (error instanceof UserError) {
    if (error instanceof BuildError && error.output) console.error(plainText(error.output));
    console.error(plainText(`mcp-bench: ${error.message}`));
    return error.exitCode;
  }
  // Commander has printed its own message by now.
  if (error instanceof Error && "code" in error && String(error.code).startsWith("commander."))
    return "exitCode" in error && error.exitCode === 0 ? exitCode.ok : exitCode.usage;
  if (isOfTheSystem(error)) {
    console.error(plainText(`mcp-bench: the system refuses what is needed: ${error.message}`));
    return exitCode.usage;
  }
  console.error(`mcp-bench: internal error, please report it: ${error instanceof Error ? error.stack : error}`);
  return exitCode.internal;
}
