import { z } from "zod";
import { amount, count, figure, milliseconds, positive, positiveAmount } from "../model/fields.ts";
import { histogram, samples } from "./samples.ts";
import { loadMemory, timeline } from "./timeline.ts";

/** HTTP traffic in the blocks of one row, on one arm in one round; warm-up and set-up are left out. */
const recordNetwork = z.strictObject({
  /** Bytes both ways, heads of requests and replies included. */
  sentBytes: count,
  receivedBytes: count,
  requests: count,
  /** Connections established and failed meanwhile; every request beyond `opened` used one that was there. */
  opened: count,
  failed: count,
  /** Mean size of a compressed body over a small sample; absent where none was small enough, and of batches. */
  requestGzipBytes: amount.optional(),
  responseGzipBytes: amount.optional(),
});

export type RecordNetwork = z.infer<typeof recordNetwork>;

const spread = { mean: figure, min: figure, max: figure, p50: figure, p95: figure, p99: figure };

/** Numbers of one field of the server's own log, from the lines it wrote while the blocks of one row ran. */
const recordServerMetric = z.strictObject({
  /** Name of the field in the configuration. */
  field: z.string(),
  /** Lines that matched, whether or not they held the field. */
  lines: count,
  /** Absent where no line held a number. */
  values: z.strictObject({ count: positive, ...spread }).optional(),
});

export type RecordServerMetric = z.infer<typeof recordServerMetric>;

/** Requests of the server to the API behind it, in the blocks of one row on one arm in one round. */
const recordUpstream = z.strictObject({
  /** Calls that ended meanwhile. */
  calls: count,
  requests: count,
  /** Size of the bodies that were sent to the server, as they were sent. */
  receivedBytes: count,
  /** The most frequent of them, by method and path without what differs between requests. Untrusted. */
  routes: z.array(z.strictObject({ route: z.string(), requests: count })).max(20),
});

export type RecordUpstream = z.infer<typeof recordUpstream>;
/** Reasons why it is not known how long a server holds sessions that nobody uses. */
export const reclaimGaps = ["no-ids", "reused-ids", "any-id"] as const;

/** Resources that sessions of a row leave with the server, and how long it holds them. */
const recordSessions = z.strictObject({
  ends: z.array(z.enum(["delete", "drop", "abandon"])),
  /** Sessions over which resources were read. */
  opened: count,
  /** Kept by each of them; absent where that cannot be read. */
  bytes: figure.optional(),
  files: figure.optional(),
  threads: figure.optional(),
  /** Present where it was watched how long they are held. */
  reclaim: z
    .union([
      /** Time without a word until the server refused the first. */
      z.strictObject({ kind: z.literal("refused"), afterMs: milliseconds }),
      /** Time after which it still knew them, or had refused them and used none of their memory again. */
      z.strictObject({ kind: z.enum(["known", "not-reused"]), afterMs: milliseconds }),
      z.strictObject({ kind: z.enum(reclaimGaps) }),
    ])
    .optional(),
});

export type RecordSessions = z.infer<typeof recordSessions>;

/** The calls of a mix by part. Lists are in the order of the names. */
export const recordParts = z
  .strictObject({
    names: z.array(z.string()).min(1).max(100),
    attempted: z.array(count),
    /** Latencies of the ok replies of each part, as a measurement has those of all. */
    latencies: z.array(z.strictObject({ samples, histogram: histogram.optional() })),
  })
  .refine(
    ({ names, attempted, latencies }) => names.length === attempted.length && latencies.length === names.length,
    "does not tell of every part that has a name",
  );

export type RecordParts = z.infer<typeof recordParts>;

/** A restart of the server with calls of a row under way. */
const recordRestart = z.strictObject({
  /** Calls that had been under way for some time at the signal, and those of them without an ok reply. */
  calls: count,
  lost: count,
  /** Failure of the first lost call. Untrusted. */
  seen: z.string().optional(),
  /** Replies to calls that were answered before. */
  repeated: count,
  /** End of the stream for messages of the server. */
  stream: z.enum(["none", "ended", "cut"]),
  killed: z.boolean(),
  /** From the signal to the first handshake with the new process. */
  unreadyMs: milliseconds.optional(),
  /** Answer of the new process to a session of before: a 404, a reply, or neither; absent without session ids. */
  session: z.enum(["told", "known", "stranded"]).optional(),
  /** Reason why no new process answered. Untrusted. */
  failure: z.string().optional(),
});

export type RecordRestart = z.infer<typeof recordRestart>;

export const outcomeKinds = [
  "ok",
  "tool-error",
  "rpc-error",
  "timeout",
  "unexpected",
  /** Reply to another call: its own `expect` fails, and that of the other holds. */
  "crossed",
  "malformed",
  "disconnected",
  /** Due in an open loop but never sent, as too many requests were unanswered. */
  "dropped",
] as const;
export type OutcomeKind = (typeof outcomeKinds)[number];

/** Distance by which the server fell behind in one block of an open loop. */
const backlog = z.strictObject({
  /** Most requests that were unanswered at one time. */
  most: count,
  dropped: count,
});

/** One uninterrupted stretch of requests of one row on one arm. */
export const block = z.strictObject({
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

/** One step of a search for the highest rate that holds. */
const searchStep = z.strictObject({
  ratePerSecond: positiveAmount,
  /** `lagged`: requests could not leave at that rate, so that it says nothing of the server. */
  result: z.enum(["held", "failed", "lagged"]),
  reason: z.string().optional(),
});

export type RecordSearchStep = z.infer<typeof searchStep>;

const errorSample = z.strictObject({
  kind: z.enum(outcomeKinds),
  /** Owner of a `crossed` reply; absent of all others. */
  of: z.enum(["session", "call"]).optional(),
  message: z.string(),
  count,
});

/** Calls of one arm for one row in one round. */
export const measurement = z.strictObject({
  row: z.string(),
  outcomes: z.partialRecord(z.enum(outcomeKinds), count),
  errors: z.array(errorSample),
  blocks: z.array(block),
  /** Latencies of the ok replies in order of time; beside a histogram, of every n-th of them. */
  samples,
  histogram: histogram.optional(),
  /** CPU time of the server's process tree over the blocks, divided by attempted calls; absent where it cannot be read. */
  cpuPerCallMs: milliseconds.optional(),
  /** The first call of this operation on the launch, where it was one of the warm-up and ok. */
  firstCallMs: milliseconds.optional(),
  /**
   * Median time from the write to the first notification, over the ok calls that asked for progress, and the longest
   * silence of any.
   */
  firstProgressMs: milliseconds.optional(),
  longestSilenceMs: milliseconds.optional(),
  /** Average number of polls, over the ok calls that may be answered with a task. */
  pollsPerCall: amount.optional(),
  /** Median time from the write to the notification, over the ok calls that change a resource. */
  updateMs: milliseconds.optional(),
  /** Median time of the handshake, over the ok calls that have a session each. */
  sessionOpenMs: milliseconds.optional(),
  sessions: recordSessions.optional(),
  restart: recordRestart.optional(),
  /** Mean size of one request and one reply as JSON text; of a batch, of all its requests and all its replies. Absent where another program measured. */
  requestBytes: amount.optional(),
  responseBytes: amount.optional(),
  /** Mean tokens of a result as a model reads it, of a few results. */
  responseTokens: amount.optional(),
  /** Present where the load had some length. */
  timeline: timeline.optional(),
  /** Present where the row asks for its memory. */
  memory: loadMemory.optional(),
  /** Over HTTP only. */
  network: recordNetwork.optional(),
  /** Only where the API is recorded: see features/upstream. */
  upstream: recordUpstream.optional(),
  searchSteps: z.array(searchStep).optional(),
  parts: recordParts.optional(),
  /** Metrics of the server's log, where the configuration asks for any. */
  serverMetrics: z.array(recordServerMetric).optional(),
});

/** Identity that a server states. Untrusted. */
export const serverIdentity = z.strictObject({ name: z.string(), version: z.string(), protocol: z.string() });

/** One fresh launch of one arm. */
export const launch = z.strictObject({
  arm: z.string(),
  /** The server that answered, where it is another than at first: one that is reached by URL alone may be replaced during the run. */
  server: serverIdentity.optional(),
  /** Purpose of the launch, where the configuration does not start the server for all rows. */
  purpose: z.string().optional(),
  /** Metrics of scope `server`, by id. */
  metrics: z.record(z.string(), figure),
  /** Rows that `memory_growth` is of. */
  leakChecked: z.array(z.string()).optional(),
  /** Calls over which it was read; absent where they were not all made. */
  leakCheckCalls: count.optional(),
  /**
   * Memory that the calls of each of these rows leak, by the rise of RSS while it was called; absent where that was not
   * read.
   */
  leakCheckRows: z.array(z.strictObject({ calls: count, bytesPerCall: figure })).optional(),
  exitCode: z.int().nullable(),
  killed: z.boolean(),
  orphans: count,
  measurements: z.array(measurement),
  /** Reason why the launch gave no or not all measurements. */
  failure: z.string().optional(),
});

/** One round: the launches of every arm, measured in turns. */
export const round = z.strictObject({
  index: count,
  /** Arm of each block in the order they ran, per key of rows (the row's id without variants). */
  order: z.record(z.string(), z.array(z.string())),
  /** Load of the machine meanwhile. */
  machine: z
    .strictObject({
      /** Share of the processor time that the host gave to other machines. */
      steal: z.number().min(0).max(1).optional(),
      /** Share of the time in which something waited for a core; absent beside processes that keep cores awake. */
      cpuPressure: z.number().min(0).max(1).optional(),
      /** Processes that ran or waited at the end, over a minute; absent beside processes that keep cores awake. */
      load: z.number().nonnegative().optional(),
      /** True where the reply to a single request in flight was waited for awake. */
      awake: z.boolean().optional(),
    })
    .optional(),
  launches: z.array(launch),
});
