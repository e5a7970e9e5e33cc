import { count, nothing, plural } from "../../metrics/format.ts";
import { type MetricId, metric } from "../../metrics/metric.ts";
import { figureOf, measured } from "../../metrics/summary.ts";
import type { Block, Section } from "../block.ts";
import { drawnRows, plainRows, type Sweep, type SweptRow, sweepsOf } from "../figures/sweep.ts";
import { drawnLines, variantTables } from "../figures/variants.ts";
import { tooFewRounds } from "../interval.ts";
import { inOneUnit } from "../one-unit.ts";
import { serverLines } from "../sections/rows.ts";
import { ratioOf, ratioText } from "../sections/speed-up-text.ts";
import { type Column, table } from "../table.ts";
import { failuresOf, type RowView, tooFewCalls, type View } from "../view.ts";

/** A row that belongs to no sweep, on one of its variants. */
interface Line {
  readonly name: string;
  readonly row: RowView;
  /** The same on the variant that it is compared with. */
  readonly against?: { readonly variant: string; readonly row: RowView };
}

/** Servers that have a line each. */
const serversShown = 4;
/** Lines of the table. */
const shown = 100;

/** A sweep on one of its variants, in order of what is swept; rows with errors are left out. */
interface SweptLine {
  readonly sweep: Omit<Sweep, "rows">;
  readonly variant: string | undefined;
  readonly rows: readonly SweptRow[];
}

/** Rows that are neither on several variants nor points of a sweep. */
export function rowsAlone(view: View): RowView[] {
  const swept = new Set(sweepsOf(view).flatMap(({ rows }) => rows.map(({ row }) => row.id)));
  return plainRows(view).filter(({ row }) => !swept.has(row.id));
}

/** Every row of a study in a line of its own, but those of a sweep in one together. */
export function overviewSection(view: View): Section {
  const lines = linesOf(view);
  const figure = (id: MetricId, label: string): Column<Line> => {
    const text = inOneUnit(
      id,
      lines.map(({ row }) => figureOf(row.head?.statistics, id)),
    );
    return {
      label,
      align: "right",
      cell: ({ row }) => {
        const statistic = measured(row.head?.statistics, id);
        return `${text(statistic?.value, row.row.load)}${tooFewCalls(statistic)}`;
      },
    };
  };
  const columns: Column<Line>[] = [
    { label: "Benchmark", align: "left", cell: ({ name }) => ({ name }) },
    { label: "On", align: "left", cell: ({ row: { row } }) => (row.variant ? { name: row.variant } : nothing) },
    figure("p50", "p50"),
    figure("throughput", "throughput"),
    {
      label: "p50 against reference",
      align: "right",
      cell: ({ row, against }) => {
        const of = (one: RowView) => measured(one.head?.statistics, "p50");
        const ratio = against && ratioOf(of(row), of(against.row));
        if (!ratio) return nothing;
        const text = ratioText(ratio);
        return text === tooFewRounds ? text : [`${text} of `, { name: against.variant }];
      },
    },
    {
      label: "Errors",
      align: "right",
      cell: ({ row: { head } }) =>
        failuresOf(head) === 0 ? nothing : `${count(failuresOf(head))} of ${count(head?.attempted ?? 0)}`,
    },
  ];
  const used = columns.filter((column) => lines.some((line) => column.cell(line) !== nothing));
  const rest: Block[] =
    lines.length > shown
      ? [{ kind: "paragraph", text: [`and ${plural(lines.length - shown, "more row")} below.`] }]
      : [];
  // The table of start-up and memory has the rest.
  const server = serverLines(view).slice(0, serversShown + 1);
  return {
    id: "overview",
    title: "Overview",
    folded: false,
    blocks: [
      ...(lines.length > 1 ? [table(used, lines.slice(0, shown)), ...rest] : []),
      ...sweepsTable(view),
      ...(server.length > 0 && server.length <= serversShown ? [{ kind: "list" as const, items: server }] : []),
    ],
  };
}

function sweepsTable(view: View): Block[] {
  const lines = sweptLines(view).slice(0, shown);
  const ends = (id: MetricId): Column<SweptLine> => ({
    label: metric(id).label,
    align: "right",
    cell: ({ rows }) => {
      const texts = [rows[0], rows.at(-1)].map((row) =>
        inOneUnit(id, [])(figureOf(row?.head?.statistics, id), row?.row.load),
      );
      return texts.includes(nothing) ? nothing : texts.join(" to ");
    },
  });
  const columns: Column<SweptLine>[] = [
    { label: "Sweep", align: "left", cell: ({ sweep: { benchmark } }) => ({ name: benchmark }) },
    { label: "On", align: "left", cell: ({ variant }) => (variant === undefined ? nothing : { name: variant }) },
    {
      label: "Over",
      align: "left",
      cell: ({ sweep: { field, within }, rows }) => [
        { prose: `${field} ${rows[0]?.x} to ${rows.at(-1)?.x}${within === undefined ? "" : ` with ${within}`}` },
      ],
    },
    ends("p50"),
    ends("throughput"),
  ];
  const used = columns.filter((column) => lines.some((line) => column.cell(line) !== nothing));
  return lines.length > 0 ? [table(used, lines)] : [];
}

function sweptLines(view: View): SweptLine[] {
  const plain = sweepsOf(view).map((sweep): SweptLine => {
    const { items: rows } = drawnRows(sweep);
    return { sweep, variant: rows[0]?.row.variant, rows };
  });
  const beside = variantTables(view).flatMap((one) => {
    const { sweep, variants } = one;
    const points = drawnLines(one).items;
    return sweep === undefined
      ? []
      : variants.map((variant): SweptLine => {
          const rows = points.flatMap(({ x, on }) => {
            const row = on.get(variant);
            return row === undefined || x === undefined ? [] : [{ ...row, x }];
          });
          return { sweep, variant, rows };
        });
  });
  return [...plain, ...beside].filter(({ rows }) => rows.length > 1);
}

function linesOf(view: View): Line[] {
  const places = new Map(view.rows.map(({ row }, place) => [row.id, place]));
  const alone = rowsAlone(view).map((row): Line => ({ name: row.row.key ?? row.row.id, row }));
  const beside = variantTables(view)
    .filter(({ sweep, lines }) => sweep === undefined || lines.length === 1)
    .flatMap(({ lines, references }) =>
      lines.flatMap(({ key, on }) =>
        [...on].map(([variant, row]): Line => {
          const reference = references.get(variant);
          const other = reference === undefined ? undefined : on.get(reference);
          return {
            name: key,
            row,
            ...(reference === undefined || !other ? {} : { against: { variant: reference, row: other } }),
          };
        }),
      ),
    );
  return [...alone, ...beside].toSorted((a, b) => (places.get(a.row.row.id) ?? 0) - (places.get(b.row.row.id) ?? 0));
}
