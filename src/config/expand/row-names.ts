import { type Load, paceOf } from "../../model/load.ts";
import type { Pace } from "../../model/loads/load-kind.ts";
import type { Row } from "../../plan/plan.ts";
import { isReserved } from "../../record/row-ids.ts";
import type { BenchmarkConfig } from "../schema/benchmark-fields.ts";
import type { Scalar } from "../schema/structure.ts";

/** A benchmark in which nothing but its load varies any more. */
export interface Cell {
  /** With the load of its variant. */
  readonly config: BenchmarkConfig;
  readonly values: Readonly<Record<string, Scalar>>;
  readonly variant: string | undefined;
  /** Alike on every variant. */
  readonly benchmark: string;
}

interface Draft {
  readonly cell: Cell;
  readonly load: Load;
  /** Place of its load in a list of several. */
  readonly pace?: Pace;
}

export type NamedRow = Pick<Row, "id" | "key" | "variant" | "benchmark" | "sweep" | "load"> & { readonly cell: Cell };

/** Names the rows of a benchmark by what tells them apart: values of the matrix, pace and extent of a case, the variant. */
export function nameRows(rows: readonly Draft[], { isCases }: { isCases: boolean }): NamedRow[] {
  const differ = (textOf: (load: Load) => string) => new Set(rows.map(({ load }) => textOf(load))).size > 1;
  const byPace = isCases && differ((load) => JSON.stringify(paceOf(load)));
  const byExtent = isCases && differ(extentOf);
  const field = sweptField(rows, { byPace });
  const seen = new Map<string, number>();
  return rows.map(({ cell, load, pace }) => {
    const { benchmark, values, variant } = cell;
    const shown = pace ?? (byPace ? paceOf(load) : undefined);
    // Such as `search size=10 @4 ×100`, alike on every variant.
    const name = [
      // A row that took a reserved id would take the place of the server.
      isReserved(benchmark) ? `row ${benchmark}` : benchmark,
      ...textsOf(values),
      ...(shown ? [`@${Number(shown.value.toPrecision(6))}${units[shown.field]}`] : []),
      ...(byExtent ? [extentOf(load)] : []),
    ].join(" ");
    const place = JSON.stringify([name, variant]);
    const nth = (seen.get(place) ?? 0) + 1;
    seen.set(place, nth);
    const key = nth > 1 ? `${name} #${nth}` : name;
    const sweep = pace ?? sweepOf({ cell, load }, field);
    return {
      id: variant === undefined ? key : `${key} [${variant}]`,
      key: variant === undefined ? undefined : key,
      variant,
      benchmark,
      sweep: sweep && { ...sweep, ...within(values, sweep.field) },
      load,
      cell,
    };
  });
}

const units = { concurrency: "", rate: "/s", sessions: " sessions" };

function textsOf(values: Cell["values"]): string[] {
  return Object.entries(values).map(([name, value]) => `${name}=${value}`);
}

function extentOf({ requests, durationMs = 0 }: Load): string {
  return requests === undefined ? `for ${durationMs / 1000}s` : `×${requests}`;
}

/** The field along which rows are drawn: the pace of cases, or the last of the matrix that has several numbers. */
function sweptField(rows: readonly Draft[], { byPace }: { byPace: boolean }): string | undefined {
  const fields = new Set(rows.map(({ load }) => paceOf(load)?.field));
  if (byPace && fields.size === 1) return [...fields][0];
  const names = Object.keys(rows[0]?.cell.values ?? {});
  return names.findLast((name) => {
    const values = new Set(rows.map(({ cell }) => cell.values[name]));
    return values.size > 1 && [...values].every((value) => typeof value === "number");
  });
}

function sweepOf({ cell: { values }, load }: Draft, field: string | undefined): Row["sweep"] {
  if (field === undefined) return undefined;
  const pace = paceOf(load);
  const value = pace?.field === field && !(field in values) ? pace.value : values[field];
  return typeof value === "number" ? { field, value } : undefined;
}

function within(values: Cell["values"], field: string): { within?: string } {
  const { [field]: _, ...others } = values;
  return Object.keys(others).length > 0 ? { within: textsOf(others).join(" ") } : {};
}
