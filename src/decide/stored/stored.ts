import { type MetricId, metric } from "../../metrics/metric.ts";
import { type ArmSummary, centreOf, type MeasuredStatistic, measured } from "../../metrics/summary.ts";
import { median } from "../../stats/describe.ts";
import type { ToolList } from "../../table/tool-changes.ts";
import { failedCalls, judgeErrorRate } from "../error-rate.ts";
import { type Judge, judgeExact, type MeasuredGate } from "../judge.ts";
import { serverStatistics } from "../thresholds.ts";
import { type Entry, judgeNoisy, type Noisy } from "./noisy.ts";
import { window } from "./prediction.ts";

/** An earlier run: of the same environment, complete, and fit to be compared with. */
export interface StoredEntry {
  readonly commit?: string;
  readonly createdAt: string;
  readonly summary: ArmSummary;
  /** Present where its regression was accepted. */
  readonly accepted?: { readonly by: string; readonly reason: string };
  /** Tools that its servers listed, where that was stored. Names are untrusted. */
  readonly tools?: readonly ToolList[];
}

interface Context extends Omit<Noisy, "entries" | "change"> {
  readonly tools: readonly ToolList[];
}

type MatchedEntry = Entry & { readonly run: StoredEntry };

/** Judges head against earlier runs, newest last. */
export function storedJudge(entries: readonly StoredEntry[], context: Context): Judge {
  const { head, tools, gates, isBusy } = context;
  const newest = entries.slice(-window);
  return (gate) => {
    const matched = match(newest, { gate, head });
    if (matched.entries === undefined) return matched;
    const last = matched.entries.at(-1);
    const { metric: id, limit } = gate.threshold;
    if (!last) return { state: "no-baseline", reason: { code: "metric-not-stored" } };
    if (metric(id).compared === "counts" && gate.summary) {
      const earlier = matched.entries.flatMap(({ summary }) => summary ?? []);
      return judgeErrorRate(gate, { base: failedCalls(earlier), head: failedCalls([gate.summary]), gates });
    }
    if (limit.kind === "points") return { state: "not-comparable", reason: { code: "points-need-base" } };
    const change = limit.kind === "relative" ? limit.change : 0;
    if (metric(id).kind === "exact")
      return judgeExact(gate, inEachLaunch(last.statistic, gate.statistic), {
        lists: { before: last.run.tools ?? [], after: tools },
        change,
        gates,
      });
    return judgeNoisy(gate, { entries: ofThisLevel(matched.entries, { id, change }), head, change, gates, isBusy });
  };
}

/** The earlier runs that measured the same thing in the same way, or why there are none. */
function match(runs: readonly StoredEntry[], { gate, head }: { gate: MeasuredGate; head: ArmSummary }) {
  const id = gate.threshold.metric;
  const { summary } = gate;
  const same = runs.flatMap((run): (Omit<MatchedEntry, "statistic"> & { same: boolean })[] => {
    if (!summary) return [{ same: run.summary.serverHash === head.serverHash, summary, run }];
    const row = run.summary.rows.find((candidate) => candidate.row === summary.row);
    return row ? [{ same: row.configHash === summary.configHash, summary: row, run }] : [];
  });
  if (same.length === 0) return { state: "no-baseline", reason: { code: "row-not-stored" } } as const;
  const comparable = same.filter((candidate) => candidate.same);
  if (comparable.length === 0) return { state: "not-comparable", reason: { code: "configuration-changed" } } as const;
  const entries = comparable.flatMap(({ summary: earlier, run }): MatchedEntry[] => {
    const statistic = measured(earlier?.statistics ?? serverStatistics(run.summary, gate.row), id);
    return statistic ? [{ statistic, summary: earlier, run }] : [];
  });
  return { entries };
}

/** Returns the runs since the newest accepted one that is worse by more than `change` than those before it, or all. */
function ofThisLevel(
  entries: readonly MatchedEntry[],
  { id, change }: { readonly id: MetricId; readonly change: number },
): readonly MatchedEntry[] {
  const figureOf = ({ statistic }: MatchedEntry) => centreOf(id, statistic);
  const isWorse = (value: number, before: number) =>
    metric(id).better === "less" ? value > before * (1 + change) : value < before * (1 - change);
  const from = entries.findLastIndex(
    (one, place) =>
      place > 0 &&
      one.run.accepted !== undefined &&
      isWorse(figureOf(one), median(entries.slice(0, place).map(figureOf))),
  );
  return from < 0 ? entries : entries.slice(from);
}

/** Fills each launch of an old run, of which only the value is kept, with that value. */
function inEachLaunch(stored: MeasuredStatistic, head: MeasuredStatistic): MeasuredStatistic {
  return stored.rounds.length > 0 ? stored : { ...stored, rounds: head.rounds.map(() => stored.value) };
}
