import { describe, expect, it, test } from "vitest";
import {
  discoverBenchmarks,
  echoCandidates,
  leftOutTools,
  type Offer,
  type OfferedTool,
} from "../../src/plan/discover.ts";
import { renderParams } from "../../src/plan/template.ts";

const nothing: Offer = { protocol: "2025-11-25", capabilities: new Set(), tools: [], prompts: [] };

test("a server that offers nothing is pinged", () => {
  expect(discoverBenchmarks(nothing)).toEqual([{ benchmark: "ping", operation: { method: "ping", target: "ping" } }]);
});

test("lists are measured where their capability is advertised", () => {
  const found = discoverBenchmarks({ ...nothing, capabilities: new Set(["prompts", "tools", "logging"]) });
  expect(found.map(({ benchmark }) => benchmark)).toEqual(["ping", "tools/list", "prompts/list"]);
});

test("only tools that say they are read-only and need no arguments are called", () => {
  const tools = [
    { name: "list", required: [], readOnly: true },
    { name: "search", required: ["query"], readOnly: true },
    { name: "wipe", required: [], readOnly: false },
  ];
  const found = discoverBenchmarks({ ...nothing, capabilities: new Set(["tools"]), tools });
  expect(found.slice(2)).toEqual([
    {
      benchmark: "list",
      operation: { method: "tools/call", params: { name: "list", arguments: {} }, target: "list" },
    },
  ]);
});

test("a tool whose name looks like a template is called by that name", () => {
  const name = "{{seq}} ${HOME} ${{ github.token }}";
  const [, found] = discoverBenchmarks({ ...nothing, tools: [{ name, required: [], readOnly: true }] });
  expect(found).toMatchObject({ benchmark: name, operation: { target: name } });
  expect(renderParams(found?.operation.params ?? {}, { seq: 3 })).toEqual({ name, arguments: {} });
});

test("a tool called like a method keeps a name of its own", () => {
  const tools = [{ name: "ping", required: [], readOnly: true }];
  const names = discoverBenchmarks({ ...nothing, tools }).map(({ benchmark }) => benchmark);
  expect(names).toEqual(["ping", "tool ping"]);
});

describe("tools that are not measured without a configuration", () => {
  const offer = (tools: readonly OfferedTool[]): Offer => ({
    protocol: "2025-11-25",
    capabilities: new Set(["tools"]),
    tools,
    prompts: [],
  });

  it("are counted with the reason", () => {
    const tools = [
      { name: "read", required: [], readOnly: true },
      { name: "write", required: [], readOnly: false },
      { name: "get", required: ["id"], readOnly: true },
    ];
    expect(leftOutTools(offer(tools))).toBe(
      "2 of 3 tools are not measured: 1 needs arguments, 1 does not declare itself read-only; list them under `benchmarks`",
    );
    expect(leftOutTools(offer(tools.slice(0, 1)))).toBeUndefined();
  });

  it("are more than anyone waits for", () => {
    const many = Array.from({ length: 101 }, (_, index) => ({ name: `t${index}`, required: [], readOnly: true }));
    expect(discoverBenchmarks(offer(many)).filter(({ benchmark }) => benchmark.startsWith("t"))).toHaveLength(101);
    expect(leftOutTools(offer(many))).toBe(
      "1 of 101 tools are not measured: 1 beyond the first 100; list them under `benchmarks`",
    );
    expect(leftOutTools(offer(many.slice(1)))).toBeUndefined();
  });

  it("are counted where their names cannot be used", () => {
    const odd = ["", "__proto__", "x".repeat(201), "now"].map((name) => ({ name, required: [], readOnly: true }));
    expect(discoverBenchmarks(offer(odd)).map(({ benchmark }) => benchmark)).toEqual(["ping", "tools/list", "now"]);
    expect(leftOutTools(offer(odd))).toBe(
      "3 of 4 tools are not measured: 3 have names that cannot be used; list them under `benchmarks`",
    );
  });

  it("have no usable name, or one that another has", () => {
    const named = (name: string) => ({ name, required: [], readOnly: true });
    const found = discoverBenchmarks(offer(["", "a", "a", "__proto__", "x".repeat(201)].map(named))).map(
      ({ benchmark }) => benchmark,
    );
    expect(found).toEqual(["ping", "tools/list", "a"]);
  });
});

test("read-only tools that take any text may show whose reply is whose, each call with a text of its own", () => {
  const tools = [
    { name: "echo", required: ["message"], readOnly: true, takesTexts: true },
    { name: "write", required: ["message"], readOnly: false, takesTexts: true },
    { name: "get", required: ["id"], readOnly: true, takesTexts: false },
    { name: "now", required: [], readOnly: true, takesTexts: true },
  ];
  const [found, ...others] = echoCandidates({ ...nothing, tools });
  expect([found?.benchmark, others]).toEqual(["echo", []]);
  const values = { seq: 3 };
  expect(renderParams(found?.operation.params ?? {}, values)).toEqual({
    name: "echo",
    arguments: { message: "mcp-bench call 3" },
  });
  expect(found?.expect).toEqual({ text: "mcp-bench call {{seq}}", error: false });
  expect(leftOutTools({ ...nothing, tools }, { measured: ["echo", "now"] })).toBe(
    "2 of 4 tools are not measured: 2 need arguments; list them under `benchmarks`",
  );
});
