import { expect, test } from "vitest";
import { type Connection, sessionOf } from "../../../src/server/protocol/connection.ts";

test("of a name as long as a book the beginning is kept", () => {
  const text = "x".repeat(1_000_000);
  const client = {
    getServerVersion: () => ({ name: text, version: text }),
    getServerCapabilities: () => undefined,
    getInstructions: () => undefined,
    close: async () => {},
  };
  const connection = {} as Connection;
  const opened = { connection, wire: connection.wire, protocol: "2025-11-25", handshakeMs: 1 };
  const { name, version } = sessionOf(client, opened).identity;
  expect([name, version]).toEqual(Array(2).fill(`${"x".repeat(200)}…`));
});
