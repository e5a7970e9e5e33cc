import type { Gate } from "./thresholds.ts";
import type { Finding } from "./verdict.ts";

/** What a judge says about one gate. */
export type Judgement = Pick<
  Finding,
  "state" | "base" | "change" | "minimumDetectable" | "halves" | "evidence" | "reason"
> & {
  /** Where fewer rounds count than the statistic has. */
  readonly rounds?: number;
};

/** Decides a gate whose statistic is measured and whose limit is relative. */
export type Judge = (gate: MeasuredGate) => Judgement;

export type MeasuredGate = Gate & {
  readonly statistic: { readonly state: "measured" } & NonNullable<Gate["statistic"]>;
};

/** False alarms allowed per run of unchanged code, over all its gates together. */
export const falseAlarms = 0.01;

/** Chance of passing a row that did get worse by exactly its threshold. */
export const falsePasses = 0.05;

export function isMeasured(gate: Gate): gate is MeasuredGate {
  return gate.statistic?.state === "measured";
}

export function finding(gate: Gate, judgement: Judgement): Finding {
  const { row, threshold, statistic } = gate;
  const measured = statistic?.state === "measured" ? statistic : undefined;
  return {
    row,
    metric: threshold.metric,
    threshold,
    ...(measured ? { head: measured.value } : {}),
    rounds: measured?.rounds.length ?? 0,
    ...judgement,
  };
}
