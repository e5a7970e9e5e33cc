import { describe, expect, test } from "vitest";
import { clockOffset } from "../../../src/measure/generator/clock-offset.ts";
import { dateOf } from "../../../src/server/http/date.ts";
import { listen } from "../../support/listen.ts";

/** A server whose clock is ahead of ours, in simulated time; requests and replies take their time. */
function world({
  aheadMs,
  delaysMs = [5],
  readDate,
}: {
  aheadMs: number;
  delaysMs?: number[];
  readDate?: () => number;
}) {
  let now = 1_764_000_000_123;
  let request = 0;
  const wholeSecond = (ms: number) => Math.floor(ms / 1000) * 1000;
  return {
    now: () => now,
    delay: async (ms: number) => {
      now += ms;
    },
    readDate: async () => {
      const ms = delaysMs[request++ % delaysMs.length] ?? 0;
      now += ms;
      const date = readDate ? readDate() : wholeSecond(now + aheadMs);
      now += ms;
      return date;
    },
    signal: new AbortController().signal,
    until: now + 60_000,
  };
}

describe("the server's clock is compared with ours", () => {
  test.each([0, 1, -1, 250, 499.5, -700, 999, 5_432, -86_400_123])("when it is %f ms ahead", async (aheadMs) => {
    const offset = await clockOffset(world({ aheadMs, delaysMs: [1, 3, 2] }));
    expect(offset?.atLeastMs).toBeLessThanOrEqual(aheadMs);
    expect(offset?.atMostMs).toBeGreaterThanOrEqual(aheadMs);
    expect((offset?.atMostMs ?? 0) - (offset?.atLeastMs ?? 0)).toBeLessThanOrEqual(40);
  });

  test("as well as the time allows", async () => {
    const given = world({ aheadMs: 100 });
    const offset = await clockOffset({ ...given, until: given.now() + 1_500 });
    expect(offset?.atLeastMs).toBeLessThanOrEqual(100);
    expect(offset?.atMostMs).toBeGreaterThanOrEqual(100);
  });

  test("unless several clocks answer, or none", async () => {
    let turn = 0;
    const given = world({ aheadMs: 0 });
    const several = async () => Math.floor((given.now() + 3_000 * (turn++ % 2)) / 1000) * 1000;
    expect(await clockOffset({ ...given, readDate: several })).toBeUndefined();
    expect(await clockOffset({ ...given, readDate: async () => undefined })).toBeUndefined();
  });
});

test("a server tells the time whatever it answers, and one that is not there tells none", async () => {
  const server = await listen((_request, response) => response.writeHead(401).end());
  const url = new URL(`${server.url}/mcp`);
  expect(Math.abs(((await dateOf(url)) ?? 0) - Date.now())).toBeLessThan(60_000);
  await server[Symbol.asyncDispose]();
  expect(await dateOf(url)).toBeUndefined();
});
