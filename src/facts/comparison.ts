import type { UncheckedGates } from "../decide/apply-gates.ts";
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
export type Warning = {
  readonly row?: string;
} /** Base failed, and head is compared with stored runs, or with nothing. */ & (
  | { readonly code: "base-not-measured"; readonly isStored: boolean; readonly first: FailedLaunch }
  | ({ readonly code: "launch-failed" } & FailedLaunch)
  | { readonly code: "errors"; readonly failed: number; readonly calls: number; readonly failures: FailuresByKind }
  | { readonly code: "unsteady"; readonly deviation: number }
  | { readonly code: "two-modes"; readonly modes: readonly { readonly p50: number; readonly rounds: number }[] }
  | { readonly code: "tail-spike"; readonly ratio: number; readonly limit: number }
  | { readonly code: "few-samples"; readonly ok: number; readonly need: number }
  | { readonly code: "exact-metric-varies"; readonly metric: MetricId; readonly least: number; readonly most: number }
  | {
      readonly code: "backlog";
      readonly achieved: number;
      readonly requested: number;
      readonly most: number;
      readonly dropped: number;
    }
  /** Trends for the worse within a load. */
  | {
      readonly code: "decay";
      readonly trends: readonly { readonly metric: MetricId; readonly value: number }[];
    }
  /** Kept by each session that a client left without a word, and not given back in that time. */
  | { readonly code: "sessions-kept"; readonly bytes: number; readonly idleMs: number }
  | { readonly code: "session-ids"; readonly gap: (typeof reclaimGaps)[number] }
  | { readonly code: "capacity-bound"; readonly bound: CapacityBound; readonly searches: number; readonly of: number }
  | { readonly code: "serialised"; readonly sessions: number; readonly times: number }
  | ({ readonly code: "tools-list-varies"; readonly isInBase: boolean } & ListChanges)
  | { readonly code: "no-cache-hints"; readonly missing: readonly string[]; readonly protocol: string }
  | ({ readonly code: "not-checked" } & UncheckedGates)
  | { readonly code: "unpaired" }
  | { readonly code: "different-environment"; readonly differences: readonly EnvironmentDifference[] }
  | { readonly code: "correlated-rounds"; readonly correlation: number }
  | { readonly code: "everything-slower"; readonly others: boolean; readonly slower: number; readonly rounds: number }
  | {
      readonly code: "too-few-rounds";
      readonly rounds: number;
      readonly gates: number;
      readonly need: number;
      readonly fix: "windows" | "imports" | "rounds" | "budget";
    }
);

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

/** A field of the environment that two records differ in. */
export interface EnvironmentDifference {
  readonly field: string;
  readonly base: string;
  readonly head: string;
}
