import type { UncheckedGate } from "../decide/apply-gates.ts";
import type { DecidedRun } from "../decide/decide-run.ts";
import type { FailuresByKind } from "../decide/reason.ts";
import type { MetricId } from "../metrics/metric.ts";
import type { reclaimGaps } from "../record/launch.ts";
import type { LostPrefix } from "../table/lost-prefix.ts";
import type { ToolChanges } from "../table/tool-changes.ts";

/** Findings of a run, and what a report tells beside them. */
export interface Comparison extends Pick<DecidedRun, "reference" | "findings"> {
  readonly warnings: readonly Warning[];
  /** Fail-level gates judged statistically: the evidence asked of each grows with their number. */
  readonly gates?: number;
  /** Differences of head's list from base's; absent where one of the lists is not known. */
  readonly tools?: ToolChanges;
  /** Part of head's list of tools that prompt caches lose. */
  readonly lostPrefix?: LostPrefix;
  /** A look with few calls, which decides nothing. */
  readonly quick?: true;
}

/** A fact the reader must know beside the figures; it never changes a verdict by itself. */
export type Warning = Readonly<
  { row?: string } & (
    | ({ code: "launch-failed" } & FailedLaunch)
    /** Base failed, and head is compared with stored runs, or with nothing. */
    | { code: "base-not-measured"; isStored: boolean; first: FailedLaunch }
    | { code: "errors"; failed: number; calls: number; failures: FailuresByKind }
    | { code: "unsteady"; deviation: number }
    | { code: "two-modes"; modes: readonly { readonly p50: number; readonly rounds: number }[] }
    | { code: "tail-spike"; ratio: number; limit: number }
    | { code: "few-samples"; ok: number; need: number }
    | { code: "exact-metric-varies"; metric: MetricId; least: number; most: number }
    | { code: "backlog"; achieved: number; requested: number; most: number; dropped: number }
    /** Trends for the worse within a load. */
    | { code: "decay"; trends: readonly { readonly metric: MetricId; readonly value: number }[] }
    /** Kept by each session that a client left without a word, and not given back in that time. */
    | { code: "sessions-kept"; bytes: number; idleMs: number }
    | { code: "session-ids"; gap: (typeof reclaimGaps)[number] }
    | { code: "capacity-bound"; bound: CapacityBound; searches: number; of: number }
    | { code: "serialised"; sessions: number; times: number }
    | ({ code: "tools-list-varies"; isInBase: boolean } & ListChanges)
    | { code: "no-cache-hints"; missing: readonly string[]; protocol: string }
    | ({ code: "not-checked" } & UncheckedGate)
    | { code: "unpaired" }
    | { code: "different-environment"; differences: readonly EnvironmentDifference[] }
    | { code: "correlated-rounds"; correlation: number }
    | { code: "everything-slower"; others: boolean; slower: number; rounds: number }
    | {
        code: "too-few-rounds";
        rounds: number;
        gates: number;
        need: number;
        fix: "windows" | "imports" | "rounds" | "budget";
      }
  )
>;

interface FailedLaunch {
  readonly round: number;
  readonly arm: string;
  /** Untrusted. */
  readonly failure: string;
}

/** Changes of a list of tools between the launches of an arm. */
export interface ListChanges {
  readonly reordered: number;
  readonly rewritten: number;
  readonly launches: number;
}

/** End of a search for the highest rate that did not find it. Untrusted reason. */
export interface CapacityBound {
  readonly end: "top" | "bottom" | "lagged" | "unfinished" | "unknown";
  readonly perSecond: number;
  readonly reason?: string;
}

export interface EnvironmentDifference {
  /** Name of the part of the environment key. */
  readonly part: string;
  readonly base: string;
  readonly head: string;
}
