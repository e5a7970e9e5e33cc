import type { MetricId } from "../metrics/metric.ts";
import type { Threshold } from "../plan/threshold.ts";
import type { Status } from "../record/status.ts";
import type { LostPrefix } from "./lost-prefix.ts";
import type { ToolChanges } from "./tool-changes.ts";

/** A fact the reader must know beside the figures; it never changes a verdict by itself. */
export interface Warning {
  readonly code: string;
  readonly message: string;
  readonly row?: string;
}

export type FindingState =
  | "pass"
  | "regressed"
  | "improved"
  | "over-budget"
  | "inconclusive"
  | "not-comparable"
  | "no-baseline"
  | "errored";

/** One threshold applied to one row: what was found and how sure it is. */
export interface Finding {
  readonly row: string;
  readonly metric: MetricId;
  /** The gate: `fail` findings decide the verdict, `warn` ones are shown. */
  readonly threshold: Threshold;
  /** The variant it was compared with instead of base. */
  readonly against?: string;
  readonly state: FindingState;
  /** Over paired rounds base's figure moved by the change, but of `cpu_to_p50`, whose change is no difference of the two. */
  readonly head?: number;
  readonly base?: number;
  /**
   * Change from base to head. Relative metrics: a share (0.1 is +10 %). Shares (`error_rate`): a difference of shares.
   * `low` and `high` bound it at the stated confidence; absent where the metric is exact.
   */
  readonly change?: { readonly estimate: number; readonly low?: number; readonly high?: number };
  /** Smallest change this many rounds could have found, as a share. */
  readonly minimumDetectable?: number;
  /** Paired rounds only: the estimate from their first and second half alone, on the scale of `change`. */
  readonly halves?: readonly [number, number];
  /** Paired rounds only: e-value against no change, in the direction of the estimate. */
  readonly evidence?: number;
  /** Paired rounds only: evidence for a regression where the estimate is beyond the threshold, else 0. */
  readonly claim?: number;
  readonly rounds: number;
  /** A time that passes by the CPU time of the same work, since the clock is too noisy to tell. */
  readonly byCpu?: true;
  /** Stored runs only: why they do not decide. */
  readonly lack?: Lack;
  /** The failure of launches that it is about. Untrusted. */
  readonly failure?: string;
  /** Explains the state. */
  readonly reason: Reason;
}

/** Evidence that stored runs lack to decide a gate. `spread`: by how much they differ, as a share. */
export type Lack =
  | { readonly code: "few-runs"; readonly have: number; readonly need: number }
  /** The runs to compare with are one other record. */
  | { readonly code: "apart" }
  /** No number of runs is enough. */
  | { readonly code: "scatter"; readonly spread: number }
  /** Too close to the limit; `need` runs would tell, where more would. */
  | { readonly code: "close"; readonly spread: number; readonly have?: number; readonly need?: number }
  /** Work that the gate is not about changed as well, by this share. */
  | { readonly code: "machine"; readonly of: "row" | "server"; readonly slower: number }
  /** A change that the clock shows and no CPU time confirms. */
  | { readonly code: "clock-alone" };

/** Reference that head was compared with. */
/** Reason of a finding: data that a report puts into words, or a clause that may hold untrusted ones. */
export type Reason =
  | string
  | Lack
  | PairedReason
  /** Names what made one comparison impossible, and the reason of another one in its place. */
  | { readonly code: "instead"; readonly why: string; readonly instead: Reason };

/** Explains the state of paired rounds. `setAside`: further rounds, in which one arm was in a slow mode. */
export type PairedReason = { readonly rounds: number; readonly setAside?: number } & (
  | { readonly code: "shown" | "within" | "ruled-out" | "undecided" }
  /** Rounds that a regression among so many gates takes, and where there were fewer, those that a pass takes. */
  | { readonly code: "too-few"; readonly gates: number; readonly need: number; readonly least?: number }
  /** Beyond the limit; `need`: evidence that takes, `each`: of a single gate. */
  | { readonly code: "evidence"; readonly evidence: number; readonly need: number; readonly each: number }
);

export type Reference =
  /** `unasked`: no comparison was configured, so its absence is no cause for alarm. */
  | { readonly kind: "none"; readonly reason: string; readonly unasked?: boolean }
  | { readonly kind: "stored"; readonly commit?: string; readonly createdAt: string; readonly entries: number }
  | { readonly kind: "record"; readonly commit?: string; readonly createdAt: string }
  | { readonly kind: "paired"; readonly commit?: string };

export interface Comparison {
  readonly reference: Reference;
  readonly findings: readonly Finding[];
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

export interface Verdict {
  readonly status: Status;
  /** True where the job should fail under the `fail-on` in force. */
  readonly failed: boolean;
  /** Findings of level `fail` in state regressed or over-budget, worst first. */
  readonly regressed: readonly Finding[];
  readonly improved: readonly Finding[];
}
