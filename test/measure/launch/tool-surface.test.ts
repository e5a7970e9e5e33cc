import { expect, test } from "vitest";
import { ToolLists, toolSurface } from "../../../src/measure/launch/tool-lists.ts";
import { recordTool } from "../../../src/record/tool.ts";
import { arm, stdioSpec } from "../plans.ts";

/** Returns what is read of one argument of this schema. */
function read(schema: unknown, more: object = {}) {
  const { arguments: read } = toolSurface({ inputSchema: { properties: { one: schema }, ...more } });
  const { name: _name, ...values } = read?.[0] ?? { name: "" };
  return values;
}

test("arguments are read with their types, and whether they are required", () => {
  const inputSchema = {
    type: "object",
    properties: { q: { type: "string" }, limit: { type: ["integer", "null"] }, any: {} },
    required: ["q", "unnamed"],
  };
  expect(toolSurface({ inputSchema, annotations: { readOnlyHint: true, title: "x", openWorldHint: "yes" } })).toEqual({
    arguments: [
      { name: "q", required: true, types: ["string"] },
      { name: "limit", types: ["integer", "null"] },
      { name: "any" },
      { name: "unnamed", required: true },
    ],
    hints: { readOnlyHint: true },
  });
});

test("choices, alternatives and references within the document are followed", () => {
  expect(read({ enum: ["a", 1] })).toEqual({ types: ["integer", "string"], choices: ['"a"', "1"] });
  expect(read({ type: "string", const: "a" })).toEqual({ types: ["string"], choices: ['"a"'] });
  expect(read({ anyOf: [{ type: "string" }, { type: "null" }] })).toEqual({ types: ["null", "string"] });
  expect(read({ oneOf: [{ const: "a" }, { const: "b" }, { type: "null" }] })).toEqual({
    types: ["null", "string"],
    choices: ['"a"', '"b"', "null"],
  });
  const more = { $defs: { Mode: { enum: ["fast"] } } };
  expect(read({ $ref: "#/$defs/Mode" }, more)).toEqual({ types: ["string"], choices: ['"fast"'] });
  expect(read({ $ref: "https://example.com/schema" }, more)).toEqual({});
});

test("what is too much to keep, or odd, is left out, and says nothing", () => {
  const many = Array.from({ length: 51 }, (_, place) => place);
  expect(read({ enum: many })).toEqual({ types: ["integer"], choices: [] });
  expect(read({ enum: ["x".repeat(101)] })).toEqual({ types: ["string"], choices: [] });
  expect(read({ enum: [{ a: 1 }] })).toEqual({ types: ["object"], choices: [] });
  expect(read({ type: "text" })).toEqual({});
  expect(read({ type: ["string", "text"] })).toEqual({});
  expect(toolSurface({ inputSchema: { properties: { ["x".repeat(101)]: {} } } })).toEqual({});
  const properties = Object.fromEntries(Array.from({ length: 101 }, (_, place) => [`a${place}`, {}]));
  expect(toolSurface({ inputSchema: { properties } })).toEqual({});
  for (const inputSchema of [null, [], "x", { properties: [], required: "q" }])
    expect(() =>
      recordTool.parse({ name: "t", bytes: 1, ...toolSurface({ inputSchema, annotations: [] }) }),
    ).not.toThrow();
});

test("a schema that refers to itself many times over ends soon", () => {
  const loop = { anyOf: Array.from({ length: 50 }, () => ({ $ref: "#/$defs/Loop" })) };
  const properties = Object.fromEntries(Array.from({ length: 100 }, (_, place) => [`a${place}`, loop]));
  const tool = toolSurface({ inputSchema: { properties, $defs: { Loop: loop } } });
  expect(tool.arguments).toHaveLength(100);
});

test("the record of an arm holds the surface of its tools, as long as all of it is short enough", () => {
  const lists = new ToolLists();
  const choices = Array.from({ length: 50 }, (_, place) => `${place}`.padEnd(90, "x"));
  const tools = Array.from({ length: 60 }, (_, place) => ({
    name: `t${place}`,
    inputSchema: { properties: { mode: { enum: choices } } },
  }));
  lists.add(arm(stdioSpec(["head"])), { tools: tools.map(({ name }) => ({ name, bytes: 1 })), pages: [{ tools }] });
  const kept = lists.of("head").tools ?? [];
  expect(kept).toHaveLength(60);
  expect(kept[0]?.arguments?.[0]?.choices).toHaveLength(50);
  expect(kept.at(-1)?.arguments).toBeUndefined();
});
