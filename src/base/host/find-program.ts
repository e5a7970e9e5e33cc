import { accessSync, constants, statSync } from "node:fs";
import path from "node:path";
import type { Environment } from "./environment.ts";

/** Looks for a program as `execvp` does; the path of a program that may be executed. */
export function findProgram(command: string, { env, cwd }: { env: Environment; cwd: string }): string | undefined {
  const places = command.includes("/") ? [""] : (env.PATH ?? "").split(":").filter((folder) => folder !== "");
  return places.map((folder) => path.resolve(cwd, folder, command)).find(isExecutable);
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    // Folders may be entered, which is the same permission.
    return statSync(file).isFile();
  } catch {
    return false;
  }
}
