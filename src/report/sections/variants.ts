import {
  count,
  factor,
  multipleFrom,
  noBreak,
  nothing,
  plural,
  signedLike,
  significant,
} from "../../metrics/format.ts";
import { type MetricId, metric } from "../../metrics/metric.ts";
import { measured } from "../../metrics/summary.ts";
import { groupBy } from "../../stats/group-by.ts";
import type { Block, Section } from "../block.ts";
import { harmless } from "../clean.ts";
import { figureOn, type VariantLine, type VariantTable, variantTables } from "../figures/variants.ts";
import { saysNothing, tooFewRounds } from "../interval.ts";
import { inOneUnit, timesInOneUnit } from "../one-unit.ts";
import { type Column, table } from "../table.ts";
import { joined, type Text } from "../text.ts";
import { cautions, failuresOf, type RowView, tooFewCalls, type View } from "../view.ts";
import { cautionName } from "../words/caution-name.ts";
import { extentText } from "./load-text.ts";
import { directionOf, type Ratio, ratioOf, ratioText, speedUpText, withoutInterval } from "./speed-up-text.ts";
import { placeOf } from "./sweeps.ts";

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

/** Summarises each sweep over variants, and each group of rows on them, in sentences. */
export function variantSentences(view: View): Text[] {
  return variantTables(view)
    .filter(({ references }) => references.size > 0)
    .map((one) => joined([heading(one), ...growthSentence(one), ...costSentences(one)], " "));
}

/** Fields that send the server more at a time, and give a call no more to do. */
const loadFields = ["concurrency", "sessions", "rate"];

/**
 * Describes how much longer a call takes at the end of a sweep than at its beginning, where it has more to do there.
 */
function growthSentence({ sweep, lines, variants }: VariantTable): Text[] {
  const usable = lines.filter((line) => clean(line, variants));
  const [first, last] = [usable[0], usable.at(-1)];
  if (!sweep || loadFields.includes(sweep.field) || !first || !last || first === last) return [];
  const grows = variants.flatMap((variant): Text[] => {
    const ratio = ratioOf(p50Of(last.on.get(variant)), p50Of(first.on.get(variant)));
    return ratio && directionOf(ratio) === "more" ? [[`${ratioText(ratio)} on `, { prose: variant }]] : [];
  });
  return grows.length === 0 ? [] : [[`From ${first.x} to ${last.x} p50 grows `, ...joined(grows, ", "), "."]];
}

/** Describes what a variant needs more or less of than its reference at the end of a sweep, as far as the interval tells. */
function costSentences({ sweep, lines, references }: VariantTable): Text[] {
  const last = lines.at(-1);
  if (!sweep || !last || lines.length < 2) return [];
  const of = (variant: string) => measured(last.on.get(variant)?.head?.statistics, peakUnderLoad);
  return [...references].flatMap(([variant, reference]): Text[] => {
    const ratio = ratioOf(of(variant), of(reference));
    if (!ratio || directionOf(ratio) === "open") return [];
    const { label } = metric(peakUnderLoad);
    return [[{ prose: `${variant} needs ${ratioText(ratio)} the ${label} of ${reference} at ${last.x}.` }]];
  });
}

const peakUnderLoad = "load_peak_rss";

function heading(one: VariantTable): Text {
  if (!one.sweep) {
    const name: Text = one.group === undefined ? [{ strong: "Benchmarks" }] : [{ name: one.group }];
    const found = rowSentences(one);
    return found.length === 0 ? name : [...name, ": ", ...joined(found, "; "), "."];
  }
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

/** Rows that a sentence names; those beyond are counted. */
const rowsNamed = 3;

/** In which rows each variant is faster or slower than its reference, by the interval of the ratio of their p50. */
function rowSentences({ references, lines }: VariantTable): Text[] {
  let isBare = false;
  const sentences = [...references].flatMap(([variant, reference]): Text[] => {
    const found = lines.flatMap((line) => {
      const overhead = clean(line, [variant, reference])
        ? overheadOf(p50Of(line.on.get(variant)), p50Of(line.on.get(reference)))
        : undefined;
      if (overhead && !overhead.interval) isBare = true;
      return overhead ? [{ key: line.key, overhead, direction: directions[directionOf(overhead)] }] : [];
    });
    return (["slower", "faster", "open"] as const).flatMap((direction): Text[] => {
      const rows = found.filter((one) => one.direction === direction);
      if (rows.length === 0) return [];
      const named = rows.slice(0, rowsNamed).map(({ key, overhead }): Text => {
        const by = direction === "open" ? "" : ` (p50 ${shareText(overhead)})`;
        return [{ name: key }, by];
      });
      const more = rows.length > named.length ? ` and ${plural(rows.length - named.length, "more row")}` : "";
      const words = direction === "open" ? "indistinguishable from" : `${direction} than`;
      return [[{ prose: `${variant} is ${words} ${reference} in` }, " ", ...joined(named, ", "), more]];
    });
  });
  return isBare ? [...sentences, [withoutInterval]] : sentences;
}

const directions = { more: "slower", less: "faster", open: "open" } as const;

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
        const head = on.get(variant)?.head;
        return head ? `${count(failuresOf(head))} of ${count(head.attempted)}` : nothing;
      },
    }),
  );
  const speedUps = [...references].map(
    ([variant, reference]): Column<VariantLine> => ({
      label: references.size === 1 ? "speed-up" : `speed-up (${harmless(variant)} / ${harmless(reference)})`,
      align: "right",
      cell: (line) => {
        // The time that failed calls take is the time limit's as much as the server's.
        const ratio = clean(line, [variant, reference]) ? speedUp(line, { variant, reference }) : undefined;
        return ratio === undefined ? nothing : ratioText(ratio);
      },
    }),
  );
  return [...(failing ? errors : []), ...figures("throughput", { variants, lines }), ...speedUps];
}

function latencyColumns(one: VariantTable): Column<VariantLine>[] {
  const { references, lines } = one;
  // In the unit of the times beside it.
  const difference = timesInOneUnit(lines.flatMap(({ on }) => [...on.values()].map((row) => p50Of(row)?.value)));
  const overheads = [...references].map(
    ([variant, reference]): Column<VariantLine> => ({
      label: references.size === 1 ? "p50 overhead" : `p50 overhead (${harmless(variant)} / ${harmless(reference)})`,
      align: "right",
      cell: ({ on }) => overheadText(overheadOf(p50Of(on.get(variant)), p50Of(on.get(reference))), difference),
    }),
  );
  return [...figures("p50", one), ...overheads, ...figures("p99", one)];
}

/** A figure of each variant. */
function figures(id: MetricId, { variants, lines }: Pick<VariantTable, "variants" | "lines">): Column<VariantLine>[] {
  const text = inOneUnit(
    id,
    lines.flatMap((line) => variants.map((variant) => figureOn(line, variant, id))),
  );
  return variants.map((variant) => ({
    label: `${metric(id).label} (${harmless(variant)})`,
    align: "right",
    cell: ({ on, any }) => {
      const statistic = measured(on.get(variant)?.head?.statistics, id);
      return `${text(statistic?.value, any.row.load)}${tooFewCalls(statistic)}`;
    },
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

interface Overhead extends Ratio {
  /** Milliseconds. */
  readonly difference: number;
}

/** Computes how much longer a variant takes than its reference. */
function overheadOf(own: P50, other: P50): Overhead | undefined {
  const ratio = ratioOf(own, other);
  return ratio && own && other && { ...ratio, difference: own.value - other.value };
}

function overheadText(overhead: Overhead | undefined, time: (milliseconds: number) => string): string {
  if (!overhead) return nothing;
  const { difference, interval } = overhead;
  if (interval && saysNothing(interval)) return tooFewRounds;
  return `${difference < 0 ? "−" : "+"}${time(Math.abs(difference))} (${shareText(overhead)})`;
}

/** Such as `+22.2%; +18.6% … +82.8%`. */
function shareText({ ratio, interval }: Ratio): string {
  const write = signedLike(ratio - 1);
  const within = interval ? `; ${write(interval.low - 1)}${noBreak}…${noBreak}${write(interval.high - 1)}` : "";
  return `${write(ratio - 1)}${within}`;
}

const noteColumn: Column<VariantLine> = {
  label: "note",
  align: "left",
  cell: ({ any, on }) => {
    const own: Text[] = any.row.note === undefined ? [] : [[{ prose: any.row.note }]];
    const found = [...on].flatMap(([variant, view]) =>
      [
        ...Object.entries(view.head?.failures ?? {}).map(([kind, amount]) => `${count(amount)} × ${kind}`),
        ...cautions(view).map(cautionName),
      ].map((text) => ({ text, variant })),
    );
    const told = [...groupBy(found, ({ text }) => text)].map(([text, same]): Text => {
      const variants = new Set(same.map(({ variant }) => variant));
      return [{ prose: `${text} (${[...variants].join(", ")})` }];
    });
    return joined([...own, ...told], "; ");
  },
};

/** Further metrics that stand side by side where they were measured. */
const further: readonly MetricId[] = ["items_throughput"];

/** Costs that a variant can save against its reference. */
const costs: readonly MetricId[] = ["cpu_per_call", "load_peak_rss", "load_mean_rss"];

/** Figures beyond throughput and latency that some of the lines have, and how the time grows over a sweep. */
function furtherColumns(one: VariantTable): Column<VariantLine>[] {
  const columns = [
    ...further.flatMap((id) => figures(id, one)),
    ...costs.flatMap((id) => [...figures(id, one), ...savings(id, one)]),
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
  return loggedFields(one).flatMap((field) => {
    const label = harmless(field);
    const columns = one.variants.map(
      (variant): Column<VariantLine> => ({
        label: `${label} (${harmless(variant)})`,
        align: "right",
        cell: (line) => significant(loggedMean(line, variant, field) ?? Number.NaN),
      }),
    );
    return [...columns, ...savingColumns(label, { ...one, of: (line, variant) => loggedMean(line, variant, field) })];
  });
}

function loggedFields({ lines }: VariantTable): string[] {
  const written = lines.flatMap(({ on }) => [...on.values()].flatMap(({ head }) => head?.serverMetrics ?? []));
  return [...new Set(written.filter(({ values }) => values).map(({ field }) => field))];
}

function loggedMean({ on }: VariantLine, variant: string, field: string): number | undefined {
  return on.get(variant)?.head?.serverMetrics?.find((one) => one.field === field)?.values?.mean;
}

/** The share of the reference that is saved, negative where more is needed, and the ratio, which says enough from ten times on. */
function savedText(own: number | undefined, reference: number | undefined): string {
  const times = timesOf(own, reference);
  if (times === undefined) return nothing;
  if (times >= multipleFrom) return timesText(times);
  const share = 100 * (1 - times);
  return `${share < 0 ? "−" : ""}${significant(Math.abs(share))}% (${timesText(times)})`;
}

/** Such as `4.50x less`. */
function timesText(times: number): string {
  return times <= 1 ? `${factor(1 / times)} less` : `${factor(times)} more`;
}

function timesOf(own: number | undefined, other: number | undefined): number | undefined {
  return own !== undefined && other !== undefined && own > 0 && other > 0 ? own / other : undefined;
}

/** p50 of each row of a sweep against that of its first. */
function growth({ sweep, lines, variants }: VariantTable): Column<VariantLine>[] {
  const [first] = lines;
  if (!sweep || !first || lines.length < 2) return [];
  return variants.map((variant) => ({
    label: `p50 against ${placeOf(sweep, first)} (${harmless(variant)})`,
    align: "right",
    cell: (line) => {
      const [own, start] = [figureOn(line, variant, "p50"), figureOn(first, variant, "p50")];
      return own === undefined || start === undefined || start === 0 ? nothing : factor(own / start);
    },
  }));
}
