import { expect, test } from "vitest";
import { turnClassifier } from "../../../src/measure/replies/classifiers.ts";
import type { Expectation } from "../../../src/model/expectation.ts";

const says = (text: string) =>
  Buffer.from(JSON.stringify({ jsonrpc: "2.0", id: 1, result: { content: [{ type: "text", text }] } }));

const around = { sessions: 1, place: undefined };

function judging(text: string) {
  const expectation: Expectation = { text, error: false };
  const classify = turnClassifier(expectation, { method: "tools/call", schema: undefined, around });
  return (said: string, seq: number, lists: Readonly<Record<string, readonly string[]>> = {}) =>
    classify(says(said), { seq, made: 10, captures: new Map(Object.entries(lists)) }).kind;
}

test("each turn's reply is held against its own number", () => {
  const judge = judging("item {{seq}}");
  expect([0, 1, 2].map((seq) => judge(`item ${seq}`, seq))).toEqual(["ok", "ok", "ok"]);
  expect(judge("item 4", 3)).toBe("crossed");
  expect(judge("item 40", 3)).toBe("unexpected");
});

test("and against what its own steps have captured, though earlier turns captured other values", () => {
  const judge = judging("id {{ids[0]}}, {{seq}}");
  expect(judge("id a, 0", 0, { ids: ["a"] })).toBe("ok");
  expect(judge("id b, 1", 1, { ids: ["b"] })).toBe("ok");
  expect(judge("id a, 2", 2, { ids: ["c"] })).toBe("unexpected");
});

test("lists that the set-up has captured are told apart by turn", () => {
  const ids = ["a", "b", "c"];
  const judge = judging("{{ids[seq]}}!");
  expect([0, 1, 2, 3].map((seq) => judge(`${ids[seq % 3]}!`, seq, { ids }))).toEqual(["ok", "ok", "ok", "ok"]);
  expect(judge("c!", 0, { ids })).toBe("crossed");
});
