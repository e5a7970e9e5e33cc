import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import {
  CreateMessageRequestSchema,
  ElicitRequestSchema,
  ErrorCode,
  type JSONRPCMessage,
  ListRootsRequestSchema,
  McpError,
  SUPPORTED_PROTOCOL_VERSIONS,
} from "@modelcontextprotocol/sdk/types.js";
import { ServerError } from "../../errors.ts";
import type { ClientAnswers } from "../../plan/plan.ts";
import {
  answerElicitation,
  answerRoots,
  answerSampling,
  type Connection,
  clientInfo,
  connectInTime,
  declaredCapabilities,
  type HandshakeOptions,
  HandshakeTimeout,
  sessionOf,
} from "./connection.ts";
import type { Session } from "./session.ts";

/** Revisions that `initialize` can ask for. */
export const revisions: readonly string[] = SUPPORTED_PROTOCOL_VERSIONS;

/**
 * Opens a session by `initialize`, as revisions up to 2025-11-25 do. A server that asks for what was not declared gets
 * the refusal the protocol prescribes. Rejects with the SDK's or the transport's error, and with a ServerError when the
 * server answers with another revision than the one asked for.
 */
export async function openByInitialize(connection: Connection, options: HandshakeOptions): Promise<Session> {
  const { clock, protocol, answers } = options;
  const { transport, wire } = connection;
  const client = new Client(clientInfo, { capabilities: declaredCapabilities(answers) });
  answerRequests(client, answers);
  const negotiated = watchProtocol(transport, protocol);
  const from = clock.now();
  await connectInTime(client, transport, options).catch(explain);
  const handshakeMs = clock.now() - from;
  const spoken = negotiated();
  if (protocol !== "auto" && spoken !== protocol) {
    await client.close();
    throw new ServerError(`the server speaks protocol ${spoken}, not ${protocol}`, {
      fix: "set `server.protocol` to what it speaks, or to `auto`",
    });
  }
  return sessionOf(client, { connection, protocol: spoken, wire, handshakeMs });
}

function explain(error: unknown): never {
  if (error instanceof McpError && error.code === ErrorCode.RequestTimeout)
    throw new HandshakeTimeout(error.message, { cause: error });
  throw error;
}

/** The SDK answers `ping` and declines the rest by itself. */
function answerRequests(client: Client, { elicitation, sampling, roots }: ClientAnswers): void {
  if (elicitation)
    client.setRequestHandler(ElicitRequestSchema, ({ params }) =>
      answerElicitation(elicitation, "requestedSchema" in params ? params.requestedSchema : undefined),
    );
  if (sampling) client.setRequestHandler(CreateMessageRequestSchema, () => answerSampling(sampling));
  if (roots) client.setRequestHandler(ListRootsRequestSchema, () => answerRoots(roots));
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
