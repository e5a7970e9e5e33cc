import { isSearch } from "../model/load.ts";
import { groupBy } from "../stats/group-by.ts";
import { type VersionLine, versionLines } from "./columns.ts";
import { type SeriesColour, seriesColours } from "./figures/picture.ts";
import { failuresOf, type RowView, type View } from "./report.ts";
import { firstOf, type Text } from "./text.ts";

/** Rows side by side: lines by what is swept or by their name, series by the versions or the variants that they are on. */
export interface Pivot {
  /** Undefined for rows of several benchmarks. */
  readonly sweep: Sweep | undefined;
  readonly group: string | undefined;
  /** True where the series are variants of head, not base and head. */
  readonly isOfVariants: boolean;
  /** True where the series of a pair were measured in the same rounds. */
  readonly isSideBySide: boolean;
  /** In the order of the configuration; base before head. */
  readonly series: readonly string[];
  /** Series and the one that each is compared with. */
  readonly pairs: readonly Pair[];
  readonly lines: readonly PivotLine[];
}

export interface Sweep {
  readonly benchmark: string;
  readonly field: string;
  /** Other values that the benchmark varies, as they are in these rows. */
  readonly within: string | undefined;
}

export interface Pair {
  readonly own: string;
  readonly other: string;
}

export interface PivotLine {
  readonly name: string;
  /** Value of the swept field. */
  readonly x: number | undefined;
  /** The row on each series that it was measured on. */
  readonly on: ReadonlyMap<string, VersionLine>;
  /** One of its rows: what the series have in common. */
  readonly any: RowView;
}

/** Sweeps of several rows, and rows on several variants: a pivot per sweep, and one per group of other rows; the rest are alone. */
export function pivotsOf({ rows, report }: View): { pivots: readonly Pivot[]; alone: readonly RowView[] } {
  const { arms } = report.run;
  const isSideBySide = report.comparison.reference.kind === "paired";
  // A search has rates alone, in a section of its own.
  const searches = rows.filter(({ row }) => isSearch(row.load));
  const swept = rows.filter((one) => !searches.includes(one));
  const groups = groupBy(swept, ({ row }) =>
    JSON.stringify(row.sweep ? [row.benchmark, row.sweep.field, row.sweep.within] : ["", row.group]),
  );
  const all = [...groups.values()].map((members) => {
    const isPlain = new Set(members.map(({ row }) => row.variant)).size < 2;
    const plain = members.filter(({ row }) => isPlain || row.variant === undefined);
    const onVariants = members.filter((row) => !plain.includes(row));
    const isSweep = plain.length > 1 && plain[0]?.row.sweep !== undefined;
    return {
      variants: ofVariants(onVariants, arms),
      versions: isSweep ? ofVersions(plain, isSideBySide) : [],
      alone: isSweep ? [] : plain,
    };
  });
  const alone = new Set([...searches, ...all.flatMap((one) => one.alone)]);
  return {
    pivots: [...all.flatMap(({ variants }) => variants), ...all.flatMap(({ versions }) => versions)],
    alone: rows.filter((row) => alone.has(row)),
  };
}

function ofVersions(rows: readonly RowView[], isSideBySide: boolean): Pivot[] {
  const lines = rows.map((view): PivotLine => {
    const on = new Map(versionLines([view]).map((line) => [line.version, line]));
    return { name: view.row.id, x: view.row.sweep?.value, on, any: view };
  });
  const hasBase = rows.some(({ base }) => base);
  return pivot(lines, {
    isOfVariants: false,
    isSideBySide,
    series: hasBase ? ["base", "head"] : ["head"],
    pairs: hasBase ? [{ own: "head", other: "base" }] : [],
  });
}

function ofVariants(rows: readonly RowView[], arms: View["report"]["run"]["arms"]): Pivot[] {
  const lines = [...groupBy(rows, ({ row }) => row.key)].map(([name = "", same]): PivotLine => {
    const heads = versionLines(same).filter(({ version }) => version === "head");
    const on = new Map(heads.map((line) => [line.view.row.variant ?? "", line]));
    return { name, x: same[0].row.sweep?.value, on, any: same[0] };
  });
  const present = new Set(rows.map(({ row }) => row.variant));
  const heads = arms.filter(({ side, variant }) => side === "head" && present.has(variant));
  return pivot(lines, {
    isOfVariants: true,
    isSideBySide: true,
    series: heads.flatMap(({ variant }) => variant ?? []),
    pairs: heads.flatMap(({ variant: own, reference: other }) =>
      own !== undefined && other !== undefined && present.has(other) ? [{ own, other }] : [],
    ),
  });
}

function pivot(lines: readonly PivotLine[], rest: Omit<Pivot, "sweep" | "group" | "lines">): Pivot[] {
  const [first] = lines;
  if (!first) return [];
  const { sweep, group, benchmark } = first.any.row;
  const sorted = lines.toSorted((a, b) => (a.x ?? 0) - (b.x ?? 0) || attempted(a) - attempted(b));
  return [{ ...rest, sweep: sweep && { benchmark, field: sweep.field, within: sweep.within }, group, lines: sorted }];
}

/** Calls of a line, for the order of lines at one x. */
function attempted({ any: { head, base } }: PivotLine): number {
  return (head ?? base)?.attempted ?? 0;
}

export function viewsOf({ lines }: Pivot): RowView[] {
  return lines.flatMap(({ on }) => [...on.values()].map(({ view }) => view));
}

/** Tests whether no call failed on some series. */
export function isClean({ on }: PivotLine, series: Iterable<string> = on.keys()): boolean {
  return [...series].every((one) => failuresOf(on.get(one)?.summary) === 0);
}

/** Colour in which a series is drawn; undefined for more than can be told apart. */
export function colourOf({ isOfVariants, series }: Pivot, one: string): SeriesColour | undefined {
  return isOfVariants ? seriesColours[series.indexOf(one)] : one === "base" ? "base" : "head";
}

/** The lines of a chart without those with errors, of several at one x that with most requests; notes name the others. */
export function drawnLines({ lines: all }: Pivot) {
  const clean = all.filter((line) => isClean(line));
  const lines = [...groupBy(clean, ({ x }) => x).values()].flatMap((same) => same.at(-1) ?? []);
  const errored = all.filter((line) => !clean.includes(line));
  const doubled = clean.filter((line) => !lines.includes(line));
  const note = (why: string, left: readonly PivotLine[]): Text[] => {
    const names = left.map(({ name }): Text => [{ name }]);
    return names.length > 0 ? [[why, ...firstOf(names, 5)]] : [];
  };
  return {
    lines,
    notes: [
      ...note("Omitted because of errors: ", errored),
      ...note("Omitted for a row with more requests at the same x: ", doubled),
    ],
  };
}
