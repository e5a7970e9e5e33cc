import { capacitiesOf } from "../metrics/capacity.ts";
import { hourMs, tenMinutesMs, trendIds } from "../metrics/definitions/trends.ts";
import type { MetricId } from "../metrics/metric.ts";
import { type ArmSummary, figureOf, type RowSummary } from "../metrics/summary.ts";
import { inFlightOf, isSearch } from "../model/load.ts";
import { reclaimGaps } from "../record/launch.ts";
import type { RecordRow } from "../record/record.ts";
import type { RowSeries } from "../table/series.ts";
import type { Table, TableRow } from "../table/table.ts";
import type { CapacityBound, Warning } from "./comparison.ts";

/** A server that achieves less than this share of the requested rate has not held it. */
const held = 0.95;

/** At this many times the throughput, with as many requests in flight over several sessions, one session is served in turn. */
const clearlyMore = 1.5;

/** An open loop whose rate the server did not hold: how far it fell behind. */
export function backlogs({ head }: TableRow, row: RowSummary): Warning[] {
  const { requested_rate: requested, achieved_rate: achieved } = row.statistics;
  if (requested?.state !== "measured" || achieved?.state !== "measured") return [];
  const blocks = head.readings.flatMap((reading) => reading.blocks);
  const most = Math.max(0, ...blocks.map(({ backlog }) => backlog?.most ?? 0));
  const dropped = blocks.reduce((sum, { backlog }) => sum + (backlog?.dropped ?? 0), 0);
  if (dropped === 0 && achieved.value >= held * requested.value) return [];
  return [{ code: "backlog", row: row.row, achieved: achieved.value, requested: requested.value, most, dropped }];
}

/** Least change over a load that is worth a warning: as a share, and of memory in bytes too. */
const decayed = { share: 0.05, bytes: 2e6 } as const;

/** Trends of a load by which the server gets worse, beyond doubt and by more than a little until its end; not those that base has as well. */
export function decay({ id, head, base }: TableRow): Warning[] {
  const [timeline] = head.measurements.flatMap((one) => one.timeline ?? []);
  if (!timeline) return [];
  const ms = timeline.ok.length * timeline.sliceMs;
  const rss = timeline.rssBytes.filter((bytes) => bytes !== null);
  const least: Partial<Record<MetricId, number>> = {
    p95_trend: (decayed.share * tenMinutesMs) / ms,
    throughput_loss: (decayed.share * tenMinutesMs) / ms,
    memory_trend: (Math.max(decayed.bytes, decayed.share * Math.max(...rss, 0)) * hourMs) / ms,
  };
  const worse = trendIds.flatMap((metricId) => {
    const [own, before] = [trendOn(head, metricId), base && trendOn(base, metricId)];
    if (!own || own.interval.low < (least[metricId] ?? 0) || (before && before.interval.high >= own.value)) return [];
    return [{ metric: metricId, value: own.value }];
  });
  return worse.length > 0 ? [{ code: "decay", row: id, trends: worse }] : [];
}

function trendOn(series: RowSeries, id: MetricId) {
  const statistic = series.statistic(id);
  if (statistic?.state !== "measured" || !statistic.interval) return undefined;
  return { value: statistic.value, interval: statistic.interval };
}

/** A search that came to a bound, or to nothing: what the figure does not say by itself. */
export function capacityBounds({ id, load, head }: TableRow): Warning[] {
  if (!isSearch(load)) return [];
  const launches = head.measurements.length;
  const found = capacitiesOf(head.readings, load);
  const unknown = launches - found.length;
  const bounds = (["top", "bottom", "lagged", "unfinished"] as const).flatMap(
    (end): { bound: CapacityBound; searches: number }[] => {
      const ended = found.filter((one) => one.end === end);
      const [first] = ended;
      if (!first) return [];
      const { perSecond, reason } = first;
      return [{ bound: { end, perSecond, ...(reason === undefined ? {} : { reason }) }, searches: ended.length }];
    },
  );
  if (unknown > 0) bounds.push({ bound: { end: "unknown", perSecond: 0 }, searches: unknown });
  return bounds.map((one) => ({ code: "capacity-bound", row: id, ...one, of: launches }));
}

/** Rows with as many requests in flight over several sessions as another has over one, and much more throughput. */
export function serialised({ rows }: Table, arm: ArmSummary): Warning[] {
  const throughputOf = ({ id }: RecordRow) =>
    figureOf(arm.rows.find(({ row }) => row === id)?.statistics, "throughput");
  return rows.flatMap((several) => {
    const sessions = several.load.sessions ?? 1;
    const one = rows.find((row) => sessions > 1 && isSameOnOneSession(row, several));
    const [alone, spread] = [one && throughputOf(one), throughputOf(several)];
    if (!one || !alone || !spread || spread < clearlyMore * alone) return [];
    return [{ code: "serialised", row: one.id, sessions, times: spread / alone }];
  });
}

function isSameOnOneSession(one: RecordRow, several: RecordRow): boolean {
  return (
    one.benchmark === several.benchmark &&
    one.variant === several.variant &&
    one.sweep?.within === several.sweep?.within &&
    inFlightOf(one.load) === inFlightOf(several.load) &&
    (inFlightOf(one.load) ?? 1) > 1 &&
    (one.load.sessions ?? 1) === 1
  );
}

/** An abandoned session that keeps less than this is not warned of without a configuration. */
const muchBytes = 64_000;

/** Warns about sessions that the server keeps although nobody uses them, where no limit was set, and about those that cannot be told apart. */
export function leftSessions({ origin, head }: TableRow, { row, statistics }: RowSummary): Warning[] {
  const reclaims = head.measurements.flatMap(({ sessions }) => sessions?.reclaim ?? []);
  const gaps = reclaimGaps.filter((gap) => reclaims.some(({ kind }) => kind === gap));
  const warnings = gaps.map((gap): Warning => ({ code: "session-ids", row, gap }));
  const bytes = figureOf(statistics, "session_memory");
  const held = reclaims.flatMap((one) => (one.kind === "known" || one.kind === "not-reused" ? one.afterMs : []));
  if (origin === undefined || bytes === undefined || bytes < muchBytes || held.length === 0) return warnings;
  return [...warnings, { code: "sessions-kept", row, bytes, idleMs: Math.max(...held) }];
}
