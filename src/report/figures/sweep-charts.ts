import { plural } from "../../metrics/format.ts";
import { formatValue } from "../../metrics/format-value.ts";
import type { MetricId } from "../../metrics/metric.ts";
import { figureOf, measured } from "../../metrics/summary.ts";
import { batchSizeOf } from "../../model/load.ts";
import type { Text } from "../text.ts";
import { failingFirst, type RowView, type View } from "../view.ts";
import { type Chart, lineChart, wholePlaces } from "./chart.ts";
import { seriesColours } from "./picture.ts";
import { quantityName } from "./scale.ts";
import { type DrawnItems, drawnRows, type Sweep, type SweptRow, sweepsOf } from "./sweep.ts";
import { drawnLines, figureOn, type VariantLine, type VariantTable, variantTables } from "./variants.ts";

/** Metrics that are drawn over a swept field. */
const drawnMetrics: readonly MetricId[] = ["throughput", "p50", "p99"];

/**
 * Parts of a sweep to draw, and whether without figures of too few calls: beside a base they are left out, a study
 * shows them.
 */
interface SweepMetric {
  readonly id: MetricId;
  readonly sparing: boolean;
}

function isSparing({ report }: View): boolean {
  return report.base !== undefined;
}

const arms = ["base", "head"] as const;

/** Base and head over each swept field; sweeps with failing results first. */
export function sweepCharts(view: View): Chart[] {
  const sweeps = sweepsOf(view).map((sweep) => ({ sweep, findings: sweep.rows.flatMap(({ findings }) => findings) }));
  return failingFirst(sweeps).flatMap(({ sweep }) => {
    const drawn = drawnRows(sweep);
    return drawnMetrics.flatMap((id) => sweepChart(sweep, drawn, { id, sparing: isSparing(view) }));
  });
}

function sweepChart(sweep: Sweep, { items: rows, notes }: DrawnItems<SweptRow>, { id, sparing }: SweepMetric): Chart[] {
  const few = rows.filter((row) => measured(row.head?.statistics, id)?.insufficient);
  if (sparing && few.length > 0) return [];
  const ends = [rows[0], rows.at(-1)].map((row) =>
    row ? `${formatValue(id, figureOf(row.head?.statistics, id))} at ${row.x}` : "",
  );
  return lineChart({
    quantity: id,
    of: { name: sweepName(sweep) },
    x: axisOf(sweep.field, rows),
    lines: arms.map((arm) => ({
      label: arm,
      colour: arm,
      values: rows.map((row) => figureOf(row[arm]?.statistics, id)),
    })),
    alt: `${quantityName(id)} over ${rows.length} swept values: head ${ends.join(", ")}.`,
    notes: [...notes, ...tooFewNote(few)],
    ...unitOf(id, rows),
  }).filter(isShown);
}

/** Throughput of batches counts batches. */
function unitOf(id: MetricId, rows: readonly RowView[]): { unit?: string } {
  return id === "throughput" && rows.some(({ row }) => batchSizeOf(row.load) !== undefined)
    ? { unit: "batches/s" }
    : {};
}

/** Steps at even distances, which is said where the values are not. */
export function axisOf(field: string, items: readonly { readonly x?: number }[]) {
  const values = items.map(({ x = 0 }) => x);
  const steps = new Set(values.slice(1).map((value, index) => value - (values[index] ?? 0)));
  return { label: steps.size > 1 ? `${field} (not to scale)` : field, texts: values.map(String) };
}

/** Head on its variants over each swept field. */
export function variantCharts(view: View): Chart[] {
  return variantTables(view).flatMap((one) => {
    const { sweep } = one;
    if (sweep === undefined) return [];
    const drawn = drawnLines(one);
    return drawnMetrics.flatMap((id) => variantChart({ ...one, sweep }, drawn, { id, sparing: isSparing(view) }));
  });
}

type SweptTable = VariantTable & { readonly sweep: NonNullable<VariantTable["sweep"]> };

function variantChart(
  { sweep, variants }: SweptTable,
  drawn: DrawnItems<VariantLine>,
  { id, sparing }: SweepMetric,
): Chart[] {
  const { items, notes } = drawn;
  const known = variants.filter((variant) => items.some((line) => figureOn(line, variant, id) !== undefined));
  const shown = known.slice(0, seriesColours.length);
  const few = items.filter(({ on }) =>
    shown.some((variant) => measured(on.get(variant)?.head?.statistics, id)?.insufficient),
  );
  if (sparing && few.length > 0) return [];
  return lineChart({
    quantity: id,
    of: { name: sweepName(sweep) },
    x: axisOf(sweep.field, items),
    lines: shown.map((label, place) => ({
      label,
      colour: seriesColours[place] ?? "base",
      values: items.map((line) => figureOn(line, label, id)),
    })),
    alt: `${quantityName(id)} over ${items.length} swept values, a line for each of ${shown.length} variants.`,
    notes: [...notes, ...leftOutNote(known.length - shown.length), ...tooFewNote(few)],
    ...unitOf(
      id,
      items.map(({ any }) => any),
    ),
  }).filter(isShown);
}

/** A sweep by its benchmark and what else that varies. Untrusted. */
export function sweepName({ benchmark, within }: Pick<Sweep, "benchmark" | "within">): string {
  return within === undefined ? benchmark : `${benchmark} with ${within}`;
}

/** Lines of two points say no more than the table. */
function isShown({ picture }: Chart): boolean {
  return wholePlaces(picture).length > 2;
}

/** Tells of variants beyond those there are colours for. */
export function leftOutNote(variants: number): Text[] {
  return variants > 0 ? [[`${plural(variants, "further variant")} left out; the tables hold the figures`]] : [];
}

function tooFewNote(items: readonly { readonly x?: number }[]): Text[] {
  return items.length > 0 ? [[`Too few samples for a trustworthy value at ${items.map(({ x }) => x).join(", ")}`]] : [];
}
