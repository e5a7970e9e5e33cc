import { describe, expect, test } from "vitest";
import { headerValue, MirroredArguments, statelessHeaders } from "../../../src/server/http/stateless-headers.ts";

describe("the headers of a stateless request", () => {
  test.each([
    ["tools/call", { name: "search", arguments: {} }, { "mcp-name": "search" }],
    ["prompts/get", { name: "greet" }, { "mcp-name": "greet" }],
    ["resources/read", { uri: "file:///a" }, { "mcp-name": "file:///a" }],
    ["tools/list", { name: "not a name" }, {}],
    ["tools/call", { name: 7 }, {}],
    ["tools/call", undefined, {}],
  ])("name what %s names (%j)", (method, params, named) => {
    const headers = statelessHeaders({ protocol: "2026-07-28", method, params });
    expect(headers).toEqual({ "mcp-protocol-version": "2026-07-28", "mcp-method": method, ...named });
  });

  // The examples of "Value Encoding" in the specification, and what else a header cannot hold.
  test.each([
    ["us-west1", "us-west1"],
    ["greet (structured)", "greet (structured)"],
    ["Hello, 世界", "=?base64?SGVsbG8sIOS4lueVjA==?="],
    [" padded ", "=?base64?IHBhZGRlZCA=?="],
    ["line1\nline2", "=?base64?bGluZTEKbGluZTI=?="],
    ["=?base64?literal?=", "=?base64?PT9iYXNlNjQ/bGl0ZXJhbD89?="],
    ["", "=?base64??="],
  ])("carry %j as %j", (text, value) => {
    expect(headerValue(text)).toBe(value);
  });
});

describe("arguments repeated in headers", () => {
  const list = (result: object) => Buffer.from(JSON.stringify({ jsonrpc: "2.0", id: 1, result }));
  const schema = {
    properties: {
      region: { type: "string", "x-mcp-header": "Region" },
      deep: { type: "object", properties: { level: { type: "integer", "x-mcp-header": "Level" } } },
      flag: { type: "boolean", "x-mcp-header": "Flag" },
      broken: { type: "string", "x-mcp-header": "no token\r\n" },
      list: { type: "array", items: { properties: { x: { "x-mcp-header": "X" } } } },
      plain: { type: "string" },
    },
  };

  test("are those that the list of tools names, where the call has them", () => {
    const mirrored = new MirroredArguments();
    const call = (args: object) => mirrored.headers({ name: "query", arguments: JSON.parse(JSON.stringify(args)) });
    expect(call({ region: "eu" })).toEqual({});
    mirrored.learn(list({ tools: [{ name: "query", inputSchema: schema }] }));
    expect(call({ region: "eu", deep: { level: -7 }, flag: false, broken: "x", list: [{ x: 1 }], plain: "p" })).toEqual(
      {
        "mcp-param-region": "eu",
        "mcp-param-level": "-7",
        "mcp-param-flag": "false",
      },
    );
    expect(call({ region: null, deep: { level: 1.5 }, flag: { a: 1 } })).toEqual({});
    expect(mirrored.headers({ name: "other", arguments: { region: "eu" } })).toEqual({});
  });

  test("are known once the last page has been read, whatever else comes", () => {
    const mirrored = new MirroredArguments();
    mirrored.learn(Buffer.from("not JSON"));
    mirrored.learn(list({ tools: "none" }));
    mirrored.learn(Buffer.from(`{"result":{"tools":[${'{"properties":{"p":'.repeat(9000)}1${"}}".repeat(9000)}]}}`));
    mirrored.learn(list({ tools: [{ name: "query", inputSchema: schema }], nextCursor: "2" }));
    expect(mirrored.complete).toBe(false);
    mirrored.learn(list({ tools: [] }));
    expect(mirrored.complete).toBe(true);
    expect(mirrored.headers({ name: "query", arguments: { region: "eu" } })).toEqual({ "mcp-param-region": "eu" });
  });
});
