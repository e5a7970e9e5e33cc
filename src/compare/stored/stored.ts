import { mean } from "simple-statistics";
import { asShare, beyondResolution, logLimit, logWorse } from "../../metrics/change.ts";
import { percent, plural, signed } from "../../metrics/format.ts";
import { type MetricId, metric } from "../../metrics/metric.ts";
import type { ArmSummary, RowSummary, Statistic } from "../../metrics/summary.ts";
import { samplesNeeded } from "../../stats/sufficiency.ts";
import { failedCalls, judgeErrorRate } from "../error-rate.ts";
import {
  falseAlarms,
  falsePasses,
  type Judge,
  type Judgement,
  judgeCount,
  judgeExact,
  type MeasuredGate,
} from "../judge.ts";
import { serverStatistics } from "../thresholds.ts";
import type { ToolList } from "../tool-changes.ts";
import { directionOfPace, machineSlowerBy, shareOfPace } from "./pace.ts";
import { entriesNeeded, fewestForOwnSpread, type LogRun, predict } from "./prediction.ts";

/** An earlier run: of the same environment, complete, and fit to be compared with. */
export interface StoredEntry {
  readonly commit?: string;
  readonly createdAt: string;
  readonly summary: ArmSummary;
  /** What its servers listed, where that was stored. Names are untrusted. */
  readonly tools?: readonly ToolList[];
}

/** Only the newest runs count: the machine and the code move on. */
const window = 20;

interface Entry {
  readonly statistic: Measured;
  /** Of its row. */
  readonly summary: RowSummary | undefined;
  readonly run: StoredEntry;
}

type Measured = Extract<Statistic, { state: "measured" }>;

/** Judges head, which lists `tools`, against earlier runs, newest last. `gates` share the allowance of false alarms. */
export function storedJudge(
  entries: readonly StoredEntry[],
  { head, tools, gates }: { head: ArmSummary; tools: readonly ToolList[]; gates: number },
): Judge {
  const newest = entries.slice(-window);
  return (gate) => {
    const matched = match(newest, { gate, head });
    if (matched.entries === undefined) return matched;
    const last = matched.entries.at(-1);
    const { metric: id, limit } = gate.threshold;
    if (!last) return { state: "no-baseline", reason: `no stored run has ${metric(id).label}` };
    if (metric(id).compared === "counts" && gate.summary) {
      const earlier = matched.entries.flatMap(({ summary }) => summary ?? []);
      return judgeErrorRate(gate, { base: failedCalls(earlier), head: failedCalls([gate.summary]), gates });
    }
    if (limit.kind === "points")
      return { state: "not-comparable", reason: `${metric(id).label} is compared only with base measured beside head` };
    const change = limit.kind === "relative" ? limit.change : 0;
    if (metric(id).kind === "exact")
      return metric(id).unit === "count"
        ? judgeCount(gate, inEachLaunch(last.statistic, gate.statistic), { change, gates })
        : judgeExact(gate, {
            base: last.statistic.value,
            lists: { before: last.run.tools ?? [], after: tools },
            change,
          });
    const judged = (statistics: readonly Measured[], isAtPace: boolean) =>
      judgeNoisy(gate, { entries: statistics, change, gates, isAtPace });
    const statistics = matched.entries.map(({ statistic }) => statistic);
    const atPace = gate.summary
      ? onTodaysMachine(matched.entries, gate)
      : onTodaysServer(matched.entries, { head, id });
    if (!atPace) return judged(statistics, !followsPace(id));
    const atTodaysPace = judged(atPace, true);
    if (!gate.summary) return eitherWay(judged(statistics, true), atTodaysPace);
    return { ...atTodaysPace, reason: `${atTodaysPace.reason}, scaled to the pace of the control` };
  };
}

/**
 * Earlier figures of the server as they would have been at today's pace, by the controls of all rows. Undefined for what
 * is no time, and where too few runs had a control.
 */
function onTodaysServer(
  entries: readonly Entry[],
  { head, id }: { head: ArmSummary; id: MetricId },
): Measured[] | undefined {
  if (directionOfPace(id) === 0) return undefined;
  const scaled = entries.flatMap(({ statistic, run }) => {
    const slower = machineSlowerBy(head, run.summary);
    return slower === undefined ? [] : [times(statistic, Math.exp(directionOfPace(id) * slower))];
  });
  return isEnough(scaled, entries) ? scaled : undefined;
}

/**
 * How much of a start-up follows the pace of the processor is not known: it may wait for a disk or a network instead. So it
 * regresses, improves or passes where it does as it stands and at today's pace.
 */
function eitherWay(asItStands: Judgement, atTodaysPace: Judgement): Judgement {
  const both = [asItStands, atTodaysPace];
  if (asItStands.state === atTodaysPace.state)
    return { ...atTodaysPace, reason: `${atTodaysPace.reason}, as it stands and at the pace of the control` };
  const isFine = ({ state }: Judgement) => state === "pass" || state === "improved";
  const [first = atTodaysPace] = both.filter(isFine);
  if (both.every(isFine)) return { ...first, state: "pass" };
  const changes = both.map(({ change }) => signed(change?.estimate ?? 0));
  return {
    ...first,
    state: "inconclusive",
    reason: `${changes.join(" as it stands, ")} at the pace of the control: the two decide differently`,
  };
}

/**
 * Earlier runs as they would have been at today's pace, by what the control arm took then and takes now for the same work.
 * Only latency and throughput follow it. Undefined where nothing does, or too few earlier runs had the same control.
 */
function onTodaysMachine(entries: readonly Entry[], { threshold, summary }: MeasuredGate): Measured[] | undefined {
  const now = summary?.control;
  const direction = directionOfPace(threshold.metric);
  const share = summary ? shareOfPace(summary) : 0;
  if (!now || !followsPace(threshold.metric) || share === 0) return undefined;
  const scaled = entries.flatMap(({ statistic, summary: earlier }) => {
    const then = earlier?.control;
    if (then?.units !== now.units) return [];
    const slower = 1 + share * (now.ms / then.ms - 1);
    return [times(statistic, slower ** direction)];
  });
  return isEnough(scaled, entries) ? scaled : undefined;
}

function times(statistic: Measured, factor: number): Measured {
  const rounds = statistic.rounds.map((round) => round * factor);
  return { ...statistic, value: statistic.value * factor, rounds };
}

function isEnough(scaled: readonly Measured[], entries: readonly Entry[]): boolean {
  return scaled.length >= Math.min(entries.length, fewestForOwnSpread);
}

/** The earlier runs that measured the same thing in the same way, or why there are none. */
function match(runs: readonly StoredEntry[], { gate, head }: { gate: MeasuredGate; head: ArmSummary }) {
  const id = gate.threshold.metric;
  const { summary } = gate;
  const same = runs.flatMap(
    (run): { same: boolean; summary?: RowSummary; statistic: Statistic | undefined; run: StoredEntry }[] => {
      if (!summary) {
        const statistic = serverStatistics(run.summary, gate.row)?.[id];
        return [{ same: run.summary.serverHash === head.serverHash, statistic, run }];
      }
      const row = run.summary.rows.find((candidate) => candidate.row === summary.row);
      const same = row?.configHash === summary.configHash;
      return row ? [{ same, summary: row, statistic: row.statistics[id], run }] : [];
    },
  );
  if (same.length === 0) return { state: "no-baseline", reason: "no stored run has this row" } as const;
  const comparable = same.filter((candidate) => candidate.same);
  if (comparable.length === 0)
    return { state: "not-comparable", reason: "its configuration changed since the stored runs" } as const;
  const entries = comparable.flatMap(({ statistic, summary, run }): Entry[] =>
    statistic?.state === "measured" ? [{ statistic, summary, run }] : [],
  );
  return { entries };
}

interface Noisy {
  readonly entries: readonly Measured[];
  /** Threshold as a share. */
  readonly change: number;
  readonly gates: number;
  /** Whether what the machine does is taken out of the figures, or not in them. */
  readonly isAtPace: boolean;
}

/** Of memory and CPU time a slow machine takes no more. */
function followsPace(id: MetricId): boolean {
  return directionOfPace(id) !== 0 && !metric(id).isCpuTime;
}

/**
 * Of 20 nights one may be disturbed, and 30 % slower than the others: no runs that lie close together show that this one is not.
 * Only the control tells such a night.
 */
const slowNight = Math.log(1.4);

function judgeNoisy(gate: MeasuredGate, { entries, change, gates, isAtPace }: Noisy): Judgement {
  const { statistic: head } = gate;
  const { metric: id } = gate.threshold;
  const last = entries.at(-1);
  if (last && sameRounds(head, last))
    return { state: "pass", base: last.value, change: { estimate: 0 }, reason: "every round has the same value" };
  const runs = entries.map(logRun).filter((run) => run !== undefined);
  const headRun = logRun(head);
  if (!headRun || runs.length === 0)
    return { state: "inconclusive", ...(last ? { base: last.value } : {}), reason: "a value of zero has no ratio" };
  const base = Math.exp(mean(runs.map((run) => run.value)));
  const prediction = predict(id, { head: headRun, entries: runs });
  if (!prediction)
    return {
      state: "inconclusive",
      base,
      change: { estimate: head.value / base - 1 },
      reason: "one launch shows no spread: measure at least 2 rounds",
    };

  const worse = logWorse(id, { base, head: head.value });
  const limit = logLimit(id, change);
  const shown = prediction.halfWidth(0.025);
  const unchanged = prediction.halfWidth(falseAlarms / gates);
  const sure = isAtPace ? unchanged : Math.max(unchanged, slowNight);
  const found = {
    base,
    change: asShare(id, { estimate: worse, low: worse - shown, high: worse + shown }),
    minimumDetectable: Math.abs(asShare(id, { estimate: Math.max(sure, limit) }).estimate),
  };
  const against = `against ${plural(runs.length, "stored run")}`;
  const few = tooFewPerLaunch(gate);
  if (few) return { ...found, state: "inconclusive", reason: few };
  if (Math.abs(worse) > limit && Math.abs(worse) > sure) {
    if (!beyondResolution(id, { base, head: head.value }))
      return { ...found, state: "pass", reason: "the difference is too small to matter" };
    return {
      ...found,
      state: worse > 0 ? "regressed" : "improved",
      reason: `beyond what unchanged code shows ${against}`,
    };
  }
  if (worse + prediction.halfWidth(falsePasses) < limit)
    return { ...found, state: "pass", reason: `within the threshold ${against}` };
  if (Math.abs(worse) > Math.max(limit, unchanged))
    return {
      ...found,
      state: "inconclusive",
      reason: "a slow night of the machine looks the same: nothing tells its pace without the control arm",
    };
  return {
    ...found,
    state: "inconclusive",
    reason: whyOpen(runs.length, { spread: prediction.spread, limit, change }),
  };
}

function whyOpen(count: number, { spread, limit, change }: { spread: number; limit: number; change: number }): string {
  if (count < fewestForOwnSpread)
    return `only ${plural(count, "stored run")}: it takes at least ${fewestForOwnSpread} to know how far runs lie apart`;
  const needed = entriesNeeded(spread, { limit, tail: falsePasses });
  const differ = `runs differ by ${percent(Math.expm1(spread))}`;
  if (needed === undefined || needed > window) return `${differ}, too much to show a change of ${percent(change)}`;
  return count < needed
    ? `${differ}: this takes about ${needed} stored runs, and there are ${count}`
    : `${differ}, and this one is too close to the threshold to decide`;
}

/** Percentiles of the tail need their samples in every launch, or a round's value is little more than its maximum. */
function tooFewPerLaunch({ summary, statistic, threshold }: MeasuredGate): string | undefined {
  const { quantile, label } = metric(threshold.metric);
  if (!summary || quantile === undefined || quantile <= 0.5) return undefined;
  const [have, need] = [Math.floor(summary.ok / statistic.rounds.length), samplesNeeded(quantile)];
  return have < need ? `${label} needs ${need} ok calls per launch; there were ${have}` : undefined;
}

/** Of an old run only the value is kept: as if each of its launches had counted that. */
function inEachLaunch(stored: Measured, head: Measured): Measured {
  return stored.rounds.length > 0 ? stored : { ...stored, rounds: head.rounds.map(() => stored.value) };
}

function sameRounds(one: Measured, other: Measured): boolean {
  return one.rounds.length === other.rounds.length && one.rounds.every((value, index) => value === other.rounds[index]);
}

/** Rounds of zero are left out; undefined where the value itself is zero. */
function logRun({ value, rounds }: Measured): LogRun | undefined {
  if (value <= 0) return undefined;
  return { value: Math.log(value), rounds: rounds.filter((round) => round > 0).map(Math.log) };
}
