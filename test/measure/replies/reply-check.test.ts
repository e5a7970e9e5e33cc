import { describe, expect, test } from "vitest";
import type { Json } from "../../../src/base/json.ts";
import { ConfigError } from "../../../src/errors.ts";
import type { Outcome } from "../../../src/measure/load/outcome.ts";
import { replyClassifier } from "../../../src/measure/replies/classifiers.ts";
import { NumberedCalls, valuesOf } from "../../../src/measure/replies/numbered-calls.ts";
import type { Expectation } from "../../../src/model/expectation.ts";

interface Given {
  readonly sessions?: number;
  readonly captures?: Readonly<Record<string, readonly Json[]>>;
}

/** Judges a reply to call `number` of twenty, whose ids begin at 100. */
function judge(result: object, { number, expectation, ...given }: Given & { number: number; expectation: object }) {
  const { sessions = 1, captures = {} } = given;
  const calls = new NumberedCalls({ sessions, captures: new Map(Object.entries(captures)) });
  for (let call = 0; call < 20; call++) calls.note(100 + call);
  const body = Buffer.from(JSON.stringify({ jsonrpc: "2.0", id: 100 + number, result }));
  return replyClassifier({ error: false, ...expectation } as Expectation, { calls })(body, 100 + number);
}

const says = (text: string) => ({ content: [{ type: "text", text }] });
const ok: Outcome = { kind: "ok" };

describe("a text that is each call's own", () => {
  const expectation = { text: "item {{seq}}" };

  test("is found in the call's own reply", () => expect(judge(says("item 7"), { number: 7, expectation })).toEqual(ok));

  test("is found among others", () =>
    expect(judge(says("item 6, item 7, item 8"), { number: 7, expectation })).toEqual(ok));

  test.each([
    [{ pattern: "item {{seq}}.*done", flags: "" }, "item 6, item 7: done", {}],
    [{ pattern: "item {{seq}}.*done", flags: "" }, "item 6, item 71: done", "crossed"],
    ["{{seq}}-{{session}}", "5-7-1", { sessions: 2 }],
    ["{{ids[seq]}}", "a b c", { captures: { ids: ["a b", "b c"] } }],
    ["{{ids[seq]}}", "a b cd", { captures: { ids: ["a b", "b c", "b cd"] } }],
  ])("%j is found in %j, where what another call is right for overlaps it", (text, said, given) => {
    const judged = judge(says(said), { number: 7, expectation: { text }, ...(typeof given === "object" ? given : {}) });
    const isOther = given === "crossed" || said === "a b cd";
    expect(judged.kind).toBe(isOther ? "crossed" : "ok");
  });

  test("of another call makes the reply crossed", () =>
    expect(judge(says("item 8"), { number: 7, expectation })).toEqual({
      kind: "crossed",
      of: "call",
      message: `expected the text "item 7", got: item 8`,
    }));

  test("of a call that another session made says so", () =>
    expect(judge(says("item 8"), { number: 7, expectation, sessions: 2 })).toEqual({
      kind: "crossed",
      of: "session",
      message: `expected the text "item 7", got: item 8`,
    }));

  test("counts as a whole: item 1 is not in item 12", () => {
    expect(judge(says("item 12"), { number: 1, expectation }).kind).toBe("crossed");
    expect(judge(says("item 012"), { number: 12, expectation }).kind).toBe("unexpected");
  });

  test.each(["item 20", "item 99999999999999999999", "item x", "nothing", ""])(
    "of no call that was made is just unexpected: %j",
    (text) => expect(judge(says(text), { number: 7, expectation }).kind).toBe("unexpected"),
  );

  test("an error stays what it is", () =>
    expect(judge({ isError: true, ...says("item 8") }, { number: 7, expectation }).kind).toBe("tool-error"));
});

describe("other ways to tell calls apart", () => {
  test("a pattern", () => {
    const expectation = { text: { pattern: "^(?:item|thing) {{seq}}$", flags: "iu" } };
    expect(judge(says("THING 7"), { number: 7, expectation })).toEqual(ok);
    expect(judge(says("thing 3"), { number: 7, expectation })).toEqual({
      kind: "crossed",
      of: "call",
      message: "expected the text `/^(?:item|thing) 7$/iu`, got: thing 3",
    });
    expect(judge(says("thing 3 of 7"), { number: 7, expectation }).kind).toBe("unexpected");
  });

  test("the session", () => {
    const expectation = { text: "user-{{session}}" };
    expect(judge(says("hello user-1"), { number: 7, sessions: 2, expectation })).toEqual(ok);
    expect(judge(says("hello user-0"), { number: 7, sessions: 2, expectation })).toMatchObject({
      kind: "crossed",
      of: "session",
    });
    expect(judge(says("hello user-2"), { number: 7, sessions: 2, expectation }).kind).toBe("unexpected");
  });

  test("captured values, one of which begins another", () => {
    const given = { captures: { ids: ["a", "ab", "c.d"] }, expectation: { text: "id={{ids[seq]}}" } };
    expect(judge(says("id=ab"), { number: 4, ...given })).toEqual(ok);
    expect(judge(says("id=a"), { number: 4, ...given }).kind).toBe("crossed");
    expect(judge(says("id=c.d"), { number: 4, ...given }).kind).toBe("crossed");
    expect(judge(says("id=cxd"), { number: 4, ...given }).kind).toBe("unexpected");
  });

  test("captured values in a pattern that ignores upper and lower case", () => {
    const text = { pattern: "^id {{ids[seq]}}$", flags: "i" };
    const given = { captures: { ids: ["a", "ab", "c"] }, expectation: { text } };
    expect(judge(says("ID AB"), { number: 4, ...given })).toEqual(ok);
    expect(judge(says("ID A"), { number: 4, ...given }).kind).toBe("unexpected");
  });

  test("structured content, with numbers as numbers", () => {
    const expectation = { structured: { user: { id: "{{seq}}", name: "u{{seq}}" }, list: ["x"] } };
    const content = (id: Json, name: string) => ({ structuredContent: { user: { id, name }, list: ["x"], more: 1 } });
    expect(judge(content(7, "u7"), { number: 7, expectation })).toEqual(ok);
    expect(judge(content(8, "u8"), { number: 7, expectation }).kind).toBe("crossed");
    expect(judge(content(7, "u8"), { number: 7, expectation }).kind).toBe("unexpected");
    expect(judge(content("7", "u7"), { number: 7, expectation }).kind).toBe("unexpected");
    expect(judge({}, { number: 7, expectation }).kind).toBe("unexpected");
  });

  test("what is the same in every call is filled in too, and a backslash keeps it literal", () => {
    const captures = { ids: ["a+", "b"] };
    expect(judge(says("id a+"), { number: 5, captures, expectation: { text: "id {{ids[0]}}" } })).toEqual(ok);
    expect(judge(says("say {{seq}}"), { number: 5, expectation: { text: "say \\{{seq}}" } })).toEqual(ok);
    expect(judge(says("say 5"), { number: 5, expectation: { text: "say \\{{seq}}" } }).kind).toBe("unexpected");
  });
});

test("structured content may write a zero with either sign", () => {
  const body = Buffer.from('{"jsonrpc":"2.0","id":1,"result":{"structuredContent":{"x":-0.0}}}');
  expect(replyClassifier({ structured: { x: 0 } } as unknown as Expectation)(body, 1)).toEqual(ok);
});

test("a captured list that is too long to be looked for is refused, with the fix", () => {
  const given = { captures: { ids: ["x".repeat(2 ** 20 + 1)] }, expectation: { text: "{{ids[seq]}}" } };
  expect(() => judge(says("x"), { number: 1, ...given })).toThrow(ConfigError);
  expect(() => judge(says("x"), { number: 1, ...given })).toThrow(/`ids` is too long/);
});

test("a pattern that runs away ends within its time limit", () =>
  expect(() =>
    judge(says(`${"a".repeat(60)}!`), { number: 1, expectation: { text: { pattern: "^(a+)+{{seq}}$", flags: "" } } }),
  ).toThrow(/did not finish within 1 s/));

test("calls are looked up as long as their replies may come, in memory that does not grow", () => {
  const calls = new NumberedCalls({ sessions: 3, captures: new Map() });
  for (let call = 0; call < 600_000; call++) {
    calls.note(7 * call);
    if (call % 1000 === 0) calls.numberOf(7 * call);
  }
  expect(calls.made).toBe(600_000);
  expect(calls.numberOf(7 * 599_999)).toBe(599_999);
  expect(calls.numberOf(7 * 400_000)).toBe(400_000);
  expect(() => calls.numberOf(0)).toThrow(RangeError);
  expect([0, 5].map((call) => valuesOf(call, calls.around).session)).toEqual([0, 2]);
});
