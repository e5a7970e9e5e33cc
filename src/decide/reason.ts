/** A sample of calls, and the size it would have to have. */
export interface TooFewCalls {
  readonly need: number;
  readonly have: number;
}

/** Explains why a gate has no figure to judge. `other`: the reason that the record gives, untrusted. */
export type Unmeasured = Readonly<
  ({ code: "few-calls" } & TooFewCalls) | { code: "not-measured" } | { code: "other"; text: string }
>;

export type FailuresByKind = Readonly<Record<string, number>>;

/** Explains why base has no figure beside head's. */
export type Lacking = Readonly<
  | { code: "row-not-in-base" }
  | { code: "none-ok-in-base"; calls: number; failures: FailuresByKind }
  | { code: "metric-not-in-base" }
>;

/** Explains why the figures of a run only inform. `replaced`: the server of an arm became another one during the run. */
export type Undecidable = Readonly<{ code: "quick" } | { code: "replaced"; arm: string }>;

/** Evidence that stored runs lack to decide a gate. `spread`: by how much they differ, as a share. */
export type Lack = Readonly<
  | { code: "few-runs"; have: number; need: number }
  /** The runs to compare with are one other record. */
  | { code: "apart" }
  /** The runs lie too far apart for a change so close to the limit. */
  | { code: "scatter"; spread: number }
  /** Work that the gate is not about changed as well, by this share. */
  | { code: "machine"; of: "row" | "server"; slower: number }
  /** A change that the clock shows and no CPU time confirms. */
  | { code: "clock-alone" }
  /** A change that not every launch of head shows, even by half of the limit. */
  | { code: "some-launches" }
>;

/** Explains the state of paired rounds. `setAside`: further rounds, in which one arm was in a slow mode. */
export type PairedReason = Readonly<
  { rounds: number; setAside?: number } & (
    | { code: "shown" | "within" | "ruled-out" | "undecided" }
    /** Rounds that a regression among so many gates takes. */
    | { code: "too-few"; gates: number; need: number }
    /** Beyond the limit; `need`: evidence that takes. */
    | { code: "evidence"; evidence: number; need: number }
    /** Shown together with further results (e-BH). */
    | { code: "shown-together"; others: number }
  )
>;

export type FailedCalls = Readonly<Record<"head" | "base", { readonly failed: number; readonly calls: number }>>;

/** Explains the state of a finding, as data that `report/words` puts into a clause. */
export type Reason =
  | Lack
  | PairedReason
  | Undecidable
  | Readonly<
      /* Faults of head that count whatever the thresholds. Samples, failures and texts are untrusted. */
      | { code: "nothing-measured" }
      /**
       * Calls that were answered with what another one asked for. `of`: owner of the replies, `session` where any was another
       * session's, `caller` where the record does not tell. `sample`: expected and actual reply of the first.
       */
      | { code: "crossed"; count: number; calls: number; of: "session" | "call" | "caller"; sample: string }
      /** Restarts after which no server answered. */
      | { code: "never-back"; down: number; restarts: number; failure: string }
      /** Failed launches, of base's as many where it was measured. */
      | { code: "launches-failed"; failed: number; launches: number; ofBase?: number; failure: string }
      | { code: "calls-failed"; ok: number; calls: number; failures: FailuresByKind }
      /** A tool that failed when it was tried. */
      | { code: "skipped"; text: string }
      /** Names what made one comparison impossible, and the reason of another one in its place. */
      | { code: "instead"; why: Lacking; instead: Reason }
      /** Nothing to add to the figures. */
      | { code: "none" | "unchanged" }
      | { code: "became"; from: number; to: number }
      /** The difference is below the smallest that counts. */
      | { code: "negligible" }
      | { code: "by-cpu" }
      /** Rounds in which head was worse, and better, than base. */
      | { code: "counted"; worse: number; better: number; ofRounds: number }
      | {
          code: "budget";
          value: number;
          limit: number;
          isOver: boolean;
          roundsOver: number;
          ofRounds: number;
          /** Interval of a slope, which reaches within the budget. */
          interval?: { readonly low: number; readonly high: number };
          sample?: TooFewCalls;
        }
      | { code: "budget-without-figure"; why: Unmeasured }
      | { code: "base-changed" | "no-stand-in" | "no-rounds" | "no-ratio" | "no-figure" | "other-environment" }
      /** Untrusted text. */
      | { code: "no-reference"; text: string }
      | ({ code: "few-calls" } & TooFewCalls)
      /** Speed changed, but so did the number of failing calls. */
      | { code: "more-failed" | "fewer-failed" }
      | ({ code: "failures" } & FailedCalls)
      | ({ code: "failures-open"; points: number } & FailedCalls)
      | { code: "slow-launches"; head: number; base: number; ofRounds: number }
      | { code: "alone"; isShown: boolean; launches: number }
      /** No earlier run has the metric, or the row. */
      | { code: "metric-not-stored" | "row-not-stored" | "configuration-changed" | "points-need-base" }
      | { code: "same-rounds" | "zero-has-no-ratio" | "one-launch" }
      /** Against so many stored runs. `cpu`: change of the CPU time, as a share. */
      | { code: "beyond-stored"; runs: number; cpu?: number }
      | { code: "within-stored"; runs: number; byCpu?: true }
    >;
