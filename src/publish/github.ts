import { setTimeout } from "node:timers/promises";
import type { getOctokit } from "@actions/github";
import { shortLine } from "../base/untrusted.ts";
import { UnexpectedAnswer } from "./read-answer.ts";

export type Octokit = ReturnType<typeof getOctokit>;

/** Answer of GitHub to a request, after all retries. */
export type Answer<T> =
  | { readonly kind: "ok"; readonly value: T }
  /** 4xx: the same request will be refused again. */
  | { readonly kind: "refused"; readonly status: number; readonly message: string }
  | { readonly kind: "rate-limited"; readonly message: string }
  /** 5xx, or no answer at all. What was asked may or may not have been done. */
  | { readonly kind: "unreachable"; readonly message: string }
  /** An answer that is not what GitHub's API is documented to give. The message names request, answer and expectation. */
  | { readonly kind: "unexpected"; readonly message: string };

type NoAnswer = Exclude<Answer<never>, { kind: "ok" }>;

export type NotWritten =
  | { readonly kind: "not-permitted"; readonly status: number; readonly message: string }
  | { readonly kind: "failed"; readonly message: string };

interface GitHubAccess {
  readonly apiUrl: string;
  readonly retry?: RetryPolicy;
  /** Time for one request with its redirects, until the last byte of the answer. */
  readonly timeoutMs?: number;
}

const standardTimeoutMs = 30_000;

export const standardRetry: RetryPolicy = {
  attempts: 4,
  patienceMs: 180_000,
  sleep: (ms) => setTimeout(ms),
  now: () => Date.now(),
};

/**
 * The REST client of @actions/github with retries and a time limit, since a proxy may never end its answer. The package is
 * imported late because it parses the event's payload on import: by now readGitHubContext has said clearly what is wrong
 * with it.
 */
export async function openGitHub(
  token: string,
  { apiUrl, retry = standardRetry, timeoutMs = standardTimeoutMs }: GitHubAccess,
): Promise<Octokit> {
  const [{ getOctokit }, { defaults }] = await Promise.all([
    import("@actions/github"),
    import("@actions/github/lib/utils"),
  ]);
  const silent = () => {};
  const deadline = retry.now() + retry.patienceMs;
  const fetchInTime = async (url: string, init: RequestInit) => {
    const ms = Math.max(0, Math.min(timeoutMs, deadline - retry.now()));
    return whole(await defaults.request?.fetch(url, { ...init, signal: AbortSignal.timeout(ms) }));
  };
  const octokit = getOctokit(token, {
    baseUrl: apiUrl,
    // A signal set in a hook does not arrive: the hook that adds the token hands on the options it was given first.
    request: { fetch: fetchInTime },
    log: { debug: silent, info: silent, warn: silent, error: silent },
  });
  octokit.hook.wrap("request", async (request, options) => {
    for (let attempt = 1; ; attempt++) {
      try {
        return await request(options);
      } catch (error) {
        const failure = failureOf(error, options.method !== "POST");
        const delay = failure && delayBeforeRetry(failure, { attempt, now: retry.now() });
        if (delay === undefined || attempt >= retry.attempts || retry.now() + delay > deadline) throw error;
        await retry.sleep(delay);
      }
    }
  });
  return octokit;
}

/**
 * The answer with a body that is here already: octokit takes one that breaks off for an empty one. It is called JSON whatever
 * it is; octokit then gives what is none as text, where other types would become bytes.
 */
async function whole(answer: Response): Promise<Response> {
  const { status, url } = answer;
  const body = await answer.arrayBuffer();
  const headers = new Headers([...answer.headers]);
  headers.set("content-type", "application/json");
  const response = new Response(body.byteLength > 0 ? body : null, { status, headers });
  return Object.defineProperty(response, "url", { value: url });
}

/** Turns the errors of octokit into answers. Any other error is a fault of ours and thrown on. */
export async function ask<T>(request: () => Promise<T>): Promise<Answer<T>> {
  try {
    return { kind: "ok", value: await request() };
  } catch (error) {
    const unexpected = unexpectedIn(error);
    if (unexpected) return { kind: "unexpected", message: unexpected.message };
    const failure = failureOf(error, true);
    if (!failure) throw error;
    const { status, message } = failure;
    if (isRateLimit(failure)) return { kind: "rate-limited", message };
    return status >= 500 ? { kind: "unreachable", message } : { kind: "refused", status, message };
  }
}

/** Returns why there is no answer, as the end of a sentence. */
export function whyNone(answer: NoAnswer): string {
  switch (answer.kind) {
    case "refused":
      return `HTTP ${answer.status}: ${answer.message}`;
    case "rate-limited":
      return `rate limited: ${answer.message}`;
    case "unreachable":
      return `GitHub did not answer: ${answer.message}`;
    case "unexpected":
      return answer.message;
  }
}

export function notWritten(answer: NoAnswer): NotWritten {
  if (answer.kind !== "refused") return { kind: "failed", message: whyNone(answer) };
  return { kind: "not-permitted", status: answer.status, message: answer.message };
}

/** octokit wraps what fetch throws. */
function unexpectedIn(error: unknown): UnexpectedAnswer | undefined {
  if (error instanceof UnexpectedAnswer) return error;
  return error instanceof Error && error.cause instanceof UnexpectedAnswer ? error.cause : undefined;
}

/** octokit gives network failures and time-outs the status 500 and no response. */
function failureOf(error: unknown, idempotent: boolean): Failure | undefined {
  if (unexpectedIn(error)) return undefined;
  if (!(error instanceof Error) || !("status" in error) || typeof error.status !== "number") return undefined;
  const response = "response" in error ? (error.response as { headers?: Failure["headers"] } | undefined) : undefined;
  return {
    status: error.status,
    // A server may answer a refusal with a page of its own.
    message: shortLine(error.message) || `HTTP ${error.status}`,
    headers: response?.headers ?? {},
    idempotent,
  };
}

/** Limits for repeating a request that GitHub answered with "later" or not at all. */
interface RetryPolicy {
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
