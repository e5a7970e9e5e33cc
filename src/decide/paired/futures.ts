import type { Outlook } from "../../plan/outlook.ts";
import { seededRandom } from "../../stats/random.ts";
import type { TableRound } from "../../table/round.ts";
import { type Table, withRounds } from "../../table/table.ts";

/** Number of futures that are drawn … */
const count = 20;

/** … and how many of them have to decide. A decision that comes in one of four futures is seen in 98 of 100 runs. */
export const enoughFutures = 2;

/**
 * Rounds like those that a run goes on with: of a row that is called alone those that called it so, none where none has yet; else
 * those that measured rows while any row is open, and those that looked for leaks where these are all that is.
 */
export function roundsToDraw(
  { rounds, leakChecked }: Table,
  { open = [], leak, suspect }: Pick<Outlook, "open" | "leak" | "suspect">,
): readonly TableRound[] {
  const measures = ({ order }: TableRound) => Object.keys(order).length > 0;
  const called = (round: TableRound, isMeant: (rows: readonly string[]) => boolean) =>
    round.launches.some((launch) => isMeant(launch.leakChecked ?? []));
  if (suspect) return rounds.filter((round) => !measures(round) && called(round, ([row]) => row === suspect.row));
  const alike = rounds.filter((round) => {
    if (open.length > 0) return measures(round);
    return leak !== "last open" || called(round, (rows) => rows.length === leakChecked.length);
  });
  return alike.length > 0 ? alike : rounds;
}

/**
 * Draws several futures of a run after `more` rounds that are like those it is `drawn` from. What these show is
 * uncertain itself: each future first draws as many of them as there are (Efron's bootstrap), then its rounds from those. Rows
 * that are not `open` have no further rounds. The same record has the same futures.
 */
export function* futuresOf(table: Table, { more, open, drawn }: FutureOptions): Generator<Table, undefined> {
  const { rounds, seed } = table;
  const random = seededRandom(seed);
  const goesOn = new Set(open);
  const drawFrom = (some: readonly TableRound[], times: number) =>
    Array.from({ length: times }, () => some[Math.floor(random() * some.length)] ?? []).flat();
  const further = drawn.map((round) => onlyRows(round, goesOn));
  for (let made = 0; made < count; made++) {
    const alike = drawFrom(further, further.length);
    const toCome = drawFrom(alike, more).map((round, place) => ({ ...round, index: rounds.length + place }));
    yield withRounds(table, [...rounds, ...toCome]);
  }
}

interface FutureOptions {
  readonly more: number;
  readonly open: readonly string[];
  /** At least one. */
  readonly drawn: readonly TableRound[];
}

function onlyRows(round: TableRound, rows: ReadonlySet<string>): TableRound {
  const cells = [...round.cells].map(([arm, ofArm]) => {
    const open = [...ofArm].filter(([row]) => rows.has(row));
    return [arm, new Map(open)] as const;
  });
  return { ...round, cells: new Map(cells) };
}
