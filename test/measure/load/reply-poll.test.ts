import { setImmediate as turn } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { ReplyPoll } from "../../../src/measure/load/closed-loop.ts";
import { ManualClock } from "../fake-server.ts";

const clock = new ManualClock();
let poll = new ReplyPoll(clock);

// Other tests share the process and may keep it awake, so only what the poll schedules counts.
const { setImmediate: schedule } = globalThis;
const looks = new Set<unknown>();
let isExpecting = false;
let scheduled = 0;

beforeAll(() => {
  const watched = (look: () => void) => {
    if (isExpecting) looks.add(look);
    if (looks.has(look)) scheduled++;
    return schedule(look);
  };
  globalThis.setImmediate = Object.assign(watched, { __promisify__: schedule.__promisify__ });
});

afterAll(() => {
  globalThis.setImmediate = schedule;
});

afterEach(() => {
  poll.stop();
  poll = new ReplyPoll(clock);
});

function expectReply(): void {
  isExpecting = true;
  poll.expect();
  isExpecting = false;
}

/** Tests whether the poll keeps the event loop from sleeping: whether it looks again in the next turn. */
async function isAwake(): Promise<boolean> {
  scheduled = 0;
  await turn();
  return scheduled > 0;
}

async function missedReply(): Promise<void> {
  expectReply();
  clock.advance(2);
  await turn();
  await turn();
}

test("keeps the event loop awake until the window is over", async () => {
  expect(await isAwake()).toBe(false);
  expectReply();
  expect(await isAwake()).toBe(true);
  clock.advance(2);
  await turn();
  expect(await isAwake()).toBe(false);
});

test("each request opens a window of its own", async () => {
  expectReply();
  clock.advance(0.9);
  await turn();
  expectReply();
  clock.advance(0.9);
  expect(await isAwake()).toBe(true);
});

test("three late replies in a row stop it; one request in sixteen tries again", async () => {
  for (let i = 0; i < 3; i++) await missedReply();
  const awake: boolean[] = [];
  for (let i = 0; i < 32; i++) {
    expectReply();
    awake.push(await isAwake());
    clock.advance(2);
    await turn();
    await turn();
  }
  expect(awake.flatMap((is, index) => (is ? [index] : []))).toEqual([15, 31]);
});

test("a reply in time after a pause starts it again", async () => {
  for (let i = 0; i < 3; i++) await missedReply();
  for (let i = 0; i < 16; i++) expectReply();
  expect(await isAwake()).toBe(true);
  expectReply();
  expect(await isAwake()).toBe(true);
  await missedReply();
  expectReply();
  expect(await isAwake()).toBe(true);
});

test("a reply in time makes up for late ones", async () => {
  await missedReply();
  await missedReply();
  expectReply();
  await turn();
  expectReply();
  clock.advance(2);
  await turn();
  await turn();
  expectReply();
  expect(await isAwake()).toBe(true);
});

test("is over at once when stopped", async () => {
  expectReply();
  poll.stop();
  expect(await isAwake()).toBe(false);
});
