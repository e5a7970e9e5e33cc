import { z } from "zod";
import { positiveDuration } from "../../plan/quantity.ts";
import { clientSchema } from "./client.ts";

const text = z.string().min(1);

const environmentMap = z.record(
  z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/, "not a name of an environment variable"),
  z.union([z.string(), z.number(), z.boolean()]).transform(String),
);

const transport = z
  .enum(["stdio", "streamable-http", "streamable_http", "http"])
  .transform((name) => (name === "stdio" ? ("stdio" as const) : ("streamable-http" as const)));

/** A URL in which the port may be `${PORT}`, or `${PORT_name}` of a service. */
const serverUrl = text.refine((value) => {
  const concrete = value.replaceAll(/\$\{PORT(_\w+)?\}/g, "1");
  return URL.canParse(concrete) && /^https?:/i.test(concrete);
}, "not an http or https URL");

const pattern = z
  .string()
  .min(1)
  .superRefine((value, context) => {
    try {
      new RegExp(value);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      context.addIssue({ code: "custom", message: `not a regular expression: ${reason}`, input: value });
    }
  });

/** As the configuration writes it: `{ stdout: pattern }` or `{ stderr: pattern }`. */
const outputPattern = z
  .strictObject({ stdout: pattern.optional(), stderr: pattern.optional() })
  .refine(
    ({ stdout, stderr }) => (stdout === undefined) !== (stderr === undefined),
    "needs one of `stdout` and `stderr`",
  );

export type OutputPatternConfig = z.output<typeof outputPattern>;

export const serverFields = {
  command: text,
  args: z.array(z.union([z.string(), z.number()]).transform(String)),
  env: environmentMap,
  cwd: text,
  url: serverUrl,
  url_from: outputPattern,
  transport,
  headers: z.record(z.string(), z.string()),
  tls: z.strictObject({ ca: text.optional(), verify: z.boolean().default(true) }),
  protocol: text,
  client: clientSchema,
  startup_timeout: positiveDuration,
  shutdown_timeout: positiveDuration,
};

export const serverSchema = z
  .strictObject({
    command: serverFields.command.optional(),
    args: serverFields.args.default([]),
    env: serverFields.env.default({}),
    cwd: serverFields.cwd.default("."),
    url: serverFields.url.optional(),
    url_from: serverFields.url_from.optional(),
    transport: serverFields.transport.optional(),
    headers: serverFields.headers.default({}),
    tls: serverFields.tls.optional(),
    protocol: serverFields.protocol.default("auto"),
    client: serverFields.client.optional(),
    startup_timeout: serverFields.startup_timeout.default(30_000),
    shutdown_timeout: serverFields.shutdown_timeout.default(5_000),
  })
  .superRefine((value, context) => {
    for (const { message, path } of serverProblems(value))
      context.addIssue({ code: "custom", message, path, input: value });
  });

export type ServerConfig = z.output<typeof serverSchema>;

/** A process that must run before the server does. */
export const serviceSchema = z.strictObject({
  command: text,
  args: serverFields.args.optional(),
  env: serverFields.env.optional(),
  cwd: text.default("."),
  ready: z.union([text, outputPattern], "a URL, or a map with `stdout` or `stderr`").optional(),
  startup_timeout: positiveDuration.default(30_000),
  shutdown_timeout: positiveDuration.default(5_000),
});

export type ServiceConfig = z.output<typeof serviceSchema>;

/** What does not go together in a server section, with the field it is about. */
export function serverProblems(value: ServerConfig): { message: string; path: PropertyKey[] }[] {
  const found: { message: string; path: PropertyKey[] }[] = [];
  const complain = (message: string, path: PropertyKey[] = []) => void found.push({ message, path });
  const address = value.url ?? value.url_from;
  const http = (value.transport ?? (address ? "streamable-http" : "stdio")) === "streamable-http";
  if (!value.command && !value.url)
    complain("needs `command` (and `args`), or `url`, for example `command: node` with `args: [dist/server.js]`");
  if (http && !address)
    complain('transport streamable-http needs `url`, for example "http://127.0.0.1:${PORT}/mcp"', ["transport"]);
  if (!http && value.url)
    complain("transport stdio has no `url`; remove it or write `transport: streamable-http`", ["url"]);
  if (!http && Object.keys(value.headers).length > 0)
    complain("headers are for transport streamable-http", ["headers"]);
  if (!http && value.tls) complain("`tls` is for transport streamable-http", ["tls"]);
  if (!value.command && value.args.length > 0) complain("`args` without `command`", ["args"]);
  const given = { command: [value.command], args: value.args, env: Object.values(value.env), cwd: [value.cwd] };
  for (const [key, texts] of Object.entries(given))
    if (texts.some((one) => one?.includes("\0")))
      complain("contains a NUL character, which cannot be passed to a program", [key]);
  for (const name of Object.keys(value.headers))
    if (!/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name)) complain("not a name of an HTTP header", ["headers", name]);
  if (!value.command && value.url_from) complain("`url_from` reads the output of a `command`", ["url_from"]);
  return found;
}
