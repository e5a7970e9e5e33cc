import { factor } from "../../metrics/format.ts";
import { figureOf } from "../../metrics/summary.ts";
import type { View } from "../view.ts";
import { type Chart, lineChart } from "./chart.ts";
import { seriesColours } from "./picture.ts";
import { drawnRows, type Sweep, sweepsOf } from "./sweep.ts";
import { axisOf, leftOutNote, sweepName } from "./sweep-charts.ts";
import { drawnLines, figureOn, type VariantTable, variantTables } from "./variants.ts";

/** Throughput as a multiple: of a variant over its reference, and of a sweep over its first value. */
export function speedUpCharts(view: View): Chart[] {
  return [...variantTables(view).flatMap(againstReference), ...sweepsOf(view).flatMap(againstFirst)];
}

function againstReference(one: VariantTable): Chart[] {
  const { sweep, references } = one;
  const { items, notes } = drawnLines(one);
  if (!sweep || items.length < 3) return [];
  const ratios = [...references].flatMap(([variant, reference]) => {
    const values = items.map((line) =>
      ratio(figureOn(line, variant, "throughput"), figureOn(line, reference, "throughput")),
    );
    return isWhole(values) ? [{ label: `${variant} / ${reference}`, values }] : [];
  });
  const shown = ratios.slice(0, seriesColours.length);
  return lineChart({
    quantity: "speed-up",
    of: { name: sweepName(sweep) },
    x: axisOf(sweep.field, items),
    lines: shown.map((line, place) => ({ ...line, colour: seriesColours[place] ?? "base" })),
    alt: `Throughput of variants as a multiple of that of their references: ${shown.map(endsOf).join("; ")}.`,
    notes: [...notes, ...leftOutNote(ratios.length - shown.length)],
  });
}

function againstFirst(sweep: Sweep): Chart[] {
  const { items, notes } = drawnRows(sweep);
  const [first] = items;
  if (!first || items.length < 3 || sweep.field === "rate") return [];
  const lines = (["base", "head"] as const).flatMap((arm) => {
    const values = items.map((row) =>
      ratio(figureOf(row[arm]?.statistics, "throughput"), figureOf(first[arm]?.statistics, "throughput")),
    );
    return isWhole(values) ? [{ label: arm, colour: arm, values }] : [];
  });
  return lineChart({
    quantity: "speed-up",
    of: { name: sweepName(sweep) },
    x: axisOf(sweep.field, items),
    lines,
    alt: `Throughput as a multiple of that at the first value: ${lines.map(endsOf).join("; ")}.`,
    notes,
  });
}

function endsOf({ label, values }: { readonly label: string; readonly values: readonly number[] }): string {
  return `${label} ends at ${factor(values.at(-1) ?? 0)}`;
}

function ratio(value: number | undefined, by: number | undefined): number | undefined {
  return value === undefined || by === undefined || by === 0 ? undefined : value / by;
}

function isWhole(values: readonly (number | undefined)[]): values is number[] {
  return values.every((value) => value !== undefined);
}
