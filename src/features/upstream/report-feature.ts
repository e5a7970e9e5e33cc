import type { Finding } from "../../decide/verdict.ts";
import { formatValue } from "../../metrics/format-value.ts";
import { metric } from "../../metrics/metric.ts";
import type { RecordMeasurement } from "../../record/record.ts";
import { type Cause, type Report, type ReportFeature, rowName } from "../../report/report.ts";
import { joined, type Text } from "../../report/text.ts";

/** Says how often calls ask the API, and by which routes more often than before. */
export const upstreamReport: ReportFeature = { change, cause };

function change({ metric: id, row, base, head }: Finding): Text | undefined {
  return id === "upstream_requests" && base !== undefined && head !== undefined
    ? [rowName(row), " calls the API ", fromTo(base, head)]
    : undefined;
}

/** Names the routes of requests that were added, also where calls became slower beside that. */
function cause(finding: Finding, report: Report): Cause | undefined {
  const { row, against, metric: id } = finding;
  const isOwn = id === "upstream_requests";
  const rise = report.comparison.findings
    .filter((one) => one.row === row && one.against === against && one.metric === "upstream_requests")
    .find(({ state, base = 0, head = 0 }) => state === "regressed" && head > base);
  const { unit } = metric(id);
  const first = rise && change(rise);
  if (!first || (unit !== "ms" && unit !== "per-second" && !isOwn)) return undefined;
  const routes = addedRoutes(row, report);
  if (isOwn) return routes.length > 0 ? { clause: ["Called more often: ", ...routes] } : undefined;
  return { clause: routes.length > 0 ? [...first, "; more often: ", ...routes] : first };
}

/** The report names no more routes. */
const named = 3;

function addedRoutes(row: string, { run }: Report): Text {
  const found = run.rows.find(({ id }) => id === row);
  const [before, after] = [found?.base, found?.head].map((side) => requestsPerCall(side?.measurements ?? []));
  const added = [...(after ?? [])]
    .map(([route, head]) => ({ route, base: before?.get(route) ?? 0, head }))
    .filter(({ base, head }) => head > base)
    .sort((one, other) => other.head - other.base - (one.head - one.base));
  return joined(
    added.slice(0, named).map(({ route, base, head }): Text => [{ name: route }, " ", fromTo(base, head)]),
    "; ",
  );
}

function requestsPerCall(measurements: readonly RecordMeasurement[]): ReadonlyMap<string, number> {
  const seen = measurements.flatMap(({ upstream = [] }) => upstream);
  const calls = seen.reduce((sum, one) => sum + one.calls, 0);
  const totals = new Map<string, number>();
  for (const { route, requests } of seen.flatMap(({ routes }) => routes))
    totals.set(route, (totals.get(route) ?? 0) + requests);
  return new Map([...totals].map(([route, requests]) => [route, requests / calls]));
}

/** Such as "4 times, before: once". */
function fromTo(base: number, head: number): string {
  return `${times(head)}, before: ${times(base)}`;
}

function times(value: number): string {
  if (value === 0) return "never";
  return value === 1 ? "once" : `${formatValue("upstream_requests", value)} times`;
}
