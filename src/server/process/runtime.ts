import { execFile } from "node:child_process";
import path from "node:path";
import type { LaunchSpec } from "../../plan/plan.ts";

/** Interpreters that tell their version when asked with `--version`. */
const interpreters = /^(node|deno|bun|python|pypy|ruby|php|dotnet)[\d.]*$/;

/**
 * Runtime of a server that is started through a known interpreter, e.g. `python 3.12`: figures of another one are not
 * comparable. Undefined for programs of their own, wrappers and servers reached by URL, and for what cannot be started.
 */
export function readRuntime({ command, env, cwd }: LaunchSpec): Promise<string | undefined> {
  const name = interpreters.exec(path.basename(command ?? ""))?.[1];
  if (!command || !name) return Promise.resolve(undefined);
  return new Promise<string | undefined>((resolve) => {
    execFile(command, ["--version"], { env, cwd, timeout: 5_000, killSignal: "SIGKILL" }, (error, stdout) => {
      const version = /(\d+)\.(\d+)/.exec(error ? "" : stdout)?.[0];
      resolve(version === undefined ? undefined : `${name} ${version}`);
    });
    // A command that cannot be started throws at once; the launch reports why.
  }).catch(() => undefined);
}
