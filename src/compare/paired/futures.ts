import type { Outlook } from "../../plan/outlook.ts";
import type { RecordRound, RunRecord } from "../../record/record.ts";
import { seededRandom } from "../../stats/random.ts";

/** Number of futures that are drawn … */
const count = 20;

/** … and how many of them have to decide. A decision that comes in one of four futures is seen in 98 of 100 runs. */
export const enoughFutures = 2;

/**
 * Rounds like those that a run goes on with: of a row that is called alone those that called it so, none where none has yet; else
 * those that measured rows while any row is open, and those that looked for leaks where these are all that is.
 */
export function roundsToDraw(
  { rounds }: RunRecord,
  { open = [], leak, suspect }: Pick<Outlook, "open" | "leak" | "suspect">,
): readonly RecordRound[] {
  const measures = ({ order }: RecordRound) => Object.keys(order).length > 0;
  const called = ({ launches }: RecordRound) => launches.map(({ soaked = [] }) => soaked);
  if (suspect) return rounds.filter((round) => !measures(round) && called(round).some(([row]) => row === suspect.row));
  const measuring = rounds.filter(measures);
  if (open.length > 0 && measuring.length > 0) return measuring;
  const most = Math.max(1, ...rounds.flatMap(called).map(({ length }) => length));
  const checks = rounds.filter((round) => called(round).some(({ length }) => length === most));
  return leak === "last open" && checks.length > 0 ? checks : rounds;
}

/**
 * Draws several futures of a run after `more` rounds that are like those it is `drawn` from. What these show is
 * uncertain itself: each future first draws how often each of them would come (Rubin, "The Bayesian bootstrap", Annals
 * of Statistics 9, 1981), then rounds by these shares. Rows that are not `open` have no further rounds. The same record
 * has the same futures.
 */
export function* futuresOf(record: RunRecord, { more, open, drawn }: FutureOptions): Generator<RunRecord, undefined> {
  const { rounds, seed } = record;
  const random = seededRandom(seed);
  const goesOn = new Set(open);
  const further = drawn.map((round) => onlyRows(round, goesOn));
  for (let made = 0; made < count; made++) {
    const shares = sharesOf(further, random);
    const toCome = Array.from({ length: more }, (_, place) => ({
      ...draw(shares, random),
      index: rounds.length + place,
    }));
    yield { ...record, rounds: [...rounds, ...toCome] };
  }
}

interface FutureOptions {
  readonly more: number;
  readonly open: readonly string[];
  /** At least one. */
  readonly drawn: readonly RecordRound[];
}

interface Share {
  readonly round: RecordRound;
  /** Its share and those of the rounds before it. */
  readonly upTo: number;
}

function sharesOf(rounds: readonly RecordRound[], random: () => number): Share[] {
  let upTo = 0;
  return rounds.map((round) => {
    upTo -= Math.log(1 - random());
    return { round, upTo };
  });
}

function draw(shares: readonly Share[], random: () => number): RecordRound {
  const drawn = random() * (shares.at(-1)?.upTo ?? 0);
  const found = shares.find(({ upTo }) => drawn <= upTo);
  if (!found) throw new RangeError("there is no future without a round");
  return found.round;
}

function onlyRows(round: RecordRound, rows: ReadonlySet<string>): RecordRound {
  const launches = round.launches.map((launch) => ({
    ...launch,
    measurements: launch.measurements.filter(({ row }) => rows.has(row)),
  }));
  return { ...round, launches };
}
