import { expect, test } from "vitest";
import { contextCost } from "../../../src/measure/launch/launch-arm.ts";
import { ToolLists } from "../../../src/measure/launch/tool-lists.ts";
import { arm, stdioSpec } from "../plans.ts";

type Page = Record<string, unknown>;

const [a, b, c] = ["a", "b", "c"].map((name) => ({ name, description: `does ${name}` }));

/** Returns what is known of an arm after launches that list these pages, each with the arguments it was given. */
function listed(...launches: { readonly pages: readonly Page[]; readonly args?: readonly string[] }[]) {
  const lists = new ToolLists();
  for (const { pages, args = [] } of launches)
    lists.add(arm(stdioSpec(args)), { pages, tools: contextCost(pages, {}).tools });
  return lists.of("head");
}

const list = (...tools: unknown[]) => ({ pages: [{ tools }] });

test("launches that list the same are so, whatever the pages and what a page says beside its tools", () => {
  const paged = { pages: [{ tools: [a], nextCursor: "xyz" }, { tools: [b] }] };
  expect(listed(list(a, b), list(a, b), paged).listing).toEqual({ compared: 2, reordered: 0, rewritten: 0, pages: 1 });
  expect(listed(list(), list()).listing).toEqual({ compared: 1, reordered: 0, rewritten: 0, pages: 1 });
});

test("another order is told from another content, keys of a tool included", () => {
  expect(listed(list(a, b, c), list(b, a, c), list(c, b, a), list(a, b, c)).listing).toMatchObject({
    compared: 3,
    reordered: 2,
    rewritten: 0,
  });
  const turned = { description: "does a", name: "a" };
  for (const other of [list(turned, b), list(a), list(a, b, b), list(a, { ...b, description: "" })])
    expect(listed(list(a, b), other).listing).toMatchObject({ compared: 1, reordered: 0, rewritten: 1 });
});

test("a server that is given other arguments may list other tools", () => {
  const [small, large] = [
    { ...list(a), args: ["small"] },
    { ...list(a, b), args: ["large"] },
  ];
  expect(listed(small, large, small, large).listing).toMatchObject({ compared: 2, reordered: 0, rewritten: 0 });
  expect(listed(small, large, small, { ...list(b, a), args: ["large"] }).listing).toMatchObject({ reordered: 1 });
});

test("how long and for whom a list may be kept is that of all its pages, and nothing that is no such value", () => {
  const hints = (...pages: Page[]) => {
    const { ttlMs, cacheScope } = listed({ pages }).listing ?? {};
    return [ttlMs, cacheScope];
  };
  expect(hints({ tools: [a], ttlMs: 9000, cacheScope: "public" })).toEqual([9000, "public"]);
  expect(
    hints({ tools: [a], ttlMs: 9000, cacheScope: "public" }, { tools: [b], ttlMs: 0, cacheScope: "private" }),
  ).toEqual([0, "private"]);
  expect(hints({ tools: [a], ttlMs: 9000 }, { tools: [b], cacheScope: "public" })).toEqual([undefined, undefined]);
  for (const ttlMs of [-1, "9000", Number.NaN, 1e300, null, {}])
    expect(hints({ tools: [a], ttlMs, cacheScope: "everyone" })).toEqual([undefined, undefined]);
});

test("of an arm that lists nothing, nothing is known, and of endless lists the first thousand tools", () => {
  expect(new ToolLists().of("head")).toEqual({});
  const many = Array.from({ length: 1001 }, (_, place) => ({ name: `tool ${place}` }));
  expect(listed(list(...many)).tools).toHaveLength(1000);
  expect(listed(list(...many), list(...many.slice(0, 1000))).listing).toMatchObject({ rewritten: 1 });
});
