import { type RowFinding, shownTogether } from "../../src/decide/cross-checks.ts";
import { statusOf } from "../../src/decide/decide.ts";
import { changeOf, decideGate } from "../../src/decide/paired/decide-gate.ts";
import { gatesP50, waitedFor, withRowGuards } from "../../src/decide/paired/guards.ts";
import { fewestRounds } from "../../src/decide/paired/paired-decision.ts";
import { judgeModes } from "../../src/decide/paired/slow-mode.ts";
import type { MetricId } from "../../src/metrics/metric.ts";
import type { Plan } from "../../src/plan/plan.ts";
import type { Threshold } from "../../src/plan/threshold.ts";
import { correlationOfRounds } from "../../src/stats/correlation.ts";
import { findModes } from "../../src/table/modes.ts";
import type { PairedRounds } from "../../src/table/paired-rounds.ts";
import type { Scenario } from "./scenario.ts";
import type { Outcome } from "./tally.ts";
import type { Figures } from "./trial.ts";

/** Says what rounds of a row show, one after the other; anew for every row of every run. */
export type Noise = (row: ReplayedRow, random: () => number) => () => Figures;

export interface ReplayOptions {
  readonly rows: readonly ReplayedRow[];
  readonly noise: Noise;
  /** Decisions of the run that may fail it. */
  readonly gates: number;
  /** Rounds of a row after which it stays open. */
  readonly most: number;
  readonly random: () => number;
}

/** Rounds that were really measured, drawn with replacement. */
export function drawnFrom(pool: readonly Figures[]): Noise {
  return (_, random) => () => {
    const drawn = pool[Math.floor(random() * pool.length)];
    if (!drawn) throw new RangeError("a replay needs recorded rounds");
    return drawn;
  };
}

/**
 * Plays a run of a scenario round by round: the plan's thresholds with the guards of a run, decided as a run decides
 * them, every row until it is. Rounds drawn from a pool are independent, so what a machine does for minutes at a time is
 * not in them: a replay is not a trial.
 */
export function replayRun(scenario: Pick<Scenario, "name" | "limit">, options: ReplayOptions): Outcome {
  const played = playRun(options);
  return {
    scenario: scenario.name,
    status: statusOf({ findings: played.findings, reference: { kind: "paired" } }),
    rounds: played.rounds,
    oneShot: played.first.some((change) => change > Math.log1p(scenario.limit)),
  };
}

interface PlayedRun {
  readonly findings: readonly RowFinding[];
  readonly rounds: number;
  /** Rounds until the first of them regressed; absent where none did. */
  readonly regressedAfter?: number;
  /** ln(head/base) of p50 of every row in the first round. */
  readonly first: readonly number[];
}

/** The rounds of a run until everything is decided, or there are no more. */
export function playRun({ rows, noise, gates, most, random }: ReplayOptions): PlayedRun {
  const played = rows.map((row) => ({ row, next: noise(row, random), seen: [] as Figures[] }));
  let findings: readonly RowFinding[] = [];
  let open = new Set(rows.map(({ id }) => id));
  let rounds = 0;
  let regressedAfter: number | undefined;
  while (rounds < most && open.size > 0) {
    rounds += 1;
    for (const { row, next, seen } of played) if (open.has(row.id)) seen.push(next());
    if (rounds < fewestRounds && rounds < most) continue;
    findings = decideFigures(played, { gates });
    open = new Set(waitedFor(findings).map(({ row }) => row));
    if (findings.some(({ state }) => state === "regressed")) regressedAfter ??= rounds;
  }
  const regressed = regressedAfter === undefined ? {} : { regressedAfter };
  return { findings, rounds, ...regressed, first: played.map(({ seen }) => seen[0]?.p50 ?? 0) };
}

/** A row of a replay, and what base takes for one call of it. */
interface ReplayedRow {
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
  return plan.rows.map(({ id, thresholds }, index) =>
    replayedRow({
      id,
      thresholds,
      callMs: unitMs * (scenario.units[index % scenario.units.length] ?? 0),
      callsPerLaunch: scenario.requests,
    }),
  );
}

/** A row with the guards of a run, of which only the gates that figures decide are left. */
export function replayedRow(row: ReplayedRow, { cpuIsResolved = true } = {}): ReplayedRow {
  const measured = { isOpenLoop: false, cpuIsResolved, cpuTells: cpuIsResolved, callsSuffice: true };
  const isReplayed = ({ metric, level }: Threshold) => level === "fail" && metric in sources;
  return { ...row, thresholds: withRowGuards(row.thresholds, measured).filter(isReplayed) };
}

/** Returns what a run decides on rows whose rounds have these figures. */
export function decideFigures(
  rows: readonly { readonly row: ReplayedRow; readonly seen: readonly Figures[] }[],
  { gates }: { gates: number },
): RowFinding[] {
  return decideRows(
    rows.map(({ row, seen }) => {
      const has = ({ metric }: Threshold) =>
        sources[metric]?.every((source) => seen.some((figures) => figures[source] !== undefined));
      return { row: row.id, thresholds: row.thresholds.filter(has), rounds: roundsOf(row, seen) };
    }),
    { gates },
  );
}

/** A row, or the server, as it is decided after every round. */
interface GatedRow {
  readonly row: string;
  readonly thresholds: readonly Threshold[];
  readonly rounds: PairedRounds;
}

/** Decides all gates of the rows of a run. */
export function decideRows(rows: readonly GatedRow[], { gates }: { readonly gates: number }): RowFinding[] {
  const correlation = correlationOfRounds(rows.map(({ rounds }) => rounds.ratios("p50")));
  const findings = rows.flatMap(({ row, thresholds, rounds }): RowFinding[] => [
    ...thresholds.map((threshold): RowFinding => {
      const decision = decideGate(threshold, { rounds, gates, correlation, isBesideP50: thresholds.some(gatesP50) });
      const { state, claim, values } = decision;
      return {
        row,
        metric: threshold.metric,
        threshold,
        state,
        claim,
        change: changeOf(decision),
        rounds: values.length,
      };
    }),
    ...(rounds.modes ? [judgeModes(row, { modes: rounds.modes, gates })] : []),
  ]);
  return shownTogether(findings, gates);
}

function roundsOf({ thresholds, callMs, callsPerLaunch }: ReplayedRow, seen: readonly Figures[]): PairedRounds {
  const ratios = (id: MetricId) => {
    const [source] = sources[id] ?? [];
    return seen.flatMap((figures, round) => {
      const worse = source && figures[source];
      return worse === undefined ? [] : [{ round, worse }];
    });
  };
  const isTold = thresholds.some(({ metric }) => metric === "cpu_per_call");
  // The server does nothing but work: its CPU time per call is its median latency.
  const base: Readonly<Partial<Record<MetricId, number>>> = {
    p50: callMs,
    throughput: 1000 / callMs,
    cpu_per_call: callMs,
    cpu_to_p50: 1,
  };
  return {
    ratios,
    differences: ratios,
    base: (id) => base[id],
    callsPerLaunch: () => callsPerLaunch,
    cpuTells: () => isTold,
    modes: findModes(ratios("p50")),
  };
}
