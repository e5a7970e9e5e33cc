import { plural } from "../../metrics/format.ts";
import { figureOf, type View } from "../view.ts";
import { type Chart, linesChart, seriesShown } from "./charts.ts";
import { drawnRows, type Sweep, sweepsOf } from "./sweep.ts";
import { drawnLines, figureOn, type VariantTable, variantTables } from "./variants.ts";

/** How many times as much is answered: by a variant than by its reference, and in a sweep than at its first value. */
export function speedUpCharts(view: View): Chart[] {
  return [...variantTables(view).flatMap(againstReference), ...sweepsOf(view).flatMap(againstFirst)];
}

function againstReference(one: VariantTable): Chart[] {
  const { sweep, references } = one;
  const { lines, notes } = drawnLines(one);
  if (!sweep || lines.length < 2) return [];
  const series = [...references].flatMap(([variant, reference]) => {
    const values = lines.map((line) =>
      ratio(figureOn(line, variant, "throughput"), figureOn(line, reference, "throughput")),
    );
    return isWhole(values) ? [{ label: `${variant} / ${reference}`, values }] : [];
  });
  if (series.length === 0) return [];
  const x = lines.map(({ x = 0 }) => x);
  const left = series.length - seriesShown;
  const more =
    left > 0 ? [...notes, [`${plural(left, "further variant")} left out; the tables hold the figures`]] : notes;
  const shown = series.slice(0, seriesShown);
  return [linesChart({ name: nameOf(sweep), drawn: "speed-up", xLabel: sweep.field, x, series: shown, notes: more })];
}

function againstFirst(sweep: Sweep): Chart[] {
  const { rows, notes } = drawnRows(sweep);
  const [first] = rows;
  if (!first || rows.length < 2 || sweep.field === "rate") return [];
  const series = (["base", "head"] as const).flatMap((arm) => {
    const values = rows.map((row) =>
      ratio(figureOf(row[arm]?.statistics, "throughput"), figureOf(first[arm]?.statistics, "throughput")),
    );
    return isWhole(values) ? [{ label: arm, values }] : [];
  });
  if (series.length === 0) return [];
  const x = rows.map((row) => row.x);
  return [linesChart({ name: nameOf(sweep), drawn: "speed-up", xLabel: sweep.field, x, series, notes })];
}

function nameOf({ benchmark, within }: { readonly benchmark: string; readonly within?: string }): string {
  return within === undefined ? benchmark : `${benchmark} ${within}`;
}

function ratio(value: number | undefined, by: number | undefined): number | undefined {
  return value === undefined || by === undefined || by === 0 ? undefined : value / by;
}

function isWhole(values: readonly (number | undefined)[]): values is number[] {
  return values.every((value) => value !== undefined);
}
