import { setTimeout } from "node:timers/promises";
import type { getOctokit } from "@actions/github";
import { type Failure, isRateLimit, type RetryPolicy, withRetry } from "./retry.ts";

export type Octokit = ReturnType<typeof getOctokit>;

/** How GitHub answered a request, once retrying was over. */
export type Answer<T> =
  | { readonly kind: "ok"; readonly value: T }
  /** 4xx: the same request will be refused again. */
  | { readonly kind: "refused"; readonly status: number; readonly message: string }
  | { readonly kind: "rate-limited"; readonly message: string }
  /** 5xx, or no answer at all. What was asked may or may not have been done. */
  | { readonly kind: "unreachable"; readonly message: string };

const requestTimeoutMs = 30_000;

export const standardRetry: RetryPolicy = {
  attempts: 4,
  patienceMs: 120_000,
  sleep: (ms) => setTimeout(ms),
  now: () => Date.now(),
};

/**
 * The REST client of @actions/github with time limits and retries. The package is imported late because it parses the
 * event's payload on import: by now readGitHubContext has said clearly what is wrong with it.
 */
export async function openGitHub(
  token: string,
  { apiUrl, retry = standardRetry }: { apiUrl: string; retry?: RetryPolicy },
): Promise<Octokit> {
  const { getOctokit } = await import("@actions/github");
  const silent = () => {};
  const octokit = getOctokit(token, {
    baseUrl: apiUrl,
    log: { debug: silent, info: silent, warn: silent, error: silent },
  });
  octokit.hook.wrap("request", (request, options) =>
    withRetry(
      async () =>
        request({ ...options, request: { ...options.request, signal: AbortSignal.timeout(requestTimeoutMs) } }),
      { policy: retry, failureOf: (error) => failureOf(error, options.method !== "POST") },
    ),
  );
  return octokit;
}

/** Turns the errors of octokit into answers. Any other error is a fault of ours and thrown on. */
export async function ask<T>(request: () => Promise<T>): Promise<Answer<T>> {
  try {
    return { kind: "ok", value: await request() };
  } catch (error) {
    if (error instanceof Error && error.name === "GraphqlResponseError")
      return { kind: "refused", status: 200, message: error.message };
    const failure = failureOf(error, true);
    if (!failure) throw error;
    const { status, message } = failure;
    if (isRateLimit(failure)) return { kind: "rate-limited", message };
    return status >= 500 ? { kind: "unreachable", message } : { kind: "refused", status, message };
  }
}

/** octokit gives network failures and time-outs the status 500 and no response. */
function failureOf(error: unknown, idempotent: boolean): Failure | undefined {
  if (!(error instanceof Error) || !("status" in error) || typeof error.status !== "number") return undefined;
  const response = "response" in error ? (error.response as { headers?: Failure["headers"] } | undefined) : undefined;
  return { status: error.status, message: error.message, headers: response?.headers ?? {}, idempotent };
}
