import { type Capacity, capacitiesOf } from "../../metrics/capacity.ts";
import { count, nothing, plural, signed, significant } from "../../metrics/format.ts";
import { formatValue, unitOfAll } from "../../metrics/format-value.ts";
import { type MetricId, metric } from "../../metrics/metric.ts";
import { figureOf, type PartSummary } from "../../metrics/summary.ts";
import { isSearch, rateOf } from "../../model/load.ts";
import { groupBy } from "../../stats/group-by.ts";
import { samplesNeeded } from "../../stats/sufficiency.ts";
import { trimmedGeometricInterval } from "../../stats/trimmed.ts";
import { type Block, paragraph, type Section } from "../block.ts";
import {
  type Column,
  figureText,
  itemLines,
  left,
  metricColumns,
  nameColumns,
  right,
  rowsAmong,
  table,
  tableSection,
  type VersionLine,
  versionLines,
} from "../columns.ts";
import { armsOf } from "../figures/latency.ts";
import { capital } from "../news/facts.ts";
import type { View } from "../report.ts";
import { loadText } from "./load-text.ts";

/* Tables to look things up in, each of the rows that a load, a transport or an option gives something to show. */

export function networkSection({ rows }: View): Section {
  const lines = versionLines(rows).filter((line) => figureOf(line.statistics, "sent_bandwidth") !== undefined);
  const columns = metricColumns(
    [
      ["request_bytes", "request"],
      ["request_gzip_bytes", "request gzip"],
      ["response_bytes", "response"],
      ["response_gzip_bytes", "response gzip"],
      ["sent_bandwidth", "sent"],
      ["received_bandwidth", "received"],
      ["connections_opened", "opened"],
      ["connection_reuse", "reused"],
      ["connection_failures", "failed"],
    ],
    lines,
  );
  return tableSection({
    id: "network",
    title: `Network: sizes, bandwidth and connections of ${rowsAmong(lines)}`,
    explanation: [
      "Sizes are those of the JSON bodies, plain and compressed; bandwidth includes the HTTP headers. ",
      "Connections are those opened while calls were measured; “reused” is the share of requests that used an open one.",
    ],
    lines,
    columns: [...nameColumns(lines), ...columns],
  });
}

export function ratesSection({ rows }: View): Section {
  const lines = versionLines(rows.filter(({ row }) => rateOf(row.load) !== undefined));
  const columns = metricColumns(
    [["requested_rate", "requested"], ["achieved_rate", "achieved"], ["throughput", "ok"], "p50", "p99"],
    lines,
  );
  const notSent: Column<VersionLine> = right("not sent", ({ summary }) => count(summary.failures.dropped ?? 0));
  return tableSection({
    id: "rates",
    title: `Requested and achieved rate of ${rowsAmong(lines)}`,
    explanation: [
      "Requests were sent at a fixed rate, which of stages is that on average. Latency counts from the time a request was due, so a stall shows in every request it delayed.",
    ],
    lines,
    columns: [...nameColumns(lines), ...columns, notSent],
  });
}

export function partsSection({ rows }: View): Section {
  const lines = itemLines(rows, { of: ({ parts }) => parts, key: ({ part }) => part });
  type Line = (typeof lines)[number];
  const times = (["p50", "p95", "p99", "mean"] as const).map((id): Column<Line> => {
    const unit = unitOfAll(
      id,
      lines.map(({ item }) => item.latency?.[id]),
    );
    return right(id, ({ item }) => `${formatValue(id, item.latency?.[id], unit)}${tooFewOf(item, id)}`);
  });
  const change: Column<Line> = right("p50 change", ({ item, before }) =>
    item.latency && before?.latency ? signed(item.latency.p50 / before.latency.p50 - 1) : nothing,
  );
  return tableSection({
    id: "parts",
    title: `Parts of ${rowsAmong(lines)}`,
    explanation: ["Latency and failures of each part; throughput and thresholds are those of the whole."],
    lines,
    columns: [
      ...nameColumns(lines, [left("Part", ({ item }) => ({ name: item.part }))]),
      right("calls", ({ item }) => count(item.attempted)),
      right("failed", ({ item }) => count(item.attempted - item.ok)),
      ...times,
      ...(lines.some(({ before }) => before) ? [change] : []),
    ],
  });
}

function tooFewOf({ insufficient = [] }: PartSummary, id: MetricId): string {
  const { quantile } = metric(id);
  const isFew = insufficient.some((one) => one === id);
  return isFew && quantile !== undefined ? ` (n < ${count(samplesNeeded(quantile))})` : "";
}

export function serverMetricsSection({ rows }: View): Section {
  const all = itemLines(rows, { of: ({ serverMetrics }) => serverMetrics, key: ({ field }) => field });
  const lines = all.filter(({ item }) => item.lines > 0);
  type Line = (typeof lines)[number];
  return tableSection({
    id: "server-metrics",
    title: `Server-side metrics (${plural(new Set(lines.map(({ item }) => item.field)).size, "field")})`,
    explanation: [
      "Read from the server's own log, in the units it writes; lines of warm-up and set-up are left out. ",
      "Percentiles are medians over rounds. They are informational; no threshold applies.",
    ],
    lines,
    columns: [
      ...nameColumns(lines, [left("Field", ({ item }) => ({ name: item.field }))]),
      right("lines / calls", ({ item }) => `${count(item.lines)} / ${count(item.calls)}`),
      right("n", ({ item }) => count(item.values?.count ?? 0)),
      ...(["mean", "min", "p50", "p95", "p99", "max"] as const).map(
        (id): Column<Line> => right(id, ({ item }) => (item.values ? significant(item.values[id]) : nothing)),
      ),
    ],
  });
}

/** Explanations of events before the end of a call. */
const events = {
  first_progress: "First progress: from the write of a call to the first notification.",
  longest_silence: "Longest silence: the longest time without a message for a call, over the calls of a round.",
  polls: "Polls: requests for the state of a task until it ended; 0 where no call became a task.",
  update_latency: "Update latency: from the write of a call to the notification that the resource was updated.",
  session_open: "Session open: the handshake of the session that each call opens.",
} as const satisfies Partial<Record<MetricId, string>>;
const eventIds = Object.keys(events) as (keyof typeof events)[];

/** Shows events before the end of calls, for the rows that ask for them: rows with the same events share a table. */
export function waitingSection({ rows }: View): Section {
  // A version whose calls all fail has fewer events than the other, of the same kind.
  const eventsOf = ({ view: { base, head } }: VersionLine) =>
    eventIds.filter((id) => [base, head].some((one) => figureOf(one?.statistics, id) !== undefined));
  const lines = versionLines(rows).filter(({ statistics }) =>
    eventIds.some((id) => figureOf(statistics, id) !== undefined),
  );
  const blocks = [...groupBy(lines, (line) => eventsOf(line).join()).values()].flatMap((same): Block[] => {
    const shown = eventsOf(same[0]);
    const columns = [...nameColumns(same), ...metricColumns(["p50", ...shown], same)];
    return [...paragraph(shown.map((id) => events[id]).join(" ")), table(columns, same)];
  });
  const known = eventIds.filter((id) => lines.some((line) => eventsOf(line).includes(id)));
  const title = capital(`${known.map((id) => metric(id).label).join(", ")} of ${rowsAmong(lines)}`);
  return { id: "waiting", title, fold: "Statistics", blocks };
}

/** A row on one version, with the capacities of the rounds that have one. */
type Search = VersionLine & { readonly capacities: readonly Capacity[] };

export function capacitySection({ rows, report }: View): Section {
  const arms = armsOf(report);
  const lines = versionLines(rows.filter(({ row }) => isSearch(row.load))).map((line): Search => {
    const { row } = line.view;
    const readings = arms[line.version] === undefined ? [] : (row[line.version]?.readings ?? []);
    return { ...line, capacities: capacitiesOf(readings, row.load) };
  });
  const section = tableSection({
    id: "capacity",
    title: `Capacity of ${rowsAmong(lines)}`,
    explanation: [
      "The highest rate of calls at which the conditions held and no backlog grew: the median over rounds, each of which ",
      "searches anew, with the 95% interval of their trimmed mean, or of fewer than four rounds their lowest and highest.",
    ],
    lines,
    columns: [
      ...nameColumns(lines),
      right("looked for", ({ view }) => loadText(view.row.load)),
      right("capacity", capacityText),
      right("over rounds", spreadText),
      left("The next rate", endText),
    ],
  });
  return { ...section, fold: undefined };
}

/** `at least` and `below` where most rounds came to a bound. */
function capacityText(line: Search): string {
  const { statistics, capacities } = line;
  if (figureOf(statistics, "capacity") === undefined) return "not known";
  const isMost = (bound: Capacity["bound"]) =>
    2 * capacities.filter((one) => one.bound === bound).length > capacities.length;
  const word = isMost("least") ? "at least " : isMost("most") ? "below " : "";
  return `${word}${figureText("capacity", line)}`;
}

function spreadText({ statistics }: Search): string {
  const found = statistics?.capacity;
  const rounds = found?.state === "measured" ? found.rounds : [];
  if (rounds.length < 2) return nothing;
  const interval = trimmedGeometricInterval(rounds);
  const { low, high } = interval ?? { low: Math.min(...rounds), high: Math.max(...rounds) };
  const range = `${formatValue("capacity", low)} to ${formatValue("capacity", high)}`;
  return interval ? range : `${range} (${plural(rounds.length, "round")})`;
}

/** Gives one example of why a search ended, from the last round. */
function endText({ capacities }: Search): string {
  const last = capacities.at(-1);
  if (!last) return nothing;
  return last.end === "top" ? "was not tried: the range ends" : (last.reason ?? "was not tried");
}
