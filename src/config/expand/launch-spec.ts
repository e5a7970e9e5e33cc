import path from "node:path";
import { outputPatternOf } from "../../plan/output-pattern.ts";
import type { LaunchSpec } from "../../plan/plan.ts";
import { clientAnswers } from "../schema/client.ts";
import type { ServerConfig } from "../schema/server.ts";
import { type Expansion, expandMap } from "./variables.ts";

/** Where a process starts and what it finds. */
export interface Launching {
  /** Absolute directory in which the server is launched. */
  readonly directory: string;
  /** For `${NAME}` in `server.env` and `headers`. */
  readonly expansion: Expansion;
  /** The server's whole environment, given the configured part of it. */
  readonly childEnvironment: (configured: Readonly<Record<string, string>>) => Record<string, string>;
}

/** A server section as the plan has it. Throws ConfigError about variables that are not passed on. */
export function launchSpec(server: ServerConfig, { directory, expansion, childEnvironment }: Launching): LaunchSpec {
  return {
    transport: transportOf(server),
    ...(server.command ? { command: server.command } : {}),
    args: server.args,
    env: childEnvironment(expandMap(server.env, expansion, "server.env")),
    cwd: path.resolve(directory, server.cwd),
    ...(server.url ? { url: server.url } : {}),
    ...(server.url_from ? { urlFrom: outputPatternOf(server.url_from) } : {}),
    ...(server.tls ? { tls: tlsOf(server.tls, directory) } : {}),
    headers: expandMap(server.headers, expansion, "server.headers"),
    ...(server.client ? { client: clientAnswers(server.client) } : {}),
    startupTimeoutMs: server.startup_timeout,
    shutdownTimeoutMs: server.shutdown_timeout,
    protocol: server.protocol,
  };
}

function tlsOf({ ca, verify }: NonNullable<ServerConfig["tls"]>, directory: string): NonNullable<LaunchSpec["tls"]> {
  return { verify, ...(ca ? { ca: path.resolve(directory, ca) } : {}) };
}

export function transportOf(server: ServerConfig): LaunchSpec["transport"] {
  return server.transport ?? (server.url || server.url_from ? "streamable-http" : "stdio");
}
