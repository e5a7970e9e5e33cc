import { tmpdir } from "node:os";
import { fileURLToPath } from "node:url";
import { childEnvironment, type Environment } from "../../src/base/host/environment.ts";
import type { LaunchSpec } from "../../src/plan/plan.ts";

export const sampleServerFile = fileURLToPath(new URL("../../src/sample-server.ts", import.meta.url));

/** Returns the launch of a copy of the sample server, with the arguments of its `--help`. */
export function sampleLaunch(
  environment: Environment,
  { args, file }: { readonly args: readonly string[]; readonly file: string },
): LaunchSpec {
  return {
    transport: "stdio",
    command: process.execPath,
    args: [file, ...args],
    env: childEnvironment(environment, {}),
    cwd: tmpdir(),
    headers: {},
    startupTimeoutMs: 30_000,
    shutdownTimeoutMs: 5_000,
    // Fixed, so that nothing is launched to find it out.
    protocol: "2025-11-25",
  };
}
