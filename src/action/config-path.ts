import path from "node:path";
import type { RunOptions } from "../options/run-options.ts";
import { defaultConfigFile } from "../record/key.ts";

/** The configuration as the repository knows it: from the workspace on, with slashes; undefined where it lies outside. */
export function configPath(
  { workingDirectory, config = defaultConfigFile }: Pick<RunOptions, "workingDirectory" | "config">,
  workspace: string,
): string | undefined {
  const file = path.relative(workspace, path.resolve(workspace, workingDirectory, config)).replaceAll(path.sep, "/");
  return file.startsWith("../") ? undefined : file;
}
