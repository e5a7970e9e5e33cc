import { beyondResolution, logLimit } from "../../metrics/change.ts";
import { plural } from "../../metrics/format.ts";
import { type MetricId, metric } from "../../metrics/metric.ts";
import type { RowSummary } from "../../metrics/summary.ts";
import { benjaminiHochberg } from "../../stats/benjamini-hochberg.ts";
import type { PairedRounds } from "../../table/paired-rounds.ts";
import type { Table } from "../../table/table.ts";
import { failedCalls, failuresText, judgeErrorRate } from "../error-rate.ts";
import { type Judge, judgeCount, judgeExact, judgePresence } from "../judge.ts";
import type { BothLists } from "../tool-changes.ts";
import type { Finding } from "../verdict.ts";
import { correlationOfRounds } from "./correlation.ts";
import { decideGate } from "./decide-gate.ts";
import { describeDecision } from "./describe-gate.ts";
import { fewestRounds } from "./paired-decision.ts";

export interface Pairing {
  /** Lists of tools of both sides. */
  readonly lists: BothLists;
  /** ln of how much longer the control took beside head: so much of head's times is not its own work. */
  readonly slowdown: number;
  /** Correlation of neighbouring rounds. */
  readonly correlation: number;
  /** Decisions of the run that may fail it. */
  readonly gates: number;
  /** False where only the states are read. */
  readonly intervals: boolean;
}

/** Computes the modes of rows whose launches fall into two, and the correlation of rounds, from the changes of p50. */
export function roundsOfRun({ rows }: Table) {
  const p50 = rows.map(({ paired }) => paired?.ratios("p50") ?? []);
  const modes = rows.flatMap(({ id, paired }) => (paired?.modes ? [[id, paired.modes] as const] : []));
  const correlation = correlationOfRounds(p50.map((changes) => changes.map(({ worse }) => worse)));
  return { p50, modes, correlation };
}

/** Judges head against what was measured beside it, round by round. Where that has no figure, `otherwise` judges. */
export function pairedJudge({ lists, slowdown, correlation, gates, intervals }: Pairing, otherwise: Judge): Judge {
  return (gate) => {
    const { metric: id, limit } = gate.threshold;
    const { beside } = gate;
    const base = beside?.statistic;
    const lacking = gate.summary ? whyLacking(beside?.summary) : undefined;
    if (!beside || base?.state !== "measured" || lacking !== undefined) {
      const judged = otherwise(gate);
      const why = lacking ?? `base has no ${metric(id).label}`;
      return { ...judged, reason: { code: "instead", why, instead: judged.reason } };
    }
    if (metric(id).compared === "counts" && gate.summary && beside.summary)
      return judgeErrorRate(gate, {
        base: failedCalls([beside.summary]),
        head: failedCalls([gate.summary]),
        gates,
        looks: Math.max(1, gate.statistic.rounds.length - fewestRounds + 1),
      });
    const change = limit.kind === "relative" ? limit.change : 0;
    const { kind, unit } = metric(id);
    if (limit.kind !== "points" && kind === "exact")
      return unit === "count"
        ? judgeCount(gate, base, { change, gates })
        : judgeExact(gate, { base: base.value, change, lists });
    const mayBeZero = unit === "count" || unit === "ratio";
    if (limit.kind !== "points" && mayBeZero && (base.value === 0 || gate.statistic.value === 0))
      return judgePresence(gate, base, gates);
    const rounds = credited(beside.rounds, slowdown);
    const decision = decideGate(gate.threshold, { rounds, gates, correlation });
    const setAside = rounds.modes?.discordant.size ?? 0;
    return describeDecision(gate, { decision, base: base.value, setAside, intervals });
  };
}

/** The rounds without what head itself slowed the machine by. */
function credited(rounds: PairedRounds, slowdown: number): PairedRounds {
  if (slowdown === 0) return rounds;
  const ratios = (id: MetricId) => {
    const credit = followsPace(id) ? slowdown : 0;
    return rounds
      .ratios(id)
      .map((change) => (credit === 0 ? change : { round: change.round, worse: change.worse - credit }));
  };
  return { ...rounds, ratios };
}

/** Times and rates of calls follow what else the machine does; CPU time and what a launch takes do not, or hardly. */
function followsPace(id: MetricId): boolean {
  const { unit, scope, isCpuTime } = metric(id);
  return scope === "row" && (unit === "ms" || unit === "per-second") && !isCpuTime;
}

/** Returns why base has no figures of a row, such as one of a tool that it does not have yet. */
function whyLacking(base: RowSummary | undefined): string | undefined {
  if (!base || base.attempted === 0) return "the base commit was not measured on this row";
  if (base.ok > 0) return undefined;
  return `none of ${plural(base.attempted, "call")} of the base commit was ok (${failuresText(base)})`;
}

/**
 * Beneath the gate: warn-level rows are many and cheap to raise, so those beyond their limit are named only as far as the
 * expected share of false ones stays at 5 % (Benjamini and Hochberg on 2/E, since the direction is that of the estimate).
 */
export function labelWarnings(findings: readonly Finding[]): Finding[] {
  const isCandidate = ({ threshold, evidence }: Finding) => threshold.level === "warn" && evidence !== undefined;
  const candidates = findings.filter(isCandidate);
  const adjusted = benjaminiHochberg(candidates.map(({ evidence = 0 }) => Math.min(1, 2 / evidence)));
  const named = new Set(candidates.filter((one, index) => (adjusted[index] ?? 1) <= 0.05 && isBeyond(one)));
  return findings.map((one) =>
    named.has(one) ? { ...one, state: direction(one), reason: "shown, as a warning" } : one,
  );
}

function isBeyond({ threshold, change, metric: id, rounds, base = 0 }: Finding): boolean {
  if (threshold.limit.kind !== "relative" || !change || rounds < fewestRounds) return false;
  const size = Math.abs(metric(id).better === "less" ? Math.log1p(change.estimate) : -Math.log1p(change.estimate));
  return (
    size > logLimit(id, threshold.limit.change) && beyondResolution(id, { base, head: base * (1 + change.estimate) })
  );
}

function direction({ change, metric: id }: Finding): "regressed" | "improved" {
  return (change?.estimate ?? 0) > 0 === (metric(id).better === "less") ? "regressed" : "improved";
}
