import { describe, expect, test } from "vitest";
import { systemClock } from "../../../src/base/host/clock.ts";
import { schemaCheck } from "../../../src/measure/replies/output-schema.ts";

/** Any machine is quick enough for what ends. */
const ample = { replyMs: 20_000, allMs: 20_000 };

function complaint(schema: unknown, structuredContent: unknown, limits = ample): string | undefined {
  return schemaCheck(schema, { clock: systemClock, limits })({ structuredContent });
}

const weather = {
  type: "object",
  properties: { degrees: { type: "number" }, days: { type: "array", items: { $ref: "#/$defs/day" } } },
  required: ["degrees"],
  additionalProperties: false,
  $defs: { day: { type: "string", enum: ["mon", "tue"] } },
};

test.each([[{ degrees: 3 }], [{ degrees: 3.5, days: ["mon", "tue"] }]])("%j fits its schema", (content) =>
  expect(complaint(weather, content)).toBeUndefined(),
);

test.each([
  [{ degrees: "3" }, `at #/degrees: Instance type "string" is invalid. Expected "number".`],
  [{}, `at #: Instance does not have required property "degrees".`],
  [{ degrees: 3, days: ["mon", "sun"] }, `at #/days/1: Instance does not match any of ["mon","tue"].`],
  [{ degrees: 3, more: 1 }, "at #/more: False boolean schema."],
  [null, `at #: Instance type "null" is invalid. Expected "object".`],
])("%j does not, and where is told", (content, where) =>
  expect(complaint(weather, content)).toBe(`structured content that the tool's \`outputSchema\` forbids, ${where}`),
);

test("a result without structured content does not, either", () =>
  expect(complaint(weather, undefined)).toBe("no structured content, which a tool with an `outputSchema` has to give"));

test("the dialect of an older draft is read as such", () => {
  const schema = { $schema: "http://json-schema.org/draft-07/schema#", type: "array", items: [{ type: "string" }] };
  expect(complaint(schema, ["a"])).toBeUndefined();
  expect(complaint(schema, [1])).toContain("at #/0: ");
});

test("a tree that refers to itself is followed as deep as the content goes", () => {
  const tree = { type: "object", properties: { next: { $ref: "#" } }, additionalProperties: false };
  const deep = (depth: number): object => (depth === 0 ? {} : { next: deep(depth - 1) });
  expect(complaint(tree, deep(200))).toBeUndefined();
});

test("a schema is left as the server has listed it", () => {
  const schema = structuredClone(weather);
  complaint(schema, { degrees: 3 });
  expect(Reflect.ownKeys(schema.$defs.day)).toEqual(["type", "enum"]);
});

describe("a schema that cannot be applied is what is wrong", () => {
  const nested = (depth: number): object => (depth === 0 ? {} : { properties: { a: nested(depth - 1) } });
  const doubling = Object.fromEntries(
    Array.from({ length: 40 }, (_, at) => [
      `n${at + 1}`,
      { allOf: [{ $ref: `#/$defs/n${at}` }, { $ref: `#/$defs/n${at}` }] },
    ]),
  );

  test.each<[string, unknown, unknown, RegExp]>([
    [
      "a reference to somewhere else",
      { $ref: "https://example.com/a.json" },
      {},
      /Unresolved \$ref "https:\/\/example.com\/a.json"/,
    ],
    ["a reference to a file", { properties: { a: { $ref: "file:///etc/passwd" } } }, { a: 1 }, /Unresolved \$ref/],
    ["a reference to itself alone", { $ref: "#" }, {}, /call stack/],
    ["a pattern that never ends", { pattern: "^(a+)+$" }, `${"a".repeat(40)}!`, /not done within 40 ms/],
    ["a pattern that is none", { pattern: "(" }, "a", /regular expression/i],
    ["a schema that doubles", { $ref: "#/$defs/n40", $defs: { n0: {}, ...doubling } }, {}, /not done within 40 ms/],
    [
      "an unknown dialect",
      { $schema: "https://example.com/own" },
      {},
      /dialect "https:\/\/example.com\/own" is unknown/,
    ],
    ["a dialect that is no text", { $schema: { a: 1 } }, {}, /dialect \{"a":1\} is unknown/],
    ["a list", [1], {}, /no JSON object/],
    ["a keyword of another type", { required: 3 }, {}, /not iterable/],
    ["an address that is none", { $id: "http://[" }, {}, /URL/],
  ])("%s", (_, schema, content, reason) => {
    const said = complaint(schema, content, reason.source.includes("40 ms") ? { ...ample, replyMs: 40 } : ample);
    expect(said).toMatch(/^the tool's `outputSchema` cannot be applied/);
    expect(said).toMatch(reason);
  });

  test.each([
    ["names that objects inherit", { properties: { constructor: { type: "string" } } }, {}],
    ["a schema nested deeply", nested(200), {}],
    ["prototypes", JSON.parse('{"properties":{"__proto__":{"type":"number"}}}'), {}],
  ])("but for %s nothing is", (_, schema, content) => expect(complaint(schema, content)).toBeUndefined());
});

test("one that took too long is not tried again", () => {
  const limits = { ...ample, replyMs: 40 };
  const check = schemaCheck({ pattern: "^(a+)+$" }, { clock: systemClock, limits });
  const endless = `${"a".repeat(40)}!`;
  const first = check({ structuredContent: endless });
  expect(first).toContain("not done within 40 ms");
  expect(check({ structuredContent: "a" })).toBe(first);
});

describe("one that takes its time on every reply", () => {
  function judged(ms: number, replies: number) {
    let now = 0;
    const clock = { ...systemClock, now: () => (now += ms) };
    const check = schemaCheck({ type: "object" }, { clock, limits: { ...ample, allMs: 400 } });
    return Array.from({ length: replies }, () => check({ structuredContent: {} }));
  }

  test("is given up", () => {
    const said = judged(60, 20);
    expect(said.findIndex((one) => one !== undefined)).toBe(10);
    expect(said.at(-1)).toBe("the tool's `outputSchema` takes more than 20 ms to apply, reply after reply");
  });

  test("no longer than a long reply takes is applied to all", () =>
    expect(judged(19, 1_000).every((one) => one === undefined)).toBe(true));
});
