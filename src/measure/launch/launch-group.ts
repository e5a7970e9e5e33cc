import { launchValues, withValues } from "../../plan/placeholders.ts";
import type { Arm, Row } from "../../plan/plan.ts";
import { groupBy } from "../../stats/group-by.ts";

/** One row on each of its variants: measured together, in turns. */
export interface RowSet {
  readonly key: string;
  /** At least one; of each variant at most one. */
  readonly rows: readonly Row[];
}

/** Rows that share the launches of a round, in the order of the plan. */
export interface LaunchGroup {
  /** Purpose of the launches; absent for those that serve all rows without launches of their own. */
  readonly purpose?: string;
  /** True: one arm after another, for servers that cannot coexist. */
  readonly oneByOne: boolean;
  /** Launches of every arm. */
  readonly processes: number;
  /** Those that have a row here, ready to be launched. */
  readonly arms: readonly Arm[];
  readonly sets: readonly RowSet[];
}

/** The row that an arm measures of a set. */
export function rowOn({ rows }: RowSet, { variant }: Pick<Arm, "variant">): Row | undefined {
  return rows.find((row) => row.variant === variant);
}

export function launchGroups(rows: readonly Row[], arms: readonly Arm[]): LaunchGroup[] {
  const needed = [...new Set(arms.flatMap(({ launch }) => launchValues(launch)))];
  const groups = groupBy(rows, (row) => JSON.stringify(sharing(row, needed)));
  return [...groups.values()].flatMap((members) => {
    const [first] = members;
    return first ? [groupOf(members, { like: sharing(first, needed), arms })] : [];
  });
}

/** Rows whose launches serve all that do not ask otherwise, and where arms live side by side. */
export function sharedRows(rows: readonly Row[], arms: readonly Arm[]): Row[] {
  return launchGroups(rows, arms)
    .filter(isShared)
    .flatMap(({ sets }) => sets.flatMap((set) => set.rows));
}

/** Tests whether its launches serve all rows without launches of their own, and arms run side by side. */
export function isShared({ purpose, oneByOne }: LaunchGroup): boolean {
  return purpose === undefined && !oneByOne;
}

/** The launches of one round: groups with a row that it measures, and those that show how the server starts. */
export function groupsOfRound(groups: readonly LaunchGroup[], rows: readonly Row[]): LaunchGroup[] {
  const hasShared = groups.some(({ purpose }) => purpose === undefined);
  const left = groups.map((group) => ({ ...group, sets: group.sets.flatMap((set) => among(set, rows)) }));
  return left.filter(({ sets, purpose }) => sets.length > 0 || (hasShared ? purpose === undefined : rows.length === 0));
}

function among({ key, rows }: RowSet, measured: readonly Row[]): RowSet[] {
  const kept = rows.filter((row) => measured.includes(row));
  return kept.length > 0 ? [{ key, rows: kept }] : [];
}

/** Returns the key that two rows share where one launch can serve both. */
function sharing({ setup, key, id }: Row, needed: readonly string[]) {
  const { isolate = "none", processes = 1, values = {} } = setup ?? {};
  return {
    oneByOne: isolate === "launch",
    processes,
    values: Object.fromEntries(Object.entries(values).filter(([name]) => needed.includes(name))),
    row: isolate === "row" ? (key ?? id) : undefined,
  };
}

function groupOf(
  rows: readonly Row[],
  { like, arms }: { like: ReturnType<typeof sharing>; arms: readonly Arm[] },
): LaunchGroup {
  const { oneByOne, processes, values, row } = like;
  const variants = new Set(rows.map(({ variant }) => variant));
  const settings = Object.entries(values).map(([name, value]) => `${name}=${value}`);
  const purpose = row ?? settings.join(" ");
  return {
    ...(purpose === "" ? {} : { purpose }),
    oneByOne,
    processes,
    arms: arms
      .filter(({ variant }) => variants.has(variant))
      .map((arm) => (settings.length === 0 ? arm : { ...arm, launch: withValues(arm.launch, values) })),
    sets: [...groupBy(rows, ({ key, id }) => key ?? id)].map(([key, ofKey]) => ({ key, rows: ofKey })),
  };
}
