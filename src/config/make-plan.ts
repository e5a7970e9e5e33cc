import { createHash } from "node:crypto";
import path from "node:path";
import { metric } from "../stats/metric.ts";
import { clientAnswers } from "./client.ts";
import { splitCommandLine } from "./command-line.ts";
import { type Expansion, expandMap } from "./expand.ts";
import type { Json } from "./json.ts";
import type { LoadedConfig } from "./load.ts";
import { defaultLoad, loadsOf } from "./make-load.ts";
import { expectationOf, operationOf } from "./make-operation.ts";
import type { Rounds, Shard } from "./options.ts";
import type { Arm, LaunchSpec, Plan, Row } from "./plan.ts";
import { type BenchmarkConfig, benchmarkName, type Config, type ServerConfig, serverSchema } from "./schema.ts";
import { defaultThresholds, overrideThresholds, type Threshold } from "./threshold.ts";

const automaticRounds = { min: 7, max: 40 };

/** What the plan needs beside the configuration. */
export interface PlanOptions {
  /** Absolute directory in which the server is launched. */
  readonly directory: string;
  readonly commit?: string;
  /** A checkout of the commit to compare with: a second arm, launched the same way from there. */
  readonly base?: { readonly directory: string; readonly commit: string };
  /** The bundled control server, measured beside the arms unless the configuration says `control: false`. */
  readonly control?: LaunchSpec;
  /** For `${NAME}` in `server.env` and `headers`. */
  readonly expansion: Expansion;
  /** The server's whole environment, given the configured part of it. */
  readonly childEnvironment: (configured: Readonly<Record<string, string>>) => Record<string, string>;
  readonly rounds?: Rounds;
  readonly timeBudgetMs?: number;
  readonly shard?: Shard;
  readonly seed: number;
}

/** Works out everything that will be measured. Throws ConfigError. */
export function makePlan(loaded: LoadedConfig, options: PlanOptions): Plan {
  const { config } = loaded;
  const server = serverConfig(config, loaded.file ?? "server");
  const serverHash = digest({
    command: server.command,
    args: server.args,
    env: server.env,
    url: server.url,
    headers: Object.keys(server.headers),
    transport: transportOf(server),
    protocol: server.protocol,
    client: server.client,
  } as Json);
  const thresholds = overrideThresholds(defaultThresholds, config.thresholds);
  const rows = (config.benchmarks ?? []).flatMap((benchmark, index) => {
    if (options.shard && index % options.shard.count !== options.shard.index - 1) return [];
    return rowsOf(benchmark, { config, thresholds, serverHash, line: loaded.benchmarkLines[index] });
  });
  return {
    arms: [...armsOf(server, options), ...controlArm(config, options)],
    rows,
    serverThresholds: thresholds.filter((threshold) => metric(threshold.metric).scope === "server"),
    serverHash,
    rounds: roundsPolicy(options.rounds ?? config.defaults.rounds, options.timeBudgetMs ?? config.defaults.time_budget),
    cooldownMs: config.defaults.cooldown,
    discover: config.benchmarks === undefined,
    defaults: defaultLoad(config),
    defaultThresholds: rowThresholds(thresholds),
    seed: options.seed,
  };
}

/** The server section in its long form, a command line split into words. */
export function serverConfig(config: Config, where: string): ServerConfig {
  return typeof config.server === "string" ? serverSchema.parse(splitCommandLine(config.server, where)) : config.server;
}

function transportOf(server: ServerConfig): LaunchSpec["transport"] {
  return server.transport ?? (server.url ? "streamable-http" : "stdio");
}

function armsOf(server: ServerConfig, options: PlanOptions): Arm[] {
  const { directory, commit, base } = options;
  const head: Arm = {
    id: "head",
    side: "head",
    launch: launchSpec(server, { ...options, directory }),
    ...(commit ? { commit } : {}),
  };
  if (!base) return [head];
  return [
    head,
    {
      id: "base",
      side: "base",
      launch: launchSpec(server, { ...options, directory: base.directory }),
      commit: base.commit,
    },
  ];
}

function controlArm(config: Config, { control }: PlanOptions): Arm[] {
  return control && config.control ? [{ id: "control", side: "control", launch: control }] : [];
}

/** Why a second checkout cannot be launched beside the first; undefined when it can. */
export function whyNoBaseArm(server: ServerConfig, directory: string): string | undefined {
  if (!server.command) return "a server reached by URL alone cannot be launched from another commit";
  const words = [server.command, ...server.args, server.cwd, ...Object.values(server.env)];
  const fixed = words.find((word) => word.includes(directory));
  if (fixed)
    return `${JSON.stringify(fixed)} names this checkout by its absolute path; a path relative to it works for both`;
  if (server.url && !server.url.includes("${PORT}"))
    return "its `url` has a fixed port, which two servers cannot share; write ${PORT}";
  return undefined;
}

type Launching = Pick<PlanOptions, "expansion" | "childEnvironment">;

function launchSpec(
  server: ServerConfig,
  { directory, expansion, childEnvironment }: Launching & { directory: string },
): LaunchSpec {
  return {
    transport: transportOf(server),
    ...(server.command ? { command: server.command } : {}),
    args: server.args,
    env: childEnvironment(expandMap(server.env, expansion, "server.env")),
    cwd: path.resolve(directory, server.cwd),
    ...(server.url ? { url: server.url } : {}),
    headers: expandMap(server.headers, expansion, "server.headers"),
    ...(server.client ? { client: clientAnswers(server.client) } : {}),
    startupTimeoutMs: server.startup_timeout,
    shutdownTimeoutMs: server.shutdown_timeout,
    protocol: server.protocol,
  };
}

interface RowContext {
  readonly config: Config;
  readonly thresholds: readonly Threshold[];
  readonly serverHash: string;
  readonly line: number | undefined;
}

function rowsOf(benchmark: BenchmarkConfig, context: RowContext): Row[] {
  const { config, line, serverHash } = context;
  const name = benchmarkName(benchmark);
  const where = `benchmark ${JSON.stringify(name)}${line === undefined ? "" : ` (line ${line} of the configuration)`}`;
  const operation = operationOf(benchmark, { serverUrl: serverUrlOf(config), where });
  const expect = expectationOf(benchmark);
  const items = benchmark.items ?? benchmark.batch?.size;
  const thresholds = rowThresholds(overrideThresholds(context.thresholds, benchmark.thresholds ?? []));
  return loadsOf(benchmark, config).map(({ load, sweep }) => ({
    id: sweep ? `${name} ${sweep.suffix}` : name,
    benchmark: name,
    ...(benchmark.group ? { group: benchmark.group } : {}),
    operation,
    load,
    ...(items === undefined ? {} : { items }),
    ...(benchmark.cooldown === undefined ? {} : { cooldownMs: benchmark.cooldown }),
    ...(expect ? { expect } : {}),
    thresholds,
    configHash: digest({ operation, load, expect, server: serverHash } as unknown as Json),
    ...(sweep ? { sweep: { field: sweep.field, value: sweep.value } } : {}),
    ...(line ? { line } : {}),
  }));
}

function serverUrlOf({ server }: Config): string | undefined {
  return typeof server === "string" ? undefined : server.url;
}

function roundsPolicy(rounds: Rounds, timeBudgetMs: number): Plan["rounds"] {
  if (rounds === "auto") return { kind: "auto", ...automaticRounds, timeBudgetMs };
  return { kind: "fixed", min: rounds, max: rounds, timeBudgetMs };
}

function rowThresholds(thresholds: readonly Threshold[]): Threshold[] {
  return thresholds.filter((threshold) => metric(threshold.metric).scope === "row");
}

/** First 16 hexadecimal digits of the SHA-256 of a value's canonical JSON (keys sorted). */
export function digest(value: Json): string {
  return createHash("sha256").update(canonical(value)).digest("hex").slice(0, 16);
}

function canonical(value: Json): string {
  return JSON.stringify(value, (_key, inner: unknown) => {
    if (inner === null || typeof inner !== "object" || Array.isArray(inner)) return inner;
    return Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}
