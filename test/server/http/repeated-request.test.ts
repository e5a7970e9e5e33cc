import { describe, expect, test } from "vitest";
import { systemClock } from "../../../src/base/host/clock.ts";
import { HttpEndpoint } from "../../../src/server/http/endpoint.ts";
import type { Authorization } from "../../../src/server/http/http-request.ts";
import { listen } from "../../support/listen.ts";

/** Returns what a request comes to at a server that accepts one token alone. */
async function outcome(accepted: string, authorization: Authorization) {
  const seen: (string | undefined)[] = [];
  await using server = await listen((request, response) => {
    seen.push(request.headers.authorization);
    const isAccepted = request.headers.authorization === accepted;
    response.writeHead(isAccepted ? 200 : 401, { "content-type": "application/json" });
    response.end(JSON.stringify(isAccepted ? { result: {} } : { error: {} }));
  });
  const endpoint = new HttpEndpoint(new URL(server.url), { clock: systemClock, headers: {}, authorization });
  const told: unknown[] = [];
  await new Promise<void>((resolve) => {
    endpoint.request(
      { body: Buffer.from("{}") },
      {
        onMessage: (message) => told.push(JSON.parse(message.toString())),
        onEnd: ({ failure, refusal }) => {
          if (refusal && failure?.kind === "http-status") told.push(failure.status);
          told.push(failure?.kind ?? "complete");
          resolve();
        },
      },
    );
  });
  await endpoint.destroy();
  return { seen, told };
}

/** A token that gives way to others, one after the other. */
function tokens(...headers: string[]) {
  return {
    get header() {
      return headers[0] ?? "";
    },
    replace: async () => headers.length > 1 && headers.shift() !== undefined,
  };
}

describe("a request whose token the server refuses", () => {
  test("is sent again with the next one, as if nothing had been", async () => {
    expect(await outcome("new", tokens("old", "new"))).toEqual({
      seen: ["old", "new"],
      told: [{ result: {} }, "complete"],
    });
  });

  test("is sent again once and no more", async () => {
    expect(await outcome("never", tokens("old", "new", "newest"))).toEqual({
      seen: ["old", "new"],
      told: [401, "http-status"],
    });
  });

  test.each([
    ["there is no other", tokens("old")],
    ["the header stands in the configuration", { header: "old" }],
  ])("has failed where %s", async (_, authorization) => {
    expect(await outcome("new", authorization)).toEqual({ seen: ["old"], told: [401, "http-status"] });
  });
});
