import { setMaxListeners } from "node:events";
import { ServerError, UserError } from "../../errors.ts";
import type { Context } from "../context.ts";

/** Something a run was still waiting for when its time budget ended. */
interface Unfinished {
  /** Continues with "when the time budget … ended". */
  readonly found: string;
  readonly where?: string;
  /** True where it ends the run as its failure would, although rows were measured before. */
  readonly isFinal?: boolean;
}

/** Reason for aborting a run whose time is up. Thrown where nothing was measured until then. */
export class TimeBudgetSpent extends UserError {
  /** Part of a sentence. */
  readonly what: string;
  /** Something that took at least half of the time, which is then the fault of the server. */
  unfinished: Unfinished | undefined;
  readonly timeBudgetMs: number;

  constructor(timeBudgetMs: number) {
    const what = `the time budget of ${timeBudgetMs / 1000} s ended`;
    super(`${what} before the first benchmark was measured`, {
      fix: "raise `time_budget` under `defaults` (or --time-budget), or ask for fewer requests",
    });
    this.what = what;
    this.timeBudgetMs = timeBudgetMs;
  }

  /** The error of a run that ends with nothing to show. */
  get error(): UserError {
    if (!this.unfinished) return this;
    const { found, where } = this.unfinished;
    return new ServerError(`${found} when ${this.what}`, {
      ...(where === undefined ? {} : { where }),
      fix: "correct the server, or raise `time_budget`",
      cause: this,
    });
  }
}

/** Names what took at least half of the time budget that has ended. Who knows more adds to what was named before. */
export function blame({ aborted, reason }: AbortSignal, forMs: number, unfinished: Unfinished): void {
  if (aborted && reason instanceof TimeBudgetSpent && forMs >= reason.timeBudgetMs / 2)
    reason.unfinished = { ...reason.unfinished, ...unfinished };
}

/** Says where the calls were made that went unanswered until the time budget ended. */
export function placeBlame({ aborted, reason }: AbortSignal, where: string): void {
  if (aborted && reason instanceof TimeBudgetSpent && reason.unfinished)
    reason.unfinished = { ...reason.unfinished, where };
}

/** Tests whether a run is over because its time is up: finished rounds count. */
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
