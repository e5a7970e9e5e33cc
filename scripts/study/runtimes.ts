/** Lists what the studies need beside Node, and where it is looked for. */
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { env } from "node:process";
import { parse } from "yaml";

export interface Runtime {
  readonly command: string;
  readonly why: string;
}

/** PATH of a study: what `.ci/run` has installed, then the user's own, then where Go puts itself. */
export function studyPath(): string {
  const own = [".tools/bin", ".tools/python/bin", "node_modules/.bin"].map((folder) => path.resolve(folder));
  return [...own, env.PATH ?? "", "/usr/local/go/bin"].join(path.delimiter);
}

/** The first runtime under `requires` of a study's expected.yml that is not installed. */
export function missingRuntime(study: string): Runtime | undefined {
  const { requires = [] } = parse(readFileSync(path.join(study, "expected.yml"), "utf8")) as {
    requires?: readonly Runtime[];
  };
  const folders = studyPath().split(path.delimiter);
  return requires.find(({ command }) => !folders.some((folder) => existsSync(path.join(folder, command))));
}
