import { expect, test } from "vitest";
import { SseReader } from "../../../src/server/http/sse-reader.ts";

test("gives the data of every event wherever the stream is cut", () => {
  const stream = Buffer.from(
    ': hello\n\nevent: message\nid: 1\ndata: {"a":1}\n\ndata:{"b":2}\r\n\r\nretry: 10\n\n' +
      "data: first\ndata: second\n\ndatabase: no\n\ndata\n\ndata: unfinished\n",
  );
  for (let size = 1; size <= stream.length; size++) {
    const events: string[] = [];
    const reader = new SseReader({ onData: (data) => events.push(data.toString()), onTooLong: () => {} });
    for (let at = 0; at < stream.length; at += size) reader.push(stream.subarray(at, at + size));
    expect(events).toEqual(['{"a":1}', '{"b":2}', "first\nsecond", ""]);
    expect(reader.resumePoint).toEqual({ lastEventId: "1", retryMs: 10 });
  }
});

test("ends lines at CR, LF and CRLF alike, wherever the stream is cut", () => {
  const stream = Buffer.from("id: a\rdata: one\r\rdata: two\r\ndata: three\r\r\nid\rdata: four\n\r");
  for (let size = 1; size <= stream.length; size++) {
    const events: string[] = [];
    const reader = new SseReader({ onData: (data) => events.push(data.toString()), onTooLong: () => {} });
    for (let at = 0; at < stream.length; at += size) reader.push(stream.subarray(at, at + size));
    expect(events).toEqual(["one", "two\nthree", "four"]);
    expect(reader.resumePoint).toEqual({});
  }
});

test("passes over a byte-order mark at the beginning, and only there, wherever the stream is cut", () => {
  const stream = Buffer.from("\ufeffdata: one\n\n\ufeffdata: two\n\ndata: \ufeffthree\n\n");
  for (let size = 1; size <= stream.length; size++) {
    const events: string[] = [];
    const reader = new SseReader({ onData: (data) => events.push(data.toString()), onTooLong: () => {} });
    for (let at = 0; at < stream.length; at += size) reader.push(stream.subarray(at, at + size));
    expect(events).toEqual(["one", "\ufeffthree"]);
  }
});

test("gives no event of more data than the cap, in one line or in many, and the next one again", () => {
  const events: string[] = [];
  let tooLong = 0;
  const sink = { onData: (data: Buffer) => events.push(data.toString()), onTooLong: () => tooLong++ };
  const reader = new SseReader(sink, 20);
  reader.push(Buffer.from("data: 1234567890\ndata: 123456789\n\n"));
  expect([events.splice(0), tooLong]).toEqual([["1234567890\n123456789"], 0]);
  reader.push(Buffer.from("data: 1234567890\ndata: 1234567890\n\n"));
  reader.push(Buffer.from(`data: ${"1".repeat(30)}\n\n`));
  expect([events, tooLong]).toEqual([[], 2]);
  reader.push(Buffer.from("data: fine\n\n"));
  expect(events).toEqual(["fine"]);
});

test.each([
  ["beyond ASCII", "id: \u00fc\n", { lastEventId: "\u00c3\u00bc" }],
  ["that no header can carry", "id: 1\n\nid: a\u0000\nid: \u0007b\n", { lastEventId: "1" }],
])("keeps the bytes of an id as the header repeats them (%s)", (_name, lines, resumePoint) => {
  const reader = new SseReader({ onData: () => {}, onTooLong: () => {} });
  reader.push(Buffer.from(`${lines}\n`));
  expect(reader.resumePoint).toEqual(resumePoint);
});
