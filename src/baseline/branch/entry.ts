import { z } from "zod";
import { isMap } from "../../base/json.ts";
import { refusal } from "../../base/refusal.ts";
import { BaselineError } from "../../errors.ts";
import { roundFraction, type StoredEntry } from "../../history/entry.ts";
import { type ArmSummary, armSummarySchema } from "../../metrics/summary.ts";
import { commitId, count, toolDigest } from "../../model/fields.ts";
import { describeEnvironment, environmentKey, keyPattern } from "../../record/key.ts";
import { comparableTools } from "../../record/listing.ts";
import type { RecordTool, RunRecord } from "../../record/record.ts";
import { type Status, statuses } from "../../record/status.ts";

/** Version of what is stored per run. A reader refuses others. */
const entryVersion = 1;

/**
 * Tests whether a run may serve as a baseline. An inconclusive or a first run can found one; a run that failed, or got
 * slower beyond doubt, is kept in the history but later runs are not measured against it.
 */
export function isUsable(status: Status, accepted: boolean): boolean {
  return status !== "errored" && (status !== "regressed" || accepted);
}

/** The person who took a regression on purpose, when (ISO 8601) and why. */
const acceptanceSchema = z.object({ by: z.string().min(1), at: z.iso.datetime(), reason: z.string().min(1) });
export type Acceptance = z.infer<typeof acceptanceSchema>;

const tool = z.object({
  name: z.string(),
  bytes: count,
  tokens: count.exactOptional(),
  digest: toolDigest.exactOptional(),
});
const toolList = z.object({ variant: z.string().exactOptional(), tools: z.array(tool).readonly() });

/** Characters of all lists of a run: every entry of a branch is read whole. */
const longestLists = 50_000;

const entrySchema = z.object({
  schema: z.literal(entryVersion),
  kind: z.literal("mcp-bench-entry"),
  key: z.string().regex(keyPattern, "an environment key"),
  commit: commitId,
  /** Number of a scheduled workflow run, or of one of several runs of a commit. Nights repeat a commit; a push without a number replaces its entry. */
  run: count.exactOptional(),
  createdAt: z.iso.datetime(),
  status: z.enum(statuses),
  /** False: kept for the history, never compared with. */
  usable: z.boolean(),
  accepted: acceptanceSchema.exactOptional(),
  /** About the machine, for people; what must be equal is in the key. */
  environment: z.object({
    description: z.string(),
  }),
  /** True: an older run of which only the values are kept, not those of each round. */
  summarised: z.boolean().exactOptional(),
  head: armSummarySchema,
  /** Tools that each of its servers listed. Names are untrusted. Absent where the lists are very long. */
  tools: z.array(toolList).readonly().exactOptional(),
});

export type Entry = z.infer<typeof entrySchema>;

/** Every entry of the branch, or of one key, as one document. */
export interface BranchExport {
  readonly kind: "mcp-bench-export";
  readonly schema: 1;
  readonly sha?: string;
  readonly keys: Readonly<Record<string, readonly Entry[]>>;
}

/** Tests whether two entries of a key are the same run: a later takes the place of the earlier. */
export function isSameRun(one: Pick<Entry, "commit" | "run">, other: Pick<Entry, "commit" | "run">): boolean {
  return one.commit === other.commit && one.run === other.run;
}

/** Returns the person who accepted a run, or an earlier one of its commit: a night measures the same commit again. */
export function acceptanceOf(entry: Entry, stored: readonly Entry[]): Acceptance | undefined {
  return entry.accepted ?? stored.find((other) => other.commit === entry.commit && other.accepted)?.accepted;
}

/**
 * Checks one stored entry. What this version does not know (a metric added later) is ignored but kept, so that
 * rewriting a file loses nothing. Throws BaselineError with `where` for another version or a broken entry.
 */
export function parseEntry(value: unknown, where: string): Entry {
  checkStored(value, { schema: entrySchema, version: entryVersion, what: "a valid entry", where });
  return value as Entry;
}

/** Advice on a file of the branch that cannot be read. */
export const restoreHint =
  "restore the file from an earlier commit of the branch, or delete the branch to start anew; nothing was overwritten";

interface Stored<Document> {
  readonly schema: z.ZodType<Document>;
  /** The only version of it that is read. */
  readonly version: number;
  /** Completes "not …". */
  readonly what: string;
  readonly where: string;
  readonly fix?: string;
}

/** Checks a stored document. Throws BaselineError with `where` for another version and for what its schema refuses. */
export function checkStored<Document>(
  value: unknown,
  { schema, version: known, what, where, fix = restoreHint }: Stored<Document>,
): Document {
  const version = isMap(value) ? value.schema : undefined;
  if (typeof version === "number" && version !== known) {
    const isNewer = version > known;
    throw new BaselineError(`written by ${isNewer ? "a newer" : "an older"} version (schema ${version})`, {
      where,
      expected: `schema ${known}`,
      fix: isNewer
        ? "update mcp-bench to the version that writes this branch; nothing was overwritten"
        : "store runs on another branch (`baseline-branch`), or delete this one to start anew; nothing was overwritten",
    });
  }
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw new BaselineError(`not ${what}: ${refusal(result.error)}`, { where, fix });
}

/**
 * Makes the entry that is stored of a run. Throws BaselineError when the run has no commit to file it under, is a quick
 * one, or would not read back: another job may have written the record, and what is stored decides paths on the branch.
 */
export function entryFrom(
  record: RunRecord,
  options: {
    head: ArmSummary;
    status: Status;
    accepted?: Acceptance | undefined;
    /** True where a gate that is open looks worse: the run is no baseline until a person accepts it. */
    looksWorse?: boolean;
    /** Tells it from other runs of its commit, as of nights. */
    run?: number | undefined;
  },
): Entry {
  const { commit } = record;
  const { head, status, accepted, looksWorse = false, run } = options;
  if (!commit)
    throw new BaselineError("the run has no commit, so it cannot be stored", {
      fix: "run inside a git checkout with at least one commit",
    });
  if (record.quick) throw new BaselineError("a quick run is no baseline", { fix: "measure again without --quick" });
  const entry: Entry = {
    schema: entryVersion,
    kind: "mcp-bench-entry",
    key: environmentKey(record),
    commit: commit.sha,
    ...(run === undefined ? {} : { run }),
    createdAt: withSeconds(record.createdAt),
    status,
    usable: isUsable(status, accepted !== undefined) && (!looksWorse || accepted !== undefined),
    ...(accepted ? { accepted } : {}),
    environment: { description: describeEnvironment(record) },
    head: roundFractions(asInHead(head, record)),
    ...toolsOf(record),
  };
  const where = "the run to be stored";
  const fix = "measure again; nothing was stored";
  checkStored(entry, { schema: entrySchema, version: entryVersion, what: "a valid entry", where, fix });
  return entry;
}

/** Rows as head's configuration has them: later runs are compared with these. */
function asInHead({ rows, ...head }: ArmSummary, record: RunRecord): ArmSummary {
  const known = new Map(record.rows.map((row) => [row.id, row]));
  return {
    ...head,
    rows: rows
      .filter(({ row }) => known.get(row)?.onlyIn !== "base")
      .map((summary) => ({ ...summary, row: known.get(summary.row)?.nameInHead ?? summary.row })),
  };
}

function toolsOf({ arms }: RunRecord): Pick<Entry, "tools"> {
  const tools = arms.flatMap((arm) => {
    const { side, variant } = arm;
    const own = side === "head" ? comparableTools(arm) : undefined;
    return own ? [{ ...(variant === undefined ? {} : { variant }), tools: own.map(withoutUndefined) }] : [];
  });
  return tools.length === 0 || JSON.stringify(tools).length > longestLists ? {} : { tools };
}

function withoutUndefined({ name, bytes, tokens, digest }: RecordTool) {
  return { name, bytes, ...(tokens === undefined ? {} : { tokens }), ...(digest === undefined ? {} : { digest }) };
}

/** ISO 8601 allows a time without them; entries are ordered and pruned by their text. */
function withSeconds(time: string): string {
  return time.replace(/T(\d\d:\d\d)Z$/, "T$1:00.000Z");
}

function roundFractions<T>(value: T): T {
  return JSON.parse(JSON.stringify(value), (_, field) => (typeof field === "number" ? roundFraction(field) : field));
}

/** The runs in whose order a lasting change is looked for: those of a server that did not work are none of them. */
export function historyOf(entries: readonly Entry[]): StoredEntry[] {
  return entries.filter(({ status }) => status !== "errored").map(storedEntry);
}

/** A stored run as later ones are compared with it. */
export function storedEntry({ commit, createdAt, head, accepted, tools }: Entry): StoredEntry {
  return { commit, createdAt, summary: head, ...(accepted ? { accepted } : {}), ...(tools ? { tools } : {}) };
}
