import type { Outlook } from "../../plan/outlook.ts";
import type { Plan } from "../../plan/plan.ts";

/** Rounds with a soak where no decision says how many it takes: without a base arm, and of a fixed number. */
const soakedRounds = { alone: 3, fixed: 12 };

/** Where a leak is hard to tell, the most of the time so far that soaks may take from the other gates. */
const largestShare = 0.5;

/** Rounds in which gates can be decided, until it is known how many gates there are. */
const usuallyFewest = 14;

export interface SoFar extends Pick<Outlook, "leak" | "fewest"> {
  /** Rounds, and how many of them had a soak. */
  readonly done: number;
  readonly soaked: number;
  readonly elapsedMs: number;
  /** Of a round without its soak. */
  readonly roundMs: number;
  /** All soaks so far, and the next one; undefined: no round has told. */
  readonly soaksMs: number;
  readonly soakMs: number | undefined;
}

/**
 * Whether the next round looks for leaks. Beside other open gates only if the time budget has room for as many rounds as
 * they need, and as many soaks: else it would end with neither decided.
 */
export function soaks({ arms, rounds }: Pick<Plan, "arms" | "rounds">, soFar: SoFar): boolean {
  const { done, soaked, leak = "open", fewest = usuallyFewest, elapsedMs, roundMs, soaksMs, soakMs } = soFar;
  if (!arms.some(({ side }) => side === "base")) return done < soakedRounds.alone;
  const leftMs = rounds.timeBudgetMs - elapsedMs;
  if (rounds.kind === "fixed")
    return soaked < soakedRounds.fixed && (rounds.min - done) * roundMs + (soakMs ?? 0) <= leftMs;
  if (soakMs === undefined || leak === "decided") return false;
  if (leak === "last open") return roundMs + soakMs <= leftMs;
  const soaksLeft = Math.max(1, fewest - soaked);
  const roundsLeft = Math.max(soaksLeft, fewest - done);
  return (
    roundsLeft * roundMs + soaksLeft * soakMs <= leftMs && (soaked < fewest || soaksMs <= elapsedMs * largestShare)
  );
}

/** Whether memory that calls keep can fail the run, so that it has to be told of what it is not looked for in. */
export function gatesGrowth({ arms, serverThresholds, rows }: Plan): boolean {
  const bounds = [serverThresholds, ...rows.map(({ thresholds }) => thresholds)].flat();
  return bounds.some(({ metric }) => metric === "memory_growth") || arms.some(({ side }) => side === "base");
}
