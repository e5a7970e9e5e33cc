import type { RunRecord } from "../record/record.ts";
import { everyRow } from "../record/row-ids.ts";
import type { Arm, Plan, Row } from "./plan.ts";
import { ofLoad, type Threshold } from "./threshold.ts";

/** All thresholds of a plan, or of a configuration without its files and servers: those of the base commit hold. */
export interface Bounds {
  readonly rows: readonly Pick<Row, "id" | "benchmark" | "thresholds">[];
  /** Of a row that has none of its own. */
  readonly defaultThresholds: readonly Threshold[];
  readonly serverThresholds: readonly Threshold[];
  readonly arms: readonly BoundArm[];
}

/** Of an arm, what binds it to another variant. */
interface BoundArm {
  readonly variant?: string | undefined;
  readonly reference?: string | undefined;
  readonly thresholds?: readonly Threshold[] | undefined;
}

/** Bounds of a row by its id; undefined where it has none of its own. */
function boundsByRow({ rows }: Bounds): (id: string) => readonly Threshold[] | undefined {
  const known = new Map(rows.map(({ id, thresholds }) => [id, thresholds]));
  return (id) => known.get(id);
}

/** What binds a variant of head to another; undefined where nothing does. */
function referenceOf(
  { arms }: Bounds,
  { variant }: { readonly variant?: string | undefined },
): { readonly reference: string; readonly thresholds?: Threshold[] } | undefined {
  const bound = arms.find((arm) => variant !== undefined && arm.variant === variant);
  if (bound?.reference === undefined) return undefined;
  const { reference, thresholds } = bound;
  return { reference, ...(thresholds === undefined ? {} : { thresholds: [...thresholds] }) };
}

/**
 * The plan of head under what base's configuration says. Head says what is measured, in both commits alike; base says what
 * is allowed, and how long is measured, since the configuration of a pull request is written by its author. What head's configuration changed is
 * measured all the same, but is advisory. `warnings` tell what a reader would not expect.
 */
export function trustBase(head: Plan, base: Plan): { readonly plan: Plan; readonly warnings: readonly string[] } {
  const boundsOfRow = boundsByRow(base);
  const overruled = head.rows.filter((row) => differ(row.thresholds, boundsOfRow(row.id)));
  const ids = new Set(head.rows.map(({ id }) => id));
  const removed = base.rows.filter(({ id }) => !ids.has(id));
  const server = differ(head.serverThresholds, base.serverThresholds);
  const arms = head.arms.map((arm) => boundAs(arm, base));
  const rebound = arms.filter((arm) => !head.arms.includes(arm));
  const known = new Map(base.rows.map((row) => [row.id, row]));
  const rows = head.rows.map((row) =>
    withRoundsOf(known.get(row.id), { ...row, thresholds: boundsOfRow(row.id) ?? row.thresholds }),
  );
  const lengthDiffers =
    JSON.stringify(lengthOf(head)) !== JSON.stringify(lengthOf(base)) ||
    rows.some(({ rounds }, index) => rounds !== head.rows[index]?.rounds);
  const { leakCheck: _leakCheck, ...rest } = head;
  const names = [
    ...overruled.map(({ id }) => id),
    ...new Set(rebound.map(({ variant }) => `variant ${variant}`)),
    ...(server ? ["the server"] : []),
  ];
  return {
    plan: {
      ...rest,
      ...lengthOf(base),
      arms,
      rows,
      serverThresholds: base.serverThresholds,
      defaultThresholds: base.defaultThresholds,
      advisory: advisory(head, base),
      ...(names.length > 0 ? { overruled: true } : {}),
    },
    warnings: [
      ...(names.length > 0
        ? [`this commit changes thresholds (${names.join(", ")}); those of the base commit hold until it is merged`]
        : []),
      ...(lengthDiffers
        ? ["this commit changes rounds, time budget or leak check; those of the base commit hold until it is merged"]
        : []),
      ...(removed.length > 0 && !head.discover
        ? [`this commit no longer measures ${removed.map(({ id }) => id).join(", ")}, which the base commit does`]
        : []),
    ],
  };
}

/**
 * The record under bounds that its measurer could not touch, in place of its own: those of the base commit's configuration.
 * Benchmarks that have bounds and were not measured are warned about.
 */
export function withBounds(record: RunRecord, bounds: Bounds): RunRecord {
  const boundsOfRow = boundsByRow(bounds);
  const measured = new Set(record.rows.map(({ benchmark }) => benchmark));
  const missing = [...new Set(bounds.rows.map(({ benchmark }) => benchmark))].filter((name) => !measured.has(name));
  return {
    ...record,
    // What does not decide is for base to say as well.
    advisory: {},
    serverThresholds: [...bounds.serverThresholds],
    arms: record.arms.map(({ thresholds: _own, ...arm }) => ({ ...arm, ...referenceOf(bounds, arm) })),
    rows: record.rows.map((row) => ({
      ...row,
      thresholds: [...(boundsOfRow(row.id) ?? ofLoad(bounds.defaultThresholds, row.load))],
    })),
    warnings: [
      ...record.warnings,
      ...missing.map((name) => `${name} is a benchmark of the base branch, but was not measured`),
    ],
  };
}

/** What decides how much evidence a run can gather: too little of it is never a regression. */
function lengthOf({ rounds, leakCheck }: Plan): Pick<Plan, "rounds" | "leakCheck"> {
  return { rounds, ...(leakCheck ? { leakCheck } : {}) };
}

function withRoundsOf(known: Row | undefined, row: Row): Row {
  if (!known || known.rounds === row.rounds) return row;
  const { rounds: _own, ...rest } = row;
  return known.rounds === undefined ? rest : { ...rest, rounds: known.rounds };
}

/** An arm with the bounds that base's configuration sets on it against another variant; itself where it has these. */
function boundAs(arm: Arm, base: Bounds): Arm {
  const bound = referenceOf(base, arm);
  if (bound === undefined) return arm;
  if (bound.reference === arm.reference && !differ(arm.thresholds ?? [], bound.thresholds ?? [])) return arm;
  const { thresholds: _own, ...rest } = arm;
  return { ...rest, ...bound };
}

function advisory(head: Plan, base: Plan): Record<string, string> {
  if (head.serverHash !== base.serverHash) return { [everyRow]: "this commit changes how the server is started" };
  if (head.discover) {
    const same = base.discover && JSON.stringify(head.defaults) === JSON.stringify(base.defaults);
    return same ? {} : { [everyRow]: "this commit changes what is measured" };
  }
  const known = new Map(base.rows.map((row) => [row.id, row]));
  const why = (row: Row): string | undefined => {
    const before = known.get(row.id);
    if (!before) return "this commit adds it to the configuration";
    return before.configHash === row.configHash ? undefined : "this commit changes its configuration";
  };
  return Object.fromEntries(
    head.rows.flatMap((row) => {
      const reason = why(row);
      return reason === undefined ? [] : [[row.id, reason]];
    }),
  );
}

function differ(one: readonly Threshold[], other: readonly Threshold[] | undefined): boolean {
  const normal = (list: readonly Threshold[]) =>
    list.map(({ metric, level, text }) => `${metric} ${level} ${text}`).sort();
  return other !== undefined && JSON.stringify(normal(one)) !== JSON.stringify(normal(other));
}
