import type { Outlook } from "../../plan/outlook.ts";
import type { Plan } from "../../plan/plan.ts";

/** Rounds with a leak check where no decision says how many it takes: without a base arm, and of a fixed number. */
const checkedRounds = { alone: 3, fixed: 12 };

/** Rounds in which gates can be decided, until it is known how many gates there are. */
const usuallyFewest = 14;

/** State of a run when the leak check of a round is due. */
interface RunSoFar extends Pick<Outlook, "leak" | "fewest" | "suspect"> {
  /** Rounds that are over, and leak checks. */
  readonly done: number;
  readonly checked: number;
  readonly elapsedMs: number;
  /** Time of a round without its check; 0 until one is over. */
  readonly roundMs: number;
  /** All checks so far. */
  readonly checksMs: number;
}

/**
 * About the longest that the leak check of a round may take; 0: none is made. Beside other open gates checks have their share
 * of the run, which the first may overdraw so that there is a gate at all, and leave the time budget room for as many rounds as
 * the others need. Where calls look as if they kept memory, no share holds them up. Once memory is all that is open, or a row
 * is suspected, they have what is left.
 */
export function leakCheckMs(
  { arms, rounds, leakCheck }: Pick<Plan, "arms" | "rounds" | "leakCheck">,
  { done, checked, leak = "open", suspect, fewest = usuallyFewest, elapsedMs, roundMs, checksMs }: RunSoFar,
): number {
  const { longestMs, share } = leakCheck ?? { longestMs: 0 };
  if (!arms.some(({ side }) => side === "base")) return done < checkedRounds.alone ? longestMs : 0;
  const isFixed = rounds.kind === "fixed";
  if (isFixed ? checked >= checkedRounds.fixed : leak === "decided" && !suspect) return 0;
  const leftMs = (rounds.timeBudgetMs ?? Number.POSITIVE_INFINITY) - elapsedMs;
  if (!isFixed && (leak === "last open" || suspect)) return Math.max(0, Math.min(longestMs, leftMs));
  const roundsLeft = Math.max(0, (isFixed ? rounds.min : fewest) - done - 1);
  const isLimited = share !== undefined && checked > 0 && leak !== "beyond";
  const shareMs = isLimited ? (share * elapsedMs - checksMs) / (1 - share) : longestMs;
  return Math.max(0, Math.min(longestMs, shareMs, leftMs - roundsLeft * roundMs));
}

/** About how long a round of so many ms takes with its leak check, as long as the gate on memory is open. */
export function checkedRoundMs(roundMs: number, { leakCheck }: Pick<Plan, "leakCheck">): number {
  const { longestMs, share } = leakCheck ?? { longestMs: 0 };
  return roundMs + Math.min(longestMs, share === undefined ? longestMs : (share * roundMs) / (1 - share));
}
