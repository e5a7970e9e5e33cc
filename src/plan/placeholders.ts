import { mapValues, ownValue } from "../base/json.ts";
import { nearest } from "../base/nearest.ts";
import { ConfigError } from "../errors.ts";
import type { LaunchSpec, Row, ServiceSpec } from "./plan.ts";

const matrixValue = /\{\{\s*(\w+)\s*\}\}/g;
/** Stands for the id of an image that is known once it is built. */
export const imagePlaceholder = "${IMAGE}";

/** Stands for the port that a launch is given, or takes. */
export const portPlaceholder = "${PORT}";

export function portOfService(name: string): string {
  return `\${PORT_${name}}`;
}

const servicePort = /\$\{PORT_(\w+)\}/g;

/** Names of matrix values that a launch needs, in its arguments, environment and URL. */
export function launchValues(launch: Pick<LaunchSpec, "args" | "env" | "url">): string[] {
  return [...new Set(names([...launch.args, ...Object.values(launch.env), launch.url ?? ""], matrixValue))];
}

type Fillable = Pick<LaunchSpec, "args" | "env" | "url"> & Partial<Pick<LaunchSpec, "headers">>;

export function withValues(launch: LaunchSpec, values: Readonly<Record<string, string>>): LaunchSpec {
  const fill = (text: string) => text.replace(matrixValue, (whole, name: string) => ownValue(values, name) ?? whole);
  return filled(launch, fill);
}

/** Puts the ports of services into a launch, or what stands for them. */
export function withServicePorts<Launch extends Fillable>(
  launch: Launch,
  ports: ReadonlyMap<string, number | string>,
): Launch {
  const fill = (text: string) => text.replace(servicePort, (whole, name: string) => String(ports.get(name) ?? whole));
  return filled(launch, fill);
}

function filled<Launch extends Fillable>(launch: Launch, fill: (text: string) => string): Launch {
  return {
    ...launch,
    args: launch.args.map(fill),
    env: mapValues(launch.env, fill),
    ...(launch.url === undefined ? {} : { url: fill(launch.url) }),
    ...(launch.headers === undefined ? {} : { headers: mapValues(launch.headers, fill) }),
  };
}

/** Headers of a launch, with the port of the address at which it is reached. */
export function headersAt({ protocol, port }: URL, headers: LaunchSpec["headers"]): Record<string, string> {
  const own = port || (protocol === "https:" ? "443" : "80");
  return mapValues(headers, (value) => value.replaceAll(portPlaceholder, own));
}

/** A server, of a variant where it has a name, by the texts that may hold placeholders. */
interface Placeholding {
  readonly name: string | undefined;
  readonly server: Pick<LaunchSpec, "command" | "args" | "env" | "headers"> & {
    readonly url?: string | undefined;
    readonly url_from?: unknown;
  };
}

/** Makes sure that a server which is to listen on a port of each launch is given it. Throws ConfigError. */
export function checkOwnPort(servers: readonly Placeholding[]): void {
  for (const { name, server } of servers) {
    const { command, args, env, url = "", url_from } = server;
    if (command === undefined || url_from !== undefined || !url.includes(portPlaceholder)) continue;
    // A value of a matrix may hold it.
    const given = [...args, ...Object.values(env)];
    if (given.some((text) => text.includes(portPlaceholder) || text.search(matrixValue) !== -1)) continue;
    throw new ConfigError("${PORT} stands in `url` alone, so the server does not know its port", {
      where: placeOfServer(name),
      fix: 'hand it over in `env` or `args`, as the server takes it, such as `env: { PORT: "${PORT}" }`',
    });
  }
}

/** Makes sure that every `{{n}}` of a server has a value in every row it serves. Throws ConfigError. */
export function checkMatrixValues(servers: readonly Placeholding[], rows: readonly Row[]): void {
  for (const { name, server } of servers)
    for (const value of launchValues({ ...server, url: server.url ?? "" }))
      for (const row of rows)
        if (row.variant === name && ownValue(row.setup?.values ?? {}, value) === undefined)
          throw new ConfigError(`the server's launch has {{${value}}}, for which the benchmark has no value`, {
            where: `benchmark ${JSON.stringify(row.benchmark)}`,
            fix: `add \`matrix: { ${value}: […] }\` to the benchmark, or let it run on a variant without {{${value}}}`,
          });
}

/** Makes sure that every `${PORT_name}` names a service. Throws ConfigError. */
export function checkServicePorts(servers: readonly Placeholding[], services: readonly ServiceSpec[]): void {
  const known = services.map((service) => service.name);
  const check = (texts: readonly string[], where: string): void => {
    for (const name of names(texts, servicePort)) {
      if (known.includes(name)) continue;
      const hint = nearest(name, known);
      throw new ConfigError(`\${PORT_${name}} names no service`, {
        where,
        expected: known.length > 0 ? `one of ${known.join(", ")}` : "a service, listed under `services`",
        ...(hint ? { fix: `write \${PORT_${hint}}` } : {}),
      });
    }
  };
  for (const { name, server } of servers) check(textsOf(server), placeOfServer(name));
  for (const { name, args, env, ready } of services)
    check([...args, ...Object.values(env), ready && "url" in ready ? ready.url : ""], `services.${name}`);
}

function placeOfServer(name: string | undefined): string {
  return name === undefined ? "server" : `variants.${name}`;
}

function textsOf({ args, env, url, headers }: Placeholding["server"]): string[] {
  return [...args, ...Object.values(env), url ?? "", ...Object.values(headers)];
}

function names(texts: readonly string[], pattern: RegExp): string[] {
  return texts.flatMap((text) => [...text.matchAll(pattern)].map((match) => match[1] ?? ""));
}
