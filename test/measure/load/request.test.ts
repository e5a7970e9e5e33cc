import { describe, expect, test } from "vitest";
import { ServerError } from "../../../src/errors.ts";
import { type RequestOptions, readList, requestOnce } from "../../../src/measure/load/request-once.ts";
import { type Behaviour, type Call, FakeWire, gone, ManualClock } from "../fake-server.ts";

function wireAndOptions(behave: (call: Call) => Behaviour): [FakeWire, RequestOptions] {
  const clock = new ManualClock();
  return [new FakeWire(behave, clock), { clock, signal: new AbortController().signal, timeoutMs: 10 }];
}

const refusal: Behaviour = {
  kind: "raw",
  body: '{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"no such method"}}',
};

const capabilities = new Set(["tools"]);

describe("a list over several pages", () => {
  test("is followed to its end; the first page is the one that is timed", async () => {
    const [wire, options] = wireAndOptions(({ index }) => ({
      kind: "reply",
      result: { tools: [{ name: `t${index}` }], ...(index < 2 ? { nextCursor: `page ${index + 1}` } : {}) },
      takesMs: index + 3,
    }));
    const { firstMs, pages, items } = await readList({ wire, capabilities }, "tools", options);
    expect(firstMs).toBe(3);
    expect(pages.map(({ tools }) => tools)).toEqual([[{ name: "t0" }], [{ name: "t1" }], [{ name: "t2" }]]);
    expect(items).toEqual([{ name: "t0" }, { name: "t1" }, { name: "t2" }]);
    expect(wire.calls.map(({ params }) => params)).toEqual([undefined, { cursor: "page 1" }, { cursor: "page 2" }]);
  });

  test("that never ends is an error, not a loop", async () => {
    const [wire, options] = wireAndOptions(() => ({ kind: "reply", result: { tools: [], nextCursor: "again" } }));
    await expect(readList({ wire, capabilities }, "tools", options)).rejects.toThrow(
      "tools/list has not ended after 1000 pages",
    );
  });

  test("that is longer than anybody could read is an error, and is not kept", async () => {
    const page = JSON.stringify({ tools: [], nextCursor: "again", padding: "x".repeat(2 ** 24) });
    const body = `{"jsonrpc":"2.0","id":1,"result":${page}}`;
    const [wire, options] = wireAndOptions(() => ({ kind: "raw", body }));
    await expect(readList({ wire, capabilities }, "tools", options)).rejects.toThrow(
      /tools\/list has given \d+ bytes in 4 pages/,
    );
  });

  test("that the server refuses is an error with its message", async () => {
    const [wire, options] = wireAndOptions(() => refusal);
    await expect(readList({ wire, capabilities }, "tools", options)).rejects.toThrow(
      "rpc-error: -32601: no such method",
    );
  });

  test("of prompts that the server refuses holds none, as clients do without", async () => {
    const [wire, options] = wireAndOptions(() => refusal);
    const { items } = await readList({ wire, capabilities: new Set(["prompts"]) }, "prompts", options);
    expect(items).toEqual([]);
  });
});

describe("a single request", () => {
  test("gives a refusal back as a reply", async () => {
    const [wire, options] = wireAndOptions(() => refusal);
    const { reply } = await requestOnce(wire, { method: "resources/read", params: { uri: "a:b" } }, options);
    expect(reply).toEqual({ kind: "error", code: -32601, message: "no such method" });
  });

  test.each<[string, Behaviour]>([
    ["timeout", { kind: "silence" }],
    ["disconnected", gone],
    ["malformed", { kind: "raw", body: "<html>" }],
  ])("without a usable reply says why: %s", async (reason, behaviour) => {
    const [wire, options] = wireAndOptions(() => behaviour);
    const failing = requestOnce(wire, { method: "ping" }, options);
    await expect(failing).rejects.toThrow(ServerError);
    await expect(failing).rejects.toThrow(`no usable reply to ping (${reason}: `);
  });
});
