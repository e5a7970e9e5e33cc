import type { RowFinding } from "../compare/cross-checks.ts";
import { statusOf } from "../compare/decide.ts";
import { decideRow, type PairedRounds } from "../compare/paired/decide-gate.ts";
import { withRowGuards } from "../compare/paired/guards.ts";
import { fewestRounds } from "../compare/paired/paired-decision.ts";
import { findModes } from "../compare/paired/slow-mode.ts";
import { isUndecided } from "../compare/paired/stopping.ts";
import type { MetricId } from "../metrics/metric.ts";
import type { Plan } from "../plan/plan.ts";
import type { Threshold } from "../plan/threshold.ts";
import type { Scenario } from "./scenario.ts";
import type { Outcome } from "./tally.ts";
import type { Figures } from "./trial.ts";

export interface ReplayOptions {
  readonly rows: readonly ReplayedRow[];
  /** Rounds that were really measured, to draw from with replacement. */
  readonly pool: readonly Figures[];
  /** Decisions of the run that may fail it. */
  readonly gates: number;
  /** Rounds of a row after which it stays open. */
  readonly most: number;
  readonly random: () => number;
}

/**
 * Plays a run of a scenario from recorded rounds: the plan's thresholds with the guards of a run, decided as a run decides
 * them, every row until it is. Rounds are drawn independently, so what a machine does for minutes at a time is not in it:
 * a replay is not a trial.
 */
export function replayRun(scenario: Scenario, options: ReplayOptions): Outcome {
  const rows = options.rows.map((row) => replayRow(row, options));
  return {
    scenario: scenario.name,
    status: statusOf({ findings: rows.flatMap(({ findings }) => findings), reference: { kind: "paired" } }),
    rounds: Math.max(...rows.map(({ rounds }) => rounds)),
    oneShot: rows.some(({ first }) => first > Math.log1p(scenario.limit)),
  };
}

/** A row of a replay, and what base takes for one call of it. */
export interface ReplayedRow {
  readonly id: string;
  readonly thresholds: readonly Threshold[];
  readonly callMs: number;
  readonly callsPerLaunch: number;
}

/** The figures that decide a metric. */
const sources: Readonly<Partial<Record<MetricId, readonly (keyof Figures)[]>>> = {
  p50: ["p50"],
  throughput: ["throughput"],
  cpu_per_call: ["cpu"],
  cpu_to_p50: ["cpu", "p50"],
  slow_calls: ["slowCalls"],
  stalls: ["stalls"],
};

/** Time of one unit of work, about: 70 take 0.7 ms. */
const unitMs = 0.01;

/** The rows of a scenario's plan with the gates that its figures decide. */
export function replayedRows(scenario: Scenario, plan: Plan): ReplayedRow[] {
  const measured = { isOpenLoop: false, isMix: false, cpuIsResolved: true, callsSuffice: true };
  return plan.rows.map(({ id, thresholds }, index) => ({
    id,
    thresholds: withRowGuards(thresholds, measured).filter(
      ({ metric, level }) => level === "fail" && metric in sources,
    ),
    callMs: unitMs * (scenario.units[index % scenario.units.length] ?? 0),
    callsPerLaunch: scenario.requests,
  }));
}

interface Played {
  readonly findings: readonly RowFinding[];
  readonly rounds: number;
  /** ln(head/base) of p50 in the first round. */
  readonly first: number;
}

function replayRow(row: ReplayedRow, { pool, gates, most, random }: ReplayOptions): Played {
  const seen: Figures[] = [];
  let findings: readonly RowFinding[] = [];
  do {
    const drawn = pool[Math.floor(random() * pool.length)];
    if (!drawn) throw new RangeError("a replay needs recorded rounds");
    seen.push(drawn);
    if (seen.length >= fewestRounds || seen.length === most) findings = decideFigures(row, { seen, gates });
  } while (seen.length < most && (seen.length < fewestRounds || findings.some(isUndecided)));
  return { findings, rounds: seen.length, first: seen[0]?.p50 ?? 0 };
}

/** What a run decides on a row whose rounds have these figures. */
export function decideFigures(
  row: ReplayedRow,
  { seen, gates }: { seen: readonly Figures[]; gates: number },
): RowFinding[] {
  const thresholds = row.thresholds.filter(({ metric }) =>
    sources[metric]?.every((source) => seen.some((figures) => figures[source] !== undefined)),
  );
  return decideRow(row.id, { thresholds, rounds: roundsOf(row, seen), gates });
}

function roundsOf({ callMs, callsPerLaunch }: ReplayedRow, seen: readonly Figures[]): PairedRounds {
  const ratios = (id: MetricId) => {
    const [source] = sources[id] ?? [];
    return seen.flatMap((figures, round) => {
      const worse = source && figures[source];
      return worse === undefined ? [] : [{ round, worse }];
    });
  };
  // The server does nothing but work: its CPU time per call is its median latency.
  const base: Readonly<Partial<Record<MetricId, number>>> = {
    p50: callMs,
    throughput: 1000 / callMs,
    cpu_per_call: callMs,
    cpu_to_p50: 1,
  };
  return {
    ratios,
    differences: (id) => ratios(id).map(({ worse }) => worse),
    base: (id) => base[id],
    callsPerLaunch: () => callsPerLaunch,
    modes: findModes(ratios("p50")),
  };
}
