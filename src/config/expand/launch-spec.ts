import path from "node:path";
import type { Environment } from "../../base/host/environment.ts";
import { mapValues, ownValue } from "../../base/json.ts";
import { ConfigError } from "../../errors.ts";
import type { Auth } from "../../plan/auth.ts";
import { runnerWords } from "../../plan/package-runner.ts";
import { imagePlaceholder } from "../../plan/placeholders.ts";
import type { LaunchSpec, OutputPattern, ServiceSpec } from "../../plan/plan.ts";
import { clientAnswers } from "../schema/client-fields.ts";
import type { Config } from "../schema/schema.ts";
import type { AuthConfig, OutputPatternConfig, ServerConfig } from "../schema/server-fields.ts";
import { checkout } from "./command-line.ts";

/** Values of `${NAME}`, and the names that the user has allowed. */
interface Expansion {
  readonly environment: Environment;
  readonly allowed: readonly string[];
}

/** Directory and environment in which a process starts. */
export interface LaunchSettings {
  /** Absolute directory in which the server is launched. */
  readonly directory: string;
  /** For `${NAME}` in `env`, `headers` and `auth`. */
  readonly expansion: Expansion;
  /** The server's whole environment, given the configured part of it. */
  readonly childEnvironment: (configured: Readonly<Record<string, string>>) => Record<string, string>;
}

/** A server section as the plan has it. Throws ConfigError about variables that are not passed on. */
export function launchSpec(
  server: ServerConfig,
  { directory, expansion, childEnvironment }: LaunchSettings,
): LaunchSpec {
  const inCheckout = (text: string) => text.replaceAll(checkout, directory);
  return {
    transport: transportOf(server),
    command: server.command && inCheckout(server.command),
    args: server.args.map(inCheckout),
    imageIdFile:
      typeof server.image === "object" ? path.resolve(directory, inCheckout(server.image.id_file)) : undefined,
    env: childEnvironment(expandMap(mapValues(server.env, inCheckout), expansion, "server.env")),
    cwd: path.resolve(directory, inCheckout(server.cwd)),
    url: server.url,
    urlFrom: server.url_from && outputPatternOf(server.url_from),
    tls: server.tls && { ...server.tls, ca: server.tls.ca && path.resolve(directory, server.tls.ca) },
    headers: expandMap(server.headers, expansion, "server.headers"),
    auth: server.auth && authOf(server.auth, expansion),
    identities: server.identities?.map(({ name, headers, auth = server.auth }) => ({
      name,
      headers: expandMap({ ...server.headers, ...headers }, expansion, "server.identities.headers"),
      auth: auth && authOf(auth, expansion),
    })),
    client: server.client && clientAnswers(server.client),
    startupTimeoutMs: startupTimeoutMs(server),
    shutdownTimeoutMs: server.shutdown_timeout,
    sameProgram: server.same_program ? true : undefined,
    protocol: server.protocol,
  };
}

/** A package or an image may have to be downloaded first. */
export function startupTimeoutMs({ startup_timeout: configured, command, args }: ServerConfig): number {
  if (configured !== undefined) return configured;
  return command !== undefined && runnerWords(command, args) > 0 ? 120_000 : 30_000;
}

/** A server with the command that runs its image, where it has one. */
export function withCommand(server: ServerConfig): ServerConfig {
  const { image, engine = "docker", args, env } = server;
  if (image === undefined) return server;
  // A name without a value takes the client's own: values do not show in the list of processes.
  const variables = Object.keys(env).flatMap((name) => ["--env", name]);
  const reference = typeof image === "string" ? image : imagePlaceholder;
  return { ...server, command: engine, args: ["run", "--rm", "--interactive", ...variables, reference, ...args] };
}

/** Variable with which a job asks GitHub for its identity. */
export const identityVariable = "ACTIONS_ID_TOKEN_REQUEST_TOKEN";

/** Secrets, and the job's own identity, only as far as `pass-env` allows: the file is written by the author of a pull request. */
function authOf(auth: AuthConfig, expansion: Expansion): Auth {
  const { client_credentials: client, workload_identity: workload, github_oidc: identity } = auth;
  if (identity) {
    requireIdentity(expansion, "server.auth.github_oidc");
    return { kind: "github_oidc", audience: identity.audience };
  }
  if (workload) {
    const { client_id: clientId, assertion, ...registered } = workload;
    const where = "server.auth.workload_identity";
    if (assertion === undefined) requireIdentity(expansion, where);
    const expanded = assertion && secretOf(assertion, expansion, `${where}.assertion`);
    return { kind: "workload_identity", ...registered, clientId, assertion: expanded };
  }
  if (!client) throw new RangeError("the schema wants one of the three");
  const { client_id: clientId, client_secret: secret, private_key: key = "", ...registered } = client;
  const where = "server.auth.client_credentials";
  const proof =
    secret === undefined
      ? { privateKey: secretOf(key, expansion, `${where}.private_key`) }
      : { secret: secretOf(secret, expansion, `${where}.client_secret`) };
  return { kind: "client_credentials", ...registered, clientId, ...proof };
}

/** A secret that a repository does not have is an empty variable in a workflow, as on the pull request of a fork. */
function secretOf(text: string, expansion: Expansion, where: string): string {
  const secret = expand(text, expansion, where);
  if (secret.trim() === "")
    throw new ConfigError(`${text} is empty`, {
      where,
      expected: "a secret",
      fix: "give the job that secret; GitHub gives none to pull requests from forks and of Dependabot",
    });
  return secret;
}

function requireIdentity({ environment, allowed }: Expansion, where: string): void {
  if (!allowed.includes(identityVariable))
    throw new ConfigError("the identity of the job may not be used", {
      where,
      fix: `add ${identityVariable} to the input \`pass-env\`, in a workflow that trusts the code it measures`,
    });
  if (!environment[identityVariable])
    throw new ConfigError("the job has no identity to give", {
      where,
      fix: "run on GitHub Actions, with `permissions: { id-token: write }` for the job",
    });
}

export function transportOf(server: ServerConfig): LaunchSpec["transport"] {
  return server.transport ?? (server.url || server.url_from ? "streamable-http" : "stdio");
}

/** The services of a configuration in the order in which they are started. */
export function serviceSpecs(
  { services }: Pick<Config, "services">,
  { directory, expansion, childEnvironment }: LaunchSettings,
): ServiceSpec[] {
  const inCheckout = (text: string) => text.replaceAll(checkout, directory);
  return Object.entries(services).map(([name, { command, args = [], env = {}, cwd, ready, ...limits }]) => ({
    name,
    command: inCheckout(command),
    args: args.map(inCheckout),
    env: childEnvironment(expandMap(mapValues(env, inCheckout), expansion, `services.${name}.env`)),
    cwd: path.resolve(directory, inCheckout(cwd)),
    ready: typeof ready === "string" ? { url: ready } : ready && outputPatternOf(ready),
    startupTimeoutMs: limits.startup_timeout,
    shutdownTimeoutMs: limits.shutdown_timeout,
  }));
}

function outputPatternOf({ stdout, stderr = "" }: OutputPatternConfig): OutputPattern {
  return stdout === undefined ? { stream: "stderr", pattern: stderr } : { stream: "stdout", pattern: stdout };
}

/**
 * Replaces `${NAME}` in every value of a map, for names in `allowed` only: the configuration of a pull request is
 * written by its author, so which secrets it may read is not its to say. Throws ConfigError on any other name.
 */
function expandMap(map: Readonly<Record<string, string>>, expansion: Expansion, where: string): Record<string, string> {
  return mapValues(map, (value, key) => expand(value, expansion, `${where}.${key}`));
}

function expand(text: string, { environment, allowed }: Expansion, where: string): string {
  return text.replace(/\$\{([A-Za-z_][A-Za-z0-9_]*)\}/g, (whole, name: string) => {
    // Ports are known only when something is launched; whether PORT_name names a service is checked with the services.
    if (name === "PORT" || (name.startsWith("PORT_") && !allowed.includes(name))) return whole;
    if (!allowed.includes(name))
      throw new ConfigError(`${whole} is not allowed: \`pass-env\` does not list it`, {
        where,
        fix: `add ${name} to the input \`pass-env\` (command line: --pass-env ${name}); the reusable workflows take it from the secret \`server-env\`, which pull requests of forks do not get`,
      });
    const value = ownValue(environment, name);
    if (value === undefined)
      throw new ConfigError(`${whole} is not set in the environment`, {
        where,
        fix: `set it: \`export ${name}=…\`, or in a workflow by \`env:\` of the step`,
      });
    return value;
  });
}
