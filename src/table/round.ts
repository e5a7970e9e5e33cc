import { RowReading } from "../metrics/reading.ts";
import type { RecordLaunch, RecordRound } from "../record/record.ts";
import { groupBy } from "../stats/group-by.ts";

/** A launch without what it measured of rows: that stands in the cells. */
export type TableLaunch = Omit<RecordLaunch, "measurements">;

export interface TableRound extends Omit<RecordRound, "launches"> {
  readonly launches: readonly TableLaunch[];
  /** Measurements by arm and row. */
  readonly cells: ReadonlyMap<string, ReadonlyMap<string, RowReading>>;
}

/** Kept as long as the round is, which does not change in a record: a growing run is tabulated after each of its rounds. */
const known = new WeakMap<RecordRound, TableRound>();

export function tableRound(round: RecordRound): TableRound {
  const found = known.get(round) ?? { ...round, cells: cellsOf(round) };
  known.set(round, found);
  return found;
}

function cellsOf({ launches }: RecordRound): TableRound["cells"] {
  const ofArms = groupBy(launches, ({ arm }) => arm);
  return new Map(
    [...ofArms].map(([arm, own]) => {
      const measured = groupBy(
        own.flatMap(({ measurements }) => measurements),
        ({ row }) => row,
      );
      return [arm, new Map([...measured].map(([row, measurements]) => [row, new RowReading(measurements)]))];
    }),
  );
}
