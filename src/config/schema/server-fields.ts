import { z } from "zod";
import { addressIn, isOfThisMachine } from "../../base/address.ts";
import { messageOf } from "../../errors.ts";
import { type Complain, checked, field, hasOneOf, scalar, text } from "../../model/fields.ts";
import { positiveDuration } from "../../model/quantity.ts";
import { clientSchema } from "./client-fields.ts";

const environmentMap = z.record(
  z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/, "not a name of an environment variable"),
  scalar.transform(String),
);

const transport = z
  .enum(["stdio", "streamable-http", "streamable_http", "http"])
  .transform((name) => (name === "stdio" ? ("stdio" as const) : ("streamable-http" as const)));

const serverUrl = text
  .refine((value) => addressIn(value) && /^https?:/i.test(value), "not an http or https URL")
  .refine((value) => {
    const { username = "", password = "" } = addressIn(value) ?? {};
    return username + password === "";
  }, "holds a user or password, which would be shown and is not sent; write `headers: { Authorization: … }`");

const pattern = text.superRefine((value, context) => {
  try {
    new RegExp(value);
  } catch (error) {
    context.addIssue(`not a regular expression: ${messageOf(error)}`);
  }
});

/** A pattern as the configuration writes it: `{ stdout: pattern }` or `{ stderr: pattern }`. */
const outputPattern = z
  .strictObject({
    stdout: field("Regular expression for a line of standard output", pattern.optional(), "ready"),
    stderr: field("Regular expression for a line of standard error", pattern.optional(), "listening on (\\S+)"),
  })
  .refine(hasOneOf("stdout", "stderr"), "needs one of `stdout` and `stderr`");

export type OutputPatternConfig = z.output<typeof outputPattern>;

const command = field("Program to start; no shell reads it", text, "node");
const args = field(
  "Its arguments; ${PORT} is a free port, ${CHECKOUT} the folder of the measured commit",
  z.array(z.union([z.string(), z.number()]).transform(String)),
  ["dist/server.js", "--port", "${PORT}"],
);
const env = field("Environment variables; ${NAME} takes one of the job's own that `pass-env` allows", environmentMap, {
  LOG_LEVEL: "error",
  API_KEY: "${API_KEY}",
});
const cwd = field("Directory it starts in, seen from the working directory", text, "server");
const startupTimeout = field(
  "Time limit until a launch is ready; 30s unless set, or 2m where npx, uvx or the like may have to download it; half as long again while `auto` finds the protocol",
  positiveDuration,
  "60s",
);
const shutdownTimeout = field("Time that a server has to end before it is killed", positiveDuration, "10s");

/** A secret goes over the network encrypted, or stays on this machine (RFC 6749, section 3.2). */
const issuer = text.regex(
  /^(https:\/\/[^\s@]+|http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?(\/[^\s@]*)?)$/,
  "not an https URL: the secret would go out in the clear",
);

/** A secret never stands in the file. */
const passedOn = text.regex(
  /^\$\{[A-Za-z_][A-Za-z0-9_]*\}$/,
  "do not write a secret into the file: write ${NAME}, and list NAME in `pass-env`",
);

const image = field(
  "Container image to run over stdio in place of a `command`; `args` go to it",
  z.union([
    text.regex(/^[^-]/, "not the name of an image: it would be an option of the engine"),
    z.strictObject({
      id_file: field(
        "File of the checkout into which `build` writes the id of the image (`docker build --iidfile`)",
        text,
        ".image-id",
      ),
    }),
  ]),
  "mcp/time",
  { id_file: ".image-id" },
);

const clientCredentials = z
  .strictObject({
    issuer: field("The authorization server: no other gets to see the secret", issuer, "https://auth.example.com"),
    client_id: field("Name under which the client is registered", text, "mcp-bench"),
    client_secret: field("Its secret, by a variable that `pass-env` allows", passedOn.optional(), "${CLIENT_SECRET}"),
    private_key: field(
      "In place of a secret, its key in PEM (`private_key_jwt`), by a variable that `pass-env` allows",
      passedOn.optional(),
      "${CLIENT_KEY}",
    ),
    scope: field("Scope of the token (default: what the server names)", text.optional(), "mcp"),
  })
  .refine(hasOneOf("client_secret", "private_key"), "needs one of `client_secret` and `private_key`");

const workloadIdentity = z.strictObject({
  issuer: field("The authorization server: no other gets to see the assertion", issuer, "https://auth.example.com"),
  client_id: field("Name under which the client is registered", text, "mcp-bench"),
  assertion: field(
    "JSON Web Token of the workload, by a variable that `pass-env` allows; absent: the identity of the job on GitHub, for the issuer (`pass-env` has to name ACTIONS_ID_TOKEN_REQUEST_TOKEN)",
    passedOn.optional(),
    "${WORKLOAD_JWT}",
  ),
  scope: field("The scope to ask for; absent: what the server names", text.optional(), "mcp"),
});

const gitHubIdentity = z.strictObject({ audience: field("For whom it is", text, "https://mcp.example.com") });

const auth = field(
  "Credentials of the client over HTTP",
  z
    .strictObject({
      client_credentials: field(
        "OAuth without a person: a token for the client itself, renewed between calls",
        clientCredentials.optional(),
        { issuer: "https://auth.example.com", client_id: "mcp-bench", client_secret: "${CLIENT_SECRET}" },
      ),
      workload_identity: field(
        "OAuth without a stored secret: the identity of the workload is exchanged for a token (RFC 7523)",
        workloadIdentity.optional(),
        { issuer: "https://auth.example.com", client_id: "mcp-bench" },
      ),
      github_oidc: field(
        "The identity of the job; `pass-env` has to name ACTIONS_ID_TOKEN_REQUEST_TOKEN",
        gitHubIdentity.optional(),
        { audience: "https://mcp.example.com" },
      ),
    })
    .refine(
      hasOneOf("client_credentials", "workload_identity", "github_oidc"),
      "needs one of `client_credentials`, `workload_identity` and `github_oidc`",
    ),
  { github_oidc: { audience: "https://mcp.example.com" } },
);

export type AuthConfig = z.output<typeof auth>;

const identity = z.strictObject({
  name: field(
    "Text by which its data is known, in {{identity}} and in replies: no other identity may be answered with it",
    text.regex(/.{3}/s, "too short to be found in a reply: needs three characters"),
    "alice@example.com",
  ),
  headers: field("Headers of its requests, beside those of the server", z.record(z.string(), z.string()).default({}), {
    Authorization: "Bearer ${ALICE_TOKEN}",
  }),
  auth: field("As `auth` of the server, which it replaces", auth.optional()),
});

const identities = field(
  "Whom sessions belong to, in turns; a reply that holds the name of another identity is `crossed` and fails the run",
  z.array(identity).min(2, "names fewer than two; one alone goes under `headers` or `auth`"),
  [
    { name: "alice@example.com", headers: { Authorization: "Bearer ${ALICE_TOKEN}" } },
    { name: "bob@example.com", headers: { Authorization: "Bearer ${BOB_TOKEN}" } },
  ],
);

export const serverFields = {
  command,
  image,
  engine: field("Program that runs the `image`", z.enum(["docker", "podman", "nerdctl", "finch"]), "podman"),
  args,
  env,
  cwd,
  url: field(
    "Address over streamable HTTP; ${PORT} is a free port per launch",
    serverUrl,
    "http://127.0.0.1:${PORT}/mcp",
  ),
  url_from: field(
    "Where a server that picks its own port says so: a pattern whose group is a URL, or a port for `url`",
    outputPattern,
    { stderr: "listening on (\\S+)" },
  ),
  transport: field("Follows from `url` where it is not given", transport, "stdio"),
  headers: field(
    "Headers of every request over HTTP; ${NAME} as in `env`, ${PORT} is the port of the address",
    z.record(z.string(), z.string()),
    { Authorization: "Bearer ${API_TOKEN}" },
  ),
  auth,
  identities,
  tls: field(
    "Checks of HTTPS",
    z.strictObject({
      ca: field("File with a certificate to trust", text.optional(), "ca.pem"),
      verify: field("Check the server's certificate", z.boolean().default(true), false),
    }),
    { ca: "ca.pem" },
  ),
  protocol: field(
    "Revision of the protocol by its date, or `auto` to find out which the server speaks",
    text,
    "2026-07-28",
  ),
  client: field("Answers to requests of the server; others are declined", clientSchema, {
    elicitation: { action: "accept", content: { confirm: true } },
  }),
  startup_timeout: startupTimeout,
  shutdown_timeout: shutdownTimeout,
  same_program: field(
    "Allow base and head to run the same program, such as a released package, which is an error otherwise",
    z.boolean(),
    true,
  ),
};

export const serverSchema = z
  .strictObject(serverFields)
  .partial()
  .extend({
    args: args.default([]),
    env: env.default({}),
    cwd: cwd.default("."),
    headers: serverFields.headers.default({}),
    protocol: serverFields.protocol.default("auto"),
    shutdown_timeout: shutdownTimeout.prefault("5s"),
  })
  .superRefine(checked((value, complain) => checkServer(value, complain)));

export type ServerConfig = z.output<typeof serverSchema>;

/** A process that must run before the server does. */
export const serviceSchema = z.strictObject({
  command,
  args: args.optional(),
  env: env.optional(),
  cwd: cwd.default("."),
  ready: field(
    "When it is ready: an address that answers, or a line that it prints",
    z.union([text, outputPattern], "a URL, or a map with `stdout` or `stderr`").optional(),
    "http://127.0.0.1:${PORT}/health",
  ),
  startup_timeout: startupTimeout.prefault("30s"),
  shutdown_timeout: shutdownTimeout.prefault("5s"),
});

/** Finds conflicts in a server section, each with its field. */
export function checkServer(value: ServerConfig, complain: Complain): void {
  const address = value.url ?? value.url_from;
  const http = (value.transport ?? (address ? "streamable-http" : "stdio")) === "streamable-http";
  if (value.image && value.command) complain("has a `command` and an `image`; remove one of them", ["image"]);
  if (value.image && http)
    complain("`image` speaks over stdio; for HTTP write `command: docker` with `-p 127.0.0.1:${PORT}:8080`", ["image"]);
  if (value.engine && !value.image) complain("`engine` runs an `image`, and there is none", ["engine"]);
  if (!value.command && !value.image && !value.url)
    complain("needs `command` (and `args`), or `url`, for example `command: node` with `args: [dist/server.js]`");
  if (http && !address)
    complain('transport streamable-http needs `url`, for example "http://127.0.0.1:${PORT}/mcp"', ["transport"]);
  if (!http && value.url)
    complain("transport stdio has no `url`; remove it or write `transport: streamable-http`", ["url"]);
  if (!http && Object.keys(value.headers).length > 0)
    complain("headers are for transport streamable-http", ["headers"]);
  if (!http && value.auth) complain("`auth` is for transport streamable-http", ["auth"]);
  const { identities: owners = [] } = value;
  if (!http && owners.length > 0) complain("`identities` are for transport streamable-http", ["identities"]);
  for (const [place, { name }] of owners.entries())
    if (owners.some((other, at) => at !== place && other.name.includes(name)))
      complain("is part of the name of another identity, and so would be found in its replies", [
        "identities",
        place,
        "name",
      ]);
  const callers = [value, ...owners];
  for (const one of callers)
    if (
      (one.auth ?? value.auth) &&
      Object.keys({ ...value.headers, ...one.headers }).some((name) => name.toLowerCase() === "authorization")
    )
      complain("has `auth` and a header Authorization; remove one of them", ["auth"]);
  const isSecret = callers.some(
    ({ auth: own, headers }) => own !== undefined || Object.values(headers).some((one) => /\$\{(?!PORT\b)/.test(one)),
  );
  if (isSecret && value.url && !isOfThisMachine(value.url)) {
    if (!/^https:/i.test(value.url))
      complain("would carry the secret of `auth` or `headers` in the clear; use https, or an address of this machine", [
        "url",
      ]);
    if (value.tls?.verify === false)
      complain("would give the secret of `auth` or `headers` to anybody; name a certificate in `tls.ca`", [
        "tls",
        "verify",
      ]);
  }
  if (!http && value.tls) complain("`tls` is for transport streamable-http", ["tls"]);
  if (!value.command && !value.image && value.args.length > 0) complain("`args` without `command`", ["args"]);
  const given = { command: [value.command], args: value.args, env: Object.values(value.env), cwd: [value.cwd] };
  for (const [key, texts] of Object.entries(given))
    if (texts.some((one) => one?.includes("\0")))
      complain("contains a NUL character, which cannot be passed to a program", [key]);
  for (const name of callers.flatMap(({ headers }) => Object.keys(headers)))
    if (!/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name)) complain("not a name of an HTTP header", ["headers", name]);
  if (!value.command && value.url_from) complain("`url_from` reads the output of a `command`", ["url_from"]);
}
