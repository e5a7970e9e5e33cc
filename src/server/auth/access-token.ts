import type { Clock } from "../../base/host/clock.ts";
import type { Environment } from "../../base/host/environment.ts";
import type { RunOptions } from "../../options/run-options.ts";

export interface IssuedToken {
  readonly token: string;
  /** Time until it expires; undefined where the server does not say. */
  readonly lifeMs: number | undefined;
}

/** Part of its life after which a token is renewed before the next block of calls. */
const renewedAfter = 0.5;

/** The same in the middle of one: late, as what fetches it takes processor time from the calls. */
const renewedDuring = 0.8;

/** However short its life, or over by the clock of this machine when it was issued, no token is renewed sooner in the middle. */
const leastWaitMs = 1_000;

/** A server that refuses every token has no more of them fetched than one in this time. */
const leastReplacedMs = 200;

const longestTimerMs = 2 ** 31 - 1;

/** Longest wait for a token in the middle of a block. */
const longestFetchMs = 30_000;

/** A bearer token that is renewed between blocks of calls, and within one that is longer than its life. */
export class AccessToken {
  readonly #issue: (signal: AbortSignal) => Promise<IssuedToken>;
  readonly #clock: Clock;
  #header: string | undefined;
  #issuedAt = 0;
  #lifeMs = Number.POSITIVE_INFINITY;
  #isUsed = false;
  /** Time spent on fetching tokens. */
  spentMs = 0;
  #renewing: Promise<void> | undefined;

  constructor(issue: (signal: AbortSignal) => Promise<IssuedToken>, clock: Clock) {
    this.#issue = issue;
    this.#clock = clock;
  }

  get header(): string {
    this.#isUsed = true;
    if (this.#header === undefined) throw new RangeError("there is no token yet");
    return this.#header;
  }

  /**
   * Makes sure that most of the token's life is left. Where another cannot be fetched, one that still lives is used. Rejects as
   * fetching does, which the signal ends.
   */
  async renew(signal: AbortSignal): Promise<void> {
    if (this.#header !== undefined && this.#ageMs() <= this.#lifeMs * renewedAfter) return;
    await this.#fetch(signal).catch((error: unknown) => {
      if (this.#header === undefined || signal.aborted || this.#ageMs() >= this.#lifeMs) throw error;
    });
  }

  /** Makes sure that there is a token that lives, and no more: a session may be opened within a block. */
  async ensure(signal: AbortSignal): Promise<void> {
    if (this.#header === undefined || this.#ageMs() >= this.#lifeMs) await this.renew(signal);
  }

  /** Fetches another token in place of one that the server refused. False where that was fetched a moment ago: another helps no more. */
  async replace(refused: string): Promise<boolean> {
    if (this.#header !== refused) return true;
    if (this.#ageMs() < leastReplacedMs) return false;
    return this.#fetch(AbortSignal.timeout(longestFetchMs)).then(
      () => true,
      () => false,
    );
  }

  #ageMs(): number {
    return this.#clock.now() - this.#issuedAt;
  }

  #fetch(signal: AbortSignal): Promise<void> {
    this.#renewing ??= this.#replace(signal).finally(() => {
      this.#renewing = undefined;
    });
    return this.#renewing;
  }

  async #replace(signal: AbortSignal): Promise<void> {
    const from = this.#clock.now();
    try {
      const { token, lifeMs = Number.POSITIVE_INFINITY } = await this.#issue(signal);
      secrets.add(token);
      announce(token);
      this.#header = `Bearer ${token}`;
      this.#issuedAt = from;
      this.#lifeMs = lifeMs;
      this.#isUsed = false;
      this.#watch();
    } finally {
      this.spentMs += this.#clock.now() - from;
    }
  }

  /** Goes on only while calls are made. A failure here is reported before the next block, or by the calls. */
  #watch(): void {
    const waitMs = Math.max(this.#lifeMs * renewedDuring, leastWaitMs);
    if (waitMs > longestTimerMs) return;
    const renew = () => {
      if (this.#isUsed && this.#ageMs() >= waitMs) this.#fetch(AbortSignal.timeout(longestFetchMs)).catch(() => {});
    };
    setTimeout(renew, waitMs).unref();
  }
}

const secrets = new Set<string>();
let announce: (token: string) => void = () => {};

/** Has every token announced before it is used, to the keeper of a log. */
export function announceTokens(to: (token: string) => void): void {
  announce = to;
}

/** Returns values that a server may print and that must stay secret: those passed on by name, and all tokens so far. */
export function secretsOf({ passEnv }: Pick<RunOptions, "passEnv">, environment: Environment): string[] {
  return [...passEnv.flatMap((name) => environment[name] ?? []), ...secrets];
}
