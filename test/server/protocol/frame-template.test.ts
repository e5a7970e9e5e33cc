import { describe, expect, test } from "vitest";
import { Exchange, frameTemplate } from "../../../src/server/protocol/exchange.ts";

test("a copy differs in its id alone and has memory of its own", () => {
  const text = JSON.stringify({ jsonrpc: "2.0", id: 1000, method: "grüß", params: { id: 7, text: '"id":5' } });
  const template = frameTemplate(text, 1000);
  const [one, two] = [template(1000), template(9042)];
  expect(one.toString()).toBe(text);
  expect(JSON.parse(two.toString())).toEqual({ ...JSON.parse(text), id: 9042 });
});

describe("an exchange", () => {
  const exchange = new Exchange(() => undefined);
  const parsed = (request: Parameters<Exchange["encode"]>[0]) => {
    const { id, bytes } = exchange.encode(request, "\n");
    const text = Buffer.from(bytes).toString();
    expect(text.endsWith("}\n")).toBe(true);
    return { id, message: JSON.parse(text) };
  };
  const params = { name: "échö", arguments: { id: 3 } };

  test("writes each request under its own id, the same parameters or not", () => {
    const requests = [
      { method: "tools/call", params },
      { method: "tools/call", params },
      { method: "tools/call", params: { name: "other" } },
      { method: "ping" },
      { method: "ping" },
      { method: "prompts/get", params },
      { method: "tools/call", params },
    ];
    const sent = requests.map((request) => ({ request, ...parsed(request) }));
    for (const { request, id, message } of sent) expect(message).toEqual({ jsonrpc: "2.0", id, ...request });
    expect(new Set(sent.map(({ id }) => id)).size).toBe(requests.length);
  });

  test("stamps what it copies", () => {
    parsed({ method: "tools/call", params });
    exchange.stamp({ version: "x" });
    expect(parsed({ method: "tools/call", params }).message.params).toEqual({ ...params, _meta: { version: "x" } });
    exchange.stamp({ version: "y" });
    expect(parsed({ method: "tools/call", params }).message.params).toEqual({ ...params, _meta: { version: "y" } });
  });
});
