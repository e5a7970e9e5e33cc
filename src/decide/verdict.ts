import type { MetricId } from "../metrics/metric.ts";
import type { Threshold } from "../plan/threshold.ts";
import type { Status } from "../record/status.ts";
import type { Reason } from "./reason.ts";

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
  /** The smallest change that as many rounds could have found, as a share; absent where the rounds decide. */
  readonly minimumDetectable?: number;
  /** Paired rounds only: e-value against no change, in the direction of the estimate. */
  readonly evidence?: number;
  /** Paired rounds only: evidence for a regression where the estimate is beyond the threshold, else 0. */
  readonly claim?: number;
  readonly rounds: number;
  /** A time that passes by the CPU time of the same work, since the clock is too noisy to tell. */
  readonly byCpu?: true;
  readonly reason: Reason;
}

/** Not of the configuration: holds for every run. */
export const mustWork: Threshold = {
  metric: "error_rate",
  level: "fail",
  limit: { kind: "absolute", value: 0 },
  text: "must answer",
};

/** Tests whether a threshold is the one that applies whatever the configuration says. */
export function isMustWork({ text }: Pick<Threshold, "text">): boolean {
  return text === mustWork.text;
}

/** Tests whether more rounds may decide this gate: no budget, but whether head's launches fail more often than base's. */
export function isUndecided({ state, threshold }: Pick<Finding, "state" | "threshold">): boolean {
  const canBeDecided = threshold.limit.kind !== "absolute" || isMustWork(threshold);
  return state === "inconclusive" && threshold.level === "fail" && canBeDecided;
}

export function isRegression({ state, threshold: { level } }: Pick<Finding, "state" | "threshold">): boolean {
  return state === "regressed" && level === "fail";
}

export type Reference =
  /** `unasked`: no comparison was configured, so its absence is no cause for alarm. */
  | { readonly kind: "none"; readonly reason: string; readonly unasked?: boolean }
  | { readonly kind: "stored"; readonly commit?: string; readonly createdAt: string; readonly entries: number }
  | { readonly kind: "record"; readonly commit?: string; readonly createdAt: string }
  | { readonly kind: "paired"; readonly commit?: string };

export interface Verdict {
  readonly status: Status;
  /** True where the job should fail under the `fail-on` in force. */
  readonly failed: boolean;
  /** Findings of level `fail` in state regressed or over-budget, worst first. */
  readonly regressed: readonly Finding[];
  readonly improved: readonly Finding[];
}
