import type { Row } from "../../plan/plan.ts";
import type { Load } from "../../plan/workload.ts";
import { isReserved } from "../../record/row-ids.ts";
import type { Scalar } from "../schema/cells.ts";

/** A row before it has its name. */
export interface Draft {
  readonly row: Row;
  readonly values: Readonly<Record<string, Scalar>>;
  readonly variant: string | undefined;
  /** What its load's own sweep adds to the name, such as ` @10`. */
  readonly suffix: string;
}

/** Adds to each name what tells its row apart: values of the matrix, concurrency and requests of a case, the variant. */
export function named(drafts: readonly Draft[], { isCases }: { isCases: boolean }): Row[] {
  const paces = new Set(drafts.map(({ row }) => JSON.stringify(paceOf(row.load))));
  const extents = new Set(drafts.map(({ row }) => extentOf(row.load)));
  const base = ({ row, values, suffix }: Draft): string => {
    const parts = Object.entries(values).map(([name, value]) => ` ${name}=${value}`);
    const at = isCases && suffix === "" && paces.size > 1 ? paceText(row.load) : suffix;
    const times = isCases && extents.size > 1 ? extentOf(row.load) : "";
    return `${unreserved(row.benchmark)}${parts.join("")}${at}${times}`;
  };
  const field = sweptField(drafts, { isPaced: isCases && paces.size > 1 });
  const seen = new Map<string, number>();
  return drafts.map((draft) => {
    const { row, variant } = draft;
    const plain = base(draft);
    const place = JSON.stringify([plain, variant]);
    const times = (seen.get(place) ?? 0) + 1;
    seen.set(place, times);
    const key = times === 1 ? plain : `${plain} #${times}`;
    const sweep = row.sweep ?? sweepOf(draft, field);
    return {
      ...row,
      id: variant === undefined ? key : `${key} [${variant}]`,
      ...(variant === undefined ? {} : { key, variant }),
      ...(sweep ? { sweep: { ...sweep, ...within(draft, sweep.field) } } : {}),
    };
  });
}

/** What a load without batches is best known by. */
function paceOf(load: Load): { readonly field: "concurrency" | "rate"; readonly value: number } | undefined {
  if (load.kind === "batch") return undefined;
  return load.kind === "open"
    ? { field: "rate", value: load.ratePerSecond }
    : { field: "concurrency", value: load.concurrency };
}

function paceText(load: Load): string {
  const pace = paceOf(load);
  if (!pace) return "";
  return pace.field === "rate" ? ` @${Number(pace.value.toPrecision(6))}/s` : ` @${pace.value}`;
}

function extentOf({ requests, durationMs = 0 }: Load): string {
  return requests === undefined ? ` for ${durationMs / 1000}s` : ` ×${requests}`;
}

/** The field along which rows are drawn: the pace of cases, or the last of the matrix that has several numbers. */
function sweptField(drafts: readonly Draft[], { isPaced }: { isPaced: boolean }): string | undefined {
  const fields = new Set(drafts.map(({ row }) => paceOf(row.load)?.field));
  if (isPaced && fields.size === 1) return [...fields][0];
  const names = Object.keys(drafts[0]?.values ?? {});
  return names.findLast((name) => {
    const values = new Set(drafts.map(({ values }) => values[name]));
    return values.size > 1 && [...values].every((value) => typeof value === "number");
  });
}

function sweepOf({ row, values }: Draft, field: string | undefined): Row["sweep"] {
  if (field === undefined) return undefined;
  const pace = paceOf(row.load);
  const value = pace?.field === field && !(field in values) ? pace.value : values[field];
  return typeof value === "number" ? { field, value } : undefined;
}

function within({ values }: Draft, field: string): { within?: string } {
  const others = Object.entries(values).filter(([name]) => name !== field);
  return others.length > 0 ? { within: others.map(([name, value]) => `${name}=${value}`).join(" ") } : {};
}

/** A row that took a reserved id could make every threshold of a run advisory, or take the place of the server's. */
function unreserved(benchmark: string): string {
  return isReserved(benchmark) ? `row ${benchmark}` : benchmark;
}
