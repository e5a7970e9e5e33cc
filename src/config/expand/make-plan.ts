import path from "node:path";
import { digest } from "../../base/host/digest.ts";
import type { Json } from "../../base/json.ts";
import { ConfigError } from "../../errors.ts";
import { makeLoad, saysHowLong } from "../../model/load.ts";
import { readOnce } from "../../model/quantity.ts";
import { namesIdentity } from "../../model/template.ts";
import type { RunOptions, SeededRun, Shard } from "../../options/run-options.ts";
import { checkMatrixValues, checkOwnPort, checkServicePorts } from "../../plan/placeholders.ts";
import { type Plan, placeOf, type Row } from "../../plan/plan.ts";
import { defaultThresholds, ofLoad, ofScope, overrideThresholds, usualLoad } from "../../plan/threshold.ts";
import type { LoadedConfig } from "../loaded-config.ts";
import type { Config } from "../schema/schema.ts";
import { type ServerConfig, serverSchema } from "../schema/server-fields.ts";
import { boundRows } from "./bound-rows.ts";
import { checkout, inEachCheckout, splitCommandLine } from "./command-line.ts";
import { type LaunchSettings, serviceSpecs, transportOf, withCommand } from "./launch-spec.ts";
import { rowsOf } from "./rows.ts";
import { armsOf, type NamedServer, serversOf } from "./variants.ts";

/** Fewer pass nothing; the most is what a change just beyond its threshold takes on a busy machine: see docs/decisions/0009. */
export const automaticRounds = { min: 6, max: 60, timeBudgetMs: 600_000 };

export interface PlanOptions extends LaunchSettings {
  readonly commit?: string;
  readonly run: SeededRun;
}

/** Works out everything that will be measured. Throws ConfigError. */
export function makePlan(loaded: LoadedConfig, options: PlanOptions): Plan {
  const { config } = loaded;
  const { run } = options;
  const server = serverConfig(loaded);
  const servers = serversOf(server, config);
  const hashes = new Map(servers.map((one) => [one.name, hashOf(one, config)]));
  const serverOn = (variant: string | undefined) => {
    const { url, url_from, command } = servers.find(({ name }) => name === variant)?.server ?? server;
    return {
      address: url ?? (url_from ? "the address that the server prints" : undefined),
      isStarted: command !== undefined,
      hash: hashes.get(variant) ?? "",
    };
  };
  const thresholds = overrideThresholds(defaultThresholds, config.thresholds);
  const { directory } = options;
  const fixedRounds = run.rounds !== undefined;
  const all = (config.benchmarks ?? []).flatMap((entry, index) => {
    const line = loaded.benchmarkLines[index];
    return rowsOf(boundRows(entry, { config, thresholds, line }), { config, directory, line, fixedRounds, serverOn });
  });
  const services = serviceSpecs(config, options);
  checkOwnPort(servers);
  checkServicePorts(servers, services);
  checkMatrixValues(servers, all);
  checkRowIds(all, loaded);
  checkIdentities(servers, all);
  const rows = run.shard ? rowsOfShard(all, run.shard) : all;
  const rounds = roundsPolicy(run, config, rows);
  const profile = run.profile ?? config.profile;
  return {
    title: config.title,
    purpose: config.purpose,
    arms: armsOf(servers, options),
    rows: fixedRounds ? rows : withRounds(rows, { of: config.defaults.rounds, most: rounds.min }),
    services: services.length > 0 ? services : undefined,
    outliers: config.outliers === "keep" ? undefined : config.outliers,
    serverThresholds: ofScope(thresholds, "server"),
    serverHash: hashes.size > 1 ? digest([...hashes] as unknown as Json) : ([...hashes.values()][0] ?? ""),
    rounds,
    cooldownMs: config.defaults.cooldown,
    leakCheck: leakCheckOf(config, rounds),
    profile: profile === "off" ? undefined : profile,
    discover: config.benchmarks === undefined,
    defaults: makeLoad({ concurrency: [config.defaults.concurrency ?? []].flat()[0] }, config.defaults),
    callsAsNeeded: saysHowLong(config.defaults) ? undefined : true,
    defaultThresholds: ofLoad(ofScope(thresholds, "row"), usualLoad),
    readsMemory: config.defaults.read_memory || undefined,
    seed: run.seed,
    tokenizer: run.tokens ?? config.tokens,
    serverMetrics: serverMetricsOf(config, servers),
  };
}

/** Leak checks are on by default, so they may not take most of the time. */
function leakCheckOf(
  { defaults: { leak_check: asked } }: Config,
  { timeBudgetMs = automaticRounds.timeBudgetMs }: Plan["rounds"],
): NonNullable<Plan["leakCheck"]> {
  return asked === undefined
    ? { longestMs: Math.min(3000, timeBudgetMs / 20), share: 0.25, writes: false }
    : { longestMs: asked, writes: true };
}

/** Throws ConfigError where there is no stderr to read. */
function serverMetricsOf({ server_metrics: metrics }: Config, servers: readonly NamedServer[]) {
  const place = metrics?.findIndex(({ from, variant }) => {
    const own = servers.filter(({ name }) => variant === undefined || name === variant);
    return from === "stderr" && own.every(({ server }) => !server.command);
  });
  if (place !== undefined && place !== -1)
    throw new ConfigError("a server that is reached by URL alone has no stderr to read", {
      where: `server_metrics.${place}.from`,
      fix: "write its log to a file and set `from: { file: … }`, or give the `command` that starts it",
    });
  return metrics;
}

/** Hashes the settings that decide how a server is started; none of it names a checkout. */
function hashOf({ server }: NamedServer, { services }: Config): string {
  return digest({
    command: server.command,
    args: server.args,
    env: server.env,
    url: server.url,
    headers: Object.keys(server.headers),
    auth: server.auth,
    transport: transportOf(server),
    protocol: server.protocol,
    client: server.client,
    ...(Object.keys(services).length > 0 ? { services } : {}),
  } as unknown as Json);
}

/** The server section in its long form, with the command that starts it. */
export function launchedServer(loaded: LoadedConfig): ServerConfig {
  return withCommand(serverConfig(loaded));
}

function serverConfig({ config: { server }, file = "server" }: LoadedConfig): ServerConfig {
  return typeof server === "string" ? serverSchema.parse(splitCommandLine(server, file), readOnce) : server;
}

interface BesideHead {
  /** Absolute directory in which head's server is launched. */
  readonly directory: string;
  /** Top of the checkout around it; absent: the directory itself. */
  readonly root?: string | undefined;
  /** Head's configuration, whose servers run at the same time. */
  readonly head: LoadedConfig;
}

/** Returns why base cannot be launched beside head by any server of its configuration; undefined when it can. */
export function whyNoBaseArm(base: LoadedConfig, { head, ...place }: BesideHead): string | undefined {
  const apart = base.config.defaults.isolate === "launch";
  const ofHead = serversIn(head);
  if (ofHead.every(({ server }) => !server.command)) return urlAlone;
  const addresses = ofHead.map(({ server: { url } }) => url);
  for (const { name, server } of serversIn(base)) {
    const shares = !apart && addresses.includes(server.url);
    const why = whyNotTwice(server, { ...place, shares });
    if (why !== undefined) return name === undefined ? why : `variant ${JSON.stringify(name)}: ${why}`;
  }
  return undefined;
}

function serversIn(loaded: LoadedConfig): NamedServer[] {
  return serversOf(serverConfig(loaded), loaded.config);
}

const urlAlone = "a server reached by URL alone cannot be launched from another commit";

function whyNotTwice(
  server: ServerConfig,
  { directory, root = directory, shares }: Pick<BesideHead, "directory" | "root"> & { shares: boolean },
): string | undefined {
  if (!server.command) return urlAlone;
  const { command, args, cwd, env, image } = server;
  const idFile = typeof image === "object" ? [image.id_file] : [];
  const words = [command, ...args, cwd, ...Object.values(env), ...idFile];
  const fixed = words.find((word) => inAnyCheckout(word, { directory, root }) !== word);
  if (fixed)
    return `${JSON.stringify(fixed)} names this checkout by its absolute path; write ${JSON.stringify(inAnyCheckout(fixed, { directory, root }))}, which stands for the folder of each commit, or a relative path`;
  if (server.url && !server.url.includes("${PORT}") && !server.url_from && shares)
    return "its `url` has a fixed port, which two servers cannot share; write ${PORT} there and in `env` or `args`, or `isolate: launch` under `defaults`";
  return undefined;
}

/** A text in which no checkout is named by its path: neither the directory of the server, nor what lies beside that. */
function inAnyCheckout(text: string, { directory, root }: { directory: string; root: string }): string {
  const own = inEachCheckout(text, directory);
  if (own !== text) return own;
  const around = inEachCheckout(text, root);
  return around === text ? text : around.replaceAll(checkout, `${checkout}/${path.relative(directory, root)}`);
}

/** Rows that say nothing keep the number of `defaults` where another row raises that of the run. */
function withRounds(rows: readonly Row[], { of, most }: { of: number | "auto"; most: number }): readonly Row[] {
  if (of === "auto" || of >= most) return rows;
  return rows.map((row) => ({ ...row, rounds: row.rounds ?? of }));
}

function roundsPolicy(run: RunOptions, { defaults }: Config, rows: readonly Row[]): Plan["rounds"] {
  const own = rows.flatMap((row) => row.rounds ?? []);
  const allOwn = rows.length > 0 && own.length === rows.length;
  const rounds = run.rounds ?? (allOwn ? Math.max(...own) : defaults.rounds);
  // A configured number of rounds is measured in full, unless a time limit is configured too.
  const timeBudgetMs =
    run.timeBudgetMs ?? defaults.time_budget ?? (rounds === "auto" ? automaticRounds.timeBudgetMs : undefined);
  const [min, max] = rounds === "auto" ? [automaticRounds.min, automaticRounds.max] : [rounds, rounds];
  const most = Math.max(min, ...own);
  const policy = { min: most, max: Math.max(max, most), timeBudgetMs };
  if (rounds !== "auto") {
    if (defaults.stop === "first-regression")
      throw new ConfigError(`\`stop: first-regression\` conflicts with a fixed number of rounds (${rounds})`, {
        where: "defaults.stop",
        fix: "remove `stop`, or write `rounds: auto`",
      });
    return { kind: "fixed", ...policy };
  }
  return { kind: "auto", ...policy, ...(defaults.stop === "first-regression" ? { stop: defaults.stop } : {}) };
}

/** Two rows of one name would be taken for one: a sweep's `a @1` and a benchmark called that. */
function checkRowIds(rows: readonly Row[], { file }: LoadedConfig): void {
  const seen = new Map<string, Row>();
  for (const row of rows) {
    const other = seen.get(row.id);
    if (other)
      throw new ConfigError(
        `two rows have the name ${JSON.stringify(row.id)}, of ${JSON.stringify(other.benchmark)} and of ${JSON.stringify(row.benchmark)}`,
        {
          ...(file && row.line ? { where: `${file}:${row.line}` } : {}),
          fix: "give one of the benchmarks another `name`",
        },
      );
    seen.set(row.id, row);
  }
}

/** A server by the name of its variant, with those whom its sessions belong to. */
interface WithIdentities {
  readonly name: string | undefined;
  readonly server: { readonly identities?: readonly unknown[] | undefined };
}

/** Throws ConfigError where {{identity}} stands for nobody: the server of the row knows one caller alone. */
export function checkIdentities(servers: readonly WithIdentities[], rows: readonly Row[]): void {
  const nameless = servers.filter(({ server }) => !server.identities).map(({ name }) => name);
  const filledIn = ({ operation, expect, setup }: Row) => ({ operation, expect, setup }) as unknown as Json;
  const row = rows.find((one) => nameless.includes(one.variant) && namesIdentity(filledIn(one)));
  if (!row) return;
  throw new ConfigError("{{identity}} stands for nobody", {
    where: placeOf(row),
    expected: "`server.identities`, which name whom sessions belong to",
    fix: "name them, or write {{session}} for the number of the session",
  });
}

/**
 * The rows of one shard, which are shared out by benchmark. Throws ConfigError where it has none; the only shard has all, of a
 * server whose tools are yet to be found, too.
 */
export function rowsOfShard(rows: readonly Row[], shard: Shard): Row[] {
  const { index, count } = shard;
  if (count === 1) return [...rows];
  const benchmarks = [...new Set(rows.map(({ benchmark }) => benchmark))];
  const own = rows.filter(({ benchmark }) => benchmarks.indexOf(benchmark) % count === index - 1);
  if (own.length > 0) return own;
  throw new ConfigError(`shard ${index}/${count} has nothing to measure`, {
    expected:
      benchmarks.length === 0
        ? "`benchmarks` in the configuration, to share out"
        : `at most ${benchmarks.length} shards, as many as there are benchmarks`,
  });
}
