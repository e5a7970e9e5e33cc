import { ConfigError } from "../../errors.ts";
import type { Arm } from "../../plan/plan.ts";
import { overrideThresholds } from "../../plan/threshold.ts";
import type { Config } from "../schema/schema.ts";
import { type ServerConfig, serverProblems } from "../schema/server.ts";
import type { VariantConfig } from "../schema/variants.ts";
import { type Launching, launchSpec, withCommand } from "./launch-spec.ts";

/** A server and the variant it belongs to; the name is undefined where there are no variants. */
export interface NamedServer {
  readonly name: string | undefined;
  readonly server: ServerConfig;
  readonly variant?: VariantConfig;
}

/** The servers of a configuration: one, or one per variant. Throws ConfigError where a variant does not make sense. */
export function serversOf(server: ServerConfig, { variants }: Pick<Config, "variants">): NamedServer[] {
  if (!variants) return [{ name: undefined, server: withCommand(server) }];
  return Object.entries(variants).map(([name, variant]) => ({
    name,
    variant,
    server: withCommand(overridden(server, { name, variant })),
  }));
}

/** Names and headers of a map are laid over those of the server one by one; any other field replaces the server's. */
function overridden(server: ServerConfig, { name, variant }: { name: string; variant: VariantConfig }): ServerConfig {
  const { reference: _r, thresholds: _t, load: _l, environment: _e, env, headers, ...fields } = variant;
  const own = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
  const merged: ServerConfig = {
    ...inherited(server, variant),
    ...own,
    env: { ...server.env, ...env },
    headers: variant.transport === "stdio" ? (headers ?? {}) : { ...server.headers, ...headers },
  };
  const [problem] = serverProblems(merged);
  if (!problem) return merged;
  throw new ConfigError(`with the server's own fields, ${problem.message}`, {
    where: ["variants", name, ...problem.path].join("."),
  });
}

/** What of the server holds for a variant that changes the transport. */
function inherited(
  { image, engine, command, ...others }: ServerConfig,
  { transport, url, url_from, image: ownImage, command: ownCommand }: VariantConfig,
): ServerConfig {
  const started = ownImage ? { engine } : ownCommand ? {} : { image, engine, command };
  const server = { ...others, ...started };
  const { url: _url, url_from: _from, tls: _tls, transport: _transport, ...rest } = server;
  if (transport === "stdio") return rest;
  return url || url_from ? { ...server, transport: "streamable-http" } : server;
}

interface Arming extends Launching {
  readonly commit?: string;
  readonly base?: { readonly directory: string; readonly commit: string };
}

/** Every server from head's checkout and, where there is one, from base's. */
export function armsOf(servers: readonly NamedServer[], options: Arming): Arm[] {
  const { directory, commit, base } = options;
  const arm =
    (side: "head" | "base", from: { directory: string; commit?: string | undefined }) =>
    (one: NamedServer): Arm => ({
      id: one.name === undefined ? side : `${side}/${one.name}`,
      side,
      ...(one.name === undefined ? {} : { variant: one.name }),
      ...(one.variant?.reference === undefined ? {} : { reference: one.variant.reference }),
      ...(one.variant?.thresholds === undefined ? {} : { thresholds: overrideThresholds([], one.variant.thresholds) }),
      launch: launchSpec(one.server, { ...options, directory: from.directory }),
      ...(from.commit ? { commit: from.commit } : {}),
    });
  return [...servers.map(arm("head", { directory, commit })), ...(base ? servers.map(arm("base", base)) : [])];
}
