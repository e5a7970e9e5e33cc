import { expect, test } from "vitest";
import { systemClock } from "../../../src/base/host/clock.ts";
import type { HttpRequest } from "../../../src/model/operation.ts";
import { plainHttp } from "../../../src/server/http/plain-http.ts";
import { listen } from "../../support/listen.ts";

const bodies: Readonly<Record<string, readonly [status: number, type: string, body: string, encoding?: string]>> = {
  "/empty": [204, "text/plain", ""],
  "/events": [200, "text/event-stream", "data: 1\n\n"],
  "/packed": [200, "text/plain", "as it came", "gzip"],
  "/refusal": [401, "application/json", ' {"error":"no token"} '],
  "/silent": [500, "text/plain", ""],
};

/** Returns what the listener is told of one request, the tokens with which the server got it, and failures of connections. */
async function outcome(path: string, more: Partial<HttpRequest> = {}) {
  const seen: unknown[] = [];
  await using server = await listen((request, response) => {
    const [status, type, body, encoding] = bodies[request.url ?? ""] ?? [];
    seen.push(request.headers.authorization);
    if (status === undefined) response.writeHead(500, { "content-length": 9 }).write("half", () => response.destroy());
    else
      response
        .writeHead(status, { "content-type": type, ...(encoding ? { "content-encoding": encoding } : {}) })
        .end(body);
  });
  const authorization = { header: "old", replace: async () => true };
  const http = plainHttp(new URL(server.url), { clock: systemClock, headers: {}, authorization });
  const told = await new Promise<unknown>((resolve) =>
    http.send(http.encode({ verb: "GET", path, headers: {}, ...more }), {
      onReply: (_id, body) => resolve(Buffer.from(body).toString()),
      onFailure: (_id, { kind, message }) => resolve([kind, message]),
    }),
  );
  const { failed } = http.network();
  await http.destroy();
  return { told, seen, failed };
}

test.each([
  ["no body", "/empty", {}, ""],
  ["an event stream as the bytes it is", "/events", {}, "data: 1\n\n"],
  ["a compressed body as it came", "/packed", {}, "as it came"],
  ["a refusal that is expected", "/refusal", { status: 401 }, ' {"error":"no token"} '],
  [
    "another refusal with its words",
    "/refusal",
    {},
    ["unexpected", 'expected a status from 200 to 299, got HTTP 401: {"error":"no token"}'],
  ],
  ["a success that is not", "/events", { status: 404 }, ["unexpected", "expected HTTP 404, got HTTP 200: data: 1"]],
  ["a failure without words", "/silent", { status: 404 }, ["unexpected", "expected HTTP 404, got HTTP 500"]],
  ["half a response", "/cut", {}, ["disconnected", "the HTTP connection failed: other side closed"]],
])("plain HTTP tells %s, and sends nothing twice", async (_name, path, more, told) => {
  expect(await outcome(path, more)).toEqual({ told, seen: ["old"], failed: path === "/cut" ? 1 : 0 });
});

test("plain HTTP tells nothing of a request that was given up", async () => {
  await using server = await listen(() => {});
  const http = plainHttp(new URL(server.url), { clock: systemClock, headers: {} });
  const frame = http.encode({ verb: "GET", path: "/", headers: {} });
  const told: unknown[] = [];
  http.send(frame, { onReply: (...all) => told.push(all), onFailure: (...all) => told.push(all) });
  await expect.poll(() => http.network().requests).toBe(1);
  http.abandon(frame.id);
  await http.destroy();
  expect(told).toEqual([]);
  expect(http.network().failed).toBe(0);
});
