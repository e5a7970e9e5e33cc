import { existsSync } from "node:fs";
import { tmpdir } from "node:os";
import { fileURLToPath } from "node:url";
import { childEnvironment, type Environment } from "../base/host/environment.ts";
import type { LaunchSpec } from "../plan/plan.ts";

/** The bundle lies beside this program's own; in the source tree it is a module. */
const places = ["./control-server.js", "./server.ts"];

export function controlServerFile(): string {
  const files = places.map((place) => fileURLToPath(new URL(place, import.meta.url)));
  const found = files.find((file) => existsSync(file));
  if (!found) throw new Error(`the control server is missing: ${files.join(", ")}`);
  return found;
}

/** Returns the launch of the control server, or of a copy of it, with the arguments of its `--help`. */
export function controlLaunch(
  environment: Environment,
  { args = [], file = controlServerFile() }: { readonly args?: readonly string[]; readonly file?: string } = {},
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
