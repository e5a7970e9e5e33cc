import { count, duration, factor, noBreak, nothing, signed, significant } from "../../metrics/format.ts";
import { formatValue } from "../../metrics/format-value.ts";
import { type MetricId, metric } from "../../metrics/metric.ts";
import type { Block, Section } from "../block.ts";
import { harmless } from "../clean.ts";
import { figureOn, type VariantLine, type VariantTable, variantTables } from "../figures/variants.ts";
import { type Column, table } from "../table.ts";
import { joined, type Text } from "../text.ts";
import { cautions, failuresOf, measured, type RowView, type View } from "../view.ts";
import { extentText } from "./load-text.ts";
import { type Ratio, ratioOf, ratioText, speedUpText } from "./speed-up-text.ts";

/** Variants side by side, with their speed-up against their reference; folded where there is a base. */
export function variantsSection(view: View): Section {
  const blocks = variantTables(view).flatMap((one): Block[] => {
    const further = furtherColumns(one);
    return [
      { kind: "paragraph", text: heading(one) },
      table([...leading(one), ...throughputColumns(one)], one.lines),
      table([...leading(one), ...latencyColumns(one), noteColumn], one.lines),
      ...(further.length > 0 ? [table([...leading(one), ...further], one.lines)] : []),
    ];
  });
  return { id: "variants", title: "Variants side by side", folded: view.report.base !== undefined, blocks };
}

function heading(one: VariantTable): Text {
  if (!one.sweep) return one.group === undefined ? [{ strong: "Benchmarks" }] : [{ name: one.group }];
  const { benchmark, field, within } = one.sweep;
  const what: Text = [
    { name: benchmark },
    ...(within ? [" with ", { prose: within }] : []),
    " over ",
    { prose: field },
  ];
  const sentences = [...one.references].map(([variant, reference]): Text => {
    const points = one.lines.flatMap((line) => {
      const ratio = clean(line, [variant, reference]) ? speedUp(line, { variant, reference }) : undefined;
      return line.x === undefined || ratio === undefined ? [] : [{ x: line.x, ...ratio }];
    });
    if (points.length === 0) return [{ prose: `no row without errors to compare ${variant} with ${reference}.` }];
    return [{ prose: `${variant} is ${speedUpText(points, reference).join("; ")}.` }];
  });
  return sentences.length === 0 ? [...what, "."] : [...what, ": ", ...joined(sentences, " ")];
}

function clean({ on }: VariantLine, variants: readonly string[]): boolean {
  return variants.every((variant) => failuresOf(on.get(variant)?.head) === 0);
}

function leading({ sweep, lines }: VariantTable): Column<VariantLine>[] {
  const first: Column<VariantLine> = sweep
    ? { label: harmless(sweep.field), align: "right", cell: ({ x }) => String(x) }
    : { label: "Row", align: "left", cell: ({ key }) => ({ name: key }) };
  const varying = new Set(lines.map(({ any }) => extentText(any.row.load))).size > 1;
  if (!varying) return [first];
  return [first, { label: "requests", align: "right", cell: ({ any }) => extentText(any.row.load) }];
}

function throughputColumns({ variants, references, lines }: VariantTable): Column<VariantLine>[] {
  const failing = lines.some(({ on }) => [...on.values()].some(({ head }) => failuresOf(head) > 0));
  const errors = variants.map(
    (variant): Column<VariantLine> => ({
      label: `err (${harmless(variant)})`,
      align: "right",
      cell: ({ on }) => {
        const one = on.get(variant);
        return one ? count(failuresOf(one.head)) : nothing;
      },
    }),
  );
  const speedUps = [...references].map(
    ([variant, reference]): Column<VariantLine> => ({
      label: references.size === 1 ? "speedup" : `speedup (${harmless(variant)} / ${harmless(reference)})`,
      align: "right",
      cell: (line) => {
        const ratio = speedUp(line, { variant, reference });
        return ratio === undefined ? nothing : ratioText(ratio);
      },
    }),
  );
  return [...(failing ? errors : []), ...figures("throughput", variants), ...speedUps];
}

function latencyColumns({ variants, references }: VariantTable): Column<VariantLine>[] {
  const overheads = [...references].map(
    ([variant, reference]): Column<VariantLine> => ({
      label: references.size === 1 ? "p50 overhead" : `p50 overhead (${harmless(variant)} / ${harmless(reference)})`,
      align: "right",
      cell: ({ on }) => overhead(p50Of(on.get(variant)), p50Of(on.get(reference))),
    }),
  );
  return [...figures("p50", variants), ...overheads, ...figures("p99", variants)];
}

/** A figure of each variant. */
function figures(id: MetricId, variants: readonly string[]): Column<VariantLine>[] {
  return variants.map((variant) => ({
    label: `${metric(id).label} (${harmless(variant)})`,
    align: "right",
    cell: (line) => formatValue(id, figureOn(line, variant, id)),
  }));
}

function speedUp(line: VariantLine, { variant, reference }: { variant: string; reference: string }): Ratio | undefined {
  const of = (one: string) => measured(line.on.get(one)?.head?.statistics, "throughput");
  return ratioOf(of(variant), of(reference));
}

type P50 = ReturnType<typeof p50Of>;

function p50Of(view: RowView | undefined) {
  return measured(view?.head?.statistics, "p50");
}

/** How much longer a variant takes than its reference, with the interval. */
function overhead(own: P50, other: P50): string {
  if (!own || !other || other.value === 0) return nothing;
  // Of the rounds' ratios, so that the interval holds its own estimate.
  const { ratio, interval } = ratioOf(own, other) ?? { ratio: Number.NaN };
  const within = interval ? `; ${signed(interval.low - 1)}${noBreak}…${noBreak}${signed(interval.high - 1)}` : "";
  const difference = (ratio - 1) * other.value;
  return `${difference < 0 ? "−" : "+"}${duration(Math.abs(difference))} (${signed(ratio - 1)}${within})`;
}

const noteColumn: Column<VariantLine> = {
  label: "note",
  align: "left",
  cell: ({ any, on }) => {
    const own: Text[] = any.row.note === undefined ? [] : [[{ prose: any.row.note }]];
    const found = [...on].flatMap(([variant, view]): Text[] => [
      ...Object.entries(view.head?.failures ?? {}).map(
        ([kind, amount]): Text => [{ prose: `${count(amount)} × ${kind} (${variant})` }],
      ),
      ...cautions(view).map(({ message }): Text => [{ prose: `${message.split(":")[0]} (${variant})` }]),
    ]);
    return joined([...own, ...found], "; ");
  },
};

/** Further metrics that stand side by side where they were measured. */
const further: readonly MetricId[] = ["items_throughput"];

/** Costs that a variant can save against its reference. */
const costs: readonly MetricId[] = ["cpu_per_call", "load_peak_rss", "load_mean_rss"];

/** Figures beyond throughput and latency that some of the lines have, and how the time grows over a sweep. */
function furtherColumns(one: VariantTable): Column<VariantLine>[] {
  const columns = [
    ...further.flatMap((id) => figures(id, one.variants)),
    ...costs.flatMap((id) => [...figures(id, one.variants), ...savings(id, one)]),
    ...logged(one),
    ...growth(one),
  ];
  return columns.filter(({ cell }) => one.lines.some((line) => cell(line) !== nothing));
}

function savings(id: MetricId, one: VariantTable): Column<VariantLine>[] {
  return savingColumns(metric(id).label, { ...one, of: (line, variant) => figureOn(line, variant, id) });
}

interface Saving extends Pick<VariantTable, "references"> {
  readonly of: (line: VariantLine, variant: string) => number | undefined;
}

function savingColumns(label: string, { references, of }: Saving): Column<VariantLine>[] {
  return [...references].map(([variant, reference]) => ({
    label: references.size === 1 ? `${label} saved` : `${label} saved (${harmless(variant)} / ${harmless(reference)})`,
    align: "right",
    cell: (line) => savedText(of(line, variant), of(line, reference)),
  }));
}

/** Means of what the servers wrote in their own logs, and what a variant saves of it. */
function logged(one: VariantTable): Column<VariantLine>[] {
  const { lines, variants } = one;
  const written = lines.flatMap(({ on }) => [...on.values()].flatMap(({ head }) => head?.serverMetrics ?? []));
  const fields = new Set(written.filter(({ values }) => values).map(({ field }) => field));
  return [...fields].flatMap((field) => {
    const of = (line: VariantLine, variant: string) =>
      line.on.get(variant)?.head?.serverMetrics?.find((metric) => metric.field === field)?.values?.mean;
    const label = harmless(field);
    const columns = variants.map(
      (variant): Column<VariantLine> => ({
        label: `${label} (${harmless(variant)})`,
        align: "right",
        cell: (line) => significant(of(line, variant) ?? Number.NaN),
      }),
    );
    return [...columns, ...savingColumns(label, { ...one, of })];
  });
}

/** The share of the reference that is saved, negative where more is needed, and the ratio. */
function savedText(own: number | undefined, reference: number | undefined): string {
  if (own === undefined || reference === undefined || own <= 0 || reference <= 0) return nothing;
  const times = own <= reference ? `${factor(reference / own)} less` : `${factor(own / reference)} more`;
  const share = 100 * (1 - own / reference);
  return `${share < 0 ? "−" : ""}${significant(Math.abs(share))}% (${times})`;
}

/** p50 of each row of a sweep against that of its first. */
function growth({ sweep, lines, variants }: VariantTable): Column<VariantLine>[] {
  const [first] = lines;
  if (!sweep || !first || lines.length < 2) return [];
  return variants.map((variant) => ({
    label: `p50 against first (${harmless(variant)})`,
    align: "right",
    cell: (line) => {
      const [own, start] = [figureOn(line, variant, "p50"), figureOn(first, variant, "p50")];
      return own === undefined || start === undefined || start === 0 ? nothing : factor(own / start);
    },
  }));
}
