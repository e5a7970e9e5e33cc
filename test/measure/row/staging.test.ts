import { expect, test } from "vitest";
import { captured } from "../../../src/measure/row/captured.ts";

const result = {
  structuredContent: { id: 7, items: [{ id: "a" }, { id: "b" }, {}], none: null },
  content: [
    { type: "text", text: '{"rows": [[1, 2], [3]]}' },
    { type: "text", text: "plain" },
  ],
};

test.each([
  ["structuredContent.id", [7]],
  ["structuredContent.items[1].id", ["b"]],
  ["structuredContent.items[*].id", ["a", "b"]],
  ["structuredContent.items", [{ id: "a" }, { id: "b" }, {}]],
  ["content[0].text.rows[0]", [1, 2]],
  ["content[0].text.rows[*]", [1, 2, 3]],
  ["content[1].text", ["plain"]],
  ["content[1].text.rows", []],
  ["content[2].text", []],
  ["structuredContent.none", []],
  ["structuredContent.toString", []],
  ["nothing", []],
])("%s leads to %j", (path, values) => {
  expect(captured(result, path)).toEqual(values);
});
