import { z } from "zod";
import { amount, commitId, count, figure, milliseconds, positiveAmount } from "../model/fields.ts";
import { threshold } from "../model/limit.ts";
import { load } from "../model/load.ts";
import { tokenizerNames } from "../model/run-settings.ts";
import { baseFailure, configuration } from "./configuration.ts";
import { toolCoverage } from "./coverage.ts";
import { instrument } from "./instrument.ts";
import { type block, type launch, type measurement, round, serverIdentity } from "./launch.ts";
import { mostProfiles, recordProfile } from "./profile.ts";
import { serverSource } from "./server-source.ts";
import { stopSchema } from "./stop.ts";
import { recordTool } from "./tool.ts";
import { recordWarningSchema } from "./warning.ts";

/**
 * The result of one run as one JSON document. The schema is versioned: a reader refuses versions it does not know.
 * Times are milliseconds, sizes bytes, rates per second. Strings that came from a server are untrusted.
 */
export const recordVersion = 1;

const environment = z.strictObject({
  os: z.string(),
  osVersion: z.string(),
  arch: z.string(),
  cpuModel: z.string(),
  cores: z.int().positive(),
  memoryBytes: positiveAmount,
  /** GitHub's `ImageOS`, e.g. `macos15`; absent outside hosted runners. */
  runnerImage: z.string().optional(),
  /** Weekly version of the image: an annotation, not part of the key. */
  runnerImageVersion: z.string().optional(),
  runnerKey: z.string().optional(),
  /**
   * Machines of the load, where another program made it on machines that are not known here; the other facts are of
   * none then.
   */
  elsewhere: z.string().optional(),
  /** Runtime of the server where known, e.g. `python 3.12`; part of the key. */
  serverRuntime: z.string().optional(),
  /** Runtime of the harness, e.g. `node 24.21.0`. */
  runtime: z.string(),
  /** Chosen at the start; a round that other work disturbed may do without. */
  instrument: instrument.optional(),
  /** Lines the user asked for, name to text. */
  custom: z.record(z.string(), z.string()),
});

/** Changes of the list between the launches of an arm, and the server's hints for caching it. */
const listing = z.strictObject({
  /** Launches that were held against an earlier one of the same arguments and environment. */
  compared: count,
  /** Those of them that list the same tools in another order, and those that list anything else. */
  reordered: count,
  rewritten: count,
  pages: count,
  /** Time in ms for which clients may cache all pages together; absent unless every page states it. */
  ttlMs: amount.optional(),
  cacheScope: z.enum(["public", "private"]).optional(),
});

/**
 * The program that an arm was seen to run after its first launch. `own`: a file of its checkout, named from there. `elsewhere`:
 * a file outside of it, named without its folders. Names are untrusted.
 */
const program = z.strictObject({
  kind: z.enum(["own", "elsewhere", "image", "address", "unknown"]),
  name: z.string().max(200).optional(),
  /** Nothing proves that this arm and the one it is compared with run different code; `allowed`: the configuration allows it. */
  doubt: z.enum(["unclear", "allowed"]).optional(),
});
export type RecordProgram = z.infer<typeof program>;

export type RecordArm = z.infer<typeof arm>;
export type { RecordTool } from "./tool.ts";
export type RecordListing = z.infer<typeof listing>;

const arm = z.strictObject({
  id: z.string(),
  side: z.enum(["head", "base"]),
  variant: z.string().optional(),
  /** The variant this one is compared with, and the bounds of that comparison. */
  reference: z.string().optional(),
  thresholds: z.array(threshold).optional(),
  /** Lines of the environment that hold for this variant. */
  environment: z.record(z.string(), z.string()).optional(),
  commit: commitId.optional(),
  transport: z.enum(["stdio", "streamable-http"]),
  server: serverIdentity.optional(),
  program: program.optional(),
  /** Listed tools, at most 1,000. Names are untrusted. */
  tools: z.array(recordTool).optional(),
  listing: listing.optional(),
});

/** One row: what was asked, under what load, within what bounds. */
const row = z.strictObject({
  id: z.string().min(1),
  benchmark: z.string().min(1),
  group: z.string().optional(),
  /** JSON-RPC method, e.g. `tools/call`; `mix` of a mix, `steps` of turns, `http` of plain HTTP requests. */
  method: z.string(),
  target: z.string(),
  load,
  /** Arguments of each call, as JSON or in words. */
  arguments: z.string().optional(),
  /** Calls and commands before the load, untimed. */
  setup: z.string().optional(),
  cooldownMs: milliseconds.optional(),
  /** Units of work in one call (of a batch: in one batch). */
  items: positiveAmount.optional(),
  sweep: z.strictObject({ field: z.string(), value: figure, within: z.string().optional() }).optional(),
  /** Rows of one key are the same on different variants; blocks are ordered by key. */
  key: z.string().optional(),
  variant: z.string().optional(),
  note: z.string().optional(),
  /** Measured in so many rounds only. */
  rounds: z.int().positive().optional(),
  /** Head lacks what its calls name, or requires arguments that they do not give. */
  refused: z.literal(true).optional(),
  configHash: z.string(),
  thresholds: z.array(threshold),
  /** Found without a configuration; `derived`: with arguments made from the input schema. Absent: a person wrote the benchmark. */
  origin: z.enum(["discovered", "derived"]).optional(),
  /** The commit whose configuration alone has the row in this form; absent: both have it. */
  onlyIn: z.enum(["base", "head"]).optional(),
  /** Name in head's configuration, where that is another. */
  nameInHead: z.string().optional(),
  /** Line of the benchmark in the configuration file. */
  line: z.int().positive().optional(),
});

const coldStart = z.union([
  z.strictObject({ arm: z.string(), startupMs: amount }),
  z.strictObject({ arm: z.string(), unknown: z.string() }),
]);

export const mostChangedFiles = 20;

export const recordSchema = z.strictObject({
  schema: z.literal(recordVersion),
  kind: z.literal("mcp-bench-record"),
  harness: z.string(),
  createdAt: z.iso.datetime(),
  commit: z
    .strictObject({
      sha: commitId,
      ref: z.string().optional(),
      dirty: z.boolean(),
      /** Head of the pull request, of which `sha` is the merge with its base. */
      head: commitId.optional(),
    })
    .optional(),
  /** Title of the report and purpose of the run, by the configuration. */
  title: z.string().optional(),
  purpose: z.string().optional(),
  environment,
  /** Seed of every random choice of the run. */
  seed: count,
  /** Command or address of the server, as the configuration states it; never holds expanded secrets. */
  command: z.string(),
  source: serverSource.optional(),
  resourceMethod: z.string(),
  /** Options of the run: a later report, in another job or command, has other options. */
  asked: z
    .strictObject({
      server: z.string().optional(),
      url: z.string().optional(),
      config: z.string().optional(),
      workingDirectory: z.string(),
      /** The place of that directory in the checkout, wherever the command was started; absent outside of one. */
      folder: z.string().optional(),
      set: z.array(z.string()).readonly().optional(),
      passEnv: z.array(z.string()).readonly(),
      rounds: z.union([count, z.literal("auto")]).optional(),
      timeBudgetMs: positiveAmount.optional(),
    })
    .optional(),
  /** `3sigma`: figures without outliers are shown beside the others. */
  outliers: z.enum(["keep", "3sigma"]).optional(),
  /** Tokenizer of the counts: any that a plan can name, or could once. */
  tokenizer: z.enum(tokenizerNames).optional(),
  /** Hash of the server section, without the parts that name a checkout. */
  serverHash: z.string(),
  serverThresholds: z.array(threshold),
  arms: z.array(arm).min(1),
  rows: z.array(row),
  rounds: z.array(round),
  /** Profiles of the time of rows, or of the memory that their calls leak, on the profiled arms. */
  profiles: z.array(recordProfile).max(mostProfiles).optional(),
  /**
   * Start-up of the very first process of the run, which finds nothing in the caches of the file system, up to its first
   * handshake or to its refusal of one; or why it is not known.
   */
  coldStart: coldStart.optional(),
  /** Kind of rounds of figures that another program measured: parts of one run by the clock, or a run each. */
  imported: z.strictObject({ by: z.literal("k6"), rounds: z.enum(["windows", "runs"]) }).optional(),
  /** Files of base that were changed while it was measured, and not in head as well: its figures may be of other code. Untrusted. */
  changedInBase: z.array(z.string()).min(1).max(mostChangedFiles).optional(),
  /** Reasons why no further round was measured: of a pool of records, those of all. */
  stop: z.array(stopSchema).readonly(),
  /** Commit whose benchmarks and thresholds decided, where the two commits do not have the same. */
  configuration: configuration.optional(),
  /** Reason why base was not measured although it was to be. */
  baseFailure: baseFailure.optional(),
  /** Measured with `--quick`: a tenth of the calls, so it decides nothing and founds no baseline. */
  quick: z.literal(true).optional(),
  /** Benchmarks left out and why, e.g. an operation the server does not offer. */
  skipped: z.array(
    z.strictObject({ benchmark: z.string(), reason: z.string(), code: z.enum(["failed", "slow"]).optional() }),
  ),
  /**
   * Coverage of head's server, of several variants the first; absent where it offers no tools, or they are not known.
   */
  coverage: toolCoverage.optional(),
  warnings: z.array(recordWarningSchema).readonly(),
});

export type RunRecord = z.infer<typeof recordSchema>;
/** Settings of a run that its record keeps as its plan has them. */
export type KeptSettings = Pick<
  RunRecord,
  "title" | "purpose" | "outliers" | "seed" | "tokenizer" | "serverHash" | "quick" | "configuration" | "baseFailure"
>;
export type RecordColdStart = z.infer<typeof coldStart>;
export type RecordEnvironment = z.infer<typeof environment>;
export type RecordRow = z.infer<typeof row>;
export type RecordRound = z.infer<typeof round>;
export type RecordLaunch = z.infer<typeof launch>;
export type RecordMeasurement = z.infer<typeof measurement>;
export type RecordBlock = z.infer<typeof block>;
export type RecordThreshold = z.infer<typeof threshold>;

/** A record and the name it is known by in messages, such as its file. */
export interface NamedRecord {
  readonly name: string;
  readonly record: RunRecord;
}
