import { describe, expect, test } from "vitest";
import {
  deepestMessage,
  hasMoreValuesThan,
  isDeeperThan,
  mostValues,
  parseMessage,
} from "../../src/base/json-depth.ts";

const nested = (levels: number) => `${"[".repeat(levels)}${"]".repeat(levels)}`;

describe("the depth of a JSON text", () => {
  test.each([
    ["a value alone", "7", 0],
    ["lists and maps", '{"a":[{"b":1}],"c":[[]]}', 3],
    ["neighbours", "[[],[],[]]", 2],
    ["brackets in a string", '["[[[[","{{{{"]', 1],
    ["brackets behind an escaped quote", '["\\"[[[["]', 1],
    ["brackets behind an escaped backslash", '["\\\\",[[]]]', 3],
    ["what is never closed", "[[[", 3],
    ["a string that is never closed", '["[[[', 1],
  ])("counts %s", (_name, text, depth) => {
    expect(isDeeperThan(text, depth)).toBe(false);
    if (depth > 0) expect(isDeeperThan(text, depth - 1)).toBe(true);
  });
});

test.each([
  ["lists and maps", '{"a":[{"b":1}],"c":[[]]}', 6],
  ["neighbours", "[[],[],[]]", 6],
  ["commas in a string", '[",,,,,,,,","[[[["]', 2],
])("the values of %s are counted", (_name, text, values) => {
  expect(hasMoreValuesThan(text, values)).toBe(false);
  expect(hasMoreValuesThan(text, values - 1)).toBe(true);
});

describe("a message of a server", () => {
  test("is read down to the deepest level, and can be written again", () => {
    const text = nested(deepestMessage);
    expect(JSON.stringify(parseMessage(text))).toBe(text);
  });

  test.each([
    ["nested deeper", nested(deepestMessage + 1)],
    ["nested by millions and never closed", "[".repeat(5_000_000)],
    ["made of millions of values", `[${"{},".repeat(mostValues / 2)}{}]`],
    ["no JSON", "{not json"],
  ])("%s is none", (_name, text) => expect(parseMessage(text)).toBeUndefined());
});
