import type { PassInput } from "../../../measure/pass.ts";
import type { Row } from "../../../plan/plan.ts";
import type { ProfileKind } from "../../../record/profile.ts";
import { isServerRow, serverVariant } from "../../../record/row-ids.ts";
import { explainingKind } from "../profile/explaining-kind.ts";

/** Subject of a profile: a row, or the start-up of the server, for which any row of its variant will do. */
export interface Target {
  readonly row: Row;
  readonly kind: ProfileKind;
}

/** More are rarely looked at, and each takes as long as some rounds. */
const mostRegressed = 3;

/** One that leaks is mostly the one that was changed. */
const mostLeaking = 1;

/** Each takes some ten seconds. */
const mostTargets = 16;

/** Returns what is worth a profile among the gates that failed, the worst first and leaks last; each row and kind once. */
export function regressedTargets(regressed: PassInput["regressed"], rows: readonly Row[]): Target[] {
  const found = regressed.flatMap(({ row: id, metric }): Target[] => {
    const kind = explainingKind(metric);
    const row =
      isServerRow(id) && kind !== "memory"
        ? rows.find(({ variant }) => variant === serverVariant(id))
        : rows.find((one) => one.id === id);
    return row && kind ? [{ row, kind }] : [];
  });
  const all = unique(found);
  return [
    ...all.filter(({ kind }) => kind !== "memory").slice(0, mostRegressed),
    ...all.filter(({ kind }) => kind === "memory").slice(0, mostLeaking),
  ];
}

/** Every row, then the start-up of each variant; those that regressed before the others. */
export function allTargets(rows: readonly Row[], worst: readonly Target[]): Target[] {
  const firsts = rows.filter((row, place) => rows.findIndex(({ variant }) => variant === row.variant) === place);
  const all = [
    ...worst,
    ...rows.map((row): Target => ({ row, kind: "time" })),
    ...firsts.map((row): Target => ({ row, kind: "start-up" })),
  ];
  return unique(all).slice(0, mostTargets);
}

function unique(targets: readonly Target[]): Target[] {
  const keyOf = ({ kind, row: { id, variant } }: Target) => JSON.stringify([kind, kind === "start-up" ? variant : id]);
  return [...new Map(targets.map((target) => [keyOf(target), target])).values()];
}

/** About how long so many targets take. */
export function profilesMs(targets: number, timeBudgetMs: number | undefined): number {
  return Math.min(targets * expectedOfTargetMs, largestShare * (timeBudgetMs ?? Number.POSITIVE_INFINITY));
}

const expectedOfTargetMs = 12_000;

/** The most of the time budget that is kept for this: a run with a regression fails whatever else it finds. Of 20 s a busy machine takes as much. */
const largestShare = 0.4;
