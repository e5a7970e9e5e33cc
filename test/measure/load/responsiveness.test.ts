import { expect, test } from "vitest";

import { LostConnections, Responsiveness } from "../../../src/measure/load/responsiveness.ts";

const lost = { kind: "disconnected", message: "gone" } as const;
const refused = { kind: "http-status", status: 503, message: "later" } as const;

function watching({ isParallel = true, losses = new LostConnections({ isParallel }) } = {}): Responsiveness {
  return new Responsiveness(losses);
}

test("three lost connections in a row are final where each request has its own", () => {
  const server = watching();
  server.onFailure(lost);
  server.onFailure(lost);
  expect(server.disconnected).toBeUndefined();
  server.onFailure(lost);
  expect(server.disconnected).toBe("gone");
});

test("a lost connection is final where all requests share it", () => {
  const server = watching({ isParallel: false });
  expect(server.disconnected).toBeUndefined();
  server.onFailure(lost);
  expect(server.disconnected).toBe("gone");
});

test("a series goes on from block to block", () => {
  const losses = new LostConnections({ isParallel: true });
  const blocks = [watching({ losses }), watching({ losses }), watching({ losses })];
  for (const block of blocks) block.onFailure(lost);
  expect(blocks.at(-1)?.disconnected).toBe("gone");
});

test.each([
  ["a reply", (server: Responsiveness) => server.onReply()],
  ["a refusal", (server: Responsiveness) => server.onFailure(refused)],
])("%s between them says that the server is there", (_name, answer) => {
  const server = watching();
  for (let round = 0; round < 3; round++) {
    server.onFailure(lost);
    server.onFailure(lost);
    answer(server);
  }
  expect(server.disconnected).toBeUndefined();
});

test("silence is three requests that timed out since the last reply", () => {
  const server = watching();
  for (let sent = 0; sent < 5; sent++) server.onSent();
  expect([server.isSilent(3), server.isSilent(2)]).toEqual([false, true]);
  server.onReply();
  expect(server.isSilent(0)).toBe(false);
});
