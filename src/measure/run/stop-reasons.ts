import { Interrupted, messageOf, UserError } from "../../errors.ts";
import type { Outlook } from "../../plan/outlook.ts";
import type { RoundsPolicy } from "../../plan/plan.ts";
import type { RunRecord } from "../../record/record.ts";
import type { Stop } from "../../record/stop.ts";
import { TimeBudgetSpent } from "./time-budget.ts";

/** The most of the time budget that goes into what will not be decided. */
const largestShare = 1 / 3;

/** Rounds become quicker as rows leave, so that more of them may fit. */
const moreMayFit = 1.25;

/** Multiples of the rest of the run that are tried, to say how long it would have taken. */
const longer = [2, 4];

/** State of a run between two rounds. */
interface RunState {
  readonly done: number;
  readonly elapsedMs: number;
  /** Time of a further round, with its leak check where that is its only purpose. */
  readonly roundMs: number;
  /** Rounds in which one gate alone can be decided. */
  readonly fewest?: number;
  /** Rounds, of those done, that called one row alone, and how long they took: they told nothing of what is open. */
  readonly alone?: { readonly rounds: number; readonly ms: number };
  /** True where the undecided gates would be decided by now in most runs, and nothing else is undecided. */
  readonly isLate?: boolean;
}

/** Explains why open gates will not be decided, and how long that would take; undefined where they may be. */
export function whyFutile(
  mayDecide: NonNullable<Outlook["mayDecide"]>,
  { max, timeBudgetMs = Number.POSITIVE_INFINITY }: RoundsPolicy,
  { done, elapsedMs, roundMs, fewest = 0, alone = { rounds: 0, ms: 0 }, isLate = false }: RunState,
): Stop | undefined {
  if (!isLate && elapsedMs - alone.ms < largestShare * timeBudgetMs) return undefined;
  const left = Math.min(max - done, Math.ceil((moreMayFit * (timeBudgetMs - elapsedMs)) / roundMs));
  if (mayDecide(left)) return undefined;
  const enough = longer.map((times) => times * left).find(mayDecide);
  const needed = Math.max(enough ?? left * Math.max(...longer), fewest - (done - alone.rounds));
  const isMore = enough === undefined;
  return { code: "no-decision-in-sight", rounds: done, needed, isMore, needsMs: roundMs * needed, room: left };
}

/** Decides under `auto` where nothing else does. */
export function stopAtMinimum({ rounds: { length } }: RunRecord): Outlook {
  return { stop: { code: "rounds-minimum", rounds: length } };
}

/** Makes the error of a run without any result. */
export function interrupted(reason: unknown): UserError {
  if (reason instanceof Interrupted) return reason;
  if (reason instanceof TimeBudgetSpent) return reason.error;
  return new UserError(`the run was interrupted before its first round was finished (${causeOf(reason)})`, {
    cause: reason,
  });
}

/** Returns why a run ended that was aborted after so many rounds. */
export function stopByAbort(reason: unknown, rounds: number): Stop {
  if (reason instanceof TimeBudgetSpent)
    return { code: "time-budget-ended", budgetMs: reason.timeBudgetMs, round: rounds + 1 };
  return { code: "interrupted", by: causeOf(reason), rounds };
}

/** The reason of an abort, as a sentence holds it. */
export function causeOf(reason: unknown): string {
  if (reason instanceof Interrupted) return reason.signal;
  if (reason instanceof TimeBudgetSpent) return reason.what;
  return messageOf(reason);
}
