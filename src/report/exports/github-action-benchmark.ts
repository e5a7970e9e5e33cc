import { serverRowsOf, serverStatistics } from "../../decide/thresholds.ts";
import type { Metric } from "../../metrics/definitions/definition.ts";
import { plural, significant } from "../../metrics/format.ts";
import { type MetricId, metric, metricIds } from "../../metrics/metric.ts";
import { measured, type Statistics } from "../../metrics/summary.ts";
import type { Report } from "../report.ts";
import { plainText } from "../text.ts";
import { rowName } from "../view.ts";
import { uniqueNames } from "./unique-names.ts";

/** Metrics that are charted over time; the others would only repeat these. */
const exported: readonly MetricId[] = ["p50", "p95", "p99", "mean", "throughput", "error_rate", "cpu_per_call"];

interface Entry {
  readonly name: string;
  readonly unit: string;
  readonly value: number;
  readonly range?: string;
  readonly extra: string;
}

/** Latency, memory and sizes of head as benchmark-action's `customSmallerIsBetter`. */
export function renderSmallerIsBetter(report: Report): string {
  return render(report, "less");
}

/** Throughput of head as benchmark-action's `customBiggerIsBetter`. */
export function renderBiggerIsBetter(report: Report): string {
  return render(report, "more");
}

function render({ head }: Report, better: Metric["better"]): string {
  const unique = uniqueNames();
  const serverIds = metricIds.filter((id) => metric(id).scope === "server");
  const servers = serverRowsOf(head).flatMap((row) =>
    entries(unique(plainText([rowName(row)])), {
      statistics: serverStatistics(head, row) ?? {},
      ids: serverIds,
      better,
    }),
  );
  const rows = head.rows.flatMap((row) =>
    entries(unique(row.row), { statistics: row.statistics, ids: exported, better }),
  );
  return `${JSON.stringify([...rows, ...servers], null, 2)}\n`;
}

interface Selection {
  readonly statistics: Statistics;
  readonly ids: readonly MetricId[];
  readonly better: Metric["better"];
}

function entries(row: string, { statistics, ids, better }: Selection): Entry[] {
  return ids
    .filter((id) => metric(id).better === better)
    .flatMap((id) => {
      const statistic = measured(statistics, id);
      if (!statistic || !Number.isFinite(statistic.value)) return [];
      const { value, rounds } = statistic;
      const range =
        rounds.length > 1 ? { range: `± ${significant((Math.max(...rounds) - Math.min(...rounds)) / 2)}` } : {};
      const name = `${row} ${metric(id).label}`;
      return [{ name, unit: unitOf(id), value, ...range, extra: plural(rounds.length, "round") }];
    });
}

function unitOf(id: MetricId): string {
  const { unit } = metric(id);
  return unit === "per-second" ? "req/s" : unit === "ratio" ? "share" : unit;
}
