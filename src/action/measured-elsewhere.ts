import { boundsOf } from "../config/expand/bound-rows.ts";
import { parseConfig } from "../config/parse.ts";
import { ConfigError, UserError } from "../errors.ts";
import { readFileAt } from "../git/checkout.ts";
import { type Bounds, referenceOf } from "../plan/bounds.ts";
import { ofLoad } from "../plan/threshold.ts";
import type { RunRecord } from "../record/record.ts";
import { configPath } from "./config-path.ts";
import type { Step } from "./job.ts";
import { type Expected, earlierAttempt, type Part, readResults } from "./run-results.ts";
import { logNotice } from "./runner.ts";

/** Results of a run, by server and kind of machine. */
export interface MeasuredElsewhere {
  readonly parts: readonly Pick<Part, "name" | "record" | "run">[];
  /** Present when the measured code could have written the figures: the source of the thresholds instead. */
  readonly untrusted?: { readonly thresholds: string };
}

/**
 * Reads the results of other jobs. After a workflow run, which a stranger may have caused, thresholds of the base branch
 * replace those in them.
 */
export async function readMeasured(job: Step): Promise<MeasuredElsewhere> {
  const { results, context, inputs } = job;
  const { event } = context;
  const parts = await readResults(results, {
    ...measuredCommit(context),
    count: inputs.records,
    attempt: event.kind === "workflow_run" ? event.attempt : context.run.attempt,
  });
  if (event.kind === "workflow_run") return await judgedByBase(parts, job);
  const earlier = earlierAttempt(parts, context.run.attempt);
  if (earlier !== undefined) logNotice(earlier);
  return { parts };
}

/** Returns the measured commit, under which results are stored; only where nothing is stored may it be another one. */
function measuredCommit({ event, sha }: Step["context"]): Pick<Expected, "commit" | "head"> {
  if (event.kind === "workflow_run") return { commit: event.headSha, head: event.headSha };
  return event.kind === "pull_request" ? { commit: sha, head: event.headSha } : { commit: sha };
}

async function judgedByBase(
  parts: readonly Part[],
  { inputs, context, remote, pullRequest, environment }: Step,
): Promise<MeasuredElsewhere> {
  const file = configPath(inputs.run, context.workspace);
  if (!remote || !pullRequest) throw new UserError("there is no remote to read the base branch's configuration from");
  const sha = pullRequest.baseSha;
  const text = file === undefined ? undefined : await readFileAt({ sha, file, remote, environment });
  const found = file === undefined || text === undefined ? undefined : usable(text, file);
  const base = `base commit ${sha.slice(0, 7)}`;
  const missing =
    file === undefined
      ? "the configuration lies outside the workspace"
      : text === undefined
        ? `${base} has no ${file}`
        : `${file} of ${base} cannot be used`;
  const thresholds = found ? `${file} of ${base}` : `the standard ones, as ${missing}`;
  const bounds = found ?? boundsOf(undefined);
  return {
    parts: parts.map((part) => ({ ...part, record: withoutBaseCommit(withBounds(part.record, bounds)) })),
    untrusted: { thresholds },
  };
}

/** Returns what a configuration asks of results; undefined where it has faults. */
function usable(text: string, file: string): Bounds | undefined {
  try {
    return boundsOf(parseConfig(text, file, { withoutServer: true }).config);
  } catch (error) {
    if (error instanceof ConfigError) return undefined;
    throw error;
  }
}

/** The measuring job states base's commit, which cannot be verified: no reader is led to it. */
function withoutBaseCommit(record: RunRecord): RunRecord {
  return {
    ...record,
    arms: record.arms.map(({ commit, ...arm }) =>
      commit === undefined || arm.side === "base" ? arm : { ...arm, commit },
    ),
  };
}

/**
 * Replaces the thresholds of a record by those of the base commit's configuration, which its measurer could not touch.
 * Warns about benchmarks that have thresholds there and were not measured.
 */
export function withBounds(record: RunRecord, bounds: Bounds): RunRecord {
  const known = new Map(bounds.rows.map(({ id, thresholds }) => [id, thresholds]));
  const measured = new Set(record.rows.map(({ benchmark }) => benchmark));
  const missing = [...new Set(bounds.rows.map(({ benchmark }) => benchmark))].filter((name) => !measured.has(name));
  return {
    ...record,
    serverThresholds: [...bounds.serverThresholds],
    arms: record.arms.map(({ thresholds: _own, ...arm }) => ({ ...arm, ...referenceOf(bounds, arm) })),
    rows: record.rows.map((row) => ({
      ...row,
      thresholds: [...(known.get(row.id) ?? ofLoad(bounds.defaultThresholds, row.load))],
    })),
    warnings: [
      ...record.warnings,
      ...missing.map((name) => ({
        code: "other" as const,
        text: `${name} is a benchmark of the base branch, but was not measured`,
      })),
    ],
  };
}
