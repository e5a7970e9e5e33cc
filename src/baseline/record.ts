import { z } from "zod";

/**
 * The result of one run as one JSON document. The schema is versioned: a reader refuses versions it does not know.
 * Times are milliseconds, sizes bytes, rates per second. Strings that came from a server are untrusted.
 */
export const recordVersion = 1;

const milliseconds = z.number().nonnegative();
const count = z.number().int().nonnegative();

/** Float64 latencies in order of time, as base64 of little-endian float32 (relative error below 6e-8). */
const samples = z
  .string()
  .regex(/^[A-Za-z0-9+/]*={0,2}$/, "base64")
  .refine(areSamples, "not finite float32 values");

export const outcomeKinds = [
  "ok",
  "tool-error",
  "rpc-error",
  "timeout",
  "unexpected",
  "malformed",
  "disconnected",
  /** Due in an open loop but never sent, as too many requests were unanswered. */
  "dropped",
] as const;
export type OutcomeKind = (typeof outcomeKinds)[number];

const limit = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("relative"), change: z.number().nonnegative() }),
  z.strictObject({ kind: z.literal("points"), points: z.number().nonnegative() }),
  z.strictObject({ kind: z.literal("absolute"), value: z.number().nonnegative() }),
]);

const threshold = z.strictObject({ metric: z.string(), level: z.enum(["warn", "fail"]), limit, text: z.string() });

const environment = z.strictObject({
  os: z.string(),
  osVersion: z.string(),
  arch: z.string(),
  cpuModel: z.string(),
  cores: z.number().int().positive(),
  memoryBytes: z.number().positive(),
  /** GitHub's `ImageOS`, e.g. `macos15`; absent outside hosted runners. */
  runnerImage: z.string().optional(),
  /** Weekly version of the image: an annotation, not part of the key. */
  runnerImageVersion: z.string().optional(),
  runnerKey: z.string().optional(),
  /** Runtime of the server where known, e.g. `python 3.12`; part of the key. */
  serverRuntime: z.string().optional(),
  /** Runtime of the harness, e.g. `node 24.21.0`. */
  runtime: z.string(),
  /** Lines the user asked for, name to text. */
  custom: z.record(z.string(), z.string()),
});

const positive = z.number().int().positive();

/** Ends after `requests` calls (of a batch: batches) or after `durationMs`; one of the two is there. */
const everyLoad = {
  requests: positive.optional(),
  durationMs: z.number().positive().optional(),
  warmup: count,
  timeoutMs: milliseconds,
  /** Absent: one. */
  sessions: positive.optional(),
};

const dispatch = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("burst") }),
  z.strictObject({ kind: z.literal("sequential") }),
  z.strictObject({ kind: z.literal("waves"), size: positive }),
]);

const load = z
  .discriminatedUnion("kind", [
    z.strictObject({
      kind: z.literal("closed"),
      concurrency: positive,
      delayMs: milliseconds.optional(),
      ...everyLoad,
    }),
    z.strictObject({
      kind: z.literal("open"),
      ratePerSecond: z.number().positive(),
      maxInFlight: positive,
      ...everyLoad,
    }),
    z.strictObject({
      kind: z.literal("batch"),
      size: positive,
      dispatch,
      delayMs: milliseconds.optional(),
      ...everyLoad,
    }),
  ])
  .refine(
    ({ requests, durationMs }) => (requests === undefined) !== (durationMs === undefined),
    "has either `requests` or `durationMs`",
  );

const row = z.strictObject({
  id: z.string().min(1),
  benchmark: z.string().min(1),
  group: z.string().optional(),
  /** JSON-RPC method, e.g. `tools/call`; `mix` of a mix, `http` of plain HTTP requests. */
  method: z.string(),
  target: z.string(),
  load,
  /** Units of work in one call (of a batch: in one batch). */
  items: z.number().positive().optional(),
  sweep: z.strictObject({ field: z.string(), value: z.number(), within: z.string().optional() }).optional(),
  /** Rows of one key are the same on different variants; blocks are ordered by key. */
  key: z.string().optional(),
  variant: z.string().optional(),
  note: z.string().optional(),
  /** Measured in so many rounds only. */
  rounds: z.number().int().positive().optional(),
  configHash: z.string(),
  thresholds: z.array(threshold),
  /** Units of work of the control arm, matched to the row's latency. */
  controlUnits: count.optional(),
  /** Line of the benchmark in the configuration file. */
  line: z.number().int().positive().optional(),
});

/** How far the server fell behind in one block of an open loop. */
const backlog = z.strictObject({
  /** Most requests that were unanswered at one time. */
  most: count,
  /** Requests that were due but never sent. */
  dropped: count,
});

/** One uninterrupted stretch of requests of one row on one arm. */
const block = z.strictObject({
  /** Place in the round's order, counted over all arms. */
  position: count,
  /** From the first write to the last reply, without pauses; of batches the sum of their times. */
  wallMs: milliseconds,
  attempted: count,
  ok: count,
  /** Over the ok replies of the block; absent without any. */
  medianMs: milliseconds.optional(),
  meanMs: milliseconds.optional(),
  backlog: backlog.optional(),
});

const errorSample = z.strictObject({ kind: z.enum(outcomeKinds), message: z.string(), count });

/** What one arm did for one row in one round. */
const measurement = z.strictObject({
  row: z.string(),
  outcomes: z.partialRecord(z.enum(outcomeKinds), count),
  errors: z.array(errorSample),
  blocks: z.array(block),
  /** Latencies of the ok replies in order of time. */
  samples,
  /** CPU time of the server's process tree over the blocks, divided by attempted calls; absent where it cannot be read. */
  cpuPerCallMs: milliseconds.optional(),
  /** Mean size of one request and one reply as JSON text; of a batch, of all its requests and all its replies. */
  requestBytes: z.number().nonnegative(),
  responseBytes: z.number().nonnegative().optional(),
});

/** One fresh launch of one arm. */
const launch = z.strictObject({
  arm: z.string(),
  /** What it was launched for, where not as the configuration starts the server for all rows. */
  purpose: z.string().optional(),
  /** Metrics of scope `server`, by id. */
  metrics: z.record(z.string(), z.number()),
  exitCode: z.number().int().nullable(),
  killed: z.boolean(),
  orphans: count,
  measurements: z.array(measurement),
  /** Why the launch gave no or not all measurements. */
  failure: z.string().optional(),
});

const round = z.strictObject({
  index: count,
  /** Arm of each block in the order they ran, per key of rows (the row's id without variants). */
  order: z.record(z.string(), z.array(z.string())),
  launches: z.array(launch),
});

const arm = z.strictObject({
  id: z.string(),
  side: z.enum(["head", "base", "control"]),
  variant: z.string().optional(),
  /** The variant this one is compared with, and the bounds of that comparison. */
  reference: z.string().optional(),
  thresholds: z.array(threshold).optional(),
  /** Lines of the environment that hold for this variant. */
  environment: z.record(z.string(), z.string()).optional(),
  commit: z.string().optional(),
  transport: z.enum(["stdio", "streamable-http"]),
  server: z.strictObject({ name: z.string(), version: z.string(), protocol: z.string() }).optional(),
});

export const recordSchema = z.strictObject({
  schema: z.literal(recordVersion),
  kind: z.literal("mcp-bench-record"),
  harness: z.string(),
  createdAt: z.iso.datetime(),
  commit: z
    .strictObject({
      sha: z.string(),
      ref: z.string().optional(),
      dirty: z.boolean(),
      /** Head of the pull request, of which `sha` is the merge with its base. */
      head: z.string().optional(),
    })
    .optional(),
  environment,
  /** Lower-case hexadecimal seed of every random choice of the run. */
  seed: count,
  /** What was measured with what, as the configuration states it; never holds expanded secrets. */
  command: z.string(),
  resourceMethod: z.string(),
  /** `3sigma`: figures without outliers are shown beside the others. */
  outliers: z.enum(["keep", "3sigma"]).optional(),
  serverHash: z.string(),
  serverThresholds: z.array(threshold),
  arms: z.array(arm).min(1),
  rows: z.array(row),
  rounds: z.array(round),
  /** Why no further round was measured. */
  stopReason: z.string(),
  /** Rows whose figures decide nothing, by id (`*`: all, and the server), and why. */
  advisory: z.record(z.string(), z.string()).optional(),
  /** Measured with `--quick`: a tenth of the calls, so it vouches for nothing and founds no baseline. */
  quick: z.literal(true).optional(),
  /** Benchmarks left out and why, e.g. an operation the server does not offer. */
  skipped: z.array(z.strictObject({ benchmark: z.string(), reason: z.string() })),
  warnings: z.array(z.string()),
});

export type RunRecord = z.infer<typeof recordSchema>;
export type RecordEnvironment = z.infer<typeof environment>;
export type RecordLoad = z.infer<typeof load>;
export type RecordRow = z.infer<typeof row>;
export type RecordRound = z.infer<typeof round>;
export type RecordLaunch = z.infer<typeof launch>;
export type RecordMeasurement = z.infer<typeof measurement>;
export type RecordBlock = z.infer<typeof block>;
export type RecordThreshold = z.infer<typeof threshold>;

function areSamples(text: string): boolean {
  try {
    return decodeSamples(text).every((latency) => Number.isFinite(latency) && latency >= 0);
  } catch {
    return false;
  }
}

/** Latencies to the record's compact form. */
export function encodeSamples(latenciesMs: ArrayLike<number>): string {
  return Buffer.from(Float32Array.from(latenciesMs).buffer).toString("base64");
}

/** The record's compact form back to milliseconds, in order of time. Throws on a length that is not whole samples. */
export function decodeSamples(text: string): Float32Array {
  const bytes = Uint8Array.from(Buffer.from(text, "base64"));
  if (bytes.byteLength % 4 !== 0)
    throw new RangeError(`samples of ${bytes.byteLength} bytes are not whole float32 values`);
  return new Float32Array(bytes.buffer);
}
