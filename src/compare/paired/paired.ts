import { asShare, beyondResolution, logLimit } from "../../metrics/change.ts";
import { plural } from "../../metrics/format.ts";
import { type MetricId, metric } from "../../metrics/metric.ts";
import { type Arms, type RoundRatio, roundDifferences, roundRatios } from "../../metrics/row-rounds.ts";
import type { ArmSummary, RowSummary, Statistic } from "../../metrics/summary.ts";
import type { RunRecord } from "../../record/record.ts";
import { benjaminiHochberg } from "../../stats/benjamini-hochberg.ts";
import { hodgesLehmann } from "../../stats/hodges-lehmann.ts";
import { samplesNeeded } from "../../stats/sufficiency.ts";
import { failuresOf, judgeErrorRate } from "../error-rate.ts";
import { type Judge, type Judgement, judgeCount, judgeExact, type MeasuredGate } from "../judge.ts";
import { serverStatistics } from "../thresholds.ts";
import type { Finding } from "../verdict.ts";
import { cpuOfBase, inBoth, judgeUnseenCpu } from "./cpu-beyond-p50.ts";
import { judgeGuard } from "./judge-guard.ts";
import { decidePaired, estimatePaired, fewestRounds, reasonFor } from "./paired-decision.ts";
import { findModes, type Modes } from "./slow-mode.ts";

export interface Pairing {
  readonly record: RunRecord;
  readonly base: ArmSummary;
  readonly arms: Arms;
  /** The row of base that head's is compared with, where it has another id. */
  readonly baseRow?: string;
  /** Of rows whose launches fall into two modes. */
  readonly modes: ReadonlyMap<string, Modes>;
  /** Decisions of the run that may fail it. */
  readonly gates: number;
}

/** Rows whose launches fall into two modes, by row id. */
export function modesOf(record: RunRecord, arms: Arms): Map<string, Modes> {
  return new Map(
    record.rows.flatMap(({ id: row }) => {
      const modes = findModes(roundRatios(record, { row, id: "p50", arms }));
      return modes ? [[row, modes] as const] : [];
    }),
  );
}

/** Judges head against base measured round by round beside it. Where base has no figure, `otherwise` judges. */
export function pairedJudge(pairing: Pairing, otherwise: Judge): Judge {
  return (gate) => {
    const { metric: id, limit } = gate.threshold;
    const baseRow = pairing.base.rows.find((candidate) => candidate.row === gate.row);
    const base = gate.summary ? baseRow?.statistics[id] : serverStatistics(pairing.base, gate.row)?.[id];
    const lacking = gate.summary ? whyLacking(baseRow) : undefined;
    if (base?.state !== "measured" || lacking !== undefined) {
      const judged = otherwise(gate);
      return { ...judged, reason: `${lacking ?? `base has no ${metric(id).label}`}; ${judged.reason}` };
    }
    if (id === "error_rate" && gate.summary && baseRow)
      return judgeErrorRate(gate, {
        base: failuresOf([baseRow]),
        head: failuresOf([gate.summary]),
        gates: pairing.gates,
      });
    if (limit.kind === "points") {
      if (id === "cpu_to_p50" && baseRow) {
        const ratios = (of: MetricId) => concordantRatios(pairing, { row: gate.row, id: of });
        const base = cpuOfBase(pairing.record, { arm: pairing.arms.base, row: baseRow });
        const bar = { limit: limit.points, gates: pairing.gates, ...base };
        return judgeUnseenCpu(inBoth({ cpu: ratios("cpu_per_call"), p50: ratios("p50") }), bar);
      }
      const { record, arms, baseRow: other } = pairing;
      const rows = { row: gate.row, ...(other === undefined ? {} : { baseRow: other }) };
      const differences = roundDifferences(record, { ...rows, id, arms });
      return judgeGuard(differences, { id, limit: limit.points, gates: pairing.gates, base: base.value });
    }
    const change = limit.kind === "relative" ? limit.change : 0;
    const { kind, unit } = metric(id);
    if (kind !== "exact") return judgeRounds(gate, { ...pairing, statistic: base, change });
    if (unit === "count") return judgeCount(gate, base, { change, gates: pairing.gates });
    return judgeExact(gate, base.value, change);
  };
}

/** Of the rounds in which base and head are in the same mode. */
function concordantRatios(
  { record, arms, baseRow, modes }: Pairing,
  { row, id }: { row: string; id: MetricId },
): RoundRatio[] {
  const discordant = modes.get(row)?.discordant;
  return roundRatios(record, { row, ...(baseRow === undefined ? {} : { baseRow }), id, arms }).filter(
    ({ round }) => !discordant?.has(round),
  );
}

/** Why base says nothing about a row, such as a tool that it does not have yet. */
function whyLacking(base: RowSummary | undefined): string | undefined {
  if (!base || base.attempted === 0) return "the base commit was not measured on it";
  if (base.ok > 0) return undefined;
  const kinds = Object.entries(base.failures).map(([kind, count]) => `${count} × ${kind}`);
  return `none of ${plural(base.attempted, "call")} of the base commit was ok (${kinds.join(", ")})`;
}

type Noisy = Pairing & { readonly statistic: Extract<Statistic, { state: "measured" }>; readonly change: number };

function judgeRounds(gate: MeasuredGate, { statistic, change, ...pairing }: Noisy): Judgement {
  const { metric: id } = gate.threshold;
  const { gates } = pairing;
  const { value: base } = statistic;
  const ratios = concordantRatios(pairing, { row: gate.row, id }).map(({ worse }) => worse);
  if (ratios.length === 0) return { base, rounds: 0, ...withoutRatios(gate, base) };

  const limit = logLimit(id, change);
  const bar = { limit, gates, ...(id === "cpu_per_call" ? { harm: cpuHarm(limit) } : {}) };
  const { low, high, estimate, minimumDetectable, evidence } = estimatePaired(ratios, bar);
  const bounded = Number.isFinite(low) && Number.isFinite(high);
  const detectable = Math.abs(asShare(id, { estimate: minimumDetectable }).estimate);
  const found = {
    base,
    rounds: ratios.length,
    change: asShare(id, bounded ? { estimate, low, high } : { estimate }),
    ...(Number.isFinite(minimumDetectable) ? { minimumDetectable: detectable } : {}),
    ...(ratios.length > 1 ? { halves: halves(gate, ratios) } : {}),
    evidence,
  };
  const state = decidePaired(ratios, bar);
  const head = base * (1 + found.change.estimate);
  if ((state === "regressed" || state === "improved") && !beyondResolution(id, { base, head }))
    return { ...found, state: "pass", reason: "the difference is too small to matter" };
  const harm = `a change ${"harm" in bar ? "of twice" : "beyond"} the threshold`;
  const aside = pairing.modes.get(gate.row)?.discordant.size ?? 0;
  const besides = aside > 0 ? `; ${plural(aside, "round")} set aside, with one launch in a slow mode` : "";
  return {
    ...found,
    state,
    reason: `${reasonFor(state, { rounds: ratios.length, gates, harm, evidence, isBeyond: estimate > limit })}${besides}`,
  };
}

/**
 * CPU time is the steadiest figure of a busy machine where something changed, and the least even one of short calls where
 * nothing did: as with the guards, what a pass must rule out is twice what fails.
 */
export function cpuHarm(limit: number): number {
  return 2 * limit;
}

function withoutRatios(
  { threshold, statistic, summary }: MeasuredGate,
  base: number,
): Pick<Judgement, "state" | "reason"> {
  const { label, quantile } = metric(threshold.metric);
  if (base === 0 && statistic.rounds.every((value) => value === 0))
    return { state: "pass", reason: "zero in every round" };
  const calls = Math.floor((summary?.ok ?? 0) / statistic.rounds.length);
  const few = quantile !== undefined && summary !== undefined && calls < samplesNeeded(quantile);
  return {
    state: "inconclusive",
    reason: few
      ? `${label} needs ${samplesNeeded(quantile)} ok calls per launch, there were ${calls}`
      : `no round has ${label} above zero in both arms`,
  };
}

function halves({ threshold }: MeasuredGate, ratios: readonly number[]): [number, number] {
  const middle = Math.ceil(ratios.length / 2);
  const share = (half: readonly number[]) => asShare(threshold.metric, { estimate: hodgesLehmann(half) }).estimate;
  return [share(ratios.slice(0, middle)), share(ratios.slice(middle))];
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
