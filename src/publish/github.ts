import { setTimeout } from "node:timers/promises";
import type { getOctokit } from "@actions/github";
import { UnexpectedAnswer } from "./read-answer.ts";
import { type Failure, isRateLimit, type RetryPolicy, withRetry } from "./retry.ts";

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

/** Outcome of a text that GitHub did not take. */
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
  octokit.hook.wrap("request", (request, options) =>
    withRetry(async () => request(options), {
      policy: retry,
      deadline,
      failureOf: (error) => failureOf(error, options.method !== "POST"),
    }),
  );
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

const shownCharacters = 200;

/** Keeps the first line: a server may answer a refusal with a page of its own. */
function oneLine(message: string): string {
  // biome-ignore lint/plugin: GitHub wrote it
  const text = message.replace(/\s+/g, " ").trim();
  return text.length > shownCharacters ? `${text.slice(0, shownCharacters)} …` : text;
}

/** octokit gives network failures and time-outs the status 500 and no response. */
function failureOf(error: unknown, idempotent: boolean): Failure | undefined {
  if (unexpectedIn(error)) return undefined;
  if (!(error instanceof Error) || !("status" in error) || typeof error.status !== "number") return undefined;
  const response = "response" in error ? (error.response as { headers?: Failure["headers"] } | undefined) : undefined;
  return {
    status: error.status,
    message: oneLine(error.message) || `HTTP ${error.status}`,
    headers: response?.headers ?? {},
    idempotent,
  };
}
