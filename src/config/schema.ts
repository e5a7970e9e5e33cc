import { z } from "zod";
import { metric } from "../stats/metric.ts";
import { clientSchema } from "./client.ts";
import type { Json } from "./json.ts";
import { duration, positiveDuration } from "./quantity.ts";
import { unknownPlaceholders } from "./template.ts";
import { thresholdsSchema } from "./threshold.ts";

const json: z.ZodType<Json> = z.json() as z.ZodType<Json>;
const count = z.number().int().nonnegative();
const positive = z.number().int().positive();
const text = z.string().min(1);

const argumentMap = z.record(z.string(), json).superRefine((value, context) => {
  for (const name of unknownPlaceholders(value))
    context.addIssue({
      code: "custom",
      message: `unknown placeholder {{${name}}}; only {{seq}} is known (write \\{{${name}}} for the literal text)`,
      input: value,
    });
});

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

const concurrency = z.union(
  [positive.max(10_000), z.array(positive.max(10_000)).min(1, "lists no value")],
  "a whole number, or a list of them",
);
const rounds = z.union([z.literal("auto"), positive.max(10_000)], '"auto" or a whole number');

const load = {
  concurrency: concurrency.optional(),
  requests: positive.optional(),
  iterations: positive.optional(),
  warmup: count.optional(),
  timeout: positiveDuration.optional(),
};

const operations = ["tool", "method", "resource", "prompt"] as const;

const benchmark = z
  .strictObject({
    name: text.max(200).optional(),
    group: text.max(200).optional(),
    tool: text.optional(),
    arguments: argumentMap.optional(),
    method: text.optional(),
    params: argumentMap.optional(),
    resource: text.optional(),
    prompt: text.optional(),
    ...load,
    expect: expectation.optional(),
    thresholds: thresholdsSchema.optional(),
  })
  .superRefine((value, context) => {
    const complain = (message: string, path: PropertyKey[] = []) =>
      context.addIssue({ code: "custom", message, path, input: value });
    const named = operations.filter((key) => value[key] !== undefined);
    if (named.length === 0) complain("says nothing to measure; write one of `tool`, `method`, `resource`, `prompt`");
    if (named.length > 1)
      complain(`has ${named.map((key) => `\`${key}\``).join(" and ")}; one benchmark measures one operation`, [
        named[1] ?? "",
      ]);
    if (value.arguments && !value.tool && !value.prompt)
      complain("`arguments` go with `tool` or `prompt`; a raw `method` takes `params`", ["arguments"]);
    if (value.params && !value.method) complain("`params` go with `method`; a `tool` takes `arguments`", ["params"]);
    for (const { metric: id } of value.thresholds ?? []) {
      if (metric(id).scope === "server")
        complain(`${id} is measured once per launch of the server; write its threshold at the top level`, [
          "thresholds",
          id,
        ]);
    }
    if (value.requests !== undefined && value.iterations !== undefined)
      complain("`iterations` is another name of `requests`; write one of them", ["iterations"]);
    if (Array.isArray(value.concurrency) && new Set(value.concurrency).size < value.concurrency.length)
      complain("lists a value twice", ["concurrency"]);
  });

const defaults = z.strictObject({
  ...load,
  rounds: rounds.default("auto"),
  time_budget: positiveDuration.default(600_000),
  cooldown: duration.default(0),
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
  return entry.name ?? entry.tool ?? entry.method ?? entry.resource ?? entry.prompt ?? "";
}

function operationOf(entry: BenchmarkConfig): string | undefined {
  return operations.find((key) => entry[key] !== undefined);
}

export type Config = z.output<typeof configSchema>;
export type ServerConfig = z.output<typeof server>;
export type BenchmarkConfig = z.output<typeof benchmark>;
export { server as serverSchema };
