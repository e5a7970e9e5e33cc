import type { GitFailure } from "../git/git-outcome.ts";

/** Limits for retrying pushes that lost a race, and faults of the network. */
export interface RetryPolicy {
  /** Tries in all. */
  readonly raceTries: number;
  readonly networkTries: number;
  /** Wait before the second try, and the longest wait, in milliseconds. */
  readonly firstWaitMs: number;
  readonly longestWaitMs: number;
}

export const defaultRetry: RetryPolicy = { raceTries: 60, networkTries: 4, firstWaitMs: 100, longestWaitMs: 20_000 };

/** Counts the failures of one operation. */
export interface Attempts {
  readonly races: number;
  readonly faults: number;
}

/** Decides whether to try again after a failure. */
export function nextAttempt(
  failure: GitFailure,
  { attempts, policy }: { attempts: Attempts; policy: RetryPolicy },
): Attempts | undefined {
  const { races, faults } = attempts;
  if (failure === "race" && races + 1 < policy.raceTries) return { races: races + 1, faults };
  if (failure === "unreachable" && faults + 1 < policy.networkTries) return { races, faults: faults + 1 };
  return undefined;
}

/**
 * Milliseconds to wait, exponential with full jitter
 * (https://aws.amazon.com/blogs/architecture/exponential-backoff-and-jitter/). `random` gives values in [0, 1).
 */
export function waitMs(
  { races, faults }: Attempts,
  { policy, random }: { policy: RetryPolicy; random: () => number },
): number {
  const { firstWaitMs, longestWaitMs } = policy;
  const failures = races + faults;
  return random() * Math.min(longestWaitMs, firstWaitMs * 2 ** (failures - 1));
}
