import { describe, expect, test } from "vitest";
import { FrameReader } from "../../../src/server/protocol/frame-reader.ts";

function reading(maxBytes?: number) {
  const frames: Buffer[] = [];
  const long: number[] = [];
  const sink = { onFrame: (frame: Buffer) => frames.push(frame), onTooLong: () => long.push(frames.length) };
  const reader = new FrameReader(sink, maxBytes === undefined ? {} : { maxBytes });
  return { reader, frames, long, lines: () => frames.map((frame) => frame.toString("utf8")) };
}

describe("FrameReader", () => {
  test("gives the same lines wherever the stream is cut", () => {
    const text = Buffer.from("one\r\n\ntwo – ünïcode\nthree\n\r\nlast\n");
    const expected = ["one", "", "two – ünïcode", "three", "", "last"];
    for (let size = 1; size <= text.length; size++) {
      const { reader, lines } = reading();
      for (let at = 0; at < text.length; at += size) reader.push(text.subarray(at, at + size));
      expect(lines()).toEqual(expected);
      expect(reader.pendingBytes).toBe(0);
    }
  });

  test("gives lines that lie within one chunk without copying", () => {
    const { reader, frames } = reading();
    const chunk = Buffer.from("one\ntwo\n");
    reader.push(chunk);
    expect(frames.map((frame) => frame.buffer === chunk.buffer)).toEqual([true, true]);
  });

  test("keeps a line until its end has come", () => {
    const { reader, lines } = reading();
    reader.push(Buffer.from("half"));
    expect(lines()).toEqual([]);
    expect(reader.pendingBytes).toBe(4);
    reader.push(Buffer.from(" and half\n"));
    expect(lines()).toEqual(["half and half"]);
  });

  test("reports a line over the cap once, skips the rest of it and goes on", () => {
    const { reader, lines, long } = reading(8);
    for (const part of ["ok\n12345", "6789", "0", "more\nafter\n", "12345678\n", "1234", "56789\nend\n"])
      reader.push(Buffer.from(part));
    expect(lines()).toEqual(["ok", "after", "12345678", "end"]);
    expect(long).toEqual([1, 3]);
  });

  test("copies each byte of a long line once", () => {
    const { reader, frames } = reading();
    const chunk = Buffer.alloc(64 * 1024, "x");
    const copied: number[] = [];
    const concat = Buffer.concat;
    Buffer.concat = (list, size) => {
      copied.push(list.reduce((sum, part) => sum + part.length, 0));
      return concat(list, size);
    };
    try {
      for (let i = 0; i < 128; i++) reader.push(chunk);
      reader.push(Buffer.from("\n"));
    } finally {
      Buffer.concat = concat;
    }
    expect(frames.map((frame) => frame.length)).toEqual([128 * chunk.length]);
    expect(copied).toEqual([128 * chunk.length]);
  });
});
