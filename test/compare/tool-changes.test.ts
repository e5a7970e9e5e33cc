import { expect, test } from "vitest";
import { toolChanges } from "../../src/compare/tool-changes.ts";
import type { RunRecord } from "../../src/record/record.ts";

const tool = (name: string, bytes: number) => ({ name, bytes });

function changes(base: { name: string; bytes: number }[] | undefined, head: { name: string; bytes: number }[]) {
  const arm = (side: "base" | "head", tools: typeof base) =>
    ({ id: side, side, transport: "stdio", ...(tools ? { tools } : {}) }) satisfies RunRecord["arms"][number];
  return toolChanges({ arms: [arm("base", base), arm("head", head)] });
}

test("tools that came, went and grew are told apart", () => {
  expect(
    changes([tool("a", 100), tool("b", 50), tool("c", 70)], [tool("a", 140), tool("c", 60), tool("d", 90)]),
  ).toEqual({
    added: [tool("d", 90)],
    removed: [tool("b", 50)],
    renamed: [],
    resized: [
      { from: tool("a", 100), to: tool("a", 140) },
      { from: tool("c", 70), to: tool("c", 60) },
    ],
  });
});

test("a tool that is the same but for its name was renamed, if only one can be meant", () => {
  expect(changes([tool("get", 100)], [tool("fetch", 102)])).toMatchObject({
    renamed: [{ from: tool("get", 100), to: tool("fetch", 102) }],
    added: [],
    removed: [],
  });
  const twins = changes([tool("get", 100)], [tool("aaa", 100), tool("bbb", 100)]);
  expect(twins).toMatchObject({ renamed: [], removed: [tool("get", 100)] });
  expect(twins?.added).toHaveLength(2);
});

test("nothing is said where the list of base is not known, or nothing changed", () => {
  expect(changes(undefined, [tool("a", 1)])).toBeUndefined();
  expect(changes([tool("a", 1)], [tool("a", 1)])).toEqual({ added: [], removed: [], renamed: [], resized: [] });
});
