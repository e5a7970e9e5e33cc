import { z } from "zod";
import { metric } from "../stats/metric.ts";
import { clientSchema } from "./client.ts";
import type { Json } from "./json.ts";
import { commonLoadFields, loadFields, loadProblems } from "./load-fields.ts";
import { completionField, httpField } from "./operation-fields.ts";
import { duration, positiveDuration } from "./quantity.ts";
import { unknownPlaceholders } from "./template.ts";
import { thresholdsSchema } from "./threshold.ts";

const json: z.ZodType<Json> = z.json() as z.ZodType<Json>;
const positive = z.number().int().positive();
const text = z.string().min(1);

const argumentMap = z.record(z.string(), json).superRefine((value, context) => {
  for (const name of unknownPlaceholders(value))
    context.addIssue({ code: "custom", message: unknownPlaceholder(name), input: value });
});

function unknownPlaceholder(name: string): string {
  return `unknown placeholder {{${name}}}; only {{seq}} is known (write \\{{${name}}} for the literal text)`;
}

const environmentMap = z.record(
  z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/, "not a name of an environment variable"),
  z.union([z.string(), z.number(), z.boolean()]).transform(String),
);

const transport = z
  .enum(["stdio", "streamable-http", "streamable_http", "http"])
  .transform((name) => (name === "stdio" ? ("stdio" as const) : ("streamable-http" as const)));

/** A URL in which the port may be `${PORT}`. */
const serverUrl = text.refine((value) => {
  const concrete = value.replaceAll("${PORT}", "1");
  return URL.canParse(concrete) && /^https?:/i.test(concrete);
}, "not an http or https URL");

const server = z
  .strictObject({
    command: text.optional(),
    args: z.array(z.union([z.string(), z.number()]).transform(String)).default([]),
    env: environmentMap.default({}),
    cwd: text.default("."),
    url: serverUrl.optional(),
    transport: transport.optional(),
    headers: z.record(z.string(), z.string()).default({}),
    protocol: text.default("auto"),
    client: clientSchema.optional(),
    startup_timeout: positiveDuration.default(30_000),
    shutdown_timeout: positiveDuration.default(5_000),
  })
  .superRefine((value, context) => {
    const complain = (message: string, path: PropertyKey[] = []) =>
      context.addIssue({ code: "custom", message, path, input: value });
    const http = (value.transport ?? (value.url ? "streamable-http" : "stdio")) === "streamable-http";
    if (!value.command && !value.url)
      complain("needs `command` (and `args`), or `url`, for example `command: node` with `args: [dist/server.js]`");
    if (http && !value.url)
      complain('transport streamable-http needs `url`, for example "http://127.0.0.1:${PORT}/mcp"', ["transport"]);
    if (!http && value.url)
      complain("transport stdio has no `url`; remove it or write `transport: streamable-http`", ["url"]);
    if (!http && Object.keys(value.headers).length > 0)
      complain("headers are for transport streamable-http", ["headers"]);
    if (!value.command && value.args.length > 0) complain("`args` without `command`", ["args"]);
  });

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

const benchmark = z
  .strictObject({
    name: text.max(200).optional(),
    group: text.max(200).optional(),
    ...requestFields,
    mix: z.array(mixPart).min(2, "a mix has at least two parts").optional(),
    http: httpField.optional(),
    ...loadFields,
    expect: expectation.optional(),
    thresholds: thresholdsSchema.optional(),
  })
  .superRefine((value, context) => {
    const complain: Complain = (message, path = []) =>
      context.addIssue({ code: "custom", message, path, input: value });
    checkOne(
      operations.filter((key) => value[key] !== undefined),
      { of: operations, complain },
    );
    checkRequest(value, complain);
    for (const { metric: id } of value.thresholds ?? []) {
      if (metric(id).scope === "server")
        complain(`${id} is measured once per launch of the server; write its threshold at the top level`, [
          "thresholds",
          id,
        ]);
    }
    for (const key of ["completion", "http"] as const)
      for (const name of unknownPlaceholders(JSON.stringify(value[key]) ?? ""))
        complain(unknownPlaceholder(name), [key]);
    if (value.mix && value.expect) complain("in a mix, `expect` stands beside the part it is about", ["expect"]);
    if (value.http && value.expect?.error)
      complain("of a plain HTTP request, expect a status: `http: { request: …, status: 404 }`", ["expect", "error"]);
    if (value.http && value.sessions !== undefined) complain("plain HTTP requests belong to no session", ["sessions"]);
    for (const { key, message } of loadProblems(value)) complain(message, [key]);
  });

const defaults = z
  .strictObject({
    ...commonLoadFields,
    rounds: rounds.default("auto"),
    time_budget: positiveDuration.default(600_000),
    cooldown: duration.default(0),
  })
  .superRefine((value, context) => {
    for (const { key, message } of loadProblems({ ...value, cooldown: undefined }))
      context.addIssue({ code: "custom", message, path: [key], input: value });
  });

/** The configuration file, `mcp-bench.yml`. Durations come out as milliseconds, thresholds as typed bounds. */
export const configSchema = z
  .strictObject({
    version: z.literal(1, "this release reads version 1").default(1),
    server: z.union([server, text], "a command line, or a map with `command` or `url`"),
    build: build.optional(),
    defaults: defaults.default(() => defaults.parse({})),
    benchmarks: z
      .array(benchmark)
      .min(1, "lists no benchmark; leave the key out to measure whatever the server offers")
      .optional(),
    thresholds: thresholdsSchema.default([]),
    environment: z.record(z.string(), z.string()).default({}),
    control: z.boolean().default(true),
  })
  .superRefine((value, context) => {
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

export type Config = z.output<typeof configSchema>;
export type ServerConfig = z.output<typeof server>;
export type BenchmarkConfig = z.output<typeof benchmark>;
export type MixPartConfig = z.output<typeof mixPart>;
export type { RequestConfig };
export { server as serverSchema };
