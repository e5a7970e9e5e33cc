import { mapValues } from "../../base/json.ts";
import { ConfigError } from "../../errors.ts";
import type { Arm } from "../../plan/plan.ts";
import { overrideThresholds } from "../../plan/threshold.ts";
import type { Config } from "../schema/schema.ts";
import { checkServer, type ServerConfig } from "../schema/server-fields.ts";
import type { VariantConfig } from "../schema/variant-fields.ts";
import { type LaunchSettings, launchSpec, withCommand } from "./launch-spec.ts";

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
  const { reference: _r, thresholds: _t, environment: _e, env, headers, ...fields } = variant;
  const own = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
  const merged: ServerConfig = {
    ...inherited(server, variant),
    ...own,
    env: { ...server.env, ...env },
    headers: variant.transport === "stdio" ? (headers ?? {}) : { ...server.headers, ...headers },
  };
  checkServer(merged, (message, path = []) => {
    throw new ConfigError(`with the server's own fields, ${message}`, { where: ["variants", name, ...path].join(".") });
  });
  return merged;
}

/** Returns the settings of the server that a variant with another transport inherits. */
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

export function armsOf(servers: readonly NamedServer[], options: LaunchSettings & { readonly commit?: string }): Arm[] {
  return servers.map(
    ({ name, variant, server }): Arm => ({
      id: name === undefined ? "head" : `head/${name}`,
      side: "head",
      variant: name,
      reference: variant?.reference,
      thresholds: variant?.thresholds && overrideThresholds([], variant.thresholds),
      launch: launchSpec(server, options),
      commit: options.commit || undefined,
    }),
  );
}

/**
 * Adds the variants that only another configuration has, so that both have an arm for each. They are started as the other says;
 * where this one has no variants at all, and where they are to be `plain`, its own server stands for them.
 */
export function withVariantsOf(
  config: Config,
  { variants: others }: Pick<Config, "variants">,
  { plain = config.variants === undefined } = {},
): Config {
  if (!others) return config;
  return { ...config, variants: { ...(plain ? mapValues(others, withoutLaunch) : others), ...config.variants } };
}

/** Returns what of a variant does not say how a server is started. */
function withoutLaunch({ reference, thresholds, environment }: VariantConfig): VariantConfig {
  return { reference, thresholds, environment };
}
