import { describe, expect, test } from "vitest";
import { onlyReads } from "../../../src/measure/probe/check-row.ts";
import { row, toolRow } from "../plans.ts";

const tool = (name: string, readOnly: boolean) => ({ name, required: [], readOnly });
const offer = {
  tools: [tool("get", true), tool("put", false), tool("twice", true), tool("twice", false), tool("{{seq}}", true)],
};

const rpc = (method: string, name?: string) => ({
  method,
  ...(name === undefined ? {} : { params: { name } }),
  target: name ?? method,
});

const mix = (...names: string[]) =>
  row({
    kind: "mix",
    method: "mix",
    target: "mix",
    parts: names.map((name) => ({ name, weight: 1, operation: rpc("tools/call", name) })),
  });

const http = (verb: "GET" | "POST") =>
  row({ kind: "http", method: "http", request: { verb, path: "/items", headers: {} }, target: "/items" });

describe("only reads", () => {
  test.each([
    ["ping", row(rpc("ping"))],
    ["a list", row(rpc("resources/templates/list"))],
    ["a tool that says so", toolRow("get")],
    ["one whose name only looks like a template", toolRow("\\{{seq}}")],
    ["a mix of such", mix("get", "get")],
    ["GET", http("GET")],
  ])("%s", (_what, one) => expect(onlyReads(one, offer)).toBe(true));

  test.each([
    ["a tool that does not say so", toolRow("put")],
    ["a tool listed twice, differently", toolRow("twice")],
    ["a tool nobody offers", toolRow("new")],
    ["a tool named call by call", toolRow("{{seq}}")],
    ["a method of the server's own", row(rpc("index/rebuild"))],
    ["a mix with one that writes", mix("get", "put")],
    ["POST", http("POST")],
  ])("not %s", (_what, one) => expect(onlyReads(one, offer)).toBe(false));
});
