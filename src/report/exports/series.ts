import { type MetricId, metric, metricIds } from "../../metrics/metric.ts";
import { measured, type Statistics } from "../../metrics/summary.ts";
import { clean, nameLength } from "../clean.ts";
import { type Report, type RowView, rowName, serversOf, viewOf } from "../report.ts";
import { plainText } from "../text.ts";

/** Figures of a row, or of a server, as the report shows them, under a name of their own. */
export interface Series {
  /** Short, in one line, and no two alike: other programs would take them for one. */
  readonly name: string;
  readonly row: string;
  /** Absent for a server. */
  readonly view?: RowView;
  /** Name of the variant of a server. */
  readonly variant?: string | undefined;
  readonly head: Statistics | undefined;
  readonly base: Statistics | undefined;
}

/** Every row in the order of the configuration, then the servers. */
export function seriesOf(report: Report): Series[] {
  const view = viewOf(report);
  const [unique, uniqueVariant] = [uniqueNames(), uniqueNames()];
  // No row takes the name of the server.
  const servers = serversOf(view.report).map(({ variant, ...server }) => ({
    ...server,
    name: unique(plainText([rowName(server.row)])),
    variant: variant === undefined ? variant : uniqueVariant(variant),
  }));
  const rows = view.rows.map((one) => ({
    name: unique(one.row.id),
    row: one.row.id,
    view: one,
    head: one.head?.statistics,
    base: one.base?.statistics,
  }));
  return [...rows, ...servers];
}

/** Metrics of rows that are charted over time; the others would only repeat these. */
const charted: readonly MetricId[] = ["p50", "p95", "p99", "mean", "throughput", "error_rate", "cpu_per_call"];

export function chartedFigures({ head, view }: Series) {
  const ids = view ? charted : metricIds.filter((id) => metric(id).scope === "server");
  return ids.flatMap((id) => {
    const statistic = measured(head, id);
    return statistic && Number.isFinite(statistic.value) ? [{ id, statistic }] : [];
  });
}

function uniqueNames(): (text: string) => string {
  const taken = new Set<string>();
  return (text) => {
    const name = clean(text, nameLength);
    let own = name;
    for (let nth = 2; taken.has(own); nth++) own = `${name} #${nth}`;
    taken.add(own);
    return own;
  };
}
