import { quote } from "shell-quote";
import { type RunOptions, runOptionWords } from "../plan/run-options.ts";
import { defaultConfigFile } from "../record/config-file.ts";

/**
 * One command line for a POSIX shell that measures the same again, typed where `workingDirectory` is seen from; what has
 * its default is left out.
 */
export function reproduceCommand(run: Partial<RunOptions> & { readonly seed: number }): string {
  const isNamed = run.server !== undefined || run.url !== undefined;
  const config = isNamed ? undefined : (run.config ?? defaultConfigFile);
  return `npx mcp-bench run ${quote(runOptionWords({ ...run, config }))}`;
}
