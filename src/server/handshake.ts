import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { type JSONRPCMessage, SUPPORTED_PROTOCOL_VERSIONS } from "@modelcontextprotocol/sdk/types.js";
import type { Clock } from "../clock.ts";
import { ConfigError, ServerError } from "../errors.ts";
import type { Connection } from "./connection.ts";
import type { ServerIdentity, Session } from "./session.ts";

/** How this client introduces itself. */
export const clientInfo = { name: "mcp-bench", version: "0.1.0" };

export interface HandshakeOptions {
  readonly clock: Clock;
  readonly timeoutMs: number;
  /** Requested protocol revision, or `auto` for the newest known. */
  readonly protocol: string;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Does the MCP handshake with the SDK's client. It declares no capabilities, so that a server asking for roots,
 * sampling or elicitation gets the refusal the protocol prescribes. Rejects with the SDK's or the transport's error.
 */
export async function openSession(connection: Connection, options: HandshakeOptions): Promise<Session> {
  const { clock, timeoutMs, protocol, signal } = options;
  const { transport, wire } = connection;
  const client = new Client(clientInfo, { capabilities: {} });
  const negotiated = watchProtocol(transport, protocol);
  const from = clock.now();
  await client.connect(transport, { timeout: timeoutMs, ...(signal ? { signal } : {}) });
  const handshakeMs = clock.now() - from;
  const identity = identify(client, negotiated());
  if (protocol !== "auto" && identity.protocol !== protocol) {
    await client.close();
    throw new ServerError(`the server speaks protocol ${identity.protocol}, not ${protocol}`, {
      fix: "set `server.protocol` to what it speaks, or to `auto`",
    });
  }
  return {
    identity,
    client,
    wire,
    handshakeMs,
    close: () => client.close(),
    warnings: () => connection.warnings(),
  };
}

/** Throws a ConfigError when the SDK does not know the requested protocol revision. */
export function checkProtocol(protocol: string): void {
  if (protocol === "auto" || SUPPORTED_PROTOCOL_VERSIONS.includes(protocol)) return;
  throw new ConfigError(`unknown protocol revision ${JSON.stringify(protocol)}`, {
    expected: `auto, ${SUPPORTED_PROTOCOL_VERSIONS.join(", ")}`,
  });
}

function identify(client: Client, protocol: string): ServerIdentity {
  const server = client.getServerVersion();
  const instructions = client.getInstructions();
  return {
    name: server?.name ?? "",
    version: server?.version ?? "",
    protocol,
    ...(instructions === undefined ? {} : { instructions }),
  };
}

/** The client always asks for the newest revision and does not tell the outcome: both are set right here. */
function watchProtocol(transport: Transport, requested: string): () => string {
  let negotiated = "";
  const { send, setProtocolVersion } = transport;
  transport.setProtocolVersion = (version) => {
    negotiated = version;
    setProtocolVersion?.call(transport, version);
  };
  if (requested !== "auto")
    transport.send = (message, options) => send.call(transport, requestProtocol(message, requested), options);
  return () => negotiated;
}

function requestProtocol(message: JSONRPCMessage, protocolVersion: string): JSONRPCMessage {
  if (!("method" in message) || message.method !== "initialize") return message;
  return { ...message, params: { ...message.params, protocolVersion } };
}
