import { Interrupted, messageOf, UserError } from "../../errors.ts";
import { duration, plural } from "../../metrics/format.ts";
import type { Outlook } from "../../plan/outlook.ts";
import type { Plan, RoundsPolicy } from "../../plan/plan.ts";
import { configuredRounds, mostRounds, noneInSight } from "../../record/phrases.ts";
import type { RunRecord } from "../../record/record.ts";
import { TimeBudgetSpent } from "./time-budget.ts";

interface Spending {
  readonly elapsedMs: number;
  /** How long the next round will take. */
  readonly nextMs: number;
  readonly decide: () => Promise<string | undefined>;
}

/** Why no further round is begun, or undefined. */
export async function whyStop(
  done: number,
  { rounds: policy, quick }: Pick<Plan, "rounds" | "quick">,
  { elapsedMs, nextMs, decide }: Spending,
): Promise<string | undefined> {
  const limit = policy.kind === "fixed" ? policy.min : policy.max;
  // A quick run makes one unless it is asked for more.
  if (quick && limit === 1 && done >= 1) return "1 round, as this is a quick run";
  if (done >= limit) return `${plural(done, "round")}, ${policy.kind === "fixed" ? configuredRounds : mostRounds}`;
  if (policy.timeBudgetMs !== undefined && elapsedMs + nextMs > policy.timeBudgetMs)
    return `the time budget of ${policy.timeBudgetMs / 1000} s leaves no room for another round after ${plural(done, "round")}`;
  return policy.kind === "auto" && done >= policy.min ? decide() : undefined;
}

/** The most of the time budget that goes into what will not be decided. */
const largestShare = 1 / 3;

/** Rounds become quicker as rows leave, so that more of them may fit. */
const moreMayFit = 1.25;

/** How many times the rest of the run is looked at, to say how long it would have taken. */
const longer = [2, 4];

/** How a run stands between two rounds. */
interface Standing {
  readonly done: number;
  readonly elapsedMs: number;
  /** Of a further round, with its leak check where that is all it is for. */
  readonly roundMs: number;
  /** Rounds in which one gate alone can be decided. */
  readonly fewest?: number;
  /** Rounds, of those done, that called one row alone, and how long they took: they told nothing of what is open. */
  readonly alone?: { readonly rounds: number; readonly ms: number };
  /** What is open would be decided by now in most runs, and nothing else is open. */
  readonly isLate?: boolean;
}

/** Why what is open will not be decided in what is left of a run, and how long that would take; undefined where it may be. */
export function whyFutile(
  mayDecide: NonNullable<Outlook["mayDecide"]>,
  { max, timeBudgetMs = Number.POSITIVE_INFINITY }: RoundsPolicy,
  { done, elapsedMs, roundMs, fewest = 0, alone = { rounds: 0, ms: 0 }, isLate = false }: Standing,
): string | undefined {
  if (!isLate && elapsedMs - alone.ms < largestShare * timeBudgetMs) return undefined;
  const left = Math.min(max - done, Math.ceil((moreMayFit * (timeBudgetMs - elapsedMs)) / roundMs));
  if (mayDecide(left)) return undefined;
  const enough = longer.map((times) => times * left).find(mayDecide);
  const needed = Math.max(enough ?? left * Math.max(...longer), fewest - (done - alone.rounds));
  const atLeast = enough === undefined ? "more than" : "at least";
  return `${noneInSight} after ${plural(done, "round")}: it would take ${atLeast} ${needed} more (${duration(roundMs * needed)}), and there is room for ${left}`;
}

/** What decides under `auto` where nothing else does. */
export function stopAtMinimum({ rounds: { length } }: RunRecord): Outlook {
  return { more: false, reason: `${plural(length, "round")}, the minimum asked for` };
}

/** What is thrown when there is nothing to show of a run. */
export function interrupted(reason: unknown): UserError {
  if (reason instanceof Interrupted) return reason;
  if (reason instanceof TimeBudgetSpent) return reason.error;
  return new UserError(`the run was interrupted before its first round was finished (${causeOf(reason)})`, {
    cause: reason,
  });
}

/** The reason of an abort, as a sentence holds it. */
export function causeOf(reason: unknown): string {
  if (reason instanceof Interrupted) return reason.signal;
  if (reason instanceof TimeBudgetSpent) return reason.what;
  return messageOf(reason);
}
