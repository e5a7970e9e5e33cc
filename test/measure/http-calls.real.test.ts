import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { systemClock } from "../../src/host/clock.ts";
import type { RunContext } from "../../src/measure/context.ts";
import type { RunningArm } from "../../src/measure/launch/running-arm.ts";
import { openCalls } from "../../src/measure/row/calls.ts";
import type { Row } from "../../src/plan/plan.ts";
import { planOf } from "../config/plan-of.ts";

test("the number of the call stands in path, headers and body of a plain HTTP request, behind a backslash nowhere", async () => {
  const seen: unknown[] = [];
  const server = createServer(async (request, response) => {
    const body = (await request.toArray()).join("");
    seen.push([request.url, request.headers["x-call"], request.headers["x-text"], body]);
    response.end("ok");
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const http = String.raw`{ request: "POST /items/{{seq}}", headers: { X-Call: "call {{seq}}", X-Text: '\{{seq}}' }, body: "{{seq}}" }`;
  const [row] = planOf(`server: { url: "${origin}/mcp" }\nbenchmarks: [{ name: made, http: ${http} }]`).rows;
  // All that a plain request needs to know of a running server.
  const running = { server: { url: new URL(origin) }, arm: { launch: { headers: {} } } } as unknown as RunningArm;
  const context = { clock: systemClock, plan: {} } as unknown as RunContext;
  try {
    await using calls = await openCalls(row as Row, running, { context, captures: new Map() });
    for (let call = 0; call < 2; call++)
      await new Promise<void>((resolve, reject) =>
        calls.wire.send(calls.encode(), { onReply: () => resolve(), onFailure: (_id, failure) => reject(failure) }),
      );
    expect(seen).toEqual([
      ["/items/0", "call 0", "{{seq}}", "0"],
      ["/items/1", "call 1", "{{seq}}", "1"],
    ]);
  } finally {
    server.close();
  }
});
