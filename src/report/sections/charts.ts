import { plural } from "../../metrics/format.ts";
import { groupBy } from "../../stats/group-by.ts";
import type { Section, Text } from "../block.ts";
import { barChart, type Chart, lineChart, linesChart, type Point, seriesShown } from "../figures/charts.ts";
import { speedUpCharts } from "../figures/speed-up-charts.ts";
import { drawnRows, type Sweep, sweepsOf } from "../figures/sweep.ts";
import { drawnLines, type VariantLine, type VariantTable, variantTables } from "../figures/variants.ts";
import { isFailing } from "../states.ts";
import { failuresOf, figureOf, measured, type RowView, type View } from "../view.ts";

/** At most as many bars as can be told apart. */
const barsShown = 12;
const sweepMetrics = ["throughput", "p50", "p99"] as const;

/** The charts of this run, those with failing rows first: at most `inView`, the others under a fold of their own. */
export function chartSections(view: View, { inView, folded }: { inView: number; folded: number }): Section[] {
  const charts = [...variantCharts(view), ...sweepCharts(view), ...benchmarkCharts(view), ...speedUpCharts(view)];
  const further = charts.slice(inView, inView + folded);
  const lost = charts.length - inView - further.length;
  const note: Section["blocks"] =
    lost > 0
      ? [{ kind: "paragraph", text: [`${plural(lost, "further chart")} left out; the tables hold the figures.`] }]
      : [];
  const quiet = view.report.verdict.status === "pass";
  return [
    {
      id: "charts",
      title: quiet ? plural(Math.min(charts.length, inView), "chart") : "Charts",
      folded: quiet,
      blocks: charts.slice(0, inView),
    },
    {
      id: "more-charts",
      title: plural(further.length, "more chart"),
      folded: true,
      blocks: further.length > 0 ? [...further, ...note] : [],
    },
  ];
}

/** One chart per sweep and metric, with a series per variant. */
function variantCharts(view: View): Chart[] {
  return variantTables(view).flatMap((one) => {
    const { sweep } = one;
    const drawn = drawnLines(one);
    return sweep === undefined ? [] : sweepMetrics.flatMap((id) => variantChart({ ...one, sweep }, drawn, id));
  });
}

type Swept = VariantTable & { readonly sweep: NonNullable<VariantTable["sweep"]> };

function variantChart(
  { sweep, variants }: Swept,
  { lines, notes }: ReturnType<typeof drawnLines>,
  id: (typeof sweepMetrics)[number],
): Chart[] {
  const figure = (line: VariantLine, variant: string) => figureOf(line.on.get(variant)?.head?.statistics, id);
  const shown = variants
    .slice(0, seriesShown)
    .filter((variant) => lines.some((line) => figure(line, variant) !== undefined));
  const whole = lines.filter((line) => shown.every((variant) => figure(line, variant) !== undefined));
  if (whole.length < 2 || shown.length === 0) return [];
  const more: Text[] = [...notes];
  if (variants.length > seriesShown)
    more.push([`${plural(variants.length - seriesShown, "further variant")} left out; the tables hold the figures`]);
  const few = whole.filter((line) =>
    shown.some((variant) => measured(line.on.get(variant)?.head?.statistics, id)?.insufficient),
  );
  if (few.length > 0) more.push([`Too few samples for a trustworthy value at ${few.map(({ x }) => x).join(", ")}`]);
  return [
    linesChart({
      name: [sweep.benchmark, sweep.within].filter((part) => part !== undefined).join(" "),
      drawn: id,
      xLabel: sweep.field,
      x: whole.map(({ x = 0 }) => x),
      series: shown.map((variant) => ({
        label: variant,
        values: whole.map((line) => figure(line, variant) ?? 0),
      })),
      notes: more,
    }),
  ];
}

function sweepCharts(view: View): Chart[] {
  const sweeps = sweepsOf(view).toSorted((a, b) => failing(b.rows) - failing(a.rows));
  return sweeps.flatMap((sweep) => {
    const drawn = drawnRows(sweep);
    return sweepMetrics.flatMap((id) => sweepChart(sweep, drawn, id));
  });
}

function sweepChart(sweep: Sweep, drawn: ReturnType<typeof drawnRows>, id: (typeof sweepMetrics)[number]): Chart[] {
  const paired = drawn.rows.some((row) => row.base);
  const points = drawn.rows.flatMap((row): Point[] => {
    const [head, base] = [figureOf(row.head?.statistics, id), figureOf(row.base?.statistics, id)];
    return head === undefined || (paired && base === undefined) ? [] : [{ x: row.x, head, base }];
  });
  if (points.length < 2) return [];
  const missing = drawn.rows.length - points.length;
  const few = drawn.rows.filter((row) => measured(row.head?.statistics, id)?.insufficient);
  const notes: Text[] = [...drawn.notes];
  if (missing > 0) notes.push([`Left out without a value in both arms: ${plural(missing, "row")}`]);
  if (few.length > 0) notes.push([`Too few samples for a trustworthy value at ${few.map(({ x }) => x).join(", ")}`]);
  const name = [sweep.benchmark, sweep.within].filter((part) => part !== undefined).join(" ");
  return [lineChart({ name, drawn: id, xLabel: sweep.field, points, notes })];
}

/** Bars over the rows that belong to no sweep, those of each variant by themselves. */
function benchmarkCharts(view: View): Chart[] {
  const swept = new Set(sweepsOf(view).flatMap(({ rows }) => rows.map(({ row }) => row.id)));
  const single = view.rows.filter(({ row }) => !swept.has(row.id) && !(row.sweep && row.variant !== undefined));
  const variants = [...groupBy(single, ({ row }) => row.variant)];
  // Where variants are all there is to compare, they are shown in full.
  const whole = !view.report.base && variants.some(([variant]) => variant !== undefined);
  const metrics = whole ? (["p50", "throughput"] as const) : (["p50"] as const);
  return metrics.flatMap((id) => variants.flatMap(([variant, rows]) => benchmarkChart(rows, { variant, id })));
}

function benchmarkChart(
  rows: readonly RowView[],
  { variant, id }: { variant: string | undefined; id: "p50" | "throughput" },
): Chart[] {
  const clean = rows.filter((row) => failuresOf(row.head) + failuresOf(row.base) === 0);
  const candidates = clean
    .toSorted((a, b) => failing([b]) - failing([a]))
    .flatMap((row): Point[] => {
      const head = figureOf(row.head?.statistics, id);
      const name = variant === undefined ? row.row.id : (row.row.key ?? row.row.id);
      return head === undefined ? [] : [{ x: name, head, base: figureOf(row.base?.statistics, id) }];
    });
  if (candidates.length < 2) return [];
  const notes: Text[] = candidates.some(({ base }) => base !== undefined)
    ? [["Blue is what base and head share, the other colours are what head adds or saves"]]
    : [];
  if (rows.length > clean.length)
    notes.push([`Left out because of errors: ${plural(rows.length - clean.length, "row")}`]);
  if (candidates.length > barsShown) notes.push([`${plural(candidates.length - barsShown, "further row")} left out`]);
  const name = variant === undefined ? "Benchmarks" : `Benchmarks on ${variant}`;
  return [barChart({ name, drawn: id, xLabel: "", points: candidates.slice(0, barsShown), notes })];
}

/** Runs shown in a history chart, this one included. */
const historyLength = 30;

/** p50 of each row over the stored runs of this key and this run; rows that fail first. */
export function historySection(view: View, most: number): Section {
  const rows = view.rows.toSorted((a, b) => failing([b]) - failing([a]));
  const runs = view.report.history.slice(1 - historyLength).map(({ summary }, index, all) => ({
    ago: all.length - index,
    rows: new Map(summary.rows.map((row) => [row.row, row])),
  }));
  const charts = rows.flatMap((row) => {
    const earlier = runs.flatMap(({ ago, rows: stored }): Point[] => {
      const summary = stored.get(row.row.id);
      const head = figureOf(summary?.statistics, "p50");
      const comparable = summary?.configHash === row.row.configHash && failuresOf(summary) === 0;
      return head !== undefined && comparable ? [{ x: ago, head }] : [];
    });
    const now = failuresOf(row.head) === 0 ? figureOf(row.head?.statistics, "p50") : undefined;
    const points = now === undefined ? earlier : [...earlier, { x: 0, head: now }];
    if (points.length < 2 || earlier.length === 0) return [];
    return [{ row, points }];
  });
  const drawn = charts.slice(0, most).map(({ row, points }) =>
    lineChart({
      name: `${row.row.id} over ${points.length} runs:`,
      drawn: "p50",
      xLabel: "runs ago (0: this run)",
      points,
      notes: [],
    }),
  );
  const hidden = charts.length - drawn.length;
  const note: Section["blocks"] =
    hidden > 0 ? [{ kind: "paragraph", text: [`and ${plural(hidden, "more row")}.`] }] : [];
  return {
    id: "history",
    title: `History of ${plural(drawn.length, "row")}`,
    folded: true,
    blocks: drawn.length > 0 ? [...drawn, ...note] : [],
  };
}

function failing(rows: readonly RowView[]): number {
  return rows.flatMap(({ findings }) => findings).filter(isFailing).length;
}
