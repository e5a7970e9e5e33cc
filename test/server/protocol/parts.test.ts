import { describe, expect, test } from "vitest";
import { SseReader } from "../../../src/server/http/sse-reader.ts";
import { FrameReader } from "../../../src/server/protocol/frame-reader.ts";
import { Parts } from "../../../src/server/protocol/parts.ts";
import { usedMemory } from "../../support/memory.ts";

test("parts of every size come out as they went in", () => {
  const whole = Buffer.from(Array.from({ length: 300_000 }, (_, at) => at % 251));
  for (const sizes of [[1], [1, 1023, 1024], [5000, 3], [70_000, 1, 2]]) {
    const [parts, copies] = [new Parts(), new Parts()];
    const memory = Buffer.alloc(100_000);
    for (let at = 0, turn = 0; at < whole.length; turn++) {
      const part = whole.subarray(at, at + (sizes[turn % sizes.length] ?? 1));
      parts.add(part);
      copies.addCopy(memory.subarray(0, part.copy(memory)));
      at += part.length;
    }
    expect([parts.size, copies.size]).toEqual([whole.length, whole.length]);
    expect(parts.start[0]).toBe(0);
    expect(parts.take().equals(whole)).toBe(true);
    expect(copies.take().equals(whole)).toBe(true);
    expect(copies.take().equals(whole)).toBe(true);
  }
});

test("a part alone is not copied", () => {
  const part = Buffer.alloc(5000);
  const parts = new Parts();
  parts.add(part);
  expect(parts.take()).toBe(part);
  expect(new Parts().take()).toHaveLength(0);
});

test.each([
  ["as many bytes as were announced", 5000],
  ["fewer bytes than were announced", 9000],
])("%s are one piece", (_, announced) => {
  const parts = new Parts();
  parts.reserve(announced);
  const whole = Buffer.from(Array.from({ length: 5000 }, (_, at) => at % 251));
  parts.addCopy(whole.subarray(0, 3000));
  parts.addCopy(whole.subarray(3000));
  expect(parts.take().equals(whole)).toBe(true);
});

describe("what is sent a byte at a time takes little more than its bytes", () => {
  const count = 300_000;
  const chunk = (text: string) => Buffer.from(text.repeat(10_000));

  test.each<[string, () => { push(): void; keep: object }]>([
    [
      "of a line",
      () => {
        const reader = new FrameReader({ onFrame: () => {}, onTooLong: () => {} });
        const one = Buffer.from("x");
        return { push: () => reader.push(one), keep: reader };
      },
    ],
    [
      "of a body",
      () => {
        const body = new Parts();
        const one = Buffer.from("x");
        return { push: () => body.addCopy(one), keep: body };
      },
    ],
  ])("%s", async (_, open) => {
    const before = await usedMemory();
    const { push, keep } = open();
    for (let at = 0; at < count; at++) push();
    expect((await usedMemory()) - before).toBeLessThan(10_000_000);
    expect(keep).toBeDefined();
  });

  test("of an event in many lines", async () => {
    const events: Buffer[] = [];
    const reader = new SseReader({ onData: (data) => events.push(data), onTooLong: () => {} });
    const lines = chunk("data:\n");
    const before = await usedMemory();
    for (let at = 0; at < count; at += 10_000) reader.push(Buffer.from(lines));
    expect((await usedMemory()) - before).toBeLessThan(10_000_000);
    reader.push(Buffer.from("data:end\n\n"));
    expect(events[0]?.toString()).toBe(`${"\n".repeat(count)}end`);
  });
});
