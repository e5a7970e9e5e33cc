import { everyRow } from "../record/row-ids.ts";
import { type Bounds, boundsByRow, referenceOf } from "./bounds.ts";
import type { Arm, Plan, Row } from "./plan.ts";
import type { Threshold } from "./threshold.ts";

/**
 * The plan of head under what base's configuration says. Head says what is measured, in both commits alike; base says what
 * is allowed, and how long is measured, since the configuration of a pull request is written by its author. What head's configuration changed is
 * measured all the same, but is advisory. `warnings` tell what a reader would not expect.
 */
export function trustBase(head: Plan, base: Plan): { readonly plan: Plan; readonly warnings: readonly string[] } {
  const boundsOfRow = boundsByRow(base);
  const overruled = head.rows.filter((row) => differ(row.thresholds, boundsOfRow(row.id)));
  const removed = base.rows.filter(({ id }) => !head.rows.some((row) => row.id === id));
  const server = differ(head.serverThresholds, base.serverThresholds);
  const arms = head.arms.map((arm) => boundAs(arm, base));
  const rebound = arms.filter((arm) => !head.arms.includes(arm));
  const rows = head.rows.map((row) =>
    withRoundsOf(base, { ...row, thresholds: boundsOfRow(row.id) ?? row.thresholds }),
  );
  const lengthDiffers =
    JSON.stringify(lengthOf(head)) !== JSON.stringify(lengthOf(base)) ||
    rows.some(({ rounds }, index) => rounds !== head.rows[index]?.rounds);
  const { soakMs: _soak, soakWrites: _writes, ...rest } = head;
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
    },
    warnings: [
      ...(names.length > 0
        ? [`this commit changes thresholds (${names.join(", ")}); those of the base commit hold until it is merged`]
        : []),
      ...(lengthDiffers
        ? ["this commit changes rounds, time budget or soak; those of the base commit hold until it is merged"]
        : []),
      ...(removed.length > 0 && !head.discover
        ? [`this commit no longer measures ${removed.map(({ id }) => id).join(", ")}, which the base commit does`]
        : []),
    ],
  };
}

/** What decides how much evidence a run can gather: too little of it is never a regression. */
function lengthOf({ rounds, soakMs, soakWrites }: Plan): Pick<Plan, "rounds" | "soakMs" | "soakWrites"> {
  return { rounds, ...(soakMs === undefined ? {} : { soakMs }), ...(soakWrites ? { soakWrites } : {}) };
}

function withRoundsOf(base: Plan, row: Row): Row {
  const known = base.rows.find(({ id }) => id === row.id);
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
