#!/usr/bin/env node
import { outliveBrokenOutput } from "./cli/output.ts";
import { makeProgram } from "./cli/program.ts";
import { exitCode, isOfTheSystem, UserError } from "./errors.ts";
import { BuildError } from "./run/build.ts";
import { plainText } from "./text/untrusted.ts";

outliveBrokenOutput();
// Node's own exit code for it is the one that says "regressed".
process.on("uncaughtException", (error) => process.exit(explain(error)));
try {
  await makeProgram().parseAsync(process.argv);
} catch (error) {
  process.exitCode = explain(error);
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
