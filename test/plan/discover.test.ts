import { describe, expect, it, test } from "vitest";
import { renderParams } from "../../src/model/template.ts";
import {
  discoverBenchmarks,
  echoCandidates,
  type Offer,
  type OfferedTool,
  whyLeftOut,
} from "../../src/plan/discover.ts";

const nothing: Offer = { protocol: "2025-11-25", capabilities: new Set(), tools: [], prompts: [] };

test("a server that offers nothing is pinged", () => {
  expect(discoverBenchmarks(nothing)).toEqual([
    { benchmark: "ping", operation: { method: "ping", target: "ping" }, origin: "discovered" },
  ]);
});

test("lists are measured where their capability is advertised", () => {
  const found = discoverBenchmarks({ ...nothing, capabilities: new Set(["prompts", "tools", "logging"]) });
  expect(found.map(({ benchmark }) => benchmark)).toEqual(["ping", "tools/list", "prompts/list"]);
});

test("only tools that say they are read-only and need no arguments, or give them, are called", () => {
  const tools = [
    { name: "list", required: [], readOnly: true },
    { name: "get", required: ["mode"], readOnly: true, derived: { mode: "{{seq}}" } },
    { name: "search", required: ["query"], readOnly: true },
    { name: "wipe", required: [], readOnly: false },
  ];
  const found = discoverBenchmarks({ ...nothing, capabilities: new Set(["tools"]), tools });
  expect(found.slice(2)).toMatchObject([
    {
      benchmark: "list",
      operation: { method: "tools/call", params: { name: "list", arguments: {} }, target: "list" },
      origin: "discovered",
    },
    { benchmark: "get", operation: { method: "tools/call", target: "get" }, origin: "derived" },
  ]);
  // The text of a schema is no template.
  expect(renderParams(found[3]?.operation.params ?? {}, { seq: 3 })).toEqual({
    name: "get",
    arguments: { mode: "{{seq}}" },
  });
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

  const why = (tools: readonly OfferedTool[]) => tools.map((tool) => whyLeftOut(tool, offer(tools)));

  it("have a reason, of several the one that their author can change", () => {
    const tools = [
      { name: "read", required: [], readOnly: true },
      { name: "write", required: [], readOnly: false },
      { name: "put", required: ["id"], readOnly: false },
      { name: "get", required: ["id"], readOnly: true },
      { name: "find", required: ["id"], readOnly: true, derived: { id: "x" } },
    ];
    expect(why(tools)).toEqual([undefined, "not-read-only", "not-read-only", "needs-arguments", undefined]);
  });

  it("are more than anyone waits for", () => {
    const many = Array.from({ length: 101 }, (_, index) => ({ name: `t${index}`, required: [], readOnly: true }));
    expect(discoverBenchmarks(offer(many)).filter(({ benchmark }) => benchmark.startsWith("t"))).toHaveLength(101);
    expect(why(many).filter((code) => code !== undefined)).toEqual(["too-many"]);
    expect(why(many.slice(1)).filter((code) => code !== undefined)).toEqual([]);
  });

  it("have names that cannot be used", () => {
    const odd = ["", "__proto__", "x".repeat(201), "now"].map((name) => ({ name, required: [], readOnly: true }));
    expect(discoverBenchmarks(offer(odd)).map(({ benchmark }) => benchmark)).toEqual(["ping", "tools/list", "now"]);
    expect(why(odd)).toEqual(["unusable-name", "unusable-name", "unusable-name", undefined]);
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
});
