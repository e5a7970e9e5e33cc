import { type Load, paceOf } from "../../model/load.ts";
import type { Pace } from "../../model/loads/load-kind.ts";
import type { Row } from "../../plan/plan.ts";
import { isReserved } from "../../record/row-ids.ts";
import type { Scalar } from "../schema/cells.ts";

/** A row before it has its name. */
interface Unnamed {
  readonly benchmark: string;
  readonly values: Readonly<Record<string, Scalar>>;
  readonly variant: string | undefined;
  readonly load: Load;
  /** Place of its load in a list of several. */
  readonly pace?: Pace | undefined;
}

/** Parts of a row's name: its benchmark, and the values that distinguish it. */
interface RowName extends Pick<Unnamed, "benchmark" | "values"> {
  readonly pace: Pace | undefined;
  /** Length of a case. */
  readonly extent: string | undefined;
  /** Among those that nothing else tells apart, from 1. */
  readonly nth: number;
}

export type NamedRow = Pick<Row, "id" | "key" | "variant" | "benchmark" | "sweep">;

/** Names the rows of a benchmark by what tells them apart: values of the matrix, pace and extent of a case, the variant. */
export function nameRows<Draft extends Unnamed>(
  rows: readonly Draft[],
  { isCases }: { isCases: boolean },
): { draft: Draft; name: NamedRow }[] {
  const paces = new Set(rows.map(({ load }) => JSON.stringify(paceOf(load))));
  const extents = new Set(rows.map(({ load }) => extentOf(load)));
  const byPace = isCases && paces.size > 1;
  const byExtent = isCases && extents.size > 1;
  const field = sweptField(rows, { byPace });
  const seen = new Map<string, number>();
  return rows.map((row) => {
    const { benchmark, values, variant, load } = row;
    const first: RowName = {
      benchmark,
      values,
      pace: row.pace ?? (byPace ? paceOf(load) : undefined),
      extent: byExtent ? extentOf(load) : undefined,
      nth: 1,
    };
    const place = JSON.stringify([keyOf(first), variant]);
    const nth = (seen.get(place) ?? 0) + 1;
    seen.set(place, nth);
    const key = keyOf({ ...first, nth });
    const sweep = row.pace ?? sweepOf(row, field);
    const name: NamedRow = {
      id: variant === undefined ? key : `${key} [${variant}]`,
      key: variant === undefined ? undefined : key,
      variant,
      benchmark,
      sweep: sweep && { ...sweep, ...within(row, sweep.field) },
    };
    return { draft: row, name };
  });
}

/** Such as `search size=10 @4 ×100 #2`, alike on every variant. */
function keyOf({ benchmark, values, pace, extent, nth }: RowName): string {
  return [
    // A row that took a reserved id would take the place of the server.
    isReserved(benchmark) ? `row ${benchmark}` : benchmark,
    ...Object.entries(values).map(([name, value]) => `${name}=${value}`),
    ...(pace ? [`@${Number(pace.value.toPrecision(6))}${units[pace.field]}`] : []),
    ...(extent === undefined ? [] : [extent]),
    ...(nth > 1 ? [`#${nth}`] : []),
  ].join(" ");
}

const units = { concurrency: "", rate: "/s", sessions: " sessions" };

function extentOf({ requests, durationMs = 0 }: Load): string {
  return requests === undefined ? `for ${durationMs / 1000}s` : `×${requests}`;
}

/** The field along which rows are drawn: the pace of cases, or the last of the matrix that has several numbers. */
function sweptField(rows: readonly Unnamed[], { byPace }: { byPace: boolean }): string | undefined {
  const fields = new Set(rows.map(({ load }) => paceOf(load)?.field));
  if (byPace && fields.size === 1) return [...fields][0];
  const names = Object.keys(rows[0]?.values ?? {});
  return names.findLast((name) => {
    const values = new Set(rows.map(({ values }) => values[name]));
    return values.size > 1 && [...values].every((value) => typeof value === "number");
  });
}

function sweepOf({ load, values }: Unnamed, field: string | undefined): Row["sweep"] {
  if (field === undefined) return undefined;
  const pace = paceOf(load);
  const value = pace?.field === field && !(field in values) ? pace.value : values[field];
  return typeof value === "number" ? { field, value } : undefined;
}

function within({ values }: Unnamed, field: string): { within?: string } {
  const others = Object.entries(values).filter(([name]) => name !== field);
  return others.length > 0 ? { within: others.map(([name, value]) => `${name}=${value}`).join(" ") } : {};
}
