import { type Entry, historyOf, storedEntry } from "../baseline/branch/entry.ts";
import { decide } from "../decide/decide.ts";
import type { Against } from "../decide/decide-run.ts";
import { UserError } from "../errors.ts";
import { compare } from "../facts/compare.ts";
import { compareRecords } from "../facts/compare-records.ts";
import type { FailOn } from "../options/read-option.ts";
import { describeEnvironment } from "../record/key.ts";
import type { RunRecord } from "../record/record.ts";
import type { Report } from "../report/report.ts";
import { summarise } from "../table/summarise.ts";
import { isBaseMeasured, tabulate } from "../table/table.ts";

/** Earlier runs: entries of the same environment, oldest first, or the reason why there are none. */
export type Stored =
  | {
      readonly kind: "entries";
      readonly entries: readonly Entry[];
      /** Names of all stored environments, for people. */
      readonly environments?: readonly string[];
    }
  | {
      readonly kind: "none";
      readonly reason: string;
      /** No comparison with stored runs was configured. */
      readonly unasked?: boolean;
      /** Reason why the stored runs could not be read. */
      readonly fault?: string;
    };

/** Says that the stored runs could not be read: unless base was measured, the run has failed. */
export function unreadable(error: unknown): Extract<Stored, { kind: "none" }> {
  const fault = error instanceof UserError ? error.summary : String(error);
  return { kind: "none", reason: "the stored baseline could not be read", fault };
}

/** Parts of a report that are as given. */
type Given = "configFile" | "runUrl" | "untrusted" | "accepted" | "remarks" | "features";

type JudgeOptions = Pick<Report, "reproduce"> & { readonly [Part in Given]?: Report[Part] | undefined } & {
  readonly stored: Stored;
  readonly failOn: readonly FailOn[];
  readonly acceptable?: boolean | undefined;
};

const untitled = "MCP benchmark";

/** Compares a run with what there is to compare it with and gathers all that a rendering may show. */
export function judge(record: RunRecord, options: JudgeOptions): Report {
  const { stored, accepted, remarks = [], reproduce, configFile, runUrl } = options;
  const table = tabulate(record);
  const head = summarise(table, "head");
  // Uncommitted changes belong to no commit.
  const own = record.commit?.dirty ? undefined : record.commit?.sha;
  const entries = stored.kind === "entries" ? stored.entries.filter((entry) => entry.commit !== own) : [];
  const usable = entries.filter((entry) => entry.usable).map(storedEntry);
  const summary = isBaseMeasured(table) ? summarise(table, "base") : undefined;
  // Stored runs stand in where base was not measured in the same run, the better witness.
  const earlier: Against =
    usable.length > 0 ? { kind: "stored", entries: usable } : noneOf(stored, { others: entries, record });
  const against: Against = summary ? { kind: "paired", stored: usable, base: summary } : earlier;
  const comparison = compare({ table, head, against });
  // A night on which nothing was merged is no fault of the baseline. What is accepted is a regression; budgets and whatever else fails the check go on doing so.
  const hasUsable = stored.kind === "entries" && stored.entries.some((entry) => entry.usable);
  const failOn = options.failOn.filter((reason) => {
    if (reason === "regression") return !accepted;
    return reason !== "no-baseline" || entries.length > 0 || !hasUsable;
  });
  const verdict = decide(comparison, { failOn });
  // A baseline that cannot be read must not look like none: unless base was measured beside head, the run has failed.
  const unread = !summary && stored.kind === "none" ? stored.fault : undefined;
  const regressed = verdict.regressed.some(({ state }) => state === "regressed");
  const base = summary ?? usable.at(-1)?.summary;
  return {
    // Beside a verdict the words of a pull request would be read with it.
    title: (comparison.reference.kind === "none" && !options.untrusted ? record.title : undefined) ?? untitled,
    run: table,
    head,
    ...(base ? { base } : {}),
    comparison,
    verdict: unread !== undefined ? { ...verdict, status: "errored", failed: true } : verdict,
    ...(unread !== undefined ? { unread } : {}),
    reproduce,
    history: historyOf(entries),
    ...(configFile ? { configFile } : {}),
    ...(runUrl ? { runUrl } : {}),
    ...(accepted && regressed ? { accepted } : {}),
    ...(options.acceptable ? { acceptable: true } : {}),
    ...(remarks.length > 0 ? { remarks } : {}),
    ...(options.untrusted ? { untrusted: options.untrusted } : {}),
    ...(options.features ? { features: options.features } : {}),
  };
}

/** Says that there is nothing to compare with, and why. `others`: stored runs of other commits. */
function noneOf(
  stored: Stored,
  { others, record }: { others: readonly Entry[]; record: RunRecord },
): Extract<Against, { kind: "none" }> {
  if (stored.kind === "none" && stored.unasked) return { kind: "none", reason: stored.reason, unasked: true };
  // One that does not start is reported elsewhere.
  const before = record.baseFailure ? "the base commit could not be measured, and " : "";
  return { kind: "none", reason: `${before}${whyNothingStored(stored, { others, record })}` };
}

function whyNothingStored(stored: Stored, { others, record }: { others: readonly Entry[]; record: RunRecord }): string {
  if (stored.kind === "none") return stored.reason;
  const own = stored.entries.filter((entry) => entry.usable && !others.includes(entry));
  if (others.length > 0 && own.length === 0) return "the stored runs of this environment errored or regressed";
  if (own.length === 1)
    return `the only usable stored run of this environment is of this commit, ${record.commit?.sha.slice(0, 10)}`;
  if (own.length > 1)
    return `all ${own.length} usable stored runs of this environment are of this commit: nothing was merged since`;
  if (stored.entries.length > 0) return "the stored runs of this commit errored or regressed";
  const here = describeEnvironment(record);
  const nearest = nearestEnvironment(here, stored.environments ?? []);
  const instead = nearest === undefined ? "" : `, the nearest one that is stored is ${nearest}`;
  return `no run of this environment (${here}) is stored yet${instead}; a run on the default branch with \`update-baseline\` stores one`;
}

/** The one that has most in common: a label, an image or a processor that changed is found by what is left. */
export function nearestEnvironment(here: string, others: readonly string[]): string | undefined {
  const own = new Set(here.split(", "));
  const shared = (other: string) => other.split(", ").filter((part) => own.has(part)).length;
  return others.toSorted((a, b) => shared(b) - shared(a))[0];
}

/** Compares the records of two runs made at different times. */
export function judgeRecords(
  records: { readonly base: RunRecord; readonly head: RunRecord },
  options: Pick<JudgeOptions, "failOn" | "reproduce" | "features">,
): Report {
  const [base, head] = [tabulate(records.base), tabulate(ofHead(records.head))];
  const comparison = compareRecords({ base, head });
  return {
    title: untitled,
    run: head,
    head: summarise(head, "head"),
    base: summarise(base, "head"),
    comparison,
    verdict: decide(comparison, options),
    reproduce: options.reproduce,
    history: [],
    ...(options.features ? { features: options.features } : {}),
  };
}

/** A record as head alone measured it: another record takes the place of its own base. */
function ofHead({
  baseFailure: _failed,
  changedInBase: _changed,
  configuration: _both,
  ...record
}: RunRecord): RunRecord {
  const arms = record.arms.filter(({ side }) => side === "head");
  const ids = new Set(arms.map(({ id }) => id));
  const rounds = record.rounds.map((one) => ({ ...one, launches: one.launches.filter(({ arm }) => ids.has(arm)) }));
  return { ...record, arms, rounds };
}
