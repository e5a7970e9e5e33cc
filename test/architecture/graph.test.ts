import { describe, expect, test } from "vitest";
import { cycles, floors, type Graph, grouped, reduced } from "../../scripts/architecture/graph.ts";
import { importsOf } from "../../scripts/architecture/tree.ts";

function graph(imports: Readonly<Record<string, string>>): Graph {
  return new Map(Object.entries(imports).map(([name, all]) => [name, new Set(all)]));
}

describe("cycles", () => {
  test("finds each, with all that are in it and no others", () => {
    const two = graph({ a: "b", b: "c", c: "ad", d: "e", e: "fg", f: "e", g: "" });
    expect(cycles(two).sort()).toEqual([
      ["a", "b", "c"],
      ["e", "f"],
    ]);
    expect(cycles(graph({ a: "a" }))).toEqual([["a"]]);
  });

  test("finds none where two ways lead to one place", () => {
    expect(cycles(graph({ a: "bc", b: "d", c: "d", d: "" }))).toEqual([]);
  });
});

test("floors are the longest chain, in which a cycle is one", () => {
  expect(floors(graph({ a: "bd", b: "c", c: "d", d: "" }))).toBe(4);
  expect(floors(graph({ a: "b", b: "c", c: "b", d: "" }))).toBe(2);
  expect(floors(graph({}))).toBe(0);
});

test("an arrow that others imply is left out, wherever it stands", () => {
  expect(reduced(graph({ a: "dbc", b: "c", c: "d", d: "" }))).toEqual(graph({ a: "b", b: "c", c: "d", d: "" }));
});

test("imports within a group are none of the group's", () => {
  expect(grouped(graph({ a1: "", a2: "", b1: "" }), (name) => name.slice(0, 1))).toEqual(graph({ a: "", b: "" }));
  const files: Graph = new Map([
    ["a1", new Set(["a2", "b1"])],
    ["a2", new Set(["b1"])],
    ["b1", new Set<string>()],
  ]);
  expect(grouped(files, (name) => name.slice(0, 1))).toEqual(graph({ a: "b", b: "" }));
});

describe("imports of a file", () => {
  const all = ["room/one.ts", "room/two.ts", "other/three.ts"].map((file) => [file, ""] as const);

  test.each([
    'import { x } from "../other/three.ts";',
    'import type { X } from "../other/three.ts";',
    'import {\n  type X,\n  y,\n} from "../other/three.ts";',
    'import "../other/three.ts";',
    'export { x } from "../other/three.ts";',
    'const { x } = await import("../other/three.ts");',
    'type X = import("../other/three.ts").X;',
  ])("%s", (text) => {
    expect(importsOf(new Map([...all, ["room/one.ts", text]])).get("room/one.ts")).toEqual(new Set(["other/three.ts"]));
  });

  test("one that leads nowhere is told", () => {
    expect(() => importsOf(new Map([["room/one.ts", 'import "./gone.ts";']]))).toThrow(
      "src/room/one.ts names src/room/gone.ts, which does not exist",
    );
  });
});
