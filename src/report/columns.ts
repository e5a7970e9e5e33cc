import { count, nothing, plural, type Unit } from "../metrics/format.ts";
import { formatValue, numberText, unitFor, unitOfAll } from "../metrics/format-value.ts";
import { type MetricId, metric } from "../metrics/metric.ts";
import { figureOf, measured, type RowSummary, type Statistic, type Statistics } from "../metrics/summary.ts";
import { batchSizeOf, type Load } from "../model/load.ts";
import { type Block, paragraph, type Section, type TableBlock, titled } from "./block.ts";
import type { RowView } from "./report.ts";
import type { Inline, Text } from "./text.ts";

/** One column: what it is called and what it shows of a line. */
export interface Column<Line> {
  readonly label: string;
  readonly align: "left" | "right";
  cell(line: Line): Inline | Text;
}

export function left<Line>(label: string, cell: Column<Line>["cell"]): Column<Line> {
  return { label, align: "left", cell };
}

export function right<Line>(label: string, cell: Column<Line>["cell"]): Column<Line> {
  return { label, align: "right", cell };
}

/** Lays lines out by columns; the result is the same for every medium. */
export function table<Line>(columns: readonly Column<Line>[], lines: readonly Line[]): TableBlock {
  return {
    kind: "table",
    labels: columns.map(({ label }) => label),
    align: columns.map(({ align }) => align),
    rows: lines.map((line) => columns.map(({ cell }) => [cell(line)].flat())),
  };
}

/** The same of at most so many lines, and the number of the others; nothing of none. */
export function tableBlocks<Line>(
  columns: readonly Column<Line>[],
  lines: readonly Line[],
  {
    most = lines.length,
    more = (hidden: number) => `and ${plural(hidden, "more row")}`,
  }: { most?: number; more?: (hidden: number) => string } = {},
): Block[] {
  const hidden = lines.length - most;
  if (lines.length === 0) return [];
  return [table(columns, lines.slice(0, most)), ...(hidden > 0 ? paragraph(`${more(hidden)}.`) : [])];
}

/** Keeps the columns that have something in at least one line. */
export function filled<Line>(columns: readonly Column<Line>[], lines: readonly Line[]): Column<Line>[] {
  const isFilled = (cell: Inline | Text) => [cell].flat().some((part) => part !== nothing && part !== "");
  return columns.filter(({ cell }) => lines.some((line) => isFilled(cell(line))));
}

/** A row, or the server, on one version: what columns of figures are of. */
export interface Measured {
  readonly statistics?: Statistics | undefined;
  readonly load?: Load | undefined;
}

/** A column of one metric in one unit. Figures of too few calls are marked. */
export function figureColumn<Line>(
  id: MetricId,
  lines: readonly Line[],
  { label, of }: { label: string; of(line: Line): Measured | undefined },
): Column<Line> {
  const unit = unitOfAll(
    id,
    lines.map((line) => figureOf(of(line)?.statistics, id)),
  );
  return right(label, (line) => figureText(id, of(line), unit));
}

/** A metric, with a shorter label where its own is long. */
export type MetricColumn = MetricId | readonly [id: MetricId, label: string];

export function labelled(one: MetricColumn): readonly [id: MetricId, label: string] {
  return typeof one === "string" ? [one, metric(one).label] : one;
}

/** Columns of several metrics of a line, each in a unit of its own. */
export function metricColumns<Line extends Measured>(
  ids: readonly MetricColumn[],
  lines: readonly Line[],
): Column<Line>[] {
  return ids.map(labelled).map(([id, label]) => figureColumn(id, lines, { label, of: (line) => line }));
}

/** A figure as a cell shows it. Throughput of batches counts batches. */
export function figureText(
  id: MetricId,
  of: Measured | undefined,
  unit = unitFor(id, figureOf(of?.statistics, id)),
): string {
  const statistic = measured(of?.statistics, id);
  return `${valueText(id, of, unit)}${intervalText(id, { statistic, unit })}${tooFewCalls(statistic)}`;
}

/** The interval of a slope, such as ` (98.0 … 112 KB)`; else nothing. */
function intervalText(id: MetricId, { statistic, unit }: { statistic: Statistic | undefined; unit: Unit }): string {
  if (statistic?.state !== "measured" || !statistic.interval) return "";
  const { low, high } = statistic.interval;
  return ` (${numberText(id, low, unit)} … ${formatValue(id, high, unit)})`;
}

/** The same without interval and mark. */
export function valueText(id: MetricId, of: Measured | undefined, unit: Unit): string {
  const isBatch = id === "throughput" && of?.load !== undefined && batchSizeOf(of.load) !== undefined;
  return formatValue(id, figureOf(of?.statistics, id), isBatch ? { ...unit, name: "batches/s" } : unit);
}

/** The mark of a percentile of fewer calls than it needs, such as ` (n < 1,000)`; else nothing. */
function tooFewCalls(statistic: Statistic | undefined): string {
  const need = statistic?.state === "measured" ? statistic.insufficient?.need : undefined;
  return need === undefined ? "" : ` (n < ${count(need)})`;
}

export interface VersionLine extends Measured {
  readonly view: RowView;
  readonly version: "base" | "head";
  readonly summary: RowSummary;
}

/** Every row on base, where it was measured there, and on head. */
export function versionLines(rows: readonly RowView[]): VersionLine[] {
  return rows.flatMap((view) =>
    (["base", "head"] as const).flatMap((version): VersionLine[] => {
      const summary = view[version];
      return summary ? [{ view, version, summary, statistics: summary.statistics, load: view.row.load }] : [];
    }),
  );
}

/** Items that a row has several of, such as the parts of a mix: those of head, each after the same of base. */
export function itemLines<Item>(
  rows: readonly RowView[],
  { of, key }: { of: (summary: RowSummary) => readonly Item[] | undefined; key: (item: Item) => string },
) {
  return rows.flatMap((view) =>
    (view.head ? (of(view.head) ?? []) : []).flatMap((item) => {
      const before = view.base && of(view.base)?.find((one) => key(one) === key(item));
      const own = { view, version: "head" as const, item, before };
      return before ? [{ view, version: "base" as const, item: before, before: undefined }, own] : [own];
    }),
  );
}

type Named = Pick<VersionLine, "view" | "version">;

/** Columns with the row of a line, what tells its lines apart, and the version where there are two. */
export function nameColumns<Line extends Named>(
  lines: readonly Line[],
  between: readonly Column<Line>[] = [],
): Column<Line>[] {
  const isOfTwo = lines.some((line) => line.version === "base");
  return [
    left("Row", ({ view }) => ({ name: view.row.id })),
    ...between,
    ...(isOfTwo ? [left<Line>("Version", (line) => line.version)] : []),
  ];
}

/** Counts the rows of lines, such as `2 rows`. */
export function rowsAmong(lines: readonly Pick<Named, "view">[]): string {
  return plural(new Set(lines.map(({ view }) => view.row.id)).size, "row");
}

/** A table of reference: what it shows, how to read it, and its columns. */
interface Reference<Line> extends Pick<Section, "id" | "title"> {
  readonly explanation: Text;
  readonly lines: readonly Line[];
  readonly columns: readonly Column<Line>[];
}

/** A section of one table that is folded; without blocks where there are no lines. */
export function tableSection<Line>({ id, title, explanation, lines, columns }: Reference<Line>): Section {
  return { id, title, fold: "Statistics", blocks: titled(explanation, tableBlocks(columns, lines)) };
}
