import { type MetricId, metric, metricIds } from "../../metrics/metric.ts";
import { measured } from "../../metrics/summary.ts";
import { clean, nameLength } from "../clean.ts";
import type { Report } from "../report.ts";
import { type Series, seriesOf } from "./series.ts";

/** Base units, as OpenMetrics wants them, and how many of them are one of ours. */
const units: Readonly<Record<ReturnType<typeof metric>["unit"], { readonly name: string; readonly factor: number }>> = {
  ms: { name: "seconds", factor: 1e-3 },
  bytes: { name: "bytes", factor: 1 },
  ratio: { name: "ratio", factor: 1 },
  tokens: { name: "tokens", factor: 1 },
  "per-second": { name: "per_second", factor: 1 },
  "bytes-per-second": { name: "bytes_per_second", factor: 1 },
  "bytes-per-hour": { name: "bytes_per_second", factor: 1 / 3600 },
  "ratio-per-10-minutes": { name: "ratio_per_second", factor: 1 / 600 },
  count: { name: "", factor: 1 },
};

type Labels = Readonly<Record<string, string>>;

/**
 * Head and base as OpenMetrics text, a gauge for every metric that was measured. Without timestamps and with no type that the
 * older text format of Prometheus lacks, so that textfile collectors and push gateways take it too.
 * https://prometheus.io/docs/specs/om/open_metrics_spec/
 */
export function renderOpenMetrics(report: Report): string {
  const { verdict, run } = report;
  const gauges = seriesOf(report).flatMap(gaugesOf);
  const commit: Labels = run.commit ? { commit: run.commit.sha } : {};
  const info: Labels = { status: verdict.status, harness: clean(run.harness, nameLength), ...commit };
  const lines = [
    "# TYPE mcp_bench_run_info gauge",
    "# HELP mcp_bench_run_info The run and what it was decided to be.",
    `mcp_bench_run_info${written(info)} 1`,
    "# TYPE mcp_bench_failed gauge",
    "# HELP mcp_bench_failed 1 where the run fails the check.",
    `mcp_bench_failed ${verdict.failed ? 1 : 0}`,
    ...metricIds.flatMap((id) => family(id, gauges)),
    "# EOF",
  ];
  return `${lines.join("\n")}\n`;
}

function gaugesOf({ name, view, variant, head, base }: Series) {
  const own: Labels = view
    ? { row: name, benchmark: clean(view.row.benchmark, nameLength) }
    : variant === undefined
      ? {}
      : { variant };
  return Object.entries({ head, base }).map(([arm, statistics]) => ({ labels: { arm, ...own }, statistics }));
}

function family(id: MetricId, gauges: ReturnType<typeof gaugesOf>): string[] {
  const samples = gauges.flatMap(({ labels, statistics }) => {
    const value = measured(statistics, id)?.value;
    return value === undefined || !Number.isFinite(value) ? [] : [{ labels, value }];
  });
  if (samples.length === 0) return [];
  const { label, unit } = metric(id);
  const { name: suffix, factor } = units[unit];
  const own = suffix === "" || id.endsWith(`_${suffix}`) ? id : `${id}_${suffix}`;
  const name = `mcp_bench_${own}`;
  return [
    `# TYPE ${name} gauge`,
    ...(suffix === "" ? [] : [`# UNIT ${name} ${suffix}`]),
    `# HELP ${name} ${escaped(label)}, over the rounds of the run.`,
    ...samples.map(({ labels, value }) => `${name}${written(labels)} ${value * factor}`),
  ];
}

function written(labels: Labels): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value)}"`);
  return `{${pairs.join(",")}}`;
}

function escaped(text: string): string {
  return text.replaceAll("\\", "\\\\").replaceAll("\n", "\\n").replaceAll('"', '\\"');
}
