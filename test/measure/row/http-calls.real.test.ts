import { text as textOf } from "node:stream/consumers";
import { expect, test } from "vitest";
import { systemClock } from "../../../src/base/host/clock.ts";
import type { RunContext } from "../../../src/measure/context.ts";
import type { RunningArm } from "../../../src/measure/launch/running-arm.ts";
import { openCalls } from "../../../src/measure/row/calls.ts";
import type { Row } from "../../../src/plan/plan.ts";
import { planOf } from "../../config/plan-of.ts";
import { listen } from "../../support/listen.ts";

/** Sends the first `count` calls of the one benchmark to a server at this address. */
async function call(text: string, { url, count }: { url: string; count: number }) {
  const {
    rows: [row],
    arms: [arm],
  } = planOf(text);
  // All that a plain request needs to know of a running server.
  const running = { server: { url: new URL(url) }, arm } as unknown as RunningArm;
  const context = { clock: systemClock, plan: {} } as unknown as RunContext;
  await using calls = await openCalls(row as Row, running, { context, captures: new Map() });
  for (let call = 0; call < count; call++)
    await new Promise<void>((resolve, reject) =>
      calls.wire.send(calls.encode(), { onReply: () => resolve(), onFailure: (_id, failure) => reject(failure) }),
    );
}

test("the number of the call stands in path, headers and body of a plain HTTP request, behind a backslash nowhere", async () => {
  const seen: unknown[] = [];
  await using server = await listen(async (request, response) => {
    seen.push([request.url, request.headers["x-call"], request.headers["x-text"], await textOf(request)]);
    response.end("ok");
  });
  const http = String.raw`{ request: "POST /items/{{seq}}", headers: { X-Call: "call {{seq}}", X-Text: '\{{seq}}' }, body: "{{seq}}" }`;
  const text = `server: { url: "${server.url}/mcp" }\nbenchmarks: [{ name: made, http: ${http} }]`;
  await call(text, { url: server.url, count: 2 });
  expect(seen).toEqual([
    ["/items/0", "call 0", "{{seq}}", "0"],
    ["/items/1", "call 1", "{{seq}}", "1"],
  ]);
});

test("a plain HTTP request is made by the first identity", async () => {
  const seen: unknown[] = [];
  await using server = await listen((request, response) => {
    seen.push([request.headers.authorization, request.url]);
    response.end("ok");
  });
  const users = ["alice", "bob"].map((name) => `{ name: ${name}, headers: { Authorization: Bearer ${name} } }`);
  const text = `server: { url: "${server.url}/mcp", identities: [${users}] }\nbenchmarks: [{ name: made, http: "GET /of/{{identity}}" }]`;
  await call(text, { url: server.url, count: 1 });
  expect(seen).toEqual([["Bearer alice", "/of/alice"]]);
});
