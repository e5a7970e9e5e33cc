import { setImmediate as turn } from "node:timers/promises";
import { expect, test, vi } from "vitest";
import type { JsonObject } from "../../src/base/json.ts";
import { type SeenTool, tryTools } from "../../src/init/try-tools.ts";
import { FakeWire, ManualClock, toolError } from "../measure/fake-server.ts";

const tool = (name: string, required: JsonObject = {}, more: Partial<SeenTool> = {}): SeenTool => ({
  name,
  readOnly: true,
  destructive: false,
  inputSchema: { type: "object", properties: required, required: Object.keys(required) },
  ...more,
});

const silence = { kind: "silence" } as const;

async function tried(
  tools: readonly SeenTool[],
  answer: (name: string, args: JsonObject) => JsonObject | typeof silence | string,
) {
  const clock = new ManualClock();
  const wire = new FakeWire(({ params }) => {
    const result = answer(String(params?.name), params?.arguments as JsonObject);
    if (typeof result === "string") return toolError(result);
    return result === silence ? silence : { kind: "reply", result };
  }, clock);
  const warnings: string[] = [];
  const hints = { folders: ["data"], files: ["data/a.txt"] };
  const { signal } = new AbortController();
  const found = await tryTools(tools, { wire, hints, clock, signal, warn: (text) => warnings.push(text) });
  return { found, called: wire.calls.map(({ params }) => params?.name), warnings };
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
  const get = tool("get", { zone: { enum: ["a", "b"] } });
  const { found, called, warnings } = await tried([get], (_, { zone }) => `no ${zone}`);
  expect({ called, warnings }).toEqual({ called: ["get", "get"], warnings: [] });
  expect(found).toMatchObject([{ arguments: { zone: "a" }, outcome: { kind: "failed", reason: "no a" } }]);
});

test("what does not answer in time is called once, which is told, and its reason holds no advice that would be cut off", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  let isDone = false;
  const trying = tried([tool("get", { zone: { enum: ["a", "b"] } })], () => silence).finally(() => {
    isDone = true;
  });
  while (!isDone) {
    await turn();
    await vi.advanceTimersByTimeAsync(2_000);
  }
  vi.useRealTimers();
  const { found, called, warnings } = await trying;
  expect({ called, warnings }).toEqual({ called: ["get"], warnings: ["get did not answer within 2 s"] });
  const reason = "no reply within 2 s";
  expect(found).toMatchObject([{ name: "get", arguments: { zone: "a" }, outcome: { kind: "failed", reason } }]);
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
