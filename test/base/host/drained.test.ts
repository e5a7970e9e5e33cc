import { EventEmitter } from "node:events";
import type { Writable } from "node:stream";
import { expect, test } from "vitest";
import { drained } from "../../../src/base/host/drained.ts";

test.each(["drain", "close"])("a stream that is waited for keeps no listener after its %s", async (event) => {
  const stream = new EventEmitter();
  const waiting = drained(stream as unknown as Writable);
  stream.emit(event);
  await waiting;
  expect([stream.listenerCount("drain"), stream.listenerCount("close")]).toEqual([0, 0]);
});
