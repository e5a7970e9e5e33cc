import { gzipSync } from "node:zlib";
import { expect, onTestFinished, test } from "vitest";
import { SpanReceiver } from "../../../src/measure/profile/span-receiver.ts";

async function open(): Promise<SpanReceiver> {
  const receiver = await SpanReceiver.open();
  onTestFinished(() => receiver[Symbol.asyncDispose]());
  return receiver;
}

const body = (name: string, count = 1) =>
  JSON.stringify({
    resourceSpans: [
      {
        scopeSpans: [
          {
            spans: Array.from({ length: count }, (_, id) => ({
              traceId: "aa",
              spanId: `${id}`,
              name,
              startTimeUnixNano: "1000000",
              endTimeUnixNano: "3000000",
            })),
          },
        ],
      },
    ],
  });

const post = (
  receiver: SpanReceiver,
  sent: string | Buffer<ArrayBuffer>,
  headers: Record<string, string> = {},
  path = "/v1/traces",
) =>
  fetch(`${receiver.address}${path}`, {
    method: "POST",
    body: sent,
    headers: { "content-type": "application/json", ...headers },
  });

test("spans that an exporter posts are kept until they are taken", async () => {
  const receiver = await open();
  expect((await post(receiver, body("one"))).status).toBe(200);
  expect((await post(receiver, Buffer.from(gzipSync(body("two"))), { "content-encoding": "gzip" })).status).toBe(200);
  expect(receiver.take().map(({ name, startMs, endMs }) => [name, startMs, endMs])).toEqual([
    ["one", 1, 3],
    ["two", 1, 3],
  ]);
  expect(receiver.take()).toEqual([]);
});

test("who was not told the address sends nothing", async () => {
  const receiver = await open();
  const { origin } = new URL(receiver.address);
  for (const path of ["/v1/traces", "/", `/${"0".repeat(36)}/v1/traces`])
    expect((await fetch(origin + path, { method: "POST", body: body("planted") })).status).toBe(404);
  expect(receiver.take()).toEqual([]);
});

test("metrics and logs are answered and left alone", async () => {
  const receiver = await open();
  expect((await post(receiver, "{}", {}, "/v1/metrics")).status).toBe(200);
  expect(receiver.take()).toEqual([]);
});

test("what is no span, too long, or grows too long is refused", async () => {
  const receiver = await open();
  expect((await post(receiver, "[")).status).toBe(400);
  expect((await post(receiver, Buffer.from([10, 200, 1]), { "content-type": "application/x-protobuf" })).status).toBe(
    400,
  );
  expect(
    (await post(receiver, Buffer.from(gzipSync(Buffer.alloc(9 * 2 ** 20))), { "content-encoding": "gzip" })).status,
  ).toBe(413);
  expect((await post(receiver, "x".repeat(5 * 2 ** 20)).catch(() => ({ status: 413 }))).status).toBe(413);
  expect(receiver.take()).toEqual([]);
});

test("a flood of long messages is passed over until the spans are taken", async () => {
  const receiver = await open();
  // A field that nobody knows, of 4,000,000 bytes.
  const long = gzipSync(Buffer.concat([Buffer.from([0x7a, 0x80, 0x92, 0xf4, 0x01]), Buffer.alloc(4_000_000)]));
  for (let turn = 0; turn < 17; turn++)
    await post(receiver, Buffer.from(long), {
      "content-encoding": "gzip",
      "content-type": "application/x-protobuf",
    });
  expect((await post(receiver, body("late"))).status).toBe(200);
  expect(receiver.take()).toEqual([]);
  await post(receiver, body("next"));
  expect(receiver.take().map(({ name }) => name)).toEqual(["next"]);
});

test("no more spans are kept than anybody reads", async () => {
  const receiver = await open();
  for (let turn = 0; turn < 3; turn++) await post(receiver, body("x", 20_000));
  expect(receiver.take().length).toBe(50_000);
});
