import { factor, formatValue, nothing, significant } from "../../metrics/format.ts";
import { type MetricId, metric } from "../../metrics/metric.ts";
import { harmless } from "../clean.ts";
import { figureOn, type VariantLine, type VariantTable } from "../figures/variants.ts";
import type { Column } from "../table.ts";

/** What more of a row stands side by side, where it was measured. */
const further: readonly MetricId[] = ["items_throughput"];

/** What a variant can save against its reference: the less of it, the better. */
const costs: readonly MetricId[] = ["cpu_per_call", "load_peak_rss", "load_mean_rss"];

/** Figures beyond throughput and latency that some of the lines have, and how the time grows over a sweep. */
export function furtherColumns(one: VariantTable): Column<VariantLine>[] {
  const columns = [
    ...further.flatMap((id) => values(id, one)),
    ...costs.flatMap((id) => [...values(id, one), ...savings(id, one)]),
    ...logged(one),
    ...growth(one),
  ];
  return columns.filter(({ cell }) => one.lines.some((line) => cell(line) !== nothing));
}

function values(id: MetricId, { variants }: VariantTable): Column<VariantLine>[] {
  return variants.map((variant) => ({
    label: `${metric(id).label} (${harmless(variant)})`,
    align: "right",
    cell: (line) => formatValue(id, figureOn(line, variant, id)),
  }));
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

/** Share of the reference's that is not needed, negative where more is, and how many times that is. */
function savedText(own: number | undefined, reference: number | undefined): string {
  if (own === undefined || reference === undefined || own <= 0 || reference <= 0) return nothing;
  const times = own <= reference ? `${factor(reference / own)} less` : `${factor(own / reference)} more`;
  const share = 100 * (1 - own / reference);
  return `${share < 0 ? "−" : ""}${significant(Math.abs(share))}% (${times})`;
}

/** Time of each row of a sweep against that of its first. */
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
