import { expect, test } from "vitest";
import { Responsiveness } from "../../src/measure/responsiveness.ts";

const lost = { kind: "disconnected", message: "gone" } as const;
const refused = { kind: "http-status", status: 503, message: "later" } as const;

test("three lost connections in a row are final", () => {
  const server = new Responsiveness();
  server.onFailure(lost);
  server.onFailure(lost);
  expect([server.isDisconnected, server.disconnected]).toEqual([false, "gone"]);
  server.onFailure(lost);
  expect(server.isDisconnected).toBe(true);
});

test.each([
  ["a reply", (server: Responsiveness) => server.onReply()],
  ["a refusal", (server: Responsiveness) => server.onFailure(refused)],
])("%s between them says that the server is there", (_name, answer) => {
  const server = new Responsiveness();
  for (let round = 0; round < 3; round++) {
    server.onFailure(lost);
    server.onFailure(lost);
    answer(server);
  }
  expect([server.isDisconnected, server.disconnected]).toEqual([false, undefined]);
});

test("silence is three requests that timed out since the last reply", () => {
  const server = new Responsiveness();
  for (let sent = 0; sent < 5; sent++) server.onSent();
  expect([server.isSilent(3), server.isSilent(2)]).toEqual([false, true]);
  server.onReply();
  expect(server.isSilent(0)).toBe(false);
});
