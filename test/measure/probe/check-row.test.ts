import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../../src/base/json.ts";
import { ConfigError } from "../../../src/errors.ts";
import { lackedBy, oddArguments, skipReason } from "../../../src/measure/probe/check-row.ts";
import type { Offer } from "../../../src/plan/discover.ts";
import type { Row } from "../../../src/plan/plan.ts";
import { row, toolRow } from "../plans.ts";

const offer: Offer = {
  protocol: "2025-11-25",
  capabilities: new Set(["tools", "prompts"]),
  tools: [
    { name: "search", required: ["query"], readOnly: true },
    { name: "list", required: [], readOnly: true },
  ],
  prompts: [
    { name: "greet", required: [] },
    { name: "review", required: ["code"] },
  ],
};

function checkRow(row: Row, offer: Offer): void {
  const error = lackedBy(row, offer);
  if (error) throw error;
}

test("a row of what the server's revision of the protocol lacks is skipped with that reason", () => {
  const stateless = { ...offer, protocol: "2026-07-28" };
  const ping = row({ method: "ping", target: "ping" });
  expect(skipReason(ping, stateless)).toBe("protocol 2026-07-28 has no ping");
  expect(skipReason(row({ method: "tools/list", target: "tools/list" }), stateless)).toBeUndefined();
  expect(skipReason(row({ method: "server/own", target: "server/own" }), stateless)).toBeUndefined();
});

describe("a row that can be measured raises nothing", () => {
  test.each([
    toolRow("search", { query: "x" }),
    toolRow("list"),
    toolRow("{{seq}}"),
    toolRow("gone", {}, { expect: { error: true } }),
    row({ method: "prompts/get", params: { name: "greet" }, target: "greet" }),
    row({ method: "ping", target: "ping" }),
    row({ method: "custom/method", params: { name: "anything" }, target: "custom/method" }),
  ])("$operation.method $operation.target", (good) => {
    expect(skipReason(good, offer)).toBeUndefined();
    expect(() => checkRow(good, offer)).not.toThrow();
  });
});

test("an unknown tool is told with what there is, what was meant and where", () => {
  const check = () => checkRow(toolRow("serach", { query: "x" }, { benchmark: "find", line: 12 }), offer);
  expect(check).toThrow(ConfigError);
  expect(check).toThrow(
    [
      'benchmark "find" (line 12 of the configuration): the server has no tool "serach"',
      '  expected: one of "search", "list"',
      '  fix: did you mean "search"?',
    ].join("\n"),
  );
});

test("an unknown tool of a server with many is told with the first few, and how many more there are", () => {
  const tools = (length: number) =>
    Array.from({ length }, (_, index) => ({ name: `tool-${index}`, required: [], readOnly: true }));
  const first = '"tool-0", "tool-1", "tool-2", "tool-3", "tool-4", "tool-5", "tool-6", "tool-7", "tool-8", "tool-9"';
  const check = (length: number) => () => checkRow(toolRow("unknown"), { ...offer, tools: tools(length) });
  expect(check(10)).toThrow(new RegExp(`expected: one of ${first}$`, "m"));
  expect(check(20_000)).toThrow(new RegExp(`expected: one of ${first}, and 19990 more$`, "m"));
});

test("an unknown prompt of a server without any", () => {
  const unknown = row({ method: "prompts/get", params: { name: "x" }, target: "x" });
  expect(() => checkRow(unknown, { ...offer, prompts: [] })).toThrow("it offers no prompts");
});

test("a tool that needs arguments and gets none", () => {
  expect(() => checkRow(toolRow("search"), offer)).toThrow('the tool "search" is called without "query"');
});

test("of thousands of arguments that a tool needs ten are named", () => {
  const required = Array.from({ length: 5_000 }, (_, at) => `argument-${at}`);
  const greedy = { ...offer, tools: [{ name: "search", required, readOnly: true }] };
  expect(() => checkRow(toolRow("search"), greedy)).toThrow(/"argument-9", and 4990 more\n {2}expected: .{150,400}\n/);
});

describe("an argument that a tool does not name", () => {
  const named = {
    ...offer,
    tools: [{ name: "search", required: ["query"], named: ["query", "limit"], readOnly: true }],
  };

  test("is told with the nearest name where a required one is missing for it", () => {
    const check = () => checkRow(toolRow("search", { querry: "x" }), named);
    expect(check).toThrow(/called without "query"[\s\S]*fix: it names no argument "querry", did you mean "query"\?/);
  });

  test("is told beside a run that goes on", () => {
    const row = toolRow("search", { query: "x", limitt: 3, colour: "red" }, { line: 7 });
    expect(() => checkRow(row, named)).not.toThrow();
    expect(oddArguments(row, named)).toEqual([
      expect.stringMatching(/line 7.*: the tool "search" names no argument "limitt", did you mean "limit"\?$/),
      expect.stringMatching(/no argument "colour", only "query", "limit"$/),
    ]);
  });

  test("is nothing to tell where there is none, others are allowed, or an error is expected", () => {
    expect(oddArguments(toolRow("search", { query: "x", limit: 1 }), named)).toEqual([]);
    expect(oddArguments(toolRow("search", { query: "x", extra: 1 }), offer)).toEqual([]);
    expect(oddArguments(toolRow("search", { extra: 1 }, { expect: { error: true } }), named)).toEqual([]);
    expect(oddArguments(row({ method: "ping", target: "ping" }), named)).toEqual([]);
  });
});

test("a prompt that needs arguments and gets none, or gets them", () => {
  const review = (params: JsonObject) => row({ method: "prompts/get", params, target: "review" });
  expect(() => checkRow(review({ name: "review" }), offer)).toThrow('the prompt "review" is called without "code"');
  expect(() => checkRow(review({ name: "review", arguments: { code: "x" } }), offer)).not.toThrow();
});

test("an operation without its capability is skipped with the reason", () => {
  const resource = row({ method: "resources/list", target: "resources/list" });
  expect(skipReason(resource, offer)).toBe("the server does not offer resources/list (no capability `resources`)");
  expect(skipReason(resource, { ...offer, capabilities: new Set(["resources"]) })).toBeUndefined();
});
