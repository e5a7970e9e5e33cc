import { z } from "zod";
import { duration, positiveDuration } from "../../plan/quantity.ts";
import { tokenizerNames } from "../../plan/run-options.ts";
import { thresholdsSchema } from "../../plan/threshold.ts";
import { benchmarkEntry, benchmarkName, operationKey } from "./benchmark.ts";
import { commonLoadFields, loadProblems } from "./load-fields.ts";
import { serverSchema, serviceSchema } from "./server.ts";
import { serverMetricProblems, serverMetricsSchema } from "./server-metrics.ts";
import { stagingFields } from "./staging.ts";
import { checkCells } from "./structure.ts";
import { environmentLines, variantProblems, variantSchema } from "./variants.ts";

const positive = z.number().int().positive();
const text = z.string().min(1);

const variableName = z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/, "not a name of letters, digits and _");

const build = z.union([
  text.transform((run) => ({ run, timeout: 600_000 })),
  z.strictObject({ run: text, timeout: positiveDuration.default(600_000) }),
]);

const rounds = z.union([z.literal("auto"), positive.max(10_000)], '"auto" or a whole number');

const defaults = z
  .strictObject({
    ...commonLoadFields,
    isolate: stagingFields.isolate,
    processes: stagingFields.processes,
    rounds: rounds.default("auto"),
    time_budget: positiveDuration.default(600_000),
    cooldown: duration.default(0),
    leak_check: duration.optional(),
    soak: duration.optional().meta({ deprecated: true, description: "The old name of `leak_check`" }),
    load_pass: z.boolean().default(false),
  })
  .superRefine((value, context) => {
    for (const { key, message } of loadProblems({ ...value, cooldown: undefined }))
      context.addIssue({ code: "custom", message, path: [key], input: value });
    if (value.leak_check !== undefined && value.soak !== undefined)
      context.addIssue({
        code: "custom",
        message: "`soak` is the old name of `leak_check`; write one of them",
        path: ["soak"],
        input: value,
      });
  })
  .transform(({ soak, ...value }) => ({ ...value, leak_check: value.leak_check ?? soak }));

/** The configuration file, `mcp-bench.yml`. Durations come out as milliseconds, thresholds as typed bounds. */
export const configSchema = z
  .strictObject({
    version: z.literal(1, "this release reads version 1").default(1),
    services: z.record(variableName, serviceSchema).default({}),
    server: z.union([serverSchema, text], "a command line, or a map with `command` or `url`").optional(),
    server_config: text.optional(),
    server_name: text.optional(),
    build: build.optional(),
    defaults: defaults.default(() => defaults.parse({})),
    variants: z.record(text.max(60), variantSchema).optional(),
    benchmarks: z
      .preprocess(
        checkCells,
        z.array(benchmarkEntry).min(1, "lists no benchmark; remove the key to measure everything the server offers"),
      )
      .optional(),
    thresholds: thresholdsSchema.default([]),
    pin: z.enum(["auto", "off"]).default("off"),
    outliers: z.enum(["keep", "3sigma"]).default("keep"),
    environment: environmentLines.default({}),
    server_metrics: serverMetricsSchema,
    tokens: z.enum(tokenizerNames).optional(),
    control: z.boolean().default(true),
  })
  .superRefine((value, context) => {
    const complain = (message: string, path: PropertyKey[]) =>
      context.addIssue({ code: "custom", message, path, input: value });
    if ((value.server === undefined) === (value.server_config === undefined))
      complain(
        value.server === undefined
          ? "is missing; expected a command line, a map with `command` or `url`, or `server_config` with the name of a file"
          : "is given beside `server_config`; write one of them",
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
          path: ["benchmarks", index, entry.name === undefined ? (operationKey(entry) ?? "name") : "name"],
          input: name,
        });
      seen.add(name);
    }
  });

type Parsed = z.output<typeof configSchema>;
/** A configuration whose server is known, whichever file it stands in. */
export type Config = Parsed & { readonly server: NonNullable<Parsed["server"]> };
