import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { AccessToken, announceTokens, secretsOf } from "../../../src/server/auth/access-token.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Tokens of a life, numbered, on a clock that the test moves. */
function tokens(lifeMs: number | undefined) {
  let now = 0;
  let issued = 0;
  const token = new AccessToken(async () => ({ token: `token-${++issued}`, lifeMs }), { now: () => now });
  const pass = async (ms: number) => {
    now += ms;
    await vi.advanceTimersByTimeAsync(ms);
  };
  return { token, pass, issued: () => issued };
}

describe("an access token", () => {
  test("is fetched once for as long as most of its life is left", async () => {
    const { token, pass, issued } = tokens(10_000);
    await token.renew(new AbortController().signal);
    await pass(4_000);
    await token.renew(new AbortController().signal);
    expect(issued()).toBe(1);
    expect(token.header).toBe("Bearer token-1");
  });

  test("is renewed before the next block when half of its life is over", async () => {
    const { token, pass, issued } = tokens(10_000);
    await token.renew(new AbortController().signal);
    await pass(5_001);
    await token.renew(new AbortController().signal);
    expect(token.header).toBe("Bearer token-2");
    expect(issued()).toBe(2);
  });

  test("goes on to be used where no other can be fetched, as long as it lives", async () => {
    let now = 0;
    let isDown = false;
    const issue = async () => {
      if (isDown) throw new Error("HTTP 503");
      return { token: "only", lifeMs: 10_000 };
    };
    const token = new AccessToken(issue, { now: () => now });
    const renew = () => token.renew(new AbortController().signal);
    await renew();
    isDown = true;
    now = 9_000;
    await renew();
    expect(token.header).toBe("Bearer only");
    now = 10_000;
    await expect(renew()).rejects.toThrow("HTTP 503");
    now = 9_000;
    await expect(token.renew(AbortSignal.abort(new Error("SIGINT")))).rejects.toThrow();
  });

  test("is renewed in the middle of a block that is longer, again and again", async () => {
    const { token, pass } = tokens(10_000);
    await token.renew(new AbortController().signal);
    for (const expected of ["Bearer token-2", "Bearer token-3", "Bearer token-4"]) {
      expect(token.header).not.toBe(expected);
      await pass(8_000);
      expect(token.header).toBe(expected);
    }
  });

  test.each([0, -3, 1])(
    "that lives for %d ms is not fetched without a pause, however many calls are made",
    async (lifeMs) => {
      const { token, pass, issued } = tokens(lifeMs);
      await token.renew(new AbortController().signal);
      for (let ms = 0; ms < 10_000; ms += 10) {
        expect(token.header).toContain("Bearer");
        await pass(10);
      }
      expect(issued()).toBeLessThanOrEqual(11);
    },
  );

  test("that the server refused is replaced, once for all calls that it was refused", async () => {
    const { token, pass, issued } = tokens(10_000);
    await token.renew(new AbortController().signal);
    const refused = token.header;
    await pass(200);
    expect(await Promise.all([token.replace(refused), token.replace(refused)])).toEqual([true, true]);
    expect(await token.replace(refused)).toBe(true);
    expect([token.header, issued()]).toEqual(["Bearer token-2", 2]);
  });

  test("that the server refuses at once is not replaced again and again", async () => {
    const { token, pass, issued } = tokens(10_000);
    await token.renew(new AbortController().signal);
    for (let ms = 0; ms < 1_000; ms += 10) {
      await token.replace(token.header);
      await pass(10);
    }
    expect(issued()).toBe(5);
  });

  test("is let go of when no calls are made any more", async () => {
    const { token, pass, issued } = tokens(10_000);
    await token.renew(new AbortController().signal);
    await pass(60_000);
    expect(issued()).toBe(1);
  });

  test("that never ends is never renewed", async () => {
    const { token, pass, issued } = tokens(undefined);
    await token.renew(new AbortController().signal);
    await pass(1e9);
    await token.renew(new AbortController().signal);
    expect(issued()).toBe(1);
  });

  test("goes on with what it has when a renewal in the middle fails, and says so once that has ended", async () => {
    let answers = 0;
    let now = 0;
    const issue = async () => {
      if (++answers > 1) throw new Error("the authorization server is gone");
      return { token: "the-only-one", lifeMs: 10_000 };
    };
    const token = new AccessToken(issue, { now: () => now });
    await token.renew(new AbortController().signal);
    expect(token.header).toBe("Bearer the-only-one");
    now = 9_000;
    await vi.advanceTimersByTimeAsync(9_000);
    expect(token.header).toBe("Bearer the-only-one");
    now = 10_000;
    await expect(token.renew(new AbortController().signal)).rejects.toThrow("is gone");
  });

  test("is announced to whoever keeps a log", async () => {
    const announced: string[] = [];
    announceTokens((token) => announced.push(token));
    onTestFinished(() => announceTokens(() => {}));
    const { token } = tokens(1);
    await token.renew(new AbortController().signal);
    expect(announced).toEqual(["token-1"]);
  });

  test("is known to what has to leave it out", async () => {
    const { token } = tokens(1);
    await token.renew(new AbortController().signal);
    expect(secretsOf({ passEnv: [] }, {})).toContain("token-1");
  });

  test("cannot be shown before there is one", () => {
    expect(() => tokens(1).token.header).toThrow(RangeError);
  });
});
