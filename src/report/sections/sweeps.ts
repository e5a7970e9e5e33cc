import { count, factor, nothing, plural, significant } from "../../metrics/format.ts";
import type { MetricId } from "../../metrics/metric.ts";
import { figureOf, measured } from "../../metrics/summary.ts";
import type { Block, Section } from "../block.ts";
import { harmless } from "../clean.ts";
import { type Sweep, type SweptRow, sweepsOf } from "../figures/sweep.ts";
import { judgedOf } from "../finding.ts";
import { inOneUnit } from "../one-unit.ts";
import { type Column, table } from "../table.ts";
import type { Text } from "../text.ts";
import { cautions, failuresOf, tooFewCalls, type View } from "../view.ts";
import { extentText } from "./load-text.ts";
import { directionOf, ratioText as intervalText, type Ratio, ratioOf, speedUpText } from "./speed-up-text.ts";

/** Each sweep as a table with its speed-ups and one sentence on what it shows. */
export function sweepsSection(view: View): Section {
  const sweeps = sweepsOf(view);
  const blocks = sweeps.flatMap((sweep): Block[] => [
    { kind: "paragraph", text: sentence(sweep) },
    ...columnsOf(sweep).map((columns) => table(columns, sweep.rows)),
  ]);
  return { id: "sweeps", title: `${plural(sweeps.length, "sweep")}: speed-up and scaling`, folded: true, blocks };
}

/** Summarises each sweep in a sentence. */
export function sweepSentences(view: View): Text[] {
  return sweepsOf(view).map(sentence);
}

/** Throughput and latency; beside a base each in a table of its own, which is not too wide. */
function columnsOf(sweep: Sweep): Column<SweptRow>[][] {
  const both = sweep.rows.some((row) => row.base);
  const first = sweep.rows[0];
  const pair = (id: MetricId, label: string): Column<SweptRow>[] => {
    const of = (arm: "base" | "head", row: SweptRow) => measured(row[arm]?.statistics, id);
    const text = inOneUnit(
      id,
      sweep.rows.flatMap((row) => [of("base", row)?.value, of("head", row)?.value]),
    );
    const column = (arm: "base" | "head"): Column<SweptRow> => ({
      label: both ? `${label} ${arm}` : label,
      align: "right",
      cell: (row) => `${text(of(arm, row)?.value, row.row.load)}${tooFewCalls(of(arm, row))}`,
    });
    return both ? [column("base"), column("head")] : [column("head")];
  };
  const latencyRatio = (id: MetricId): Column<SweptRow>[] =>
    both ? [{ label: `${id} head / base`, align: "right", cell: (row) => ratioText(headToBase(row, id)) }] : [];
  const speedups: Column<SweptRow>[] = [
    ...(both
      ? [
          {
            label: "speed-up against base",
            align: "right",
            cell: (row) => {
              const ratio = throughputToBase(row);
              return ratio === undefined ? nothing : intervalText(ratio);
            },
          } satisfies Column<SweptRow>,
        ]
      : []),
    {
      label: `speed-up against ${placeOf(sweep, first)}`,
      align: "right",
      cell: (row) => {
        const ratio = againstFirst(row, first);
        return ratio === undefined ? nothing : row === first ? factor(1) : intervalText(ratio);
      },
    },
    ...(scales.includes(sweep.field)
      ? [
          {
            label: "efficiency",
            align: "right",
            cell: (row) => shareText(efficiency(row, first)),
          } satisfies Column<SweptRow>,
        ]
      : []),
  ];
  const leading: Column<SweptRow>[] = [
    { label: harmless(sweep.field), align: "right", cell: ({ x }) => String(x) },
    { label: "requests", align: "right", cell: ({ row }) => extentText(row.load) },
    { label: "errors", align: "right", cell: (row) => count(failuresOf(row.head)) },
  ];
  const throughput = [...pair("throughput", "throughput"), ...speedups];
  const latency: Column<SweptRow>[] = [
    ...pair("p50", "p50"),
    ...latencyRatio("p50"),
    ...pair("p99", "p99"),
    ...latencyRatio("p99"),
    { label: "note", align: "left", cell: (row) => note(row) },
  ];
  return both
    ? [
        [...leading, ...throughput],
        [...leading.slice(0, 2), ...latency],
      ]
    : [[...leading, ...throughput, ...latency]];
}

/** A row of a sweep in the header of a column, such as `concurrency=1`. */
export function placeOf({ field }: Pick<Sweep, "field">, row: { readonly x?: number } | undefined): string {
  return harmless(`${field}=${row?.x ?? ""}`);
}

function ratioText(ratio: number | undefined): string {
  return ratio === undefined ? nothing : factor(ratio);
}

function shareText(share: number | undefined): string {
  return share === undefined ? nothing : `${significant(share * 100)}%`;
}

function note(row: SweptRow): Text {
  const kinds = (["base", "head"] as const).flatMap((arm) =>
    Object.keys(row[arm]?.failures ?? {}).map((kind): Text => [{ prose: kind }, ` (${arm})`]),
  );
  const warnings = cautions(row).map((warning): Text => [{ prose: warning.message }]);
  const own: Text[] = row.row.note === undefined ? [] : [[{ prose: row.row.note }]];
  return [...own, ...kinds, ...warnings].flatMap((text, index) => (index === 0 ? text : ["; ", ...text]));
}

function headToBase(row: SweptRow, id: MetricId): number | undefined {
  return divided(figureOf(row.head?.statistics, id), figureOf(row.base?.statistics, id));
}

/** As it was judged; else by the rounds, in which base and head are measured side by side. */
function throughputToBase({ head, base, findings }: SweptRow): Ratio | undefined {
  const judged = judgedOf(findings, "throughput")?.change;
  if (!judged) return ratioOf(measured(head?.statistics, "throughput"), measured(base?.statistics, "throughput"));
  const { estimate, low, high } = judged;
  const interval = low === undefined || high === undefined ? {} : { interval: { low: 1 + low, high: 1 + high } };
  return { ratio: 1 + estimate, ...interval };
}

function againstFirst(row: SweptRow, first: SweptRow | undefined): Ratio | undefined {
  return ratioOf(measured(row.head?.statistics, "throughput"), measured(first?.head?.statistics, "throughput"));
}

/** Fields that send the server more at a time, so that throughput can grow with them. */
const scales = ["concurrency", "sessions"];

/** Scaling efficiency of head: growth of throughput over growth of the swept value, 1 where it scales perfectly. */
function efficiency(row: SweptRow, first: SweptRow | undefined): number | undefined {
  const growth = againstFirst(row, first);
  return growth === undefined || !first ? undefined : divided(growth.ratio * first.x, row.x);
}

function divided(value: number | undefined, by: number | undefined): number | undefined {
  return value !== undefined && by !== undefined && by > 0 ? value / by : undefined;
}

function sentence(sweep: Sweep): Text {
  const usable = sweep.rows.filter((row) => failuresOf(row.head) + failuresOf(row.base) === 0);
  const within: Text = sweep.within === undefined ? [] : [" with ", { prose: sweep.within }];
  const what: Text = [{ name: sweep.benchmark }, ...within, " over ", { prose: sweep.field }, ": "];
  const growth = sweep.field === "rate" ? heldRate(sweep.rows) : scaling(usable);
  const parts = [growth, ...againstBase(usable)].filter((part) => part !== "");
  return parts.length === 0 ? [...what, "no row without errors to compare."] : [...what, `${parts.join("; ")}.`];
}

/** A rate is held where no more of the calls are missing, as a share. */
const leeway = 0.05;

/** The highest rate at which head answers as many calls as are sent. A rate above the first that is missed does not count. */
function heldRate(rows: readonly SweptRow[]): string {
  const isHeld = ({ head, x }: SweptRow) => (figureOf(head?.statistics, "throughput") ?? 0) >= (1 - leeway) * x;
  const broken = rows.findIndex((row) => !isHeld(row));
  const held = rows.slice(0, broken === -1 ? rows.length : broken).at(-1);
  return held ? `the rate is held up to ${held.x}/s` : "no rate is held";
}

/** Describes where throughput peaks, seen from the first row, as far as intervals bear it out; nothing where there are none. */
function scaling(rows: readonly SweptRow[]): string {
  const [first] = rows;
  const ratios = rows.slice(1).flatMap((row) => {
    const ratio = againstFirst(row, first);
    return ratio?.interval ? [{ x: row.x, ...ratio }] : [];
  });
  const [last, best] = [ratios.at(-1), ratios.toSorted((a, b) => b.ratio - a.ratio)[0]];
  if (!first || !last || !best) return "";
  if (directionOf(best) === "more") return `throughput grows ${intervalText(best)} from ${first.x} to ${best.x}`;
  if (directionOf(last) === "less") return `throughput falls to ${intervalText(last)} from ${first.x} to ${last.x}`;
  return `throughput is not shown to grow beyond ${first.x}`;
}

/** Describes where head is faster or slower than base, such as `faster than base at 10 … 100 (1.40x to 1.60x)`. */
function againstBase(rows: readonly SweptRow[]): string[] {
  const points = rows.flatMap((row) => {
    const ratio = throughputToBase(row);
    return ratio === undefined ? [] : [{ x: row.x, ...ratio }];
  });
  return speedUpText(points, "base");
}
