import { factor, plural } from "../../metrics/format.ts";
import type { MetricId } from "../../metrics/metric.ts";
import { figureOf, measured } from "../../metrics/summary.ts";
import { batchSizeOf } from "../../model/load.ts";
import { figureText } from "../columns.ts";
import { colourOf, drawnLines, type Pivot, type PivotLine, pivotsOf, type Sweep } from "../pivot.ts";
import { failingFirst, type View } from "../report.ts";
import type { Text } from "../text.ts";
import { type Chart, type Lines, lineChart, quantityName, wholePlaces } from "./chart.ts";

const drawnMetrics: readonly MetricId[] = ["throughput", "p50", "p99"];

/** The series of each sweep over its field, or of those that are asked for, sweeps with failing results first. */
export function sweepCharts(view: View, isAsked: (pivot: Pivot) => boolean = () => true): Chart[] {
  const pivots = pivotsOf(view).pivots.filter(isAsked);
  const judged = pivots.map((pivot) => ({ pivot, findings: pivot.lines.flatMap(({ any }) => any.findings) }));
  const isSparing = view.report.base !== undefined;
  return failingFirst(judged).flatMap(({ pivot }) =>
    drawnMetrics.flatMap((id) => sweepChart(pivot, { id, isSparing })),
  );
}

/** `isSparing`: beside a base, figures of too few calls are left out; a study shows them. */
function sweepChart(pivot: Pivot, { id, isSparing }: { id: MetricId; isSparing: boolean }): Chart[] {
  const { lines, notes } = drawnLines(pivot);
  const few = lines.filter(({ on }) => [...on.values()].some((one) => measured(one.statistics, id)?.insufficient));
  if (!pivot.sweep || (isSparing && few.length > 0)) return [];
  const series = pivot.series
    .map((one) => ({ name: one, label: one, values: lines.map(({ on }) => figureOf(on.get(one)?.statistics, id)) }))
    .filter(({ values }) => values.some((value) => value !== undefined));
  const isOfBatches = id === "throughput" && lines.some(({ any }) => batchSizeOf(any.row.load) !== undefined);
  const ends = (one: string) =>
    [lines[0], lines.at(-1)].map((line) => `${figureText(id, line?.on.get(one))} at ${line?.x}`).join(", ");
  const told = series.map(({ name }) => `${name} ${ends(name)}`).join("; ");
  return chartOf(pivot, lines, {
    quantity: id,
    series,
    alt: `${quantityName(id)} over ${lines.length} swept values: ${told}.`,
    notes: [
      ...notes,
      ...(few.length > 0 ? [[`Too few samples for a trustworthy value at ${few.map(({ x }) => x).join(", ")}`]] : []),
    ],
    ...(isOfBatches ? { unit: "batches/s" } : {}),
  });
}

/** Throughput as a multiple: of a variant over its reference, and of a version over its first value. */
export function speedUpCharts(view: View): Chart[] {
  return pivotsOf(view).pivots.flatMap((pivot) => {
    const { lines, notes } = drawnLines(pivot);
    if (pivot.sweep?.field === "rate" && !pivot.isOfVariants) return [];
    const throughput = (one: string, line = lines[0]) => figureOf(line?.on.get(one)?.statistics, "throughput");
    const ratios = pivot.isOfVariants
      ? pivot.pairs.map(({ own, other }) => ({
          name: own,
          label: `${own} / ${other}`,
          values: lines.map((line) => divided(throughput(own, line), throughput(other, line))),
        }))
      : pivot.series.map((one) => ({
          name: one,
          label: one,
          values: lines.map((line) => divided(throughput(one, line), throughput(one))),
        }));
    const whole = ratios.filter(({ values }) => values.every((value) => value !== undefined));
    const ends = whole.map(({ label, values }) => `${label} ends at ${factor(values.at(-1) ?? 0)}`).join("; ");
    const what = pivot.isOfVariants
      ? "of variants as a multiple of that of their references"
      : "as a multiple of that at the first value";
    return chartOf(pivot, lines, { quantity: "speed-up", series: whole, alt: `Throughput ${what}: ${ends}.`, notes });
  });
}

function divided(value: number | undefined, by: number | undefined): number | undefined {
  return value === undefined || !by ? undefined : value / by;
}

interface Drawing extends Pick<Lines, "quantity" | "alt" | "unit"> {
  /** `name`: series of the pivot whose colour it has. */
  readonly series: readonly ({ readonly name: string } & Omit<Lines["lines"][number], "colour">)[];
  readonly notes: readonly Text[];
}

/** Nothing for lines of two points, which say no more than the table. */
function chartOf(pivot: Pivot, lines: readonly PivotLine[], { series, ...chart }: Drawing): Chart[] {
  const { sweep } = pivot;
  if (!sweep || lines.length < 3) return [];
  const coloured = series.flatMap(({ name, ...one }) => {
    const colour = colourOf(pivot, name);
    return colour === undefined ? [] : [{ ...one, colour }];
  });
  const lost = series.length - coloured.length;
  const note = `${plural(lost, "further variant")} left out; the tables hold the figures`;
  return lineChart({
    ...chart,
    of: { name: sweep.within === undefined ? sweep.benchmark : `${sweep.benchmark} with ${sweep.within}` },
    x: axisOf(sweep, lines),
    lines: coloured,
    notes: [...chart.notes, ...(lost > 0 ? [[note]] : [])],
  }).filter(({ picture }) => wholePlaces(picture).length > 2);
}

/** Steps at even distances, which is said where the values are not. */
function axisOf({ field }: Sweep, lines: readonly PivotLine[]) {
  const values = lines.map(({ x = 0 }) => x);
  const steps = new Set(values.slice(1).map((value, index) => value - (values[index] ?? 0)));
  return { label: steps.size > 1 ? `${field} (not to scale)` : field, texts: values.map(String) };
}
