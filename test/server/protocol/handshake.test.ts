import type { Client } from "@modelcontextprotocol/client";
import { expect, test } from "vitest";
import type { Connection } from "../../../src/server/protocol/connection.ts";
import { sessionOf } from "../../../src/server/protocol/handshake.ts";

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
  const { name, version } = sessionOf(client as unknown as Client, opened).identity;
  expect([name, version]).toEqual(Array(2).fill(`${"x".repeat(200)}…`));
});
