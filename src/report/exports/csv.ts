import type { Finding } from "../../decide/verdict.ts";
import { type MetricId, metric, metricIds } from "../../metrics/metric.ts";
import { measured } from "../../metrics/summary.ts";
import { inFlightOf } from "../../model/load.ts";
import type { RecordRow } from "../../record/record.ts";
import { groupBy } from "../../stats/group-by.ts";
import { isListSize } from "../../table/tool-changes.ts";
import { clean, messageLength } from "../clean.ts";
import { type Report, type RowView, type View, viewOf } from "../report.ts";
import { loadText } from "../sections/load-text.ts";
import { toolLines } from "../sections/tools.ts";
import { type Series, seriesOf } from "./series.ts";

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
] as const;

const partCounts = ["attempted", "ok"] as const;
const partLatencies = ["p50", "p95", "p99", "mean"] as const;

/** In the unit that the server writes, which is unknown here. */
const loggedFigures = ["count", "mean", "min", "p50", "p95", "p99", "max"] as const;

type Field = string | number | undefined;
type Line = Partial<Record<(typeof header)[number], Field>>;

/** One line per row and metric, then parts of mixes, what servers logged, servers and tools (RFC 4180). Numbers are unrounded, in the unit named beside them. */
export function renderCsv(report: Report): string {
  const view = viewOf(report);
  const findings = groupBy(view.report.comparison.findings, ({ row, metric: id }) => JSON.stringify([row, id]));
  const series = seriesOf(report).map((one) =>
    metricLines(one, (id) => findings.get(JSON.stringify([one.row, id])) ?? []),
  );
  const lines = [
    ...series.flat(),
    ...view.rows.flatMap((row) => [...partLines(row), ...loggedLines(row)]),
    ...toolsOf(view),
  ];
  const records = [header, ...lines.map((line) => header.map((name) => line[name]))];
  return records.map((fields) => `${fields.map(field).join(",")}\r\n`).join("");
}

function metricLines({ row, view, head, base }: Series, findingsOf: (id: MetricId) => readonly Finding[]): Line[] {
  return metricIds.flatMap((id): Line[] => {
    const [now, before] = [measured(head, id), measured(base, id)];
    if (!now && !before) return [];
    const findings = findingsOf(id);
    // Beside a figure of base stands the change from that, not from a reference.
    const isBeside = ({ against }: Finding) => against === undefined || !before;
    const change = isListSize(id) ? undefined : findings.find((one) => one.change && isBeside(one))?.change;
    return [
      {
        ...(view ? rowFields(view.row) : {}),
        row,
        metric: id,
        unit: metric(id).unit,
        base: before?.value,
        head: now?.value,
        change: change?.estimate,
        change_low: change?.low,
        change_high: change?.high,
        rounds: now?.rounds.length,
        samples_needed: now?.insufficient?.need,
        thresholds: findings.map(({ threshold }) => `${threshold.level} ${threshold.text}`).join("; "),
        states: findings.map(({ state }) => state).join("; "),
      },
    ];
  });
}

function rowFields({ benchmark, load }: RecordRow): Line {
  return { benchmark, concurrency: inFlightOf(load), load: loadText(load) };
}

function partLines({ row, head, base }: RowView): Line[] {
  return (head?.parts ?? []).flatMap((part) => {
    const before = base?.parts?.find((one) => one.part === part.part);
    const own = { ...rowFields(row), row: `${row.id} part ${part.part}` };
    return [
      ...partCounts.map((id) => ({ ...own, metric: `part_${id}`, unit: "count", base: before?.[id], head: part[id] })),
      ...partLatencies.map((id) => {
        return { ...own, metric: `part_${id}`, unit: "ms", base: before?.latency?.[id], head: part.latency?.[id] };
      }),
    ];
  });
}

function loggedLines({ row, head, base }: RowView): Line[] {
  return (head?.serverMetrics ?? []).flatMap(({ field: name, values }) => {
    const before = base?.serverMetrics?.find((one) => one.field === name)?.values;
    const own = { ...rowFields(row), row: `${row.id} field ${name}` };
    return loggedFigures.map((id) => ({
      ...own,
      metric: `server_metric_${id}`,
      base: before?.[id],
      head: values?.[id],
    }));
  });
}

function toolsOf(view: View): Line[] {
  return toolLines(view).flatMap(({ variant, name, head, base }) => {
    const row = `tool ${name}${variant === undefined ? "" : ` [${variant}]`}`;
    return (["bytes", "tokens"] as const)
      .filter((unit) => (head ?? base)?.[unit] !== undefined)
      .map((unit) => ({ row, metric: `tool_${unit}`, unit, base: base?.[unit], head: head?.[unit] }));
  });
}

function field(value: Field): string {
  if (value === undefined) return "";
  if (typeof value === "number") return Number.isFinite(value) ? String(value) : "";
  const visible = clean(value, messageLength);
  // Spreadsheets run cells that begin like this as formulas; in many countries a semicolon ends a cell.
  const harmless = /^[=+\-@\uff1d\uff0b\uff0d\uff20]/.test(visible) ? `'${visible}` : visible;
  return /[",;\r\n]/.test(harmless) ? `"${harmless.replace(/"/g, '""')}"` : harmless;
}
