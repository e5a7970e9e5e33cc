import { mean } from "simple-statistics";
import { asShare, beyondResolution, logLimit, logWorse } from "../../metrics/change.ts";
import { percent, plural } from "../../metrics/format.ts";
import { metric } from "../../metrics/metric.ts";
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
  readonly summary: RowSummary | undefined;
}

type Measured = Extract<Statistic, { state: "measured" }>;

/** Judges head against earlier runs, newest last. `gates` share the allowance of false alarms. */
export function storedJudge(
  entries: readonly StoredEntry[],
  { head, gates }: { head: ArmSummary; gates: number },
): Judge {
  const newest = entries.slice(-window).map((entry) => entry.summary);
  return (gate) => {
    const matched = match(newest, { gate, head });
    if (matched.entries === undefined) return matched;
    const last = matched.entries.at(-1)?.statistic;
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
        ? judgeCount(gate, last, { change, gates })
        : judgeExact(gate, last.value, change);
    const { statistics, byControl } = onTodaysMachine(matched.entries, gate);
    const judged = judgeNoisy(gate, { entries: statistics, change, gates });
    return byControl ? { ...judged, reason: `${judged.reason}, scaled to the pace of the control` } : judged;
  };
}

/**
 * Earlier runs as they would have been at today's pace, by what the control arm took then and takes now for the same work.
 * Only latency and throughput follow it. Where too few earlier runs had the same control, all are taken as they stand.
 */
function onTodaysMachine(
  entries: readonly Entry[],
  { threshold, summary }: MeasuredGate,
): { readonly statistics: Measured[]; readonly byControl: boolean } {
  const asTheyStand = { statistics: entries.map((entry) => entry.statistic), byControl: false };
  const now = summary?.control;
  const { unit, isCpuTime } = metric(threshold.metric);
  if (!now || !(unit === "ms" || unit === "per-second") || isCpuTime) return asTheyStand;
  const share = shareOfPace(summary);
  if (share === 0) return asTheyStand;
  const scaled = entries.flatMap(({ statistic, summary: earlier }) => {
    const then = earlier?.control;
    if (then?.units !== now.units) return [];
    const slower = 1 + share * (now.ms / then.ms - 1);
    const factor = unit === "ms" ? slower : 1 / slower;
    const rounds = statistic.rounds.map((round) => round * factor);
    return [{ ...statistic, value: statistic.value * factor, rounds }];
  });
  const enough = scaled.length >= Math.min(entries.length, fewestForOwnSpread);
  return enough ? { statistics: scaled, byControl: true } : asTheyStand;
}

/**
 * How much of a call follows the pace of the processor: CPU time per call over p50. A call that sleeps, or waits for a disk or
 * another service, does not; at a fixed rate nothing does. All of it where CPU time was not read.
 */
function shareOfPace({ statistics }: RowSummary): number {
  const { requested_rate: rate, cpu_to_p50: share } = statistics;
  if (rate?.state === "measured") return 0;
  return share?.state === "measured" ? Math.min(1, share.value) : 1;
}

/** The earlier runs that measured the same thing in the same way, or why there are none. */
function match(summaries: readonly ArmSummary[], { gate, head }: { gate: MeasuredGate; head: ArmSummary }) {
  const id = gate.threshold.metric;
  const { summary } = gate;
  const same = summaries.flatMap(
    (stored): { same: boolean; summary?: RowSummary; statistic: Statistic | undefined }[] => {
      if (!summary)
        return [{ same: stored.serverHash === head.serverHash, statistic: serverStatistics(stored, gate.row)?.[id] }];
      const row = stored.rows.find((candidate) => candidate.row === summary.row);
      return row ? [{ same: row.configHash === summary.configHash, summary: row, statistic: row.statistics[id] }] : [];
    },
  );
  if (same.length === 0) return { state: "no-baseline", reason: "no stored run has this row" } as const;
  const comparable = same.filter((candidate) => candidate.same);
  if (comparable.length === 0)
    return { state: "not-comparable", reason: "its configuration changed since the stored runs" } as const;
  const entries = comparable.flatMap(({ statistic, summary }): Entry[] =>
    statistic?.state === "measured" ? [{ statistic, summary }] : [],
  );
  return { entries };
}

interface Noisy {
  readonly entries: readonly Measured[];
  /** Threshold as a share. */
  readonly change: number;
  readonly gates: number;
}

function judgeNoisy(gate: MeasuredGate, { entries, change, gates }: Noisy): Judgement {
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
  const sure = prediction.halfWidth(falseAlarms / gates);
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

function sameRounds(one: Measured, other: Measured): boolean {
  return one.rounds.length === other.rounds.length && one.rounds.every((value, index) => value === other.rounds[index]);
}

/** Rounds of zero are left out; undefined where the value itself is zero. */
function logRun({ value, rounds }: Measured): LogRun | undefined {
  if (value <= 0) return undefined;
  return { value: Math.log(value), rounds: rounds.filter((round) => round > 0).map(Math.log) };
}
