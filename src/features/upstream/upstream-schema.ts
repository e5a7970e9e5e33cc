import { z } from "zod";
import { identifier, positive, text } from "../../model/fields.ts";
import { duration, positiveDuration } from "../../model/quantity.ts";

const address = z
  .string()
  .regex(/^https?:\/\/[^\s/?#]+[^\s?#]*$/, "not an address that begins with http:// or https://");

const latency = z.union(
  [
    z.enum(["none", "as-recorded", "drawn"]).transform((kind) => ({ kind })),
    z
      .strictObject({
        median: positiveDuration.meta({ description: "Median time of an answer", examples: ["120ms"] }),
        p95: positiveDuration.meta({ description: "Time that 95 of 100 answers stay below", examples: ["400ms"] }),
      })
      .transform(({ median, p95 }) => ({
        kind: "spread" as const,
        medianMs: median,
        p95Ms: Math.max(median, p95),
      })),
    duration.transform((ms) => ({ kind: "fixed" as const, ms })),
  ],
  "a duration such as 200ms, none, as-recorded, drawn, or { median, p95 }",
);

const route = z
  .string()
  .regex(/^\s*((\*|[A-Za-z]+)\s+)?(\/\S*|\*)\s*$/, 'not a route such as "GET /v1/pages/*"')
  .default("*");

const fault = z
  .strictObject({
    route: route.meta({ description: "Requests that meet it; `*` stands for any part", examples: ["GET /v1/pages/*"] }),
    every: positive.default(1).meta({ description: "Every which of them, counted per row and round", examples: [3] }),
    status: z
      .int()
      .min(400)
      .max(599)
      .optional()
      .meta({ description: "Answers with this status", examples: [429] }),
    retry_after: duration.optional().meta({ description: "The header Retry-After of that answer", examples: ["1s"] }),
    delay: positiveDuration.optional().meta({ description: "Time before the answer", examples: ["2s"] }),
    slow_body: positiveDuration.optional().meta({ description: "Time over which the body arrives", examples: ["2s"] }),
    cut: z
      .enum(["before", "within"])
      .optional()
      .meta({ description: "Cuts the connection before the answer, or within its body", examples: ["within"] }),
  })
  .refine(
    ({ status, delay, slow_body, cut }) => [status, delay, slow_body, cut].some((one) => one !== undefined),
    "plants nothing; write `status`, `delay`, `slow_body` or `cut`",
  )
  .refine(({ retry_after, status }) => retry_after === undefined || status !== undefined, {
    message: "goes with `status`",
    path: ["retry_after"],
  });

const match = z.strictObject({
  query: z
    .array(text)
    .default([])
    .meta({ description: "Query parameters and fields of forms", examples: [["since"]] }),
  body: z
    .array(text)
    .default([])
    .meta({
      description: "Fields of JSON bodies; `*` stands for any name",
      examples: [["metadata.run", "items.*.id"]],
    }),
  path: z
    .array(z.string().regex(/^\/\S*\*\S*$/, "not a path with `*` for the part that differs"))
    .default([])
    .meta({ description: "Paths in which `*` stands for a part that differs", examples: [["/v1/runs/*/steps"]] }),
});

export const upstreamSchema = z
  .strictObject({
    replay: text.meta({
      description: "The recording, a HAR file; `mcp-bench record` writes it",
      examples: ["mcp-bench.har"],
    }),
    url_env: z
      .union([identifier, z.record(identifier, address)], "a name of a variable, or a map of names to addresses")
      .optional()
      .meta({
        description:
          "Variable from which the server takes the address of its API, or a map of such to their real addresses; without it the server is led there by a proxy",
        examples: ["NOTION_BASE_URL", { GITHUB_API_URL: "https://api.github.com" }],
      }),
    latency: latency.prefault("none").meta({
      description:
        "Time that the API takes: a duration, none, as recorded, drawn from the recorded ones or from a distribution",
      examples: ["200ms", "as-recorded", { median: "120ms", p95: "400ms" }],
    }),
    faults: z
      .array(fault)
      .default([])
      .meta({
        description: "Faults of the API, to measure how the server retries",
        examples: [[{ route: "GET /v1/pages/*", every: 3, status: 429, retry_after: "1s" }]],
      }),
    match: match.prefault({}).meta({
      description:
        "Parts of requests that differ from run to run, and do not count when the recorded one is looked for",
      examples: [{ query: ["since"], body: ["metadata.run"] }],
    }),
  })
  .optional()
  .meta({
    description: "Replays the API behind the server: no network, no key",
    examples: [{ replay: "mcp-bench.har", url_env: "NOTION_BASE_URL" }],
  });

export type UpstreamConfig = NonNullable<z.output<typeof upstreamSchema>>;

/** Returns the key `upstream` of a configuration; undefined where it does not have it. */
export function upstreamOf(config: object): UpstreamConfig | undefined {
  return (config as { readonly upstream?: UpstreamConfig }).upstream;
}
