import { describe, expect, test } from "vitest";
import { delayBeforeRetry, type Failure, isRateLimit } from "../../src/publish/github.ts";

const failure = (change: Partial<Failure>): Failure => ({
  status: 500,
  message: "",
  headers: {},
  idempotent: true,
  ...change,
});
const delay = (change: Partial<Failure>, attempt = 1) => delayBeforeRetry(failure(change), { attempt, now: 5_000_000 });

describe("isRateLimit", () => {
  test.each<[string, Partial<Failure>]>([
    ["429", { status: 429 }],
    ["403 with retry-after", { status: 403, headers: { "retry-after": "1" } }],
    ["403 with nothing remaining", { status: 403, headers: { "x-ratelimit-remaining": "0" } }],
    ["403 that says so", { status: 403, message: "You have exceeded a secondary rate limit" }],
  ])("%s is one", (_name, change) => expect(isRateLimit(failure(change))).toBe(true));

  test.each<[string, Partial<Failure>]>([
    [
      "403 for lack of permission",
      { status: 403, message: "Resource not accessible", headers: { "x-ratelimit-remaining": "17" } },
    ],
    ["404", { status: 404 }],
    ["500", { status: 500 }],
  ])("%s is none", (_name, change) => expect(isRateLimit(failure(change))).toBe(false));
});

describe("delayBeforeRetry", () => {
  test("the server's own delay comes first", () => {
    expect(delay({ status: 429, headers: { "retry-after": "9", "x-ratelimit-reset": "99999" } })).toBe(9000);
    expect(delay({ status: 503, headers: { "retry-after": 2 } })).toBe(2000);
  });

  test("then the reset of an exhausted limit, at least a second", () => {
    const headers = { "x-ratelimit-remaining": "0", "x-ratelimit-reset": "5012" };
    expect(delay({ status: 403, headers })).toBe(12_000);
    expect(delay({ status: 403, headers: { ...headers, "x-ratelimit-reset": "4000" } })).toBe(1000);
  });

  test("a limit that says nothing: a minute, as GitHub asks for", () => {
    expect(delay({ status: 429 })).toBe(60_000);
    expect(delay({ status: 429, headers: { "retry-after": "soon" } })).toBe(60_000);
  });

  test("faults of the server: longer each time, and only where repeating is harmless", () => {
    expect([1, 2, 3].map((attempt) => delay({ status: 502 }, attempt))).toEqual([1000, 2000, 4000]);
    expect(delay({ status: 502, idempotent: false })).toBeUndefined();
    expect(delay({ status: 429, idempotent: false })).toBe(60_000);
  });

  test("refusals are final", () => {
    for (const status of [400, 401, 403, 404, 410, 422]) expect(delay({ status })).toBeUndefined();
  });
});
