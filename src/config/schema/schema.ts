import { z } from "zod";
import { checked, field, identifier, positive, text } from "../../model/fields.ts";
import { commonLoadFields, loadProblems } from "../../model/load.ts";
import { duration, positiveDuration } from "../../model/quantity.ts";
import { profilings, tokenizerNames } from "../../model/run-settings.ts";
import { checkServerMetrics, serverMetricsSchema } from "../../model/server-metric.ts";
import { setupFields } from "../../model/setup.ts";
import { thresholdsSchema } from "../../plan/threshold.ts";
import { benchmarkEntry, benchmarkName, operationKey } from "./benchmark-fields.ts";
import { type FeatureKeys, featureKeys } from "./feature-keys.ts";
import { serverSchema, serviceSchema } from "./server-fields.ts";
import { checkCells } from "./structure.ts";
import { checkVariants, environmentLines, variantSchema } from "./variant-fields.ts";

const build = z.union([
  text.transform((run) => ({ run, timeout: 600_000 })),
  z.strictObject({
    run: field("Line for a shell", text, "npm ci && npm run build"),
    timeout: field("Time limit", positiveDuration.prefault("10m"), "20m"),
  }),
]);

const rounds = z.union([z.literal("auto"), positive.max(10_000)], '"auto" or a whole number');

const defaults = z
  .strictObject({
    ...commonLoadFields,
    isolate: setupFields.isolate,
    processes: setupFields.processes,
    rounds: field(
      "Fresh launches of each version; `auto` continues until all results are decided or the time budget is spent",
      rounds.default("auto"),
      15,
    ),
    time_budget: field(
      "Longest time to measure, the first round included (default: 10m, or none where `rounds` is a number)",
      positiveDuration.optional(),
      "20m",
    ),
    stop: field(
      "When `auto` stops: once all results are decided (beside a regression, others get as many rounds again), or once a regression is certain",
      z.enum(["decided", "first-regression"]).default("decided"),
      "first-regression",
    ),
    cooldown: field("A pause after each load", duration.prefault(0), "1s"),
    leak_check: field(
      "Longest time of the leak check at the end of a round, and check every row; 0 turns it off (default: up to 3s, of tools marked read-only)",
      duration.optional(),
      "3s",
    ),
    read_memory: field("Read memory while the calls are made, in every round", z.boolean().default(false), true),
    trace_context: field(
      "Give each request a `traceparent` of its own in `_meta`, to tell a server's spans apart",
      z.boolean().default(false),
      true,
    ),
  })
  .superRefine(
    checked((value, complain) => {
      for (const { key, message } of loadProblems({ ...value, cooldown: undefined })) complain(message, [key]);
    }),
  );

const benchmarks = z.preprocess(
  checkCells,
  z.array(benchmarkEntry).min(1, "lists no benchmark; remove the key to measure everything the server offers"),
);

const coreSchema = z
  .strictObject({
    version: field("Version of the configuration's format", z.literal(1, "this release reads version 1").default(1), 1),
    title: field("Title of a report without a comparison", text.max(100).optional(), "What the proxy costs"),
    purpose: field(
      "Purpose of the run in a sentence or two, with which such a report begins",
      text.max(500).optional(),
      "How much longer a call takes through the proxy, under 1, 4 and 50 rules.",
    ),
    services: field(
      "Processes that must run before the server, by name; each gets a port as ${PORT} and ${PORT_name}",
      z.record(identifier, serviceSchema).default({}),
      { backend: { command: "node", args: ["backend.js", "${PORT}"] } },
    ),
    server: field(
      "The server: a command line over stdio, or a map",
      z.union([serverSchema, text], "a command line, or a map with `command` or `url`").optional(),
      "node dist/server.js",
    ),
    server_config: field("Instead of `server`: a file of MCP clients that lists servers", text.optional(), ".mcp.json"),
    server_name: field("Which server of that file", text.optional(), "search"),
    build: field(
      "Builds a checkout, in head and base, before the measurement",
      build.optional(),
      "npm ci && npm run build",
    ),
    defaults: field("Defaults of every benchmark, and settings of the run", defaults.prefault({}), {
      requests: 200,
      timeout: "10s",
    }),
    variants: field(
      "Ways to run the server, by name, interleaved; each may change any key of `server`",
      z.record(text.max(60), variantSchema).optional(),
      { direct: {}, proxied: { command: "my-proxy", reference: "direct" } },
    ),
    benchmarks: field(
      "Benchmarks; without them, everything that the server offers and that is safe to repeat",
      benchmarks.optional(),
      [{ tool: "search", arguments: { query: "a" } }, { method: "tools/list" }],
    ),
    thresholds: field(
      "Thresholds that replace the standard ones, metric by metric: a limit, a list, { warn, fail } or `off`",
      thresholdsSchema.prefault({}),
      { p50: { warn: "+5%", fail: "+10%" }, p95: ["+15%", "200ms"], throughput: "off" },
    ),
    outliers: field(
      "Show figures without outliers too; the gate keeps them",
      z.enum(["keep", "3sigma"]).default("keep"),
      "3sigma",
    ),
    environment: field(
      "Lines for the report: a text, or a command whose output is taken",
      environmentLines.default({}),
      { Kernel: { run: "uname -r" } },
    ),
    server_metrics: field(
      "Numbers in the server's own log of JSON lines, from lines written during calls",
      serverMetricsSchema,
      [{ from: "stderr", fields: ["policy_eval_ms"], where: { event: "decision" } }],
    ),
    tokens: field("Count the context cost in tokens too", z.enum(tokenizerNames).optional(), "o200k_base"),
    profile: field(
      "Profile the servers after the rounds, on untimed launches: of rows that regressed, or of all",
      z.enum(profilings).default("regressed"),
      "always",
    ),
  })
  .superRefine(
    checked((value, complain) => {
      if ((value.server === undefined) === (value.server_config === undefined))
        complain(
          value.server === undefined
            ? "is missing; expected a command line, a map with `command` or `url`, or `server_config` with the name of a file"
            : "conflicts with `server_config`; write one of them",
          ["server"],
        );
      if (value.server_name && !value.server_config) complain("goes with `server_config`", ["server_name"]);
      if (!value.benchmarks && Array.isArray(value.defaults.concurrency))
        complain("lists rows for `benchmarks`, and there are none; write one number", ["defaults", "concurrency"]);
      checkVariants(value, complain);
      checkServerMetrics(value, complain);
      const seen = new Set<string>();
      for (const [index, entry] of (value.benchmarks ?? []).entries()) {
        const name = benchmarkName(entry);
        if (name !== "" && seen.has(name))
          complain(`duplicate name ${JSON.stringify(name)}; give each benchmark its own \`name\``, [
            "benchmarks",
            index,
            entry.name === undefined ? (operationKey(entry) ?? "name") : "name",
          ]);
        seen.add(name);
      }
    }),
  );

let whole: { readonly keys: FeatureKeys; readonly schema: typeof coreSchema } | undefined;

/** The configuration file, `mcp-bench.yml`, with the keys of features. Durations come out as milliseconds. */
export function configSchema(): typeof coreSchema {
  const keys = featureKeys();
  if (whole?.keys !== keys) whole = { keys, schema: coreSchema.safeExtend(keys) as typeof coreSchema };
  return whole.schema;
}

type Parsed = z.output<typeof coreSchema>;
/** A configuration whose server is known, whichever file it stands in. */
export type Config = Parsed & { readonly server: NonNullable<Parsed["server"]> };
