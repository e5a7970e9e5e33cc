import path from "node:path";
import { outputPatternOf } from "../../plan/output-pattern.ts";
import type { ServiceSpec } from "../../plan/plan.ts";
import type { Config } from "../schema/schema.ts";
import type { ServiceConfig } from "../schema/services.ts";
import type { Launching } from "./launch-spec.ts";
import { expandMap } from "./variables.ts";

/** The services of a configuration in the order in which they are started. */
export function serviceSpecs({ services }: Pick<Config, "services">, options: Launching): ServiceSpec[] {
  return Object.entries(services).map(([name, service]) => specOf(name, { service, ...options }));
}

function specOf(
  name: string,
  { service, directory, expansion, childEnvironment }: Launching & { service: ServiceConfig },
): ServiceSpec {
  const ready = readyOf(service.ready);
  return {
    name,
    command: service.command,
    args: service.args ?? [],
    env: childEnvironment(expandMap(service.env ?? {}, expansion, `services.${name}.env`)),
    cwd: path.resolve(directory, service.cwd),
    ...(ready ? { ready } : {}),
    startupTimeoutMs: service.startup_timeout,
    shutdownTimeoutMs: service.shutdown_timeout,
  };
}

function readyOf(ready: ServiceConfig["ready"]): ServiceSpec["ready"] {
  if (ready === undefined) return undefined;
  return typeof ready === "string" ? { url: ready } : outputPatternOf(ready);
}
