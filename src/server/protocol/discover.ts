import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  Client,
  PROTOCOL_VERSION_META_KEY,
  SdkError,
  SdkErrorCode,
  UnsupportedProtocolVersionError,
} from "@modelcontextprotocol/client";
import { ServerError } from "../../errors.ts";
import { HttpFailure } from "../http/failure.ts";
import { AnsweringWire } from "./answering-wire.ts";
import { clientInfo, declaredCapabilities } from "./client.ts";
import { type Connection, type HandshakeOptions, HandshakeTimeout, sessionOf } from "./connection.ts";
import type { Session } from "./session.ts";

/**
 * Opens a session by `server/discover`, as the stateless revisions from 2026-07-28 on do: no handshake, each request says
 * all about itself. Rejects with the SDK's or the transport's error, and with a ServerError when the server does not
 * speak the revision asked for.
 */
export async function openByDiscover(connection: Connection, options: HandshakeOptions): Promise<Session> {
  const { clock, protocol, answers } = options;
  const capabilities = declaredCapabilities(answers);
  const client = new Client(clientInfo, { capabilities, versionNegotiation: { mode: { pin: protocol } } });
  const from = clock.now();
  await discover(client, connection, options);
  const handshakeMs = clock.now() - from;
  connection.stamp({
    [PROTOCOL_VERSION_META_KEY]: protocol,
    [CLIENT_INFO_META_KEY]: clientInfo,
    [CLIENT_CAPABILITIES_META_KEY]: capabilities,
  });
  const wire = Object.keys(capabilities).length > 0 ? new AnsweringWire(connection.wire, answers) : connection.wire;
  return sessionOf(client, { connection, protocol, wire, handshakeMs });
}

async function discover(client: Client, { transport }: Connection, options: HandshakeOptions): Promise<void> {
  const { timeoutMs, protocol, signal } = options;
  const giveUp = () => void transport.close();
  signal?.throwIfAborted();
  signal?.addEventListener("abort", giveUp, { once: true });
  try {
    await client.connect(transport, { timeout: timeoutMs });
  } catch (error) {
    signal?.throwIfAborted();
    throw explain(error, protocol);
  } finally {
    signal?.removeEventListener("abort", giveUp);
  }
}

/** The cause beneath the SDK's error, in the terms that a failed launch is explained in. */
function explain(error: unknown, protocol: string): unknown {
  if (error instanceof UnsupportedProtocolVersionError) return notSpoken(protocol, error.supported);
  if (!(error instanceof SdkError)) return error;
  if (error.code === SdkErrorCode.RequestTimeout) return new HandshakeTimeout(error.message, { cause: error });
  if (error.cause instanceof HttpFailure) return error.cause;
  if (error.code === SdkErrorCode.EraNegotiationFailed && error.cause === undefined) return notSpoken(protocol, []);
  return error;
}

function notSpoken(protocol: string, supported: readonly string[]): ServerError {
  const instead = supported.length > 0 ? `it offers ${supported.join(", ")}` : "it did not answer server/discover";
  return new ServerError(`the server does not speak protocol ${protocol}: ${instead}`, {
    fix: "set `server.protocol` to what it speaks, or to `auto`",
  });
}
