import { mean } from "simple-statistics";
import { asShare, beyondResolution, logLimit, logWorse } from "../../metrics/change.ts";
import { type MetricId, metric, signOfWorse } from "../../metrics/metric.ts";
import { type ArmSummary, centreOf, type MeasuredStatistic, measured, type RowSummary } from "../../metrics/summary.ts";
import { falseAlarms, falsePasses, type Judgement, type MeasuredGate, missingSamples } from "../judge.ts";
import type { Lack, Reason } from "../reason.ts";
import { serverStatistics } from "../thresholds.ts";
import { directionOfSpeed, liesCloser, mayExplain, slowerBy } from "./machine.ts";
import { entriesNeeded, fewestForOwnSpread, type LogRun, type Prediction, predict } from "./prediction.ts";

/** A gated figure of a stored run. */
export interface Entry {
  readonly statistic: MeasuredStatistic;
  /** Summary of its row; absent for a figure of the server. */
  readonly summary: RowSummary | undefined;
  readonly run: { readonly summary: ArmSummary };
}

/** Calls of a whole run may take so many ms longer than those of another because cores halted between them. */
const wakeUpMs = 0.04;

export interface Noisy {
  readonly entries: readonly Entry[];
  readonly head: ArmSummary;
  /** Threshold as a share. */
  readonly change: number;
  /** Number of gates that share the allowance of false alarms. */
  readonly gates: number;
  /** True where programs waited for a core while head was measured: then the clock proves nothing. */
  readonly isBusy: boolean;
}

/**
 * A machine that is disturbed for a night makes calls and start-ups take up to so much longer (fixtures/stored-runs). By the
 * clock alone a smaller change is not told from that, however close together the stored runs lie.
 */
const disturbed = { row: Math.log(1.4), server: Math.log(2) };

/**
 * Decides one gate against stored runs. Head regresses where it lies beyond the threshold, and its CPU time too lies beyond
 * the threshold and beyond what the stored runs' own spread explains; by the clock alone only on a
 * runner that is not busy, and where it is 40 % worse, a start-up twice as long. Fewer than five runs show such changes only,
 * whatever the CPU time. Every launch has to show half of the limit, by p50 too where a mean is less than 40 % worse. Where
 * the start-up, which no call has a part in, became slower by half as much, the machine may be the cause: then nothing is decided.
 */
export function judgeNoisy(gate: MeasuredGate, { entries, head, change, gates, isBusy }: Noisy): Judgement {
  const { statistic } = gate;
  const { metric: id } = gate.threshold;
  const last = entries.at(-1)?.statistic;
  if (last && sameRounds(statistic, last))
    return { state: "pass", base: last.value, change: { estimate: 0 }, reason: { code: "same-rounds" } };
  const of = gate.summary ? "row" : "server";
  const machine = (by: "cpu" | "clock") =>
    entries.map(({ run }) => slowerBy({ one: head, other: run.summary }, { of, by }));
  const speeds = machine("cpu");
  const runs = entries.map((entry, place) => ({ ...entry, speed: speeds[place] }));
  const move = moveOf(id, { head: statistic, runs });
  if ("code" in move) return { state: "inconclusive", ...(last ? { base: last.value } : {}), reason: move };
  const { base, worse, prediction, isLevelled } = move;
  const limit = logLimit(id, change);
  const tail = falseAlarms / gates;
  const speedCounts = directionOfSpeed(id) !== 0;
  const { isCpuTime, spread, quantile = 0 } = metric(id);
  const isClock = speedCounts && !isCpuTime;
  const beside = (other: MetricId) => moveBeside(other, gate, { runs, head });
  const ownCpu = gate.summary ? "cpu_per_call" : id === "startup" ? "startup_cpu" : undefined;
  const cpu = isClock && ownCpu ? beside(ownCpu) : undefined;
  // The spread of two or three rounds bounds nothing, but each of them tells where it lies that far away.
  const isFar = statistic.rounds.every(
    (round) => logWorse(id, { base, head: round }) * Math.sign(worse) > 2 * disturbed[of],
  );
  const least = isBusy ? Number.POSITIVE_INFINITY : Math.max(disturbed[of], isFar ? 0 : prediction.ownHalfWidth(tail));
  const alone = Math.max(prediction.halfWidth(tail), isClock ? least : 0);
  const largeOnly = cpu && cpu.runs < fewestForOwnSpread ? Math.max(disturbed[of], prediction.halfWidth(tail)) : 0;
  const byCpu = cpu ? Math.max(limit, largeOnly, cpu.prediction.halfWidth(tail)) : Number.POSITIVE_INFINITY;
  const shown = prediction.halfWidth(0.025);
  const detectable = Math.max(limit, Math.min(alone, byCpu));
  const isDetectable = Number.isFinite(detectable);
  const found = {
    head: centreOf(id, statistic),
    base,
    change: asShare(id, { estimate: worse, low: worse - shown, high: worse + shown }),
    ...(isDetectable ? { minimumDetectable: Math.abs(asShare(id, { estimate: detectable }).estimate) } : {}),
  };
  const undecided = (lack: Lack): Judgement => ({ ...found, state: "inconclusive", reason: lack });
  // Percentiles of the tail need their samples in every launch, or a round's value is little more than its maximum.
  const few = quantile > 0.5 ? missingSamples(gate) : undefined;
  if (few) return { ...found, state: "inconclusive", reason: { code: "few-calls", ...few } };

  // A starved run takes somewhat more CPU time as well, and more time than that by the clock.
  const isStarved = cpu !== undefined && isBusy && Math.abs(worse - cpu.worse) > limit;
  const isCpuToo = cpu !== undefined && !isStarved && cpu.worse * Math.sign(worse) > byCpu;
  if (Math.abs(worse) > limit && ((isCpuToo && Math.abs(worse) > largeOnly) || Math.abs(worse) > alone)) {
    const moves = (of: MetricId, from: number, rounds: readonly number[]) =>
      rounds.map((round) => logWorse(of, { base: from, head: round }) * Math.sign(worse));
    // A disturbance pulls a mean in every launch, and moves p50 in some.
    const isMean = of === "row" && spread === "mean";
    const p50 = isMean && Math.abs(worse) <= disturbed[of] ? beside("p50") : undefined;
    const each = [...moves(id, base, statistic.rounds), ...(p50 ? moves("p50", p50.base, p50.rounds) : [])];
    // A change of the code moves all launches, a disturbance of the machine some.
    if (speedCounts && each.some((move) => move < limit / 2)) return undecided({ code: "some-launches" });
    if (!beyondResolution(id, { base, head: found.head, ofCall: wakeUpMs }))
      return { ...found, state: "pass", reason: { code: "negligible" } };
    const moved = [
      ...(isLevelled ? [] : [speeds]),
      ...((isClock && !isCpuToo) || of === "server" ? [machine("clock")] : []),
    ];
    const slower = speedCounts ? moved.map(middle).find((one) => mayExplain(one, worse)) : undefined;
    if (slower !== undefined) return undecided({ code: "machine", of, slower: Math.expm1(slower) });
    const too = isCpuToo ? { cpu: Math.expm1(cpu.worse) } : {};
    const state = worse > 0 ? "regressed" : "improved";
    return { ...found, state, reason: { code: "beyond-stored", runs: runs.length, ...too } };
  }
  // It would hide a regression.
  const speed = speedCounts && !isLevelled ? (middle(speeds) ?? 0) : 0;
  if (speed < -limit && worse < limit) return undecided({ code: "machine", of, slower: Math.expm1(speed) });
  if (worse + prediction.halfWidth(falsePasses) < limit)
    return { ...found, state: "pass", reason: { code: "within-stored", runs: runs.length } };
  if (
    cpu &&
    cpu.runs >= fewestForOwnSpread &&
    worse < limit / 2 &&
    cpu.worse + cpu.prediction.halfWidth(falsePasses) < limit
  )
    return { ...found, state: "pass", byCpu: true, reason: { code: "within-stored", runs: runs.length, byCpu: true } };
  if (Math.abs(worse) > Math.max(limit, prediction.halfWidth(tail)) && runs.length >= fewestForOwnSpread)
    return undecided({ code: "clock-alone" });
  const lack = lackOf(runs.length, { spread: (cpu ?? move).prediction.spread, limit });
  return undecided(cpu && "spread" in lack ? { ...lack, byCpu: true } : lack);
}

/** Change of one figure of head against the same figure of stored runs. */
interface Move {
  /** Number of stored runs that have the figure. */
  readonly runs: number;
  /** Value that the stored runs predict. */
  readonly base: number;
  /** ln of how much worse head is. */
  readonly worse: number;
  readonly prediction: Prediction;
  /** True where the stored figures stand as they would have been at the speed of today's machine. */
  readonly isLevelled: boolean;
}

interface Run {
  readonly statistic: MeasuredStatistic;
  /** ln of how much slower today's machine is. */
  readonly speed: number | undefined;
}

const valuesOf = (runs: readonly LogRun[]) => runs.map(({ value }) => value);

/** Returns why there is no change where nothing can be told. */
function moveOf(id: MetricId, { head, runs }: { head: MeasuredStatistic; runs: readonly Run[] }): Move | Reason {
  const pairs = runs.flatMap(({ statistic, speed }) => {
    const log = logRun(id, statistic);
    return log ? [{ log, speed }] : [];
  });
  const headRun = logRun(id, head);
  if (!headRun || pairs.length === 0) return { code: "zero-has-no-ratio" };
  const asTheyStand = pairs.map(({ log }) => log);
  const levelled = pairs.flatMap(({ log, speed }) => {
    const shift = speed === undefined ? Number.NaN : directionOfSpeed(id) * speed;
    return Number.isNaN(shift) ? [] : [{ value: log.value + shift, rounds: log.rounds.map((round) => round + shift) }];
  });
  const isLevelled =
    levelled.length === pairs.length &&
    pairs.length >= fewestForOwnSpread &&
    liesCloser(valuesOf(asTheyStand), valuesOf(levelled));
  const entries = isLevelled ? levelled : asTheyStand;
  const prediction = predict(id, { head: headRun, entries });
  if (!prediction) return { code: "one-launch" };
  const worse = signOfWorse(id) * prediction.difference;
  return { runs: entries.length, base: Math.exp(mean(valuesOf(entries))), worse, prediction, isLevelled };
}

/** Change of another figure of the gate's row or server, and head's value in each launch; undefined where no stored run has it. */
function moveBeside(
  id: MetricId,
  { row, summary }: MeasuredGate,
  { runs, head }: { runs: readonly (Entry & Run)[]; head: ArmSummary },
) {
  const ofHead = measured(summary?.statistics ?? serverStatistics(head, row), id);
  const known = runs.flatMap(({ summary: earlier, run, speed }) => {
    const statistic = measured(earlier?.statistics ?? serverStatistics(run.summary, row), id);
    return statistic ? [{ statistic, speed }] : [];
  });
  if (!ofHead) return undefined;
  const move = moveOf(id, { head: ofHead, runs: known });
  return "code" in move ? undefined : { ...move, rounds: ofHead.rounds };
}

/** Mean of what is known; undefined where nothing is. */
function middle(moves: readonly (number | undefined)[]): number | undefined {
  const known = moves.filter((move) => move !== undefined);
  return known.length > 0 ? mean(known) : undefined;
}

/** Returns why the stored runs neither show a change beyond the threshold nor rule one out. */
function lackOf(count: number, { spread, limit }: { spread: number; limit: number }): Lack {
  if (count < fewestForOwnSpread) return { code: "few-runs", have: count, need: fewestForOwnSpread };
  const needed = entriesNeeded(spread, { limit, tail: falsePasses });
  const more = needed !== undefined && needed > count ? { have: count, need: needed } : {};
  return { code: needed === undefined ? "scatter" : "close", spread: Math.expm1(spread), ...more };
}

function sameRounds(one: MeasuredStatistic, other: MeasuredStatistic): boolean {
  return one.rounds.length === other.rounds.length && one.rounds.every((value, index) => value === other.rounds[index]);
}

/** Rounds of zero are left out; undefined where the value itself is zero. */
function logRun(id: MetricId, statistic: MeasuredStatistic): LogRun | undefined {
  const value = centreOf(id, statistic);
  if (value <= 0) return undefined;
  return { value: Math.log(value), rounds: statistic.rounds.filter((round) => round > 0).map(Math.log) };
}
