import { setImmediate as turn } from "node:timers/promises";
import { afterEach, expect, test } from "vitest";
import { ReplyPoll } from "../../../src/measure/load/closed-loop.ts";
import { ManualClock } from "../fake-server.ts";

const clock = new ManualClock();
let poll = new ReplyPoll(clock);

afterEach(() => {
  poll.stop();
  poll = new ReplyPoll(clock);
});

/** Tests whether the event loop is kept from sleeping, apart from what the test runner itself has going on. */
async function isAwake(): Promise<boolean> {
  await turn();
  return process.getActiveResourcesInfo().includes("Immediate");
}

async function missedReply(): Promise<void> {
  poll.expect();
  clock.advance(2);
  await turn();
  await turn();
}

test("keeps the event loop awake until the window is over", async () => {
  expect(await isAwake()).toBe(false);
  poll.expect();
  expect(await isAwake()).toBe(true);
  clock.advance(2);
  await turn();
  expect(await isAwake()).toBe(false);
});

test("each request opens a window of its own", async () => {
  poll.expect();
  clock.advance(0.9);
  await turn();
  poll.expect();
  clock.advance(0.9);
  expect(await isAwake()).toBe(true);
});

test("three late replies in a row stop it; one request in sixteen tries again", async () => {
  for (let i = 0; i < 3; i++) await missedReply();
  const awake: boolean[] = [];
  for (let i = 0; i < 32; i++) {
    poll.expect();
    awake.push(await isAwake());
    clock.advance(2);
    await turn();
    await turn();
  }
  expect(awake.flatMap((is, index) => (is ? [index] : []))).toEqual([15, 31]);
});

test("a reply in time after a pause starts it again", async () => {
  for (let i = 0; i < 3; i++) await missedReply();
  for (let i = 0; i < 16; i++) poll.expect();
  expect(await isAwake()).toBe(true);
  poll.expect();
  expect(await isAwake()).toBe(true);
  await missedReply();
  poll.expect();
  expect(await isAwake()).toBe(true);
});

test("a reply in time makes up for late ones", async () => {
  await missedReply();
  await missedReply();
  poll.expect();
  await turn();
  poll.expect();
  clock.advance(2);
  await turn();
  await turn();
  poll.expect();
  expect(await isAwake()).toBe(true);
});

test("is over at once when stopped", async () => {
  poll.expect();
  poll.stop();
  expect(await isAwake()).toBe(false);
});
