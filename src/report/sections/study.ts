import { nothing } from "../../metrics/format.ts";
import { type MetricId, metric } from "../../metrics/metric.ts";
import { groupBy } from "../../stats/group-by.ts";
import { type Block, list, type Section } from "../block.ts";
import { clean, harmless, nameLength } from "../clean.ts";
import {
  type Column,
  figureText,
  filled,
  left,
  metricColumns,
  right,
  tableBlocks,
  type VersionLine,
  versionLines,
} from "../columns.ts";
import { drawnLines, pivotsOf } from "../pivot.ts";
import { ratioOf, ratioText, tooFewRounds } from "../ratio.ts";
import { failedCalls, failuresOf, type RowView, type View } from "../report.ts";
import { chartsOf } from "./charts.ts";
import { pivotFindings } from "./pivot-sentences.ts";
import { pivotBlocks } from "./pivots.ts";
import { serverLines } from "./server.ts";
import { measuredTable } from "./statistics.ts";

const rowsShown = 100;

/** Servers that have a line each; the table of start-up and memory has those beyond. */
const serversShown = 4;

/** The measurements of a study: a heading for each group, or else for each benchmark, with its tables and then its charts. */
export function chapters(view: View, charts: number): Section[] {
  let free = charts;
  return [...groupBy(view.rows, titleOf)].map(([title, rows], index) => {
    const own: View = { ...view, rows };
    const { pivots, alone } = pivotsOf(own);
    const drawn = chartsOf(own).slice(0, free);
    free -= drawn.length;
    const blocks = [...pivots.flatMap(pivotBlocks), ...measuredTable(alone, rowsShown), ...drawn];
    return { id: `chapter-${index + 1}`, title, blocks };
  });
}

/** Headings are escaped nowhere. */
function titleOf({ row: { group, benchmark } }: RowView): string {
  return harmless(clean(group ?? benchmark, nameLength)) || "Benchmark";
}

/** Summarises a study: a sentence for each of its sweeps, and for each group of rows on several variants. */
export function findingsSection(view: View): Section {
  const compared = pivotsOf(view).pivots.filter(({ isOfVariants, pairs }) => !isOfVariants || pairs.length > 0);
  return { id: "findings", title: "Findings", blocks: list(compared.map(pivotFindings)) };
}

/** A row that is no point of a sweep, on one of its variants. */
interface Line extends Omit<VersionLine, "version"> {
  readonly name: string;
  /** The same on the variant that it is compared with. */
  readonly against?: VersionLine | undefined;
}

/** Every row of a study in a line of its own, but those of a sweep in one together. */
export function overviewSection(view: View): Section {
  const lines = linesOf(view);
  const columns: Column<Line>[] = [
    left("Benchmark", ({ name }) => ({ name })),
    left("On", ({ view: { row } }) => (row.variant ? { name: row.variant } : nothing)),
    ...metricColumns(["p50", "throughput"], lines),
    right("p50 against reference", againstText),
    right("Errors", ({ summary }) => (failuresOf(summary) === 0 ? nothing : failedCalls(summary))),
  ];
  const server = serverLines(view);
  return {
    id: "overview",
    title: "Overview",
    blocks: [
      ...(lines.length > 1 ? tableBlocks(filled(columns, lines), lines, { most: rowsShown }) : []),
      ...sweepsTable(view),
      ...(server.length <= serversShown ? list(server) : []),
    ],
  };
}

function againstText(line: Line): ReturnType<Column<Line>["cell"]> {
  const { against } = line;
  const ratio = ratioOf("p50", line, against);
  if (!ratio || !against) return nothing;
  const text = ratioText(ratio);
  return text === tooFewRounds ? text : [`${text} of `, { name: against.view.row.variant ?? "" }];
}

/** Lists rows in the order of the configuration. */
function linesOf(view: View): Line[] {
  const { pivots, alone } = pivotsOf(view);
  const single = versionLines(alone).filter(({ version }) => version === "head");
  const beside = pivots
    .filter(({ isOfVariants, sweep, lines }) => isOfVariants && (!sweep || lines.length === 1))
    .flatMap(({ lines, pairs }) =>
      lines.flatMap(({ name, on }) =>
        [...on].map(([variant, line]): Line => {
          const other = pairs.find(({ own }) => own === variant)?.other;
          return { ...line, name, against: other === undefined ? undefined : on.get(other) };
        }),
      ),
    );
  const places = new Map(view.rows.map((row, place) => [row, place]));
  const all = [...single.map((line): Line => ({ ...line, name: line.view.row.key ?? line.view.row.id })), ...beside];
  return all.toSorted((a, b) => (places.get(a.view) ?? 0) - (places.get(b.view) ?? 0));
}

/** Every sweep on each of its series, from its first line to its last. */
function sweepsTable(view: View): Block[] {
  const lines = pivotsOf(view).pivots.flatMap((pivot) => {
    const { sweep, series, isOfVariants } = pivot;
    const drawn = drawnLines(pivot).lines;
    if (!sweep) return [];
    return series.flatMap((one) => {
      const own = drawn.flatMap(({ x, on }) => (on.has(one) ? [{ x, line: on.get(one) }] : []));
      const [first, last] = [own[0], own.at(-1)];
      if (!first || !last || first === last) return [];
      return [{ sweep, variant: isOfVariants ? one : first.line?.view.row.variant, first, last }];
    });
  });
  type SweptLine = (typeof lines)[number];
  const ends = (id: MetricId): Column<SweptLine> =>
    right(metric(id).label, ({ first, last }) => {
      const texts = [first, last].map(({ line }) => figureText(id, line));
      return texts.includes(nothing) ? nothing : texts.join(" to ");
    });
  const columns: Column<SweptLine>[] = [
    left("Sweep", ({ sweep: { benchmark } }) => ({ name: benchmark })),
    left("On", ({ variant }) => (variant === undefined ? nothing : { name: variant })),
    left("Over", ({ sweep: { field, within }, first, last }) => ({
      prose: `${field} ${first.x} to ${last.x}${within === undefined ? "" : ` with ${within}`}`,
    })),
    ends("p50"),
    ends("throughput"),
  ];
  return tableBlocks(filled(columns, lines), lines.slice(0, rowsShown));
}
