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
  const called = ({ launches }: TableRound) => launches.map(({ leakChecked = [] }) => leakChecked);
  if (suspect) return rounds.filter((round) => !measures(round) && called(round).some(([row]) => row === suspect.row));
  const measuring = rounds.filter(measures);
  if (open.length > 0 && measuring.length > 0) return measuring;
  const most = Math.max(1, leakChecked.length);
  const checks = rounds.filter((round) => called(round).some(({ length }) => length === most));
  return leak === "last open" && checks.length > 0 ? checks : rounds;
}

/**
 * Draws several futures of a run after `more` rounds that are like those it is `drawn` from. What these show is
 * uncertain itself: each future first draws how often each of them would come (Rubin, "The Bayesian bootstrap", Annals
 * of Statistics 9, 1981), then rounds by these shares. Rows that are not `open` have no further rounds. The same record
 * has the same futures.
 */
export function* futuresOf(table: Table, { more, open, drawn }: FutureOptions): Generator<Table, undefined> {
  const { rounds, seed } = table;
  const random = seededRandom(seed);
  const goesOn = new Set(open);
  const further = drawn.map((round) => onlyRows(round, goesOn));
  for (let made = 0; made < count; made++) {
    const shares = sharesOf(further, random);
    const toCome = Array.from({ length: more }, (_, place) => ({
      ...draw(shares, random),
      index: rounds.length + place,
    }));
    yield withRounds(table, [...rounds, ...toCome]);
  }
}

interface FutureOptions {
  readonly more: number;
  readonly open: readonly string[];
  /** At least one. */
  readonly drawn: readonly TableRound[];
}

interface Share {
  readonly round: TableRound;
  /** Its share and those of the rounds before it. */
  readonly upTo: number;
}

function sharesOf(rounds: readonly TableRound[], random: () => number): Share[] {
  let upTo = 0;
  return rounds.map((round) => {
    upTo -= Math.log(1 - random());
    return { round, upTo };
  });
}

function draw(shares: readonly Share[], random: () => number): TableRound {
  const drawn = random() * (shares.at(-1)?.upTo ?? 0);
  const found = shares.find(({ upTo }) => drawn <= upTo);
  if (!found) throw new RangeError("there is no future without a round");
  return found.round;
}

function onlyRows(round: TableRound, rows: ReadonlySet<string>): TableRound {
  const cells = [...round.cells].map(([arm, ofArm]) => {
    const open = [...ofArm].filter(([row]) => rows.has(row));
    return [arm, new Map(open)] as const;
  });
  return { ...round, cells: new Map(cells) };
}
