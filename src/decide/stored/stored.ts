import { asStored, type StoredEntry, type StoredFigure } from "../../history/entry.ts";
import { differenceWorse } from "../../metrics/change.ts";
import { type MetricId, metric } from "../../metrics/metric.ts";
import { type ArmSummary, centreOf, figuresOf, measured } from "../../metrics/summary.ts";
import { median } from "../../stats/describe.ts";
import type { ToolList } from "../../table/tool-changes.ts";
import { failedCalls, judgeErrorRate, pointsOf } from "../error-rate.ts";
import { falseAlarms, type Judge, judgeExact, type MeasuredGate } from "../judge.ts";
import { judgeNoisy, type Noisy } from "./noisy.ts";
import { window } from "./prediction.ts";

interface Context extends Omit<Noisy, "entries" | "change"> {
  readonly tools: readonly ToolList[];
}

/** Judges head against earlier runs, newest last. */
export function storedJudge(runs: readonly StoredEntry[], context: Context): Judge {
  const { head, tools, gates, isBusy } = context;
  const newest = runs.slice(-window);
  return (gate) => {
    const { metric: id, limit } = gate.threshold;
    const matched = match(newest, { gate, head });
    if ("state" in matched) return matched;
    const last = matched.at(-1);
    if (!last) return { state: "no-baseline", reason: { code: "metric-not-stored" } };
    if (metric(id).compared === "counts" && gate.summary) {
      const level = ofThisLevel(matched, { id, most: (base) => pointsOf(gate.threshold, base) });
      const base = failedCalls(level.flatMap(({ summary }) => summary ?? []));
      return judgeErrorRate(gate, { base, head: failedCalls([gate.summary]), alarms: falseAlarms / gates });
    }
    if (limit.kind === "points") return { state: "not-comparable", reason: { code: "points-need-base" } };
    const change = limit.kind === "relative" ? limit.change : 0;
    if (metric(id).kind === "exact") {
      const [base, statistic] = [asStored(last.statistic, gate.statistic), asStored(gate.statistic, gate.statistic)];
      const lists = { before: last.run.tools ?? [], after: tools };
      return judgeExact({ ...gate, statistic }, base, { lists, change, gates });
    }
    const entries = ofThisLevel(matched, { id, most: (base) => change * base });
    return judgeNoisy(gate, { entries, head, change, gates, isBusy });
  };
}

/** The earlier runs that measured the same thing in the same way, or why there are none. */
function match(runs: readonly StoredEntry[], { gate, head }: { gate: MeasuredGate; head: ArmSummary }) {
  const known = runs.flatMap((run) => {
    const figures = figuresOf(run.summary, gate.row);
    return figures ? [{ run, ...figures }] : [];
  });
  if (known.length === 0) return { state: "no-baseline", reason: { code: "row-not-stored" } } as const;
  const hash = figuresOf(head, gate.row)?.hash;
  const same = known.filter((one) => one.hash === hash);
  if (same.length === 0) return { state: "not-comparable", reason: { code: "configuration-changed" } } as const;
  return same.flatMap((one): StoredFigure[] => {
    const statistic = measured(one.statistics, gate.threshold.metric);
    return statistic ? [{ ...one, statistic }] : [];
  });
}

/** Returns the runs since the newest accepted one that is worse by more than `most` than those before it, or all. */
function ofThisLevel(entries: readonly StoredFigure[], { id, most }: { id: MetricId; most: (base: number) => number }) {
  const figures = entries.map(({ statistic }) => centreOf(id, statistic));
  const isNewLevel = ({ run }: StoredFigure, place: number) => {
    if (run.accepted === undefined || place === 0) return false;
    const [base, head] = [median(figures.slice(0, place)), figures[place] ?? 0];
    return differenceWorse(id, { base, head }) > most(base);
  };
  return entries.slice(Math.max(0, entries.findLastIndex(isNewLevel)));
}
