import { exitCode, isOfTheSystem, UserError } from "../errors.ts";
import { BuildError } from "../run/build.ts";
import { note } from "./output.ts";

/** Prints what stopped the command and gives its exit code. */
export function explain(error: unknown): number {
  if (error instanceof UserError) {
    if (error instanceof BuildError && error.output) note(error.output);
    note(`mcp-bench: ${error.message}`);
    return error.exitCode;
  }
  // Commander has printed its own message by now.
  if (error instanceof Error && "code" in error && String(error.code).startsWith("commander."))
    return "exitCode" in error && error.exitCode === 0 ? exitCode.ok : exitCode.usage;
  if (isOfTheSystem(error)) {
    note(`mcp-bench: the system refuses what is needed: ${error.message}`);
    return exitCode.usage;
  }
  note(`mcp-bench: internal error, please report it: ${error instanceof Error ? error.stack : error}`);
  return exitCode.internal;
}
