import type { Outlook } from "../../plan/outlook.ts";
import type { Plan } from "../../plan/plan.ts";

/** Rounds with a leak check where no decision says how many it takes: without a base arm, and of a fixed number. */
const checkedRounds = { alone: 3, fixed: 12 };

/** Where a leak is hard to tell, the most of the time so far that checks may take from the other gates. */
const largestShare = 0.25;

/** Rounds in which gates can be decided, until it is known how many gates there are. */
const usuallyFewest = 14;

/** How a run stands before its next round. */
export interface RunSoFar extends Pick<Outlook, "leak" | "fewest"> {
  /** Rounds, and how many of them had a leak check. */
  readonly done: number;
  readonly checked: number;
  readonly elapsedMs: number;
  /** Of a round without its check. */
  readonly roundMs: number;
  /** All checks so far, and the next one; undefined: no round has told. */
  readonly checksMs: number;
  readonly checkMs: number | undefined;
}

/**
 * Whether the next round looks for leaks. Beside other open gates it does only if the time budget has room for as many
 * rounds as they need, and as many checks: else the run would end with neither decided.
 */
export function checksLeaks({ arms, rounds }: Pick<Plan, "arms" | "rounds">, soFar: RunSoFar): boolean {
  const { done, checked, leak = "open", fewest = usuallyFewest, elapsedMs, roundMs, checksMs, checkMs } = soFar;
  if (!arms.some(({ side }) => side === "base")) return done < checkedRounds.alone;
  const leftMs = (rounds.timeBudgetMs ?? Number.POSITIVE_INFINITY) - elapsedMs;
  if (rounds.kind === "fixed")
    return checked < checkedRounds.fixed && (rounds.min - done) * roundMs + (checkMs ?? 0) <= leftMs;
  if (checkMs === undefined || leak === "decided") return false;
  if (leak === "last open") return roundMs + checkMs <= leftMs;
  const checksLeft = Math.max(1, fewest - checked);
  const roundsLeft = Math.max(checksLeft, fewest - done);
  return (
    roundsLeft * roundMs + checksLeft * checkMs <= leftMs && (checked < fewest || checksMs <= elapsedMs * largestShare)
  );
}
