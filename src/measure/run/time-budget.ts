import { setMaxListeners } from "node:events";
import { UserError } from "../../errors.ts";
import type { Context } from "../context.ts";

/** Why a run is aborted whose time is up. Thrown where nothing was measured until then. */
export class TimeBudgetSpent extends UserError {
  /** As part of a sentence. */
  readonly what: string;

  constructor(timeBudgetMs: number) {
    const what = `the time budget of ${timeBudgetMs / 1000} s ended`;
    super(`${what} before the first benchmark was measured`, {
      fix: "raise `time_budget` under `defaults` (or --time-budget), or ask for fewer requests",
    });
    this.what = what;
  }
}

/** Whether a run is over because its time is up: what is finished counts. */
export function isBudgetSpent({ aborted, reason }: AbortSignal): boolean {
  return aborted && reason instanceof TimeBudgetSpent;
}

/** Aborts with `signal`, and where the budget of a run that began at `from` ends; undefined: no budget. */
export function withTimeBudget(
  timeBudgetMs: number | undefined,
  { from, signal, alarm }: Pick<Context, "signal" | "alarm"> & { readonly from: number },
): Disposable & { readonly signal: AbortSignal } {
  if (timeBudgetMs === undefined) return { signal, [Symbol.dispose]: () => {} };
  const spent = new AbortController();
  const either = AbortSignal.any([signal, spent.signal]);
  // Every request and every server listens; many at once are no leak.
  setMaxListeners(0, either);
  const cancel = alarm(from + timeBudgetMs, () => spent.abort(new TimeBudgetSpent(timeBudgetMs)));
  return { signal: either, [Symbol.dispose]: cancel };
}
