import type { RunRecord } from "./record.ts";

/** What a record says that cannot be: its parts have the right shape, and yet do not belong together. Undefined where all fits. */
export function contradictionIn({ arms, rows, rounds }: RunRecord): string | undefined {
  const armIds = arms.map(({ id }) => id);
  const rowIds = rows.map(({ id }) => id);
  const launches = rounds.flatMap((round) => round.launches.map((launch) => ({ ...launch, round: round.index })));
  const known = { arms: new Set(armIds), rows: new Set(rowIds) };
  const stranger = launches.find(({ arm }) => !known.arms.has(arm));
  const measured = launches.map(({ measurements }) => measurements.map(({ row }) => row));
  const lost = measured.flat().find((row) => !known.rows.has(row));
  const twice = repeated(armIds) ?? repeated(rowIds) ?? measured.map(repeated).find((row) => row !== undefined);
  if (stranger) return `round ${stranger.round} has a launch of ${JSON.stringify(stranger.arm)}, which is no arm of it`;
  if (lost !== undefined) return `it has figures of ${JSON.stringify(lost)}, which is no row of it`;
  return twice === undefined ? undefined : `${JSON.stringify(twice)} is there twice`;
}

function repeated(names: readonly string[]): string | undefined {
  const seen = new Set<string>();
  return names.find((name) => seen.size === seen.add(name).size);
}
