import { metric } from "../../metrics/metric.ts";
import type { RowSummary } from "../../metrics/summary.ts";
import { stopsBy } from "../../record/stop.ts";
import { correlationOfRounds } from "../../stats/correlation.ts";
import type { Table } from "../../table/table.ts";
import type { BothLists } from "../../table/tool-changes.ts";
import { failedCalls, judgeErrorRate } from "../error-rate.ts";
import {
  falseAlarmsAt,
  type Judge,
  type Judgement,
  judgeCounts,
  judgeExact,
  type MeasuredGate,
  missingSamples,
} from "../judge.ts";
import type { Lacking } from "../reason.ts";
import { decideGate, judgementOf } from "./decide-gate.ts";
import { fewestRounds } from "./paired-decision.ts";
import { judgeTrend } from "./trend.ts";

export interface Pairing {
  readonly lists: BothLists;
  readonly correlation: number;
  readonly gates: number;
  /** Times that so many rounds were looked at. */
  readonly looks: (rounds: number) => number;
}

/** Rounds whose number was chosen before are looked at once, others after each from the first that can decide. */
export function looksOf({ stop }: Pick<Table, "stop">): Pairing["looks"] {
  const isChosen = stopsBy({ stop }, "rounds-configured", "quick-run", "k6-ended", "k6-runs-read").length > 0;
  return (rounds) => (isChosen ? 1 : Math.max(1, rounds - fewestRounds + 1));
}

export function correlationOf({ rows }: Table): number {
  return correlationOfRounds(rows.map(({ paired }) => paired?.ratios("p50") ?? []));
}

/** Judges head against what was measured beside it, round by round. Where that has no figure, `otherwise` judges. */
export function pairedJudge({ lists, correlation, gates, looks }: Pairing, otherwise: Judge): Judge {
  return (gate) => {
    const { metric: id, limit } = gate.threshold;
    const { beside, isBesideP50 } = gate;
    const base = beside?.statistic;
    const lacking = gate.summary ? whyLacking(beside?.summary) : undefined;
    if (!beside || base?.state !== "measured" || lacking !== undefined) {
      const judged = otherwise(gate);
      const why = lacking ?? ({ code: "metric-not-in-base" } as const);
      return { ...judged, reason: { code: "instead", why, instead: judged.reason } };
    }
    const alarms = falseAlarmsAt(looks(gate.statistic.rounds.length)) / gates;
    const definition = metric(id);
    if (definition.compared === "counts" && gate.summary && beside.summary)
      return judgeErrorRate(gate, { base: failedCalls([beside.summary]), head: failedCalls([gate.summary]), alarms });
    if (definition.scope === "row" && definition.trend) return judgeTrend(gate, base, alarms);
    const change = limit.kind === "relative" ? limit.change : 0;
    const { kind, unit } = definition;
    const { rounds } = beside;
    const counted = { rounds: rounds.values?.(id), change, gates };
    if (limit.kind !== "points" && kind === "exact") return judgeExact(gate, base, { ...counted, lists });
    const mayBeZero = unit === "count" || unit === "ratio";
    if (limit.kind !== "points" && mayBeZero && (base.value === 0 || gate.statistic.value === 0))
      return judgeCounts(gate, base, counted);
    const decision = decideGate(gate.threshold, { rounds, gates, correlation, isBesideP50 });
    if (decision.values.length === 0) return { base: base.value, rounds: 0, ...withoutRounds(gate, base.value) };
    const setAside = decision.scale === "log" ? (rounds.modes?.discordant.size ?? 0) : 0;
    return judgementOf(decision, { base: base.value, setAside });
  };
}

/** Returns why base has no figures of a row, such as one of a tool that it does not have yet. */
function whyLacking(base: RowSummary | undefined): Lacking | undefined {
  if (!base || base.attempted === 0) return { code: "row-not-in-base" };
  if (base.ok > 0) return undefined;
  return { code: "none-ok-in-base", calls: base.attempted, failures: base.failures };
}

/** Judges a gate of which no round has a change. */
function withoutRounds(gate: MeasuredGate, base: number): Pick<Judgement, "state" | "reason"> {
  if (gate.threshold.limit.kind === "points") return { state: "inconclusive", reason: { code: "no-rounds" } };
  if (base === 0 && gate.statistic.rounds.every((value) => value === 0))
    return { state: "pass", reason: { code: "unchanged" } };
  const few = missingSamples(gate);
  return { state: "inconclusive", reason: few ? { code: "few-calls", ...few } : { code: "no-ratio" } };
}
