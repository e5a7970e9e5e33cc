import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, test } from "vitest";
import type { Json } from "../../src/base/json.ts";
import { derivedArguments, sampleArguments } from "../../src/plan/sample-arguments.ts";

const validate = (schema: object, value: unknown) => new Ajv2020({ strict: false }).validate(schema, value);

test.each([
  { properties: { a: { type: "string" }, b: { type: "integer", minimum: 5 } }, required: ["a", "b"] },
  { properties: { kind: { enum: ["x", "y"] }, when: { const: 3 } }, required: ["kind", "when"] },
  { properties: { a: { type: "string", default: "d" }, e: { type: "number", examples: [7] } }, required: ["a", "e"] },
  { properties: { list: { type: "array", minItems: 1, items: { type: "boolean" } } }, required: ["list"] },
  { properties: { a: { anyOf: [{ type: "number" }, { type: "null" }] } }, required: ["a"] },
  {
    properties: { deep: { type: "object", properties: { x: { type: ["string", "null"] } }, required: ["x"] } },
    required: ["deep"],
  },
])("arguments fit the schema: %j", (schema) => {
  const sample = sampleArguments({ type: "object", ...schema });
  expect(Object.keys(sample)).toEqual(schema.required);
  expect(validate({ type: "object", ...schema }, sample)).toBe(true);
});

test("what a schema names itself is taken", () => {
  const properties = { city: { type: "string", default: "Oslo" }, n: { type: "number", examples: [7, 8] } };
  expect(sampleArguments({ properties, required: ["city", "n"] })).toEqual({ city: "Oslo", n: 7 });
});

test.each([undefined, null, 7, "x", [], {}, { required: "x" }, { properties: [], required: {} }])(
  "%j is no schema and gives no arguments",
  (schema) => {
    expect(sampleArguments(schema)).toEqual({});
  },
);

test("a schema without an end is followed only so far", () => {
  const endless: Record<string, unknown> = { type: "object", required: ["next"] };
  endless.properties = { next: endless };
  expect(JSON.stringify(sampleArguments(endless)).length).toBeLessThan(200);
});

test.each([
  ["timezone", { type: "string", description: "IANA name" }, "UTC"],
  ["when", { type: "string", format: "date" }, "2026-01-01"],
  ["link", { type: "string", format: "uri" }, "https://example.com"],
  ["repo_path", { type: "string" }, "data"],
  ["filePath", { type: "string" }, "data/a.txt"],
  ["city", { type: "string", description: "The city, e.g. 'Oslo' or 'Rome'" }, "Oslo"],
  ["query", { type: "string", description: 'Bad example" . Worse: "x"' }, "text"],
  ["item_id", { type: "string" }, "a7"],
  ["userId", { type: "integer" }, 12],
  ["paths", { type: "array", items: { type: "string" } }, ["data/a.txt"]],
])("%s is filled by its name, format or description", (name, field, value) => {
  const hints = {
    folders: ["data"],
    files: ["data/a.txt"],
    seen: new Map<string, Json[]>([
      ["id", ["a7"]],
      ["userId", [12]],
    ]),
  };
  expect(sampleArguments({ properties: { [name]: field }, required: [name] }, { hints })).toEqual({ [name]: value });
});

test("arguments are derived only from values that the schema names, and from dates", () => {
  const derive = (field: unknown, more: object = {}) =>
    derivedArguments({ properties: { one: field, optional: { type: "string" } }, required: ["one"], ...more })?.one;
  expect(derive({ type: "string", default: "a" })).toBe("a");
  expect(derive({ type: "number", examples: [7, 8] })).toBe(7);
  expect(derive({ const: false })).toBe(false);
  expect(derive({ enum: ["x", "y"] })).toBe("x");
  expect(derive({ $ref: "#/$defs/Mode" }, { $defs: { Mode: { enum: ["fast"] } } })).toBe("fast");
  expect(derive({ anyOf: [{ type: "string" }, { const: 3 }] })).toBe(3);
  expect(derive({ type: "string", format: "date" })).toBe("2026-01-01");
  expect(derive({ type: "array", items: { enum: ["x"] } })).toEqual(["x"]);
  expect(derive({ type: "object", properties: { x: { const: 1 } }, required: ["x"] })).toEqual({ x: 1 });
  expect(derivedArguments({ examples: [{ q: "x" }], required: ["q"] })).toEqual({ q: "x" });
  expect(derivedArguments({ properties: { optional: { type: "string" } } })).toEqual({});
});

test.each([
  { type: "string" },
  { type: "string", format: "uri", description: "e.g. 'https://example.com'" },
  { type: "string", format: "email" },
  { type: "integer", minimum: 3 },
  { type: "boolean" },
  { type: "array", items: { type: "string" } },
  { enum: ["x".repeat(3_000)] },
  { $ref: "https://example.com/schema" },
  undefined,
])("no argument is invented for %j", (field) => {
  const hints = { properties: { url: field, also: { default: 1 } }, required: ["also", "url"] };
  expect(derivedArguments(hints)).toBeUndefined();
});
