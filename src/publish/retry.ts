/** Limits for repeating a request that GitHub answered with "later" or not at all. */
export interface RetryPolicy {
  readonly attempts: number;
  /** Longest time for all requests of one client and the waiting between them, in milliseconds. */
  readonly patienceMs: number;
  sleep(ms: number): Promise<void>;
  /** Milliseconds since 1970; `x-ratelimit-reset` is a point in time. */
  now(): number;
}

/** Facts about a failed request that decide whether and when to try again. */
export interface Failure {
  readonly status: number;
  readonly message: string;
  readonly headers: Readonly<Record<string, string | number | undefined>>;
  /** True when doing it twice is the same as doing it once. */
  readonly idempotent: boolean;
}

/** True for GitHub's primary and secondary rate limits: 429, or a 403 that says so. */
export function isRateLimit({ status, headers, message }: Omit<Failure, "idempotent">): boolean {
  if (status === 429) return true;
  if (status !== 403) return false;
  return (
    headers["retry-after"] !== undefined ||
    String(headers["x-ratelimit-remaining"]) === "0" ||
    // biome-ignore lint/plugin: GitHub wrote it
    /rate limit/i.test(message)
  );
}

/**
 * Milliseconds to wait before the next try, or nothing where a further try is pointless. The server's own delay is
 * honoured (https://docs.github.com/rest/using-the-rest-api/rate-limits-for-the-rest-api#exceeding-the-rate-limit).
 * A request that may have been carried out before the fault, such as the creation of a comment, is not repeated here.
 */
export function delayBeforeRetry(
  failure: Failure,
  { attempt, now }: { attempt: number; now: number },
): number | undefined {
  const limited = isRateLimit(failure);
  if (!limited && !(failure.status >= 500 && failure.idempotent)) return undefined;
  const seconds = Number(failure.headers["retry-after"] ?? Number.NaN);
  if (seconds >= 0) return seconds * 1000;
  if (!limited) return 1000 * 2 ** (attempt - 1);
  const reset = Number(failure.headers["x-ratelimit-reset"] ?? Number.NaN) * 1000;
  if (String(failure.headers["x-ratelimit-remaining"]) === "0" && reset >= 0) return Math.max(reset - now, 1000);
  return 60_000;
}

/**
 * Runs `request` until it answers, the failure is final, attempts run out, or the next try would come after the deadline
 * (milliseconds since 1970); then throws the last error.
 */
export async function withRetry<T>(
  request: () => Promise<T>,
  {
    policy,
    deadline,
    failureOf,
  }: { policy: RetryPolicy; deadline: number; failureOf: (error: unknown) => Failure | undefined },
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await request();
    } catch (error) {
      const failure = failureOf(error);
      const delay = failure && delayBeforeRetry(failure, { attempt, now: policy.now() });
      if (delay === undefined || attempt >= policy.attempts || policy.now() + delay > deadline) throw error;
      await policy.sleep(delay);
    }
  }
}
