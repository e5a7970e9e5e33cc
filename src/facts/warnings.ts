import { metric, metricIds } from "../metrics/metric.ts";
import {
  type ArmSummary,
  figureOf,
  type RowSummary,
  type Statistics,
  serverRowsOf,
  serverStatistics,
} from "../metrics/summary.ts";
import { isSearch } from "../model/load.ts";
import { median } from "../stats/describe.ts";
import type { Side, Table } from "../table/table.ts";
import type { Warning } from "./comparison.ts";
import { backlogs, capacityBounds, decay, leftSessions, serialised } from "./load-warnings.ts";

/**
 * Warns about the figures of one arm: failed calls and launches, unsteady rows, tail spikes that `reference` does not
 * have, missed rates, too few samples, sizes that vary.
 */
export function runWarnings(table: Table, arm: ArmSummary, reference?: ArmSummary): Warning[] {
  const summaries = new Map(arm.rows.map((row) => [row.row, row]));
  return [
    ...launchFailures(table, table.head),
    ...table.rows.flatMap((measured) => {
      const row = summaries.get(measured.id);
      if (!row) return [];
      const before = reference?.rows.find((other) => other.row === row.row);
      return [
        // A search tries rates at which calls fail.
        ...(isSearch(measured.load) ? [] : failedCalls(row)),
        ...capacityBounds(measured),
        ...unsteady(row),
        ...twoModes(row),
        ...tailSpike(row, before),
        ...backlogs(measured, row),
        ...decay(measured),
        ...leftSessions(measured, row),
        ...fewSamples(row),
        ...varying(row.row, row.statistics),
      ];
    }),
    ...serialised(table, arm),
    ...serverRowsOf(arm).flatMap((row) => varying(row, serverStatistics(arm, row))),
  ];
}

type LaunchFailure = Extract<Warning, { code: "launch-failed" }>;

/** Lists the launches of a side that gave no or not all measurements. */
export function launchFailures({ rounds }: Table, { launches }: Side): LaunchFailure[] {
  return launches.flatMap((ofRound, place) =>
    ofRound.flatMap(({ arm, failure }) => {
      const round = (rounds[place]?.index ?? place) + 1;
      return failure === undefined ? [] : [{ code: "launch-failed" as const, round, arm, failure }];
    }),
  );
}

function failedCalls(summary: RowSummary): Warning[] {
  const { row, attempted: calls, ok, failures } = summary;
  return ok === calls ? [] : [{ code: "errors", row, failed: calls - ok, calls, failures }];
}

function unsteady({ row, statistics }: RowSummary): Warning[] {
  const [stddev, p50] = [figureOf(statistics, "stddev"), figureOf(statistics, "p50")];
  if (stddev === undefined || p50 === undefined || stddev <= p50 / 2) return [];
  // No times: beside base, the table shows the median otherwise, over the rounds that are compared.
  return [{ code: "unsteady", row, deviation: stddev / p50 }];
}

/** Rounds further apart than this are of two kinds. */
const apart = 2;

/** Warns where the rounds of a row are of two kinds, as where a launch got another core: one figure is then of neither. */
function twoModes({ row, statistics: { p50 } }: RowSummary): Warning[] {
  if (p50?.state !== "measured") return [];
  const rounds = p50.rounds.toSorted((a, b) => a - b);
  const gaps = rounds.flatMap((value, place) => (place > 0 && value > apart * (rounds[place - 1] ?? 0) ? [place] : []));
  const [gap = 0] = gaps;
  const [fast, slow] = [rounds.slice(0, gap), rounds.slice(gap)];
  if (gaps.length !== 1 || fast.length < 2 || slow.length < 2) return [];
  return [{ code: "two-modes", row, modes: [fast, slow].map((kind) => ({ p50: median(kind), rounds: kind.length })) }];
}

/** A tail that was as long before is no news. */
function tailSpike({ row, statistics }: RowSummary, reference: RowSummary | undefined): Warning[] {
  const [own, before] = [tailRatio(statistics), reference && tailRatio(reference.statistics)];
  if (own === undefined || own <= longTail || (before !== undefined && own <= before)) return [];
  return [{ code: "tail-spike", row, ratio: own, limit: longTail }];
}

const longTail = 2.5;

function tailRatio(statistics: Statistics): number | undefined {
  const { p99 } = statistics;
  const p50 = figureOf(statistics, "p50");
  return p99?.state !== "measured" || p99.insufficient || !p50 ? undefined : p99.value / p50;
}

/** Below what the median needs, nothing of a row can be trusted; the tail percentiles carry marks of their own. */
function fewSamples({ row, ok, statistics: { p50 } }: RowSummary): Warning[] {
  if (p50?.state !== "measured" || !p50.insufficient) return [];
  return [{ code: "few-samples", row, ok, need: p50.insufficient.need }];
}

/** Exact metrics should be the same in every launch; where they are not, comparing them exactly is a matter of luck. */
function varying(row: string, statistics: Statistics | undefined): Warning[] {
  return metricIds.flatMap((id) => {
    const statistic = statistics?.[id];
    if (metric(id).kind !== "exact" || statistic?.state !== "measured") return [];
    const [least, ...more] = [...new Set(statistic.rounds)].sort((a, b) => a - b);
    const most = more.at(-1);
    if (least === undefined || most === undefined) return [];
    return [{ code: "exact-metric-varies", row, metric: id, least, most }];
  });
}
