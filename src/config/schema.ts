import { z } from "zod";
import { metric } from "../stats/metric.ts";
import { clientSchema } from "./client.ts";
import type { Json } from "./json.ts";
import { commonLoadFields, loadFields, loadProblems, variantLoad } from "./load-fields.ts";
import { completionField, httpField } from "./operation-fields.ts";
import { duration, positiveDuration } from "./quantity.ts";
import { stagingFields, stagingProblems } from "./schema-staging.ts";
import { multiply, type Structured, structureFields } from "./schema-structure.ts";
import { outputPattern, serviceSchema, variantFields, variantProblems } from "./schema-variants.ts";
import { serverMetricProblems, serverMetricsSchema } from "./server-metrics.ts";
import { unknownPlaceholders } from "./template.ts";
import { thresholdsSchema } from "./threshold.ts";
import { tokensSchema } from "./tokens.ts";

const json: z.ZodType<Json> = z.json() as z.ZodType<Json>;
const positive = z.number().int().positive();
const text = z.string().min(1);

const argumentMap = z.record(z.string(), json).superRefine((value, context) => {
  for (const name of unknownPlaceholders(value))
    context.addIssue({ code: "custom", message: unknownPlaceholder(name), input: value });
});

const variableName = z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/, "not a name of letters, digits and _");

function unknownPlaceholder(name: string): string {
  return `unknown placeholder {{${name}}}; {{seq}}, names of \`matrix\` and captured lists such as {{ids[seq]}} are known (write \\{{${name}}} for the literal text)`;
}

const environmentMap = z.record(
  z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/, "not a name of an environment variable"),
  z.union([z.string(), z.number(), z.boolean()]).transform(String),
);

const transport = z
  .enum(["stdio", "streamable-http", "streamable_http", "http"])
  .transform((name) => (name === "stdio" ? ("stdio" as const) : ("streamable-http" as const)));

const environmentLines = z.record(z.string(), z.union([z.string(), z.strictObject({ run: text })]));

/** A URL in which the port may be `${PORT}`, or `${PORT_name}` of a service. */
const serverUrl = text.refine((value) => {
  const concrete = value.replaceAll(/\$\{PORT(_\w+)?\}/g, "1");
  return URL.canParse(concrete) && /^https?:/i.test(concrete);
}, "not an http or https URL");

const serverFields = {
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

const server = z
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
      complain("holds a NUL character, which no program can be given", [key]);
  for (const name of Object.keys(value.headers))
    if (!/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name)) complain("not a name of an HTTP header", ["headers", name]);
  if (!value.command && value.url_from) complain("`url_from` reads the output of a `command`", ["url_from"]);
  return found;
}

const build = z.union([
  text.transform((run) => ({ run, timeout: 600_000 })),
  z.strictObject({ run: text, timeout: positiveDuration.default(600_000) }),
]);

const expectation = z
  .strictObject({ text: text.optional(), structured: json.optional(), error: z.boolean().default(false) })
  .superRefine((value, context) => {
    const pattern = value.text === undefined ? undefined : regularExpression(value.text);
    if (!pattern) return;
    try {
      new RegExp(pattern.pattern, pattern.flags);
    } catch (error) {
      context.addIssue({
        code: "custom",
        message: `not a regular expression: ${error instanceof Error ? error.message : error}`,
        path: ["text"],
        input: value.text,
      });
    }
  });

/** `/pattern/flags` as its parts; undefined for text that is to be found as it stands. */
export function regularExpression(source: string): { pattern: string; flags: string } | undefined {
  const match = /^\/(.+)\/([a-z]*)$/s.exec(source);
  return match ? { pattern: match[1] ?? "", flags: match[2] ?? "" } : undefined;
}

const rounds = z.union([z.literal("auto"), positive.max(10_000)], '"auto" or a whole number');

/** One request of the protocol; exactly one of the names in `requests`. */
const requestFields = {
  tool: text.optional(),
  arguments: argumentMap.optional(),
  method: text.optional(),
  params: argumentMap.optional(),
  resource: text.optional(),
  prompt: text.optional(),
  completion: completionField.optional(),
};

const requests = ["tool", "method", "resource", "prompt", "completion"] as const;
const operations = [...requests, "mix", "http"] as const;

type RequestConfig = z.output<z.ZodObject<typeof requestFields>>;
type Complain = (message: string, path?: PropertyKey[]) => void;

function checkRequest(value: RequestConfig, complain: Complain): void {
  if (value.arguments && !value.tool && !value.prompt)
    complain("`arguments` go with `tool` or `prompt`; a raw `method` takes `params`", ["arguments"]);
  if (value.params && !value.method) complain("`params` go with `method`; a `tool` takes `arguments`", ["params"]);
}

function checkOne(named: readonly string[], { of, complain }: { of: readonly string[]; complain: Complain }): void {
  const names = of.map((key) => `\`${key}\``);
  if (named.length === 0) complain(`says nothing to measure; write one of ${names.join(", ")}`);
  if (named.length > 1)
    complain(`has ${named.map((key) => `\`${key}\``).join(" and ")}; one benchmark measures one operation`, [
      named[1] ?? "",
    ]);
}

const mixPart = z
  .strictObject({
    ...requestFields,
    weight: z.number().int().positive().max(1_000).default(1),
    expect: expectation.optional(),
  })
  .superRefine((value, context) => {
    const complain: Complain = (message, path = []) =>
      context.addIssue({ code: "custom", message, path, input: value });
    checkOne(
      requests.filter((key) => value[key] !== undefined),
      { of: requests, complain },
    );
    checkRequest(value, complain);
  });

const benchmarkFields = {
  name: text.max(200).optional(),
  group: text.max(200).optional(),
  ...requestFields,
  arguments_from: text.optional(),
  mix: z.array(mixPart).min(2, "a mix has at least two parts").max(100, "a mix has at most 100 parts").optional(),
  http: httpField.optional(),
  ...loadFields,
  ...stagingFields,
  rounds: positive.max(10_000).optional(),
  load_pass: z.boolean().optional(),
  note: text.max(200).optional(),
  expect: expectation.optional(),
  thresholds: thresholdsSchema.optional(),
};

const benchmark = z.strictObject(benchmarkFields).superRefine((value, context) => {
  const complain: Complain = (message, path = []) => context.addIssue({ code: "custom", message, path, input: value });
  checkOne(
    operations.filter((key) => value[key] !== undefined),
    { of: operations, complain },
  );
  checkRequest(value, complain);
  if (value.arguments_from && !value.tool && !value.prompt)
    complain("`arguments_from` goes with `tool` or `prompt`", ["arguments_from"]);
  for (const { message, path } of stagingProblems(value)) complain(message, path);
  for (const { metric: id } of value.thresholds ?? []) {
    if (metric(id).scope === "server")
      complain(`${id} is measured once per launch of the server; write its threshold at the top level`, [
        "thresholds",
        id,
      ]);
  }
  for (const key of ["completion", "http"] as const)
    for (const name of unknownPlaceholders(JSON.stringify(value[key]) ?? "")) complain(unknownPlaceholder(name), [key]);
  if (value.mix && value.expect) complain("in a mix, `expect` stands beside the part it is about", ["expect"]);
  if (value.http && value.expect?.error)
    complain("of a plain HTTP request, expect a status: `http: { request: …, status: 404 }`", ["expect", "error"]);
  if (value.http && value.sessions !== undefined) complain("plain HTTP requests belong to no session", ["sessions"]);
  for (const { key, message } of loadProblems(value)) complain(message, [key]);
});

/** A benchmark as it is written: before its matrix, cases and variants are multiplied out. */
const writtenBenchmark = z.strictObject({ ...benchmarkFields, ...structureFields });

const benchmarkEntry = z
  .unknown()
  .meta({ id: "benchmark" })
  .transform((raw, context): Structured<z.output<typeof benchmark>> => multiply(raw, { schema: benchmark, context }));

const variant = z.strictObject({
  ...variantFields(serverFields),
  load: variantLoad.default({}),
  environment: environmentLines.default({}),
});

const defaults = z
  .strictObject({
    ...commonLoadFields,
    isolate: stagingFields.isolate,
    processes: stagingFields.processes,
    rounds: rounds.default("auto"),
    time_budget: positiveDuration.default(600_000),
    cooldown: duration.default(0),
    soak: duration.optional(),
    load_pass: z.boolean().default(false),
  })
  .superRefine((value, context) => {
    for (const { key, message } of loadProblems({ ...value, cooldown: undefined }))
      context.addIssue({ code: "custom", message, path: [key], input: value });
  });

/** The configuration file, `mcp-bench.yml`. Durations come out as milliseconds, thresholds as typed bounds. */
export const configSchema = z
  .strictObject({
    version: z.literal(1, "this release reads version 1").default(1),
    services: z.record(variableName, serviceSchema({ args: serverFields.args, env: environmentMap })).default({}),
    server: z.union([server, text], "a command line, or a map with `command` or `url`").optional(),
    server_config: text.optional(),
    server_name: text.optional(),
    build: build.optional(),
    defaults: defaults.default(() => defaults.parse({})),
    variants: z.record(text.max(60), variant).optional(),
    benchmarks: z
      .array(benchmarkEntry)
      .min(1, "lists no benchmark; leave the key out to measure whatever the server offers")
      .optional(),
    thresholds: thresholdsSchema.default([]),
    pin: z.enum(["auto", "off"]).default("off"),
    outliers: z.enum(["keep", "3sigma"]).default("keep"),
    environment: environmentLines.default({}),
    server_metrics: serverMetricsSchema,
    tokens: tokensSchema,
    control: z.boolean().default(true),
  })
  .superRefine((value, context) => {
    const complain = (message: string, path: PropertyKey[]) =>
      context.addIssue({ code: "custom", message, path, input: value });
    if ((value.server === undefined) === (value.server_config === undefined))
      complain(
        value.server === undefined
          ? "is missing; expected a command line, a map with `command` or `url`, or `server_config` with the name of a file"
          : "stands beside `server_config`; write one of them",
        ["server"],
      );
    if (value.server_name && !value.server_config) complain("goes with `server_config`", ["server_name"]);
    for (const { message, path } of [...variantProblems(value), ...serverMetricProblems(value)])
      complain(message, path);
    const seen = new Set<string>();
    for (const [index, entry] of (value.benchmarks ?? []).entries()) {
      const name = benchmarkName(entry);
      if (name !== "" && seen.has(name))
        context.addIssue({
          code: "custom",
          message: `a second benchmark is called ${JSON.stringify(name)}; give each its own \`name\``,
          path: ["benchmarks", index, entry.name === undefined ? (operationOf(entry) ?? "name") : "name"],
          input: name,
        });
      seen.add(name);
    }
  });

/** Name of a benchmark: its own, or that of what it measures. */
export function benchmarkName(entry: BenchmarkConfig): string {
  return entry.name ?? entry.tool ?? entry.method ?? entry.resource ?? entry.prompt ?? derivedName(entry);
}

function derivedName({ completion, mix, http }: BenchmarkConfig): string {
  if (completion) return `completion ${completion.prompt ?? completion.resource}`;
  if (mix) return "mix";
  return http ? `${http.request.verb} ${http.request.target}` : "";
}

function operationOf(entry: BenchmarkConfig): string | undefined {
  return operations.find((key) => entry[key] !== undefined);
}

type Parsed = z.output<typeof configSchema>;
/** A configuration whose server is known, whichever file it stands in. */
export type Config = Parsed & { readonly server: NonNullable<Parsed["server"]> };
export type ServerConfig = z.output<typeof server>;
export type BenchmarkConfig = z.output<typeof benchmark>;
export type BenchmarkEntry = z.output<typeof benchmarkEntry>;
export type VariantConfig = z.output<typeof variant>;
export type ServiceConfig = Parsed["services"][string];
export type EnvironmentLines = Parsed["environment"];
export type MixPartConfig = z.output<typeof mixPart>;
export type { RequestConfig };
export { benchmark as benchmarkSchema, server as serverSchema, writtenBenchmark };
