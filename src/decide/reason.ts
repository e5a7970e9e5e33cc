/** A sample of calls, and the size it would have to have. */
export interface TooFewCalls {
  readonly need: number;
  readonly have: number;
}

/** Explains why a gate has no figure to judge. */
export type Unmeasured =
  | ({ readonly code: "few-calls" } & TooFewCalls)
  | { readonly code: "not-measured" }
  /** The reason that the record gives. Untrusted. */
  | { readonly code: "other"; readonly text: string };

export type FailuresByKind = Readonly<Record<string, number>>;

/** Explains why base has no figure beside head's. */
export type Lacking =
  | { readonly code: "row-not-in-base" }
  | { readonly code: "none-ok-in-base"; readonly calls: number; readonly failures: FailuresByKind }
  | { readonly code: "metric-not-in-base" };

/** Explains why the figures of a run decide nothing. */
export type Undecidable =
  | { readonly code: "quick" }
  /** The server of an arm became another one during the run. */
  | { readonly code: "replaced"; readonly arm: string };

/** Evidence that stored runs lack to decide a gate. `spread`: by how much they differ, as a share. */
export type Lack =
  | { readonly code: "few-runs"; readonly have: number; readonly need: number }
  /** The runs to compare with are one other record. */
  | { readonly code: "apart" }
  /**
   * No number of runs is enough, or the change is too close to the limit; `need` runs would tell, where more would. `byCpu`: it is
   * their CPU time that lies apart.
   */
  | {
      readonly code: "scatter" | "close";
      readonly spread: number;
      readonly byCpu?: true;
      readonly have?: number;
      readonly need?: number;
    }
  /** Work that the gate is not about changed as well, by this share. */
  | { readonly code: "machine"; readonly of: "row" | "server"; readonly slower: number }
  /** A change that the clock shows and no CPU time confirms. */
  | { readonly code: "clock-alone" }
  /** A change that not every launch of head shows, even by half of the limit. */
  | { readonly code: "some-launches" };

const lacks: readonly string[] = ["few-runs", "apart", "scatter", "close", "machine", "clock-alone", "some-launches"];

/** Tests whether stored runs did not decide for want of evidence. */
export function isLack(reason: Reason): reason is Lack {
  return lacks.includes(reason.code);
}

/** Explains the state of paired rounds. `setAside`: further rounds, in which one arm was in a slow mode. */
export type PairedReason = { readonly rounds: number; readonly setAside?: number } & (
  | { readonly code: "shown" | "within" | "ruled-out" | "undecided" }
  /** Rounds that a regression among so many gates takes, and where there were fewer, those that a pass takes. */
  | { readonly code: "too-few"; readonly gates: number; readonly need: number; readonly least?: number }
  /** Beyond the limit; `need`: evidence that takes, `each`: of a single gate. */
  | { readonly code: "evidence"; readonly evidence: number; readonly need: number; readonly each: number }
  /** Shown together with further results (e-BH). */
  | { readonly code: "shown-together"; readonly others: number }
);

/** Failed calls of head and of base. */
export interface FailedCalls {
  readonly head: Readonly<Record<"failed" | "calls", number>>;
  readonly base: Readonly<Record<"failed" | "calls", number>>;
}

/** Explains a fault of head that counts whatever the thresholds. */
export type Fault =
  | { readonly code: "nothing-measured" }
  /** Replies of another session, or another call of the same one; `caller`: an older record does not tell. Untrusted sample. */
  | {
      readonly code: "crossed";
      readonly count: number;
      readonly calls: number;
      readonly of: "session" | "call" | "caller";
      readonly sample: string;
    }
  /** Restarts after which no server answered. Untrusted failure. */
  | { readonly code: "never-back"; readonly down: number; readonly restarts: number; readonly failure: string }
  /** Failed launches, of base's as many where it was measured. Untrusted failure. */
  | {
      readonly code: "launches-failed";
      readonly failed: number;
      readonly launches: number;
      readonly withLeakCheck: boolean;
      readonly ofBase?: number;
      readonly failure: string;
    }
  | { readonly code: "calls-failed"; readonly ok: number; readonly calls: number; readonly failures: FailuresByKind }
  /** A tool that failed when it was tried. Untrusted text. */
  | { readonly code: "skipped"; readonly text: string };

/** Explains the state of a finding, as data that `report/words` puts into a clause. */
export type Reason =
  | Lack
  | PairedReason
  | Fault
  /** Names what made one comparison impossible, and the reason of another one in its place. */
  | { readonly code: "instead"; readonly why: Lacking; readonly instead: Reason }
  /** Nothing to add to the figures. */
  | { readonly code: "none" | "unchanged" | "zero" | "shown-as-warning" }
  | { readonly code: "became"; readonly from: number; readonly to: number }
  /** The difference is below the smallest that counts. */
  | { readonly code: "negligible" }
  | { readonly code: "by-cpu" }
  /** Rounds in which head had more, and fewer, than base. */
  | { readonly code: "counted"; readonly more: number; readonly fewer: number; readonly ofRounds: number }
  /** Launches of either side that had any. */
  | {
      readonly code: "present";
      readonly head: number;
      readonly ofHead: number;
      readonly base: number;
      readonly ofBase: number;
    }
  | {
      readonly code: "budget";
      readonly value: number;
      readonly limit: number;
      readonly isOver: boolean;
      readonly roundsOver: number;
      readonly ofRounds: number;
      /** Interval of a slope, which reaches within the budget. */
      readonly interval?: { readonly low: number; readonly high: number };
      readonly sample?: TooFewCalls;
    }
  | { readonly code: "budget-without-figure"; readonly why: Unmeasured }
  | { readonly code: "informs-only"; readonly why: Undecidable }
  | { readonly code: "base-changed" }
  /** Untrusted text. */
  | { readonly code: "no-reference"; readonly text: string }
  | { readonly code: "no-stand-in" }
  | { readonly code: "no-rounds" }
  | { readonly code: "no-ratio" }
  | ({ readonly code: "few-calls" } & TooFewCalls)
  /** Speed changed, but so did the number of failing calls. */
  | { readonly code: "more-failed" | "fewer-failed" }
  | ({ readonly code: "failures" } & FailedCalls)
  | ({ readonly code: "failures-in-one-launch"; readonly launches: number } & FailedCalls)
  | ({ readonly code: "failures-open"; readonly points: number } & FailedCalls)
  | { readonly code: "control"; readonly slower: number; readonly isCorrected: boolean; readonly ofRounds: number }
  | { readonly code: "slow-launches"; readonly head: number; readonly base: number; readonly ofRounds: number }
  | { readonly code: "alone"; readonly isShown: boolean; readonly launches: number }
  | { readonly code: "variant-not-measured"; readonly variant: string }
  | { readonly code: "no-figure" }
  /** No earlier run has the metric, or the row. */
  | { readonly code: "metric-not-stored" | "row-not-stored" | "configuration-changed" | "points-need-base" }
  | { readonly code: "same-rounds" | "zero-has-no-ratio" | "one-launch" }
  /** Against so many stored runs. `cpu`: change of the CPU time, as a share. */
  | { readonly code: "beyond-stored"; readonly runs: number; readonly cpu?: number }
  | { readonly code: "within-stored"; readonly runs: number; readonly byCpu?: true }
  | { readonly code: "other-environment" };
