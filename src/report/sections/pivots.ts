import { count, factor, multipleFrom, nothing, plural, significant, type Unit } from "../../metrics/format.ts";
import { formatValue, unitOfAll } from "../../metrics/format-value.ts";
import { type MetricId, metric } from "../../metrics/metric.ts";
import { figureOf } from "../../metrics/summary.ts";
import { groupBy } from "../../stats/group-by.ts";
import { type Block, paragraph, type Section } from "../block.ts";
import { harmless } from "../clean.ts";
import { type Column, figureText, filled, left, right, table } from "../columns.ts";
import { isClean, type Pair, type Pivot, type PivotLine, pivotsOf } from "../pivot.ts";
import { ratioOf, ratioText, saysNothing, shareText, tooFewRounds } from "../ratio.ts";
import { cautions, failedCalls, type View } from "../report.ts";
import { joined, type Text } from "../text.ts";
import { cautionName } from "../words/warning.ts";
import { extentText } from "./load-text.ts";
import { againstFirst, efficiency, pairRatio, pivotSentence, speedUp } from "./pivot-sentences.ts";

/** Rows on several variants side by side; folded where there is a base. */
export function variantsSection(view: View): Section {
  const pivots = pivotsOf(view).pivots.filter(({ isOfVariants }) => isOfVariants);
  const fold = view.report.base ? "Statistics" : undefined;
  return { id: "variants", title: "Variants side by side", fold, blocks: pivots.flatMap(pivotBlocks) };
}

/** Sweeps of one server, beside base where there is one. */
export function sweepsSection(view: View): Section {
  const pivots = pivotsOf(view).pivots.filter(({ isOfVariants }) => !isOfVariants);
  const title = `${plural(pivots.length, "sweep")}: speed-up and scaling`;
  return { id: "sweeps", title, fold: "Statistics", blocks: pivots.flatMap(pivotBlocks) };
}

/** A sentence on what a pivot shows, and its tables: throughput and latency, each with what it is compared with. */
export function pivotBlocks(pivot: Pivot): Block[] {
  const { lines, series } = pivot;
  const leading = leadingColumns(pivot);
  const groups =
    series.length === 1 && !pivot.isOfVariants
      ? [[...throughputColumns(pivot), ...latencyColumns(pivot)]]
      : [throughputColumns(pivot), latencyColumns(pivot), filled(furtherColumns(pivot), lines)];
  const tables = groups.filter(({ length }) => length > 0).map((columns) => table([...leading, ...columns], lines));
  return [...paragraph(...pivotSentence(pivot)), ...tables];
}

type PivotColumn = Column<PivotLine>;

function leadingColumns({ sweep, lines }: Pivot): PivotColumn[] {
  const first: PivotColumn = sweep
    ? right(harmless(sweep.field), ({ x }) => String(x))
    : left("Row", ({ name }) => ({ name }));
  const requests: PivotColumn = right("requests", ({ any }) => extentText(any.row.load));
  const isVaried = new Set(lines.map(({ any }) => extentText(any.row.load))).size > 1;
  return isVaried ? [first, requests] : [first];
}

function throughputColumns(pivot: Pivot): PivotColumn[] {
  const isFailing = pivot.lines.some((line) => !isClean(line));
  const errorsText = (line: PivotLine, on: string) => {
    const summary = line.on.get(on)?.summary;
    return summary ? failedCalls(summary) : nothing;
  };
  return [
    ...(isFailing ? perSeries(pivot, "err", errorsText) : []),
    ...seriesColumns(pivot, "throughput"),
    ...perPair(pivot, "speed-up", (line, pair) => ratioText(speedUp(pivot, line, pair))),
    ...(pivot.isOfVariants ? [] : scalingColumns(pivot)),
  ];
}

function latencyColumns(pivot: Pivot): PivotColumn[] {
  return [
    ...seriesColumns(pivot, "p50"),
    ...perPair(pivot, "p50 overhead", overheadWriter(pivot)),
    ...seriesColumns(pivot, "p99"),
    ...filled([noteColumn(pivot)], pivot.lines),
  ];
}

const costs: readonly MetricId[] = ["cpu_per_call", "load_peak_rss", "load_mean_rss"];

/** Figures of variants beyond throughput and latency, and how the time grows over a sweep. */
function furtherColumns(pivot: Pivot): PivotColumn[] {
  if (!pivot.isOfVariants) return [];
  const costOf = (id: MetricId) => (line: PivotLine, on: string) => figureOf(line.on.get(on)?.statistics, id);
  return [
    ...seriesColumns(pivot, "items_throughput"),
    ...costs.flatMap((id) => [
      ...seriesColumns(pivot, id),
      ...perPair(pivot, `${metric(id).label} saved`, savedBy(costOf(id))),
    ]),
    ...loggedColumns(pivot),
    ...growthColumns(pivot),
  ];
}

type PerSeries<Cell> = (line: PivotLine, on: string) => Cell;

function perSeries({ series, isOfVariants }: Pivot, label: string, cell: PerSeries<string>): PivotColumn[] {
  const isOne = series.length === 1 && !isOfVariants;
  return series.map((on) => right(isOne ? label : `${label} (${harmless(on)})`, (line) => cell(line, on)));
}

function perPair({ pairs }: Pivot, label: string, cell: (line: PivotLine, pair: Pair) => string): PivotColumn[] {
  return pairs.map((pair) => {
    const of = pairs.length === 1 ? "" : ` (${harmless(pair.own)} / ${harmless(pair.other)})`;
    return right(`${label}${of}`, (line) => cell(line, pair));
  });
}

function seriesColumns(pivot: Pivot, id: MetricId): PivotColumn[] {
  const unit = unitOf(pivot, id);
  return perSeries(pivot, metric(id).label, (line, on) => figureText(id, line.on.get(on), unit));
}

function unitOf({ lines }: Pivot, id: MetricId): Unit {
  return unitOfAll(
    id,
    lines.flatMap(({ on }) => [...on.values()].map(({ statistics }) => figureOf(statistics, id))),
  );
}

/** Throughput against that at the first value, and how much of the growth of the swept value that is. */
function scalingColumns(pivot: Pivot): PivotColumn[] {
  const [first] = pivot.lines;
  const speedUps: PivotColumn = right(`speed-up against ${placeOf(pivot, first)}`, (line) =>
    line === first ? factor(1) : ratioText(againstFirst(pivot, line)),
  );
  const efficiencies: PivotColumn = right("efficiency", (line) => formatValue("error_rate", efficiency(pivot, line)));
  return [speedUps, ...filled([efficiencies], pivot.lines)];
}

/** A line of a sweep in the header of a column, such as `concurrency=1`. */
function placeOf({ sweep }: Pivot, line: PivotLine | undefined): string {
  return harmless(`${sweep?.field}=${line?.x ?? ""}`);
}

/** Writes how much longer a series takes than the other, in the unit of the times beside it. */
function overheadWriter(pivot: Pivot): (line: PivotLine, pair: Pair) => string {
  const unit = unitOf(pivot, "p50");
  return (line, { own, other }) => {
    const ratio = pairRatio(pivot, line, { id: "p50", own, other });
    if (!ratio) return nothing;
    if (saysNothing(ratio.interval)) return tooFewRounds;
    const [one = 0, two = 0] = [own, other].map((series) => figureOf(line.on.get(series)?.statistics, "p50"));
    const difference = formatValue("p50", Math.abs(one - two), unit);
    return `${one < two ? "−" : "+"}${difference} (${shareText(ratio)})`;
  };
}

/** Writes the share of the other's cost that a series saves, negative where it needs more, and the ratio: from ten times on alone. */
function savedBy(cost: PerSeries<number | undefined>): (line: PivotLine, pair: Pair) => string {
  return (line, { own, other }) => {
    const [one = 0, two = 0] = [cost(line, own), cost(line, other)];
    if (one <= 0 || two <= 0) return nothing;
    const times = one / two;
    const words = times <= 1 ? `${factor(1 / times)} less` : `${factor(times)} more`;
    const share = `${times > 1 ? "−" : ""}${significant(100 * Math.abs(1 - times))}%`;
    return times >= multipleFrom ? words : `${share} (${words})`;
  };
}

/** Means of what the servers wrote in their own logs, and what a variant saves of it. */
function loggedColumns(pivot: Pivot): PivotColumn[] {
  const summaries = pivot.lines.flatMap(({ on }) => [...on.values()].map(({ summary }) => summary));
  const written = summaries.flatMap(({ serverMetrics = [] }) => serverMetrics.filter(({ values }) => values));
  const fields = new Set(written.map(({ field }) => field));
  return [...fields].flatMap((field) => {
    const mean = ({ on: cells }: PivotLine, on: string) =>
      cells.get(on)?.summary.serverMetrics?.find((one) => one.field === field)?.values?.mean;
    const text = (line: PivotLine, on: string) => significant(mean(line, on) ?? Number.NaN);
    return [...perSeries(pivot, harmless(field), text), ...perPair(pivot, `${harmless(field)} saved`, savedBy(mean))];
  });
}

function growthColumns(pivot: Pivot): PivotColumn[] {
  const [first] = pivot.lines;
  if (!pivot.sweep || !first || pivot.lines.length < 2) return [];
  return perSeries(pivot, `p50 against ${placeOf(pivot, first)}`, (line, on) => {
    const ratio = ratioOf("p50", line.on.get(on), first.on.get(on));
    return ratio ? factor(ratio.ratio) : nothing;
  });
}

function noteColumn({ isOfVariants, series }: Pivot): PivotColumn {
  const note = ({ any, on }: PivotLine): Text => {
    const failures = [...on].flatMap(([own, { summary }]) =>
      Object.entries(summary.failures).map(([kind, amount]) => ({ text: `${count(amount)} × ${kind}`, own })),
    );
    // Warnings are of a row, which is on one variant, and on both versions.
    const warnings = [...on].flatMap(([own, { view }]) =>
      cautions(view).map((one) => ({ text: cautionName(one), own })),
    );
    const isNamed = (all: readonly unknown[]) => isOfVariants || (all === failures && series.length > 1);
    const texts = [failures, warnings].flatMap((all) =>
      [...groupBy(all, ({ text }) => text)].map(([text, same]): Text => {
        const owners = [...new Set(same.map(({ own }) => own))].join(", ");
        return [{ prose: isNamed(all) ? `${text} (${owners})` : text }];
      }),
    );
    return joined([...(any.row.note === undefined ? [] : [[{ prose: any.row.note }]]), ...texts], "; ");
  };
  return left("note", note);
}
