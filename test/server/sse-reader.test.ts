import { expect, test } from "vitest";
import { SseReader } from "../../src/server/sse-reader.ts";

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
  }
});
