import { serverRowsOf, serverStatistics } from "../../decide/thresholds.ts";
import { type MetricId, metric, metricIds } from "../../metrics/metric.ts";
import { measured, type PartSummary, type Statistics } from "../../metrics/summary.ts";
import { inFlightOf } from "../../model/load.ts";
import { groupBy } from "../../stats/group-by.ts";
import { clean, messageLength } from "../clean.ts";
import type { Report } from "../report.ts";
import { loadText } from "../sections/load-text.ts";
import { toolLines } from "../sections/tools.ts";
import { viewOf } from "../view.ts";

const header = [
  "row",
  "benchmark",
  "concurrency",
  "load",
  "metric",
  "unit",
  "base",
  "head",
  "change",
  "change_low",
  "change_high",
  "rounds",
  "samples_needed",
  "thresholds",
  "states",
];

const partFigures: readonly { metric: string; unit: string; of: (part: PartSummary) => number | undefined }[] = [
  { metric: "attempted", unit: "count", of: ({ attempted }) => attempted },
  { metric: "ok", unit: "count", of: ({ ok }) => ok },
  ...(["p50", "p95", "p99", "mean"] as const).map((id) => ({
    metric: id,
    unit: "ms",
    of: ({ latency }: PartSummary) => latency?.[id],
  })),
];

/** In the unit that the server writes, which is unknown here. */
const loggedFigures = ["count", "mean", "min", "p50", "p95", "p99", "max"] as const;

type Field = string | number | undefined;

/** One line per row and metric, then parts of mixes, what servers logged, servers and tools (RFC 4180). Numbers are unrounded, in the unit named beside them. */
export function renderCsv(report: Report): string {
  const view = viewOf(report);
  const findings = groupBy(report.comparison.findings, (finding) => JSON.stringify([finding.row, finding.metric]));
  const line = (row: readonly Field[], id: string, { metric: metricId, head, base }: Pair): Field[] => {
    const own = findings.get(JSON.stringify([id, metricId])) ?? [];
    const [headValue, baseValue] = [measured(head, metricId), measured(base, metricId)];
    // Beside a figure of base stands the change from that, not from a reference.
    const change = own.find((one) => one.change && (one.against === undefined || !baseValue))?.change;
    return [
      ...row,
      metricId,
      metric(metricId).unit,
      baseValue?.value,
      headValue?.value,
      change?.estimate,
      change?.low,
      change?.high,
      headValue?.rounds.length,
      headValue?.insufficient?.need,
      own.map(({ threshold }) => `${threshold.level} ${threshold.text}`).join("; "),
      own.map(({ state }) => state).join("; "),
    ];
  };
  const rows = view.rows.flatMap(({ row, head, base }) =>
    pairs(head?.statistics, base?.statistics).map((pair) =>
      line([row.id, row.benchmark, inFlightOf(row.load), loadText(row.load)], row.id, pair),
    ),
  );
  const { head, base } = report;
  const server = serverRowsOf(head).flatMap((row) =>
    pairs(serverStatistics(head, row), base && serverStatistics(base, row)).map((pair) =>
      line([row, "", undefined, undefined], row, pair),
    ),
  );
  const parts = view.rows.flatMap(({ row, head, base }) =>
    (head?.parts ?? []).flatMap((part) => {
      const before = base?.parts?.find((one) => one.part === part.part);
      return partFigures.map(({ metric: id, unit, of }): Field[] => [
        ...[`${row.id} part ${part.part}`, row.benchmark, inFlightOf(row.load), loadText(row.load)],
        ...[`part_${id}`, unit, before && of(before), of(part)],
      ]);
    }),
  );
  const logged = view.rows.flatMap(({ row, head, base }) =>
    (head?.serverMetrics ?? []).flatMap(({ field: name, values }) => {
      const before = base?.serverMetrics?.find((one) => one.field === name)?.values;
      return loggedFigures.map((id): Field[] => [
        ...[`${row.id} field ${name}`, row.benchmark, inFlightOf(row.load), loadText(row.load)],
        ...[`server_metric_${id}`, "", before?.[id], values?.[id]],
      ]);
    }),
  );
  const tools = toolLines(view).flatMap(({ variant, name, head: now, base: before }) =>
    (["bytes", "tokens"] as const)
      .filter((unit) => (now ?? before)?.[unit] !== undefined)
      .map((unit): Field[] => [
        `tool ${name}${variant === undefined ? "" : ` [${variant}]`}`,
        ...["", undefined, undefined, `tool_${unit}`, unit, before?.[unit], now?.[unit]],
      ]),
  );
  return [header, ...rows, ...parts, ...logged, ...server, ...tools]
    .map((fields) => `${header.map((_, place) => field(fields[place])).join(",")}\r\n`)
    .join("");
}

interface Pair {
  readonly metric: MetricId;
  readonly head: Statistics | undefined;
  readonly base: Statistics | undefined;
}

function pairs(head: Statistics | undefined, base: Statistics | undefined): Pair[] {
  const present = metricIds.filter((id) => measured(head, id) || measured(base, id));
  return present.map((id) => ({ metric: id, head, base }));
}

function field(value: Field): string {
  if (value === undefined) return "";
  if (typeof value === "number") return Number.isFinite(value) ? String(value) : "";
  const visible = clean(value, messageLength);
  // Spreadsheets run cells that begin like this as formulas; in many countries a semicolon ends a cell.
  const harmless = /^[=+\-@\uff1d\uff0b\uff0d\uff20]/.test(visible) ? `'${visible}` : visible;
  return /[",;\r\n]/.test(harmless) ? `"${harmless.replace(/"/g, '""')}"` : harmless;
}
