import { expect, test } from "vitest";
import { FrameSupply } from "../../../src/measure/load/frame-supply.ts";

function counting() {
  const made = { count: 0 };
  const supply = new FrameSupply(() => ({ id: made.count++, bytes: Buffer.alloc(0) }));
  return { made, supply };
}

test("frames are made before they are asked for", () => {
  const { made, supply } = counting();
  supply.prepare(5);
  expect(made.count).toBe(5);
  const source = supply.take(5);
  expect([source.requests, ...Array.from({ length: 5 }, () => source.next().id)]).toEqual([5, 0, 1, 2, 3, 4]);
  expect(made.count).toBe(5);
});

test("what does not last is made on the way", () => {
  const { supply } = counting();
  supply.prepare(2);
  const source = supply.take(Number.POSITIVE_INFINITY);
  expect(Array.from({ length: 4 }, () => source.next().id)).toEqual([0, 1, 2, 3]);
});

test("what is left over is taken first by the next block", () => {
  const { made, supply } = counting();
  supply.prepare(4);
  supply.take(4).next();
  supply.prepare(4);
  expect(made.count).toBe(5);
  const source = supply.take(4);
  expect(Array.from({ length: 4 }, () => source.next().id)).toEqual([1, 2, 3, 4]);
});

test("a million requests are not made beforehand", () => {
  const { made, supply } = counting();
  supply.prepare(1_000_000);
  expect(made.count).toBeLessThanOrEqual(10_000);
});
