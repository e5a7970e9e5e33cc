import { beyondResolution, logLimit } from "../../metrics/change.ts";
import { plural } from "../../metrics/format.ts";
import { type MetricId, metric } from "../../metrics/metric.ts";
import { rowReadings } from "../../metrics/reading.ts";
import { type Arms, type RoundChange, roundDifferences, roundRatios, roundValues } from "../../metrics/row-rounds.ts";
import { type ArmSummary, figureOf, type RowSummary, type Statistics } from "../../metrics/summary.ts";
import type { RunRecord } from "../../record/record.ts";
import { isServerRow } from "../../record/row-ids.ts";
import { benjaminiHochberg } from "../../stats/benjamini-hochberg.ts";
import { failedCalls, failuresText, judgeErrorRate } from "../error-rate.ts";
import { type Judge, judgeCount, judgeExact, judgePresence } from "../judge.ts";
import { serverStatistics } from "../thresholds.ts";
import { toolLists } from "../tool-changes.ts";
import type { Finding } from "../verdict.ts";
import { correlationOfRounds } from "./correlation.ts";
import { decideGate, type PairedRounds } from "./decide-gate.ts";
import { describeDecision } from "./describe-gate.ts";
import { cpuTells, startupCpuTells } from "./guards.ts";
import { fewestRounds } from "./paired-decision.ts";
import { findModes, type Modes } from "./slow-mode.ts";

interface Pairing {
  readonly record: RunRecord;
  readonly base: ArmSummary;
  readonly arms: Arms;
  /** The row of base that head's is compared with, where it has another id. */
  readonly baseRow?: string;
  /** Modes of rows whose launches fall into two. */
  readonly modes: ReadonlyMap<string, Modes>;
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
export function roundsOfRun(record: RunRecord, arms: Arms) {
  const changes = record.rows.map(({ id: row }) => ({ row, p50: roundRatios(record, { row, id: "p50", arms }) }));
  const modes = changes.flatMap(({ row, p50 }) => {
    const found = findModes(p50);
    return found ? [[row, found] as const] : [];
  });
  const correlation = correlationOfRounds(changes.map(({ p50 }) => p50.map(({ worse }) => worse)));
  return { p50: changes.map(({ p50 }) => p50), modes: new Map<string, Modes>(modes), correlation };
}

/** Judges head against base measured round by round beside it. Where base has no figure, `otherwise` judges. */
export function pairedJudge(pairing: Pairing, otherwise: Judge): Judge {
  const baseRows = new Map(pairing.base.rows.map((row) => [row.row, row]));
  const lists = { before: toolLists(pairing.record, "base"), after: toolLists(pairing.record, "head") };
  const known = new Map<string, PairedRounds>();
  return (gate) => {
    const { metric: id, limit } = gate.threshold;
    const baseRow = baseRows.get(gate.row);
    const statistics = gate.summary ? baseRow?.statistics : serverStatistics(pairing.base, gate.row);
    const base = statistics?.[id];
    const lacking = gate.summary ? whyLacking(baseRow) : undefined;
    if (base?.state !== "measured" || lacking !== undefined) {
      const judged = otherwise(gate);
      const why = lacking ?? `base has no ${metric(id).label}`;
      return { ...judged, reason: { code: "instead", why, instead: judged.reason } };
    }
    if (metric(id).compared === "counts" && gate.summary && baseRow)
      return judgeErrorRate(gate, {
        base: failedCalls([baseRow]),
        head: failedCalls([gate.summary]),
        gates: pairing.gates,
        looks: Math.max(1, gate.statistic.rounds.length - fewestRounds + 1),
      });
    const change = limit.kind === "relative" ? limit.change : 0;
    const { kind, unit } = metric(id);
    if (limit.kind !== "points" && kind === "exact")
      return unit === "count"
        ? judgeCount(gate, base, { change, gates: pairing.gates })
        : judgeExact(gate, { base: base.value, change, lists });
    const mayBeZero = unit === "count" || unit === "ratio";
    if (limit.kind !== "points" && mayBeZero && (base.value === 0 || gate.statistic.value === 0))
      return judgePresence(gate, base, pairing.gates);
    const rounds =
      known.get(gate.row) ?? roundsOf(pairing, { row: gate.row, statistics, attempted: baseRow?.attempted ?? 0 });
    known.set(gate.row, rounds);
    const { gates, correlation } = pairing;
    const decision = decideGate(gate.threshold, { rounds, gates, correlation });
    const setAside = rounds.modes?.discordant.size ?? 0;
    return describeDecision(gate, { decision, base: base.value, setAside, intervals: pairing.intervals });
  };
}

interface OfBase {
  readonly row: string;
  readonly statistics: Statistics | undefined;
  readonly attempted: number;
}

/** The rounds of a row, or of the server, as the record has them. */
function roundsOf(pairing: Pairing, { row, statistics, attempted }: OfBase): PairedRounds {
  const { record, arms, baseRow = row, modes, slowdown } = pairing;
  const known = new Map<MetricId, readonly RoundChange[]>();
  const ratiosOf = (id: MetricId) => {
    const ratios = roundRatios(record, { row, baseRow, id, arms });
    const credit = followsPace(id) ? slowdown : 0;
    return credit === 0 ? ratios : ratios.map(({ round, worse }) => ({ round, worse: worse - credit }));
  };
  return {
    // Several gates of a row ask for the same.
    ratios: (id) => {
      const ratios = known.get(id) ?? ratiosOf(id);
      known.set(id, ratios);
      return ratios;
    },
    differences: (id) => roundDifferences(record, { row, baseRow, id, arms }),
    values: (id) => roundValues(record, { row, baseRow, id, arms }),
    base: (id) => figureOf(statistics, id),
    callsPerLaunch: () => {
      const readings = rowReadings(record, { arm: arms.base, row: baseRow });
      return attempted / readings.flatMap(({ measurements }) => measurements).length;
    },
    cpuTells: () => (isServerRow(row) ? startupCpuTells : cpuTells)(record, { arms, row, baseRow }),
    modes: modes.get(row),
  };
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
