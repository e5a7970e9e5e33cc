import { type MetricId, metric } from "../../metrics/metric.ts";
import type { ArmSummary, RowSummary } from "../../metrics/summary.ts";
import { median } from "../../stats/describe.ts";

/*
 * Runs of one environment key may come from machines of different pace: what the control arm takes for its work tells them
 * apart. Times and rates of the server are taken to the pace of another run by it, as far as they follow the processor.
 */

/** Besides the work it is asked for, a call of the control takes about as long as so many units: see scripts/calibrate/scenario.ts. */
const unitsOfCall = 12;

/** ln of how much longer the control took for the same work beside one row than beside another; undefined where one has none. */
export function slowerBy(one: RowSummary | undefined, other: RowSummary | undefined): number | undefined {
  if (!one?.control || !other?.control) return undefined;
  const perUnit = ({ units, ms }: { units: number; ms: number }) => ms / (units + unitsOfCall);
  return Math.log(perUnit(one.control) / perUnit(other.control));
}

/** The same over all rows that both runs have: how much slower the machine of the one was. */
export function machineSlowerBy(one: ArmSummary, other: ArmSummary): number | undefined {
  const others = new Map(other.rows.map((row) => [row.row, row]));
  const moves = one.rows.flatMap((row) => slowerBy(row, others.get(row.row)) ?? []);
  return moves.length > 0 ? median(moves) : undefined;
}

/** Whether a metric grows (1), shrinks (-1) or stays (0) where everything takes longer. */
export function directionOfPace(id: MetricId): 1 | -1 | 0 {
  const { unit } = metric(id);
  return unit === "ms" ? 1 : unit === "per-second" ? -1 : 0;
}

/**
 * How much of a call follows the pace of the processor: CPU time per call over p50. A call that sleeps, or waits for a disk or
 * another service, does not; at a fixed rate nothing does. All of it where CPU time was not read.
 */
export function shareOfPace({ statistics }: RowSummary): number {
  const { requested_rate: rate, cpu_to_p50: share } = statistics;
  if (rate?.state === "measured") return 0;
  return share?.state === "measured" ? Math.min(1, share.value) : 1;
}

/** Neighbouring runs whose pace differs by more than this, and by four times what is usual, ran on machines of two kinds. */
const leastJump = 0.05;

/** Runs on either side of a change of the machine that tell its effect. */
const runsBeside = 5;

/** Fewer changes of the machine than this may be one of the code as well: so much of their pace at most is taken for the machine's. */
const few = { jumps: 3, most: 0.5 };

/** A quarter of normal deviations are smaller than so many standard deviations. */
const lowerQuartile = 0.3186;

interface PacedValue {
  /** Logarithm of the figure, at one pace as far as it is known to follow it. */
  readonly value: number;
  /** ln of how much slower the machine was. */
  readonly slower: number;
}

/**
 * How much of a change of pace is left in the logarithms of a series: the middle of what they did where the machine changed. Kinds of
 * machines differ in more than the control's work shows. 0 where no change of the machine shows.
 */
export function restOfPace(series: readonly PacedValue[]): number {
  const moves = series.slice(1).map(({ slower }, place) => Math.abs(slower - (series[place]?.slower ?? slower)));
  const usual = (moves.toSorted((a, b) => a - b)[Math.floor(moves.length / 4)] ?? 0) / lowerQuartile;
  const jumps = moves.flatMap((move, place) => (move > Math.max(leastJump, 4 * usual) ? [place + 1] : []));
  const edges = [0, ...jumps, series.length];
  const rests = jumps.flatMap((jump, place) => {
    const before = series.slice(Math.max(edges[place] ?? 0, jump - runsBeside), jump);
    const after = series.slice(jump, Math.min(edges[place + 2] ?? jump, jump + runsBeside));
    const rise = (of: (one: PacedValue) => number) => median(after.map(of)) - median(before.map(of));
    const machine = rise(({ slower }) => slower);
    // A pace that drifted away and jumped back stands where it stood: that tells nothing.
    return machine === 0 ? [] : [rise(({ value }) => value) / machine];
  });
  if (rests.length === 0) return 0;
  const rest = median(rests);
  return rests.length < few.jumps ? Math.min(few.most, Math.max(-few.most, rest)) : rest;
}
