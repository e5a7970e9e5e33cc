import { expect, test } from "vitest";
import { type SeenTool, tryTools } from "../../src/setup/try-tools.ts";
import type { JsonObject } from "../../src/text/json.ts";
import { FakeWire, ManualClock, toolError } from "../measure/fake-server.ts";

const tool = (name: string, required: JsonObject = {}, more: Partial<SeenTool> = {}): SeenTool => ({
  name,
  readOnly: true,
  destructive: false,
  inputSchema: { type: "object", properties: required, required: Object.keys(required) },
  ...more,
});

async function tried(tools: readonly SeenTool[], answer: (name: string, args: JsonObject) => JsonObject | string) {
  const clock = new ManualClock();
  const wire = new FakeWire(({ params }) => {
    const result = answer(String(params?.name), params?.arguments as JsonObject);
    return typeof result === "string" ? toolError(result) : { kind: "reply", result };
  }, clock);
  const hints = { folders: ["data"], files: ["data/a.txt"] };
  const found = await tryTools(tools, { wire, hints, clock, signal: new AbortController().signal });
  return { found, called: wire.calls.map(({ params }) => params?.name) };
}

const fine = { content: [] };

test("what says that it only reads is called until it answers, and nothing else is called", async () => {
  const tools = [
    tool("read", { path: { type: "string" } }),
    tool("write", {}, { readOnly: false }),
    tool("wipe", {}, { readOnly: false, destructive: true }),
  ];
  const { found, called } = await tried(tools, (_, args) => (args.path === "data" ? fine : "is a file"));
  expect(called).toEqual(["read", "read"]);
  expect(found).toMatchObject([
    { name: "read", arguments: { path: "data" }, outcome: { kind: "ok" } },
    { name: "write", outcome: { kind: "not tried", destructive: false } },
    { name: "wipe", outcome: { kind: "not tried", destructive: true } },
  ]);
});

test("an id that one tool lists is what another is called with", async () => {
  const list = { content: [{ type: "text", text: '{"items":[{"id":"a7","title":"x"},{"id":"b8"}]}' }] };
  const tools = [tool("get_item", { item_id: { type: "string" } }), tool("list_items")];
  const { found, called } = await tried(tools, (name, args) =>
    name === "list_items" ? list : args.item_id === "a7" ? fine : "no such item",
  );
  expect(called).toEqual(["list_items", "get_item"]);
  expect(found[0]).toMatchObject({ arguments: { item_id: "a7" }, outcome: { kind: "ok" } });
});

test("what fails every time keeps the words of its first failure", async () => {
  const { found, called } = await tried([tool("get", { zone: { enum: ["a", "b"] } })], (_, { zone }) => `no ${zone}`);
  expect(called).toEqual(["get", "get"]);
  expect(found).toMatchObject([{ arguments: { zone: "a" }, outcome: { kind: "failed", reason: "no a" } }]);
});

test("an answer that counts as success and says that it failed is none", async () => {
  const says = (text: string) => ({ content: [{ type: "text", text }] });
  const { found } = await tried([tool("read"), tool("log")], (name) =>
    says(name === "read" ? "a.txt: Error - ENOENT" : "started\nError: an old one"),
  );
  expect(found).toMatchObject([
    { outcome: { kind: "failed", reason: "it answers without `isError`, but says: a.txt: Error - ENOENT" } },
    { outcome: { kind: "ok" } },
  ]);
});

test("a server of a thousand tools, or of one tool twice, is not called a thousand times", async () => {
  const many = Array.from({ length: 1000 }, (_, index) => tool(`t${index % 500}`));
  const { found, called } = await tried(many, () => fine);
  expect(called).toHaveLength(100);
  expect(found).toHaveLength(500);
});
