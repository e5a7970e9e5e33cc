import { quote } from "shell-quote";
import { type RunOptions, runOptionWords } from "../plan/run-options.ts";

/**
 * One command line for a POSIX shell that measures the same again, typed where `workingDirectory` is seen from; what has
 * its default is left out.
 */
export function reproduceCommand(run: Partial<RunOptions> & { readonly seed: number }): string {
  return `npx mcp-bench run ${quote(runOptionWords(run))}`;
}
