import { mean } from "simple-statistics";
import { fewestForSpread, type StoredFigure } from "../../history/entry.ts";
import { atOneSpeed, directionOfSpeed, slowerBy } from "../../history/machine.ts";
import { asShare, logLimit, logResolution, logWorse } from "../../metrics/change.ts";
import { type MetricId, metric, signOfWorse } from "../../metrics/metric.ts";
import {
  type ArmSummary,
  centreOf,
  figuresOf,
  type MeasuredStatistic,
  measured,
  type Statistics,
} from "../../metrics/summary.ts";
import { falseAlarms, falsePasses, type Judgement, type MeasuredGate, missingSamples } from "../judge.ts";
import type { Reason } from "../reason.ts";
import { type Prediction, predict } from "./prediction.ts";

export interface Noisy {
  readonly entries: readonly StoredFigure[];
  readonly head: ArmSummary;
  /** Threshold as a share. */
  readonly change: number;
  /** Number of gates that share the allowance of false alarms. */
  readonly gates: number;
  /** True where programs waited for a core while head was measured: then the clock proves nothing. */
  readonly isBusy: boolean;
}

/** Calls of a whole run may take so many ms longer than those of another because cores halted between them. */
const wakeUpMs = 0.04;

/**
 * A machine that is disturbed for a night makes calls and start-ups take up to so much longer (fixtures/stored-runs). By the
 * clock alone a smaller change is not told from that, however close together the stored runs lie.
 */
const disturbed = { row: Math.log(1.4), server: Math.log(2) };

/** Change that fewer than five stored runs show: how far they scatter is unknown, but typical calls do so less than others. */
const large = { typical: Math.log(1.6), other: Math.log(2) };

/**
 * Decides one gate against stored runs. Head regresses where its time and its CPU time both lie beyond the threshold and beyond
 * what stored CPU times predict, or where its time does so alone, is 40 % worse (a start-up: twice as long), and the runner is
 * not busy. Then every launch has to show half of the threshold, and the machine must not have become slower by half as much.
 */
export function judgeNoisy(gate: MeasuredGate, { entries, head, change, gates, isBusy }: Noisy): Judgement {
  const { statistic, summary, row } = gate;
  const { metric: id } = gate.threshold;
  const last = entries.at(-1)?.statistic;
  if (last && sameRounds(statistic, last))
    return { state: "pass", base: last.value, change: { estimate: 0 }, reason: { code: "same-rounds" } };
  const of = summary ? "row" : "server";
  const own = figuresOf(head, row)?.statistics ?? {};
  const machineSpeed = ({ run }: StoredFigure, by: "cpu" | "clock") => slowerBy(head, run.summary, { of, by });
  const stored = entries.map((entry) => ({ ...entry, speed: machineSpeed(entry, "cpu") }));
  const time = moveOf(id, { own, runs: stored });
  if (!time || statistic.rounds.length < 2) {
    const code = time ? "one-launch" : "zero-has-no-ratio";
    return { state: "inconclusive", ...(last ? { base: last.value } : {}), reason: { code } };
  }
  const direction = directionOfSpeed(id);
  const isClock = direction !== 0 && !metric(id).isCpuTime;
  const cpuTime = of === "row" ? "cpu_per_call" : "startup_cpu";
  const cpu = isClock && (of === "row" || id === "startup") ? moveOf(cpuTime, { own, runs: stored }) : undefined;

  const { worse, runs } = time;
  const [size, sign] = [Math.abs(worse), Math.sign(worse)];
  const limit = logLimit(id, change);
  const least = logResolution(id, { base: Math.exp(time.centre), ofCall: wakeUpMs });
  const tail = falseAlarms / gates;
  const few = metric(id).isTypical ? large.typical : large.other;
  const predicted = (one: Move) => (one.runs < fewestForSpread ? few : one.halfWidth(tail));
  const leastByClock = isBusy ? Number.POSITIVE_INFINITY : disturbed[of];
  const alone = Math.max(limit, least, predicted(time), isClock ? leastByClock : 0);
  const confirmed = cpu ? Math.max(limit, predicted(cpu)) : Number.POSITIVE_INFINITY;
  const found = { head: centreOf(id, statistic), base: Math.exp(time.centre), change: changeOf(id, time) };
  const detectable = detectableFrom(id, Math.max(least, Math.min(alone, confirmed)));
  const undecided = (reason: Reason): Judgement => ({ ...found, ...detectable, state: "inconclusive", reason });
  // Percentiles of the tail need their samples in every launch, or a round's value is little more than its maximum.
  const missing = metric(id).quantile === 0.5 ? undefined : missingSamples(gate);
  if (missing) return undecided({ code: "few-calls", ...missing });

  const isSpeedOpen = direction !== 0 && !time.isLevelled;
  const machine = isSpeedOpen ? meanOfKnown(stored.map(({ speed }) => speed)) : 0;
  // A starved run takes somewhat more CPU time as well, and more time than that by the clock.
  const isStarved = cpu !== undefined && isBusy && Math.abs(worse - cpu.worse) > limit;
  const isCpuToo = cpu !== undefined && !isStarved && size > least && Math.min(size, cpu.worse * sign) > confirmed;
  if (isCpuToo || size > alone) {
    // A change of the code moves all launches, a disturbance of the machine some.
    const moves = statistic.rounds.map((round) => logWorse(id, { base: found.base, head: round }) * sign);
    if (moves.some((one) => one < limit / 2)) return undecided({ code: "some-launches" });
    // A change that CPU time confirms is no waiting: only CPU time of other work explains it.
    const byClock = isSpeedOpen && !isCpuToo ? meanOfKnown(entries.map((one) => machineSpeed(one, "clock"))) : 0;
    const slower = [machine, byClock].find((speed) => speed * sign >= size / 2);
    if (slower !== undefined) return undecided({ code: "machine", of, slower: Math.expm1(slower) });
    const too = isCpuToo ? { cpu: Math.expm1(cpu.worse) } : {};
    return { ...found, state: worse > 0 ? "regressed" : "improved", reason: { code: "beyond-stored", runs, ...too } };
  }
  if (least > limit && size < least && machine >= -limit)
    return { ...found, state: "pass", reason: { code: "negligible" } };
  if (runs < fewestForSpread) return undecided({ code: "few-runs", have: runs, need: fewestForSpread });
  // A faster machine would hide a regression.
  if (machine < -limit && worse < limit) return undecided({ code: "machine", of, slower: Math.expm1(machine) });
  const rulesOut = (one: Move) => one.worse + one.halfWidth(falsePasses) < limit;
  if (rulesOut(time)) return { ...found, state: "pass", reason: { code: "within-stored", runs } };
  if (cpu && worse < limit / 2 && rulesOut(cpu))
    return { ...found, state: "pass", byCpu: true, reason: { code: "within-stored", runs, byCpu: true } };
  if (size > Math.max(limit, time.halfWidth(tail))) return undecided({ code: "clock-alone" });
  return undecided({ code: "scatter", spread: Math.expm1(time.spread) });
}

/** Change of one figure of head against the same figure of stored runs. */
interface Move extends Prediction {
  /** ln of how much worse head is. */
  readonly worse: number;
  /** True where the stored figures stand as they would have been at the speed of today's machine. */
  readonly isLevelled: boolean;
}

interface Run extends StoredFigure {
  /** ln of how much slower today's machine is. */
  readonly speed: number | undefined;
}

/** Returns undefined where head or all stored runs lack the figure, or have zero, which has no ratio. */
function moveOf(id: MetricId, { own, runs }: { own: Statistics; runs: readonly Run[] }): Move | undefined {
  const head = valueIn(own, id);
  const stored = runs.filter(({ statistics }) => valueIn(statistics, id) > 0);
  if (!(head > 0) || stored.length === 0) return undefined;
  const logs = stored.map(({ statistics }) => Math.log(valueIn(statistics, id)));
  const levelled = atOneSpeed(id, { logs, speeds: stored.map(({ speed }) => speed), follows: "wholly" });
  const prediction = predict(id, levelled ?? logs);
  const worse = signOfWorse(id) * (Math.log(head) - prediction.centre);
  return { ...prediction, worse, isLevelled: levelled !== undefined };
}

function valueIn(statistics: Statistics, id: MetricId): number {
  const statistic = measured(statistics, id);
  return statistic ? centreOf(id, statistic) : 0;
}

/** The change as it is shown, with its 95 % interval. */
function changeOf(id: MetricId, { worse, halfWidth }: Move) {
  const half = halfWidth(0.025);
  const interval = Number.isFinite(half) ? { low: worse - half, high: worse + half } : {};
  return asShare(id, { estimate: worse, ...interval });
}

function detectableFrom(id: MetricId, least: number): Pick<Judgement, "minimumDetectable"> {
  if (!Number.isFinite(least)) return {};
  return { minimumDetectable: Math.abs(asShare(id, { estimate: least }).estimate) };
}

/** Mean of the speeds that are known; 0 where nothing tells that the machine is another one. */
function meanOfKnown(speeds: readonly (number | undefined)[]): number {
  const known = speeds.flatMap((speed) => speed ?? []);
  return known.length > 0 ? mean(known) : 0;
}

function sameRounds(one: MeasuredStatistic, other: MeasuredStatistic): boolean {
  return one.rounds.length === other.rounds.length && one.rounds.every((value, index) => value === other.rounds[index]);
}
