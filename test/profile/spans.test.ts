import { expect, test } from "vitest";
import { readOtlp, readOtlpJson } from "../../src/profile/otlp.ts";
import { ProfileError } from "../../src/profile/profile.ts";
import { type Span, spansProfile } from "../../src/profile/spans.ts";

/** Bytes of a field of protobuf: its number, its kind of coding, and what follows. */
const field = (number: number, kind: number, value: readonly number[]) => [number * 8 + kind, ...value];
const long = (number: number, value: readonly number[]): number[] => {
  const { length } = value;
  return field(number, 2, [...(length < 128 ? [length] : [128 + (length % 128), Math.floor(length / 128)]), ...value]);
};
const text = (number: number, value: string) => long(number, [...new TextEncoder().encode(value)]);
const time = (number: number, ns: bigint) => field(number, 1, [...new Uint8Array(new BigUint64Array([ns]).buffer)]);

const began = 1_700_000_000_000_000_000n;
const span = (id: number, parent: readonly number[], name: string, [from, to]: readonly [bigint, bigint]) =>
  long(2, [
    ...long(1, [0xab, 0xcd]),
    ...long(2, [id]),
    ...text(3, "state"),
    ...(parent.length > 0 ? long(4, parent) : []),
    ...text(5, name),
    ...field(6, 0, [0x82, 0x01]),
    ...time(7, began + from * 1_000_000n),
    ...time(8, began + to * 1_000_000n),
    ...field(16, 5, [1, 0, 0, 0])
      .map((byte, index) => (index === 0 ? 0x85 : byte))
      .toSpliced(1, 0, 0x01),
  ]);
const message = Uint8Array.from(
  long(1, [
    ...text(1, "resource"),
    ...long(2, [...span(1, [], "tools/call é", [0n, 10n]), ...span(2, [1], "query", [2n, 6n])]),
  ]),
);

const spans: readonly Span[] = [
  { trace: "abcd", id: "01", parent: "", name: "tools/call é", startMs: 1_700_000_000_000, endMs: 1_700_000_000_010 },
  { trace: "abcd", id: "02", parent: "01", name: "query", startMs: 1_700_000_000_002, endMs: 1_700_000_000_006 },
];

test("spans are read from both encodings", () => {
  expect(readOtlp(message)).toEqual(spans);
  const json = spans.map(({ trace, id, parent, name, startMs, endMs }) => {
    const times = { startTimeUnixNano: `${startMs}000000`, endTimeUnixNano: `${endMs}000000` };
    return { traceId: trace, spanId: id, ...(parent ? { parentSpanId: parent } : {}), name, ...times };
  });
  expect(readOtlpJson(JSON.stringify({ resourceSpans: [{ scopeSpans: [{ spans: json }] }] }))).toEqual(spans);
});

test("a message that was cut off anywhere gives spans or an error that says so", () => {
  for (let length = 0; length < message.length; length++)
    try {
      readOtlp(message.subarray(0, length));
    } catch (error) {
      expect(error).toBeInstanceOf(ProfileError);
    }
  expect(() => readOtlp(Uint8Array.from([10, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 1]))).toThrow(
    ProfileError,
  );
  expect(() => readOtlpJson("[1]")).toThrow(ProfileError);
});

test("a span has the time in which none of its own ran", () => {
  const { frames, nodes } = spansProfile(spans);
  expect(nodes.map(({ frame, parent, self }) => [frames[frame]?.name, parent, self])).toEqual([
    ["tools/call é", -1, 6],
    ["query", 0, 4],
  ]);
});

test("spans at the same time count once, and what lasts longer than the one around it no more than that", () => {
  const [outer] = spans as [Span];
  const at = (id: string, from: number, to: number) =>
    ({ ...outer, id, parent: "01", startMs: outer.startMs + from, endMs: outer.startMs + to }) satisfies Span;
  expect(spansProfile([outer, at("3", 1, 5), at("4", 2, 4), at("5", 8, 99)]).nodes[0]?.self).toBe(4);
});

test("spans in a circle are in no tree, and many of one id do not multiply", () => {
  const one = { trace: "t", name: "x", startMs: 0, endMs: 1 };
  const circle = [
    { ...one, id: "a", parent: "b" },
    { ...one, id: "b", parent: "a" },
    { ...one, id: "c", parent: "c" },
  ];
  expect(spansProfile(circle).nodes).toEqual([]);
  const doubled = Array.from({ length: 60 }, (_, level) => ({
    ...one,
    id: `${level >> 1}`,
    parent: `${(level >> 1) - 1}`,
  }));
  expect(spansProfile(doubled).nodes.length).toBeLessThanOrEqual(30);
  expect(spansProfile([{ ...one, id: "a", parent: "", startMs: Number.NaN }]).nodes).toEqual([]);
});

test("what is no text or time in a span costs that span alone", () => {
  const noText = { toString: 1, valueOf: 1 };
  const [whole] = spans as [Span];
  const times = { startTimeUnixNano: whole.startMs * 1e6, endTimeUnixNano: whole.endMs * 1e6 };
  const json = [
    { traceId: "abcd", spanId: "01", name: "whole", ...times },
    { traceId: "abcd", spanId: noText, name: "no id", ...times },
    { traceId: "abcd", spanId: "02", name: "no start", ...times, startTimeUnixNano: noText },
  ];
  const read = readOtlpJson(JSON.stringify({ resourceSpans: [{ scopeSpans: [{ spans: json }] }] }));
  expect(spansProfile(read).frames).toEqual([{ name: "whole" }]);
});

test("millions of empty messages in one request are refused", () => {
  expect(() => readOtlp(Uint8Array.from({ length: 200_000 }, (_, place) => (place % 2 === 0 ? 10 : 0)))).toThrow(
    ProfileError,
  );
});
