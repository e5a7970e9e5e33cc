import type { RunRecord } from "../baseline/record.ts";
import { type MetricId, metric, metricIds } from "../stats/metric.ts";
import type { ArmSummary, RowSummary, Statistics } from "../stats/summary.ts";
import { sideOf } from "./arms.ts";
import { serverRow, type Warning } from "./verdict.ts";
import { amount, percent, plural } from "./wording.ts";

/** What a reader of one arm's figures must know: failed calls and launches, unsteady rows, tail spikes, sizes that vary. */
export function runWarnings(record: RunRecord, arm: ArmSummary): Warning[] {
  return [
    ...launchFailures(record, arm.arm),
    ...arm.rows.flatMap((row) => [
      ...failedCalls(row),
      ...unsteady(row),
      ...tailSpike(row),
      ...varying(row.row, row.statistics),
    ]),
    ...varying(serverRow, arm.server),
  ];
}

/** Launches of an arm and of its other variants that gave no or not all measurements. */
export function launchFailures(record: RunRecord, armId: string): Warning[] {
  const arms = new Set(sideOf(record, armId).map(({ id }) => id));
  return record.rounds.flatMap(({ index, launches }) =>
    launches.flatMap(({ arm, failure }) =>
      arms.has(arm) && failure !== undefined
        ? [{ code: "launch-failed", message: `round ${index + 1}, ${arm}: ${failure}` }]
        : [],
    ),
  );
}

function failedCalls({ row, attempted, ok, failures }: RowSummary): Warning[] {
  if (ok === attempted) return [];
  const kinds = Object.entries(failures).map(([kind, count]) => `${count} × ${kind}`);
  const message = `${attempted - ok} of ${plural(attempted, "call")} failed (${kinds.join(", ")}); latency is of the others`;
  return [{ code: "errors", row, message }];
}

function unsteady({ row, statistics }: RowSummary): Warning[] {
  const [stddev, p50] = [value(statistics, "stddev"), value(statistics, "p50")];
  if (stddev === undefined || p50 === undefined || stddev <= p50 / 2) return [];
  const message = `unsteady: standard deviation ${amount("stddev", stddev)} is above half the median ${amount("p50", p50)}`;
  return [{ code: "unsteady", row, message }];
}

function tailSpike({ row, statistics }: RowSummary): Warning[] {
  const { p99 } = statistics;
  const p50 = value(statistics, "p50");
  if (p99?.state !== "measured" || p99.insufficient || p50 === undefined || p99.value <= 2.5 * p50) return [];
  const message = `tail spike: p99 ${amount("p99", p99.value)} is above 2.5 × p50 ${amount("p50", p50)}`;
  return [{ code: "tail-spike", row, message }];
}

/** Exact metrics should be the same in every launch; where they are not, comparing them exactly is a matter of luck. */
function varying(row: string, statistics: Statistics): Warning[] {
  return metricIds.flatMap((id) => {
    const statistic = statistics[id];
    if (metric(id).kind !== "exact" || statistic?.state !== "measured") return [];
    const [least, ...more] = [...new Set(statistic.rounds)].sort((a, b) => a - b);
    const most = more.at(-1);
    if (least === undefined || most === undefined) return [];
    const message = `${metric(id).label} differs between launches (${amount(id, least)} to ${amount(id, most)}, ${percent(most / least - 1)}); it is compared by its median`;
    return [{ code: "exact-metric-varies", row, message }];
  });
}

function value(statistics: Statistics, id: MetricId): number | undefined {
  const statistic = statistics[id];
  return statistic?.state === "measured" ? statistic.value : undefined;
}
