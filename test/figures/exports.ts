import { type MetricId, metric, metricIds } from "../../src/metrics/metric.ts";
import { renderBencher } from "../../src/report/exports/bencher.ts";
import { renderCsv } from "../../src/report/exports/csv.ts";
import { renderBiggerIsBetter, renderSmallerIsBetter } from "../../src/report/exports/github-action-benchmark.ts";
import { renderJson } from "../../src/report/exports/json.ts";
import { renderOpenMetrics } from "../../src/report/exports/openmetrics.ts";
import type { Report } from "../../src/report/report.ts";

/** A figure of a row, or of the server, on one version, in the metric's own unit. */
export interface ExportedFigure {
  readonly format: string;
  readonly row: string;
  readonly version: "base" | "head";
  readonly metric: MetricId;
  readonly value: number;
}

interface Change {
  readonly row: string;
  readonly metric: MetricId;
  readonly base: number;
  readonly head: number;
  readonly change: number;
  readonly low: number;
  readonly high: number;
}

const server = "(server)";

/** Figures that any two exports of a report have of one thing, and that are not the same; and changes that are not between theirs. */
export function contradictionsOfExports(report: Report): string[] {
  const all = figuresOf(report);
  const known = new Map<string, ExportedFigure>();
  const found = changesOf(renderCsv(report)).flatMap(contradictionOf);
  for (const one of all) {
    const key = `${one.row} ${one.version} ${one.metric}`;
    const first = known.get(key);
    if (!first) known.set(key, one);
    else if (!isClose(first.value, one.value))
      found.push(`${key}: ${first.value} in ${first.format}, ${one.value} in ${one.format}`);
  }
  return found;
}

export function figuresOf(report: Report): ExportedFigure[] {
  return [
    ...ofJson(renderJson(report)),
    ...ofCsv(renderCsv(report)),
    ...ofOpenMetrics(renderOpenMetrics(report)),
    ...ofBencher(renderBencher(report)),
    ...[renderSmallerIsBetter(report), renderBiggerIsBetter(report)].flatMap(ofBenchmarkAction),
  ].filter(({ value }) => Number.isFinite(value));
}

function isClose(one: number, other: number): boolean {
  return Math.abs(one - other) <= 1e-9 * Math.max(Math.abs(one), Math.abs(other));
}

type Statistics = Record<string, { state: string; value: number }>;

function ofJson(text: string): ExportedFigure[] {
  const { head, base } = JSON.parse(text);
  return Object.entries({ head, base }).flatMap(([version, arm]) => {
    if (!arm) return [];
    const rows: { row: string; statistics: Statistics }[] = [...arm.rows, { row: server, statistics: arm.server }];
    return rows.flatMap(({ row, statistics }) =>
      Object.entries(statistics).flatMap(([id, { state, value }]): ExportedFigure[] =>
        state === "measured"
          ? [{ format: "JSON", row, version: version as "head", metric: id as MetricId, value }]
          : [],
      ),
    );
  });
}

/** Reads lines of CSV without quoted cells; others are of names that no test here has. */
function linesOf(text: string): Record<string, string>[] {
  const [header = [], ...lines] = text
    .trimEnd()
    .split("\r\n")
    .map((line) => line.split(","));
  return lines.map((line) => Object.fromEntries(header.map((name, at) => [name, line[at] ?? ""])));
}

function ofCsv(text: string): ExportedFigure[] {
  return linesOf(text).flatMap((line) =>
    (["base", "head"] as const).flatMap((version): ExportedFigure[] => {
      const id = metricIds.find((one) => one === line.metric);
      const value = line[version] === "" ? Number.NaN : Number(line[version]);
      return id === undefined ? [] : [{ format: "CSV", row: line.row ?? "", version, metric: id, value }];
    }),
  );
}

function changesOf(text: string): Change[] {
  return linesOf(text).flatMap((line) => {
    const id = metricIds.find((one) => one === line.metric);
    const [base, head, change, low, high] = ["base", "head", "change", "change_low", "change_high"].map((name) =>
      line[name] === "" ? Number.NaN : Number(line[name]),
    ) as [number, number, number, number, number];
    return id === undefined || Number.isNaN(change)
      ? []
      : [{ row: line.row ?? "", metric: id, base, head, change, low, high }];
  });
}

function contradictionOf({ row, metric: id, base, head, change, low, high }: Change): string[] {
  const { unit, compared } = metric(id);
  const isDifference = unit === "ratio" || compared === "rise";
  const expected = isDifference ? head - base : head / base - 1;
  const name = `${row} ${id}: ${change} from ${base} to ${head}, ${low} … ${high}`;
  const isBetween =
    id === "cpu_to_p50" || Number.isNaN(expected) || Math.abs(expected - change) <= 1e-6 * (1 + Math.abs(change));
  return isBetween && !(change < low - 1e-12) && !(change > high + 1e-12) ? [] : [name];
}

function ofOpenMetrics(text: string): ExportedFigure[] {
  const scales: Readonly<Record<string, number>> = { ms: 1000 };
  return text.split("\n").flatMap((line): ExportedFigure[] => {
    const [, name = "", labels = "", value = ""] = /^mcp_bench_(\w+)\{(.*)\} (\S+)$/.exec(line) ?? [];
    const id = metricIds.find((one) => [one, ...suffixes.map((suffix) => `${one}_${suffix}`)].includes(name));
    const [, version = ""] = /arm="(\w+)"/.exec(labels) ?? [];
    const [, row = server] = /row="([^"]*)"/.exec(labels) ?? [];
    if (id === undefined || labels.includes("variant=")) return [];
    const factor = scales[metric(id).unit] ?? 1;
    return [{ format: "OpenMetrics", row, version: version as "head", metric: id, value: Number(value) * factor }];
  });
}

const suffixes = ["seconds", "bytes", "ratio", "tokens", "per_second", "bytes_per_second"];

function ofBencher(text: string): ExportedFigure[] {
  const benchmarks: Record<string, Record<string, { value: number }>> = JSON.parse(text);
  return Object.entries(benchmarks).flatMap(([name, measures]) =>
    Object.entries(measures).flatMap(([slug, { value }]): ExportedFigure[] => {
      const row = name === "server" ? server : name;
      if (slug === "latency") return [{ format: "Bencher", row, version: "head", metric: "p50", value: value / 1e6 }];
      const id = metricIds.find((one) => {
        const own = one.replaceAll("_", "-");
        return slug === own || slug === `${own}-${metric(one).unit}`;
      });
      return id === undefined ? [] : [{ format: "Bencher", row, version: "head", metric: id, value }];
    }),
  );
}

function ofBenchmarkAction(text: string): ExportedFigure[] {
  const entries: { name: string; value: number }[] = JSON.parse(text);
  return entries.flatMap(({ name, value }): ExportedFigure[] => {
    const id = metricIds.find((one) => name.endsWith(` ${metric(one).label}`));
    if (id === undefined) return [];
    const row = name.slice(0, -metric(id).label.length - 1);
    const isServer = row === "server";
    return [{ format: "github-action-benchmark", row: isServer ? server : row, version: "head", metric: id, value }];
  });
}
