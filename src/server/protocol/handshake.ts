import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  Client,
  type ClientOptions,
  type ElicitResult,
  PROTOCOL_VERSION_META_KEY,
  ProtocolError,
  ProtocolErrorCode,
  preloadSchemas,
  SdkError,
  SdkErrorCode,
  type ServerCapabilities,
  SUPPORTED_PROTOCOL_VERSIONS,
  type Transport,
  UnsupportedProtocolVersionError,
} from "@modelcontextprotocol/client";
import { refusal } from "../../base/refusal.ts";
import { ServerError } from "../../errors.ts";
import type { ClientAnswers } from "../../plan/plan.ts";
import { isStateless } from "../../plan/protocol.ts";
import { answerElicitation, answeringWire, answerRoots, answerSampling } from "./answers.ts";
import {
  type Connection,
  clientInfo,
  declaredCapabilities,
  type HandshakeOptions,
  HandshakeTimeout,
} from "./connection.ts";
import { HttpFailure } from "./exchange.ts";
import type { Session, Wire } from "./session.ts";

/** Revisions that `initialize` can ask for, the newest first. */
export const revisions: readonly string[] = SUPPORTED_PROTOCOL_VERSIONS;

const fix = "set `server.protocol` to what it speaks, or to `auto`";

// Else the first handshake, which is timed, would make them.
preloadSchemas();

/**
 * Opens a session by `initialize`, as revisions up to 2025-11-25 do. A server that asks for what was not declared gets
 * the refusal the protocol prescribes. Rejects with the SDK's or the transport's error, and with a ServerError when the
 * server answers with another revision than the one asked for.
 */
export async function openByInitialize(connection: Connection, options: HandshakeOptions): Promise<Session> {
  const { protocol } = options;
  // The first one is offered.
  const supportedProtocolVersions = protocol === "auto" ? [...revisions] : [protocol, ...revisions];
  const session = await open(connection, options, { supportedProtocolVersions });
  const { protocol: spoken } = session.identity;
  if (protocol === "auto" || spoken === protocol) return session;
  await session.close();
  throw new ServerError(`the server speaks protocol ${spoken}, not ${protocol}`, { fix });
}

/**
 * Opens a session by `server/discover`, as the stateless revisions from 2026-07-28 on do: no handshake, each request says
 * all about itself. Rejects with the SDK's or the transport's error, and with a ServerError when the server does not
 * speak the revision asked for.
 */
export function openByDiscover(connection: Connection, options: HandshakeOptions): Promise<Session> {
  return open(connection, options, { versionNegotiation: { mode: { pin: options.protocol } } });
}

/**
 * Opens a session on the line that the server speaks: by `server/discover`, and where it refuses that in words, by
 * `initialize`. Rejects as both do, and where the server answers the first with its end or with silence.
 */
export function openByEither(connection: Connection, options: HandshakeOptions): Promise<Session> {
  takeStatusAsRefusal(connection.transport);
  return open(connection, options, { versionNegotiation: { mode: "auto" } });
}

/** Statuses by which a server that is up refuses what it does not understand. */
const refusing = [400, 405, 406, 415, 422];

/** Over HTTP servers of the older line refuse what comes before `initialize` by a status: for the SDK that has to be a reply. */
function takeStatusAsRefusal(transport: Transport): void {
  const { send } = transport;
  transport.send = async (message, options) => {
    transport.send = send;
    try {
      await send(message, options);
    } catch (error) {
      const failure = error instanceof HttpFailure ? error.failure : undefined;
      const isRefused = failure?.kind === "http-status" && refusing.includes(failure.status);
      if (!isRefused || !("id" in message) || message.id === undefined) throw error;
      const refused = { code: ProtocolErrorCode.InvalidRequest, message: failure.message };
      transport.onmessage?.({ jsonrpc: "2.0", id: message.id, error: refused });
    }
  };
}

async function open(
  connection: Connection,
  options: HandshakeOptions,
  negotiation: Pick<ClientOptions, "supportedProtocolVersions" | "versionNegotiation">,
): Promise<Session> {
  const { answers } = options;
  const capabilities = declaredCapabilities(answers);
  const client = new Client(clientInfo, { capabilities, ...negotiation });
  answerRequests(client, answers);
  const handshakeMs = await connectInTime(client, connection, options);
  const protocol = client.getNegotiatedProtocolVersion() ?? "";
  const wire = isStateless(protocol) ? statelessWire(connection, { protocol, answers }) : connection.wire;
  return sessionOf(client, { connection, protocol, wire, handshakeMs });
}

/** From now on each request says all about itself. */
function statelessWire(
  { wire, exchange }: Connection,
  { protocol, answers }: Pick<HandshakeOptions, "protocol" | "answers">,
): Wire {
  const capabilities = declaredCapabilities(answers);
  wire.speakStateless?.(protocol);
  exchange.stamp({
    [PROTOCOL_VERSION_META_KEY]: protocol,
    [CLIENT_INFO_META_KEY]: clientInfo,
    [CLIENT_CAPABILITIES_META_KEY]: capabilities,
  });
  return Object.keys(capabilities).length > 0 ? answeringWire(wire, answers) : wire;
}

/** The SDK answers `ping` and declines the rest by itself. */
function answerRequests(client: Client, { elicitation, sampling, roots }: ClientAnswers): void {
  if (elicitation)
    client.setRequestHandler("elicitation/create", ({ params }) => {
      const schema = "requestedSchema" in params ? params.requestedSchema : undefined;
      // The SDK refuses values that no form has.
      return answerElicitation(elicitation, schema) as Promise<ElicitResult>;
    });
  if (sampling) client.setRequestHandler("sampling/createMessage", () => answerSampling(sampling));
  if (roots) client.setRequestHandler("roots/list", () => answerRoots(roots));
}

/**
 * Returns the time of the handshake. The SDK limits its requests only, and over HTTP a server may leave the notification
 * that ends the handshake unanswered.
 */
async function connectInTime(
  client: Client,
  { transport }: Connection,
  { clock, timeoutMs, protocol, signal }: HandshakeOptions,
): Promise<number> {
  signal?.throwIfAborted();
  let timer: NodeJS.Timeout | undefined;
  let abort = () => {};
  const stopped = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new HandshakeTimeout("the handshake timed out")), timeoutMs);
    abort = () => reject(signal?.reason);
  });
  signal?.addEventListener("abort", abort, { once: true });
  const from = clock.now();
  try {
    await Promise.race([client.connect(transport, { timeout: timeoutMs }), stopped]);
    return clock.now() - from;
  } catch (error) {
    // The SDK's client has no transport to close until the server has answered.
    void transport.close();
    throw explain(error, protocol);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", abort);
  }
}

/** The cause beneath the SDK's error, in the terms that a failed launch is explained in. */
function explain(error: unknown, protocol: string): unknown {
  if (error instanceof UnsupportedProtocolVersionError && isStateless(protocol))
    return notSpoken(protocol, error.supported);
  if (error instanceof ProtocolError) return new Error(`MCP error ${error.code}: ${error.message}`, { cause: error });
  if (!(error instanceof SdkError)) return error;
  if (error.code === SdkErrorCode.RequestTimeout) return new HandshakeTimeout(error.message, { cause: error });
  if (error.code === SdkErrorCode.InvalidResult) return malformed(error);
  if (error.cause instanceof HttpFailure) return error.cause;
  if (error.code === SdkErrorCode.EraNegotiationFailed && error.cause === undefined) return notSpoken(protocol, []);
  return error;
}

function notSpoken(protocol: string, supported: readonly string[]): ServerError {
  const instead = supported.length > 0 ? `it offers ${supported.join(", ")}` : "it did not answer server/discover";
  return new ServerError(`the server does not speak protocol ${protocol}: ${instead}`, { fix });
}

/** The SDK hands on what it refuses as JSON at the end of its message alone. */
function malformed({ message }: SdkError): Error {
  return new Error(`its reply is malformed: ${refusal({ issues: JSON.parse(message.slice(message.indexOf("["))) })}`);
}

function namesOf(capabilities: ServerCapabilities): string[] {
  const { extensions, resources } = capabilities;
  return [
    ...Object.keys(capabilities),
    ...(resources?.subscribe === true ? ["resources.subscribe"] : []),
    ...Object.keys(extensions ?? {}),
  ];
}

/** It stands in the log, in the record and in reports. */
const longestName = 200;

function brief(text: string): string {
  return text.length > longestName ? `${text.slice(0, longestName)}…` : text;
}

export function sessionOf(
  client: Client,
  {
    connection,
    protocol,
    ...opened
  }: { connection: Connection; protocol: string } & Pick<Session, "wire" | "handshakeMs">,
): Session {
  const server = client.getServerVersion();
  return {
    identity: {
      name: brief(server?.name ?? ""),
      version: brief(server?.version ?? ""),
      protocol,
      instructions: client.getInstructions(),
    },
    capabilities: new Set(namesOf(client.getServerCapabilities() ?? {})),
    ...opened,
    hear: (hearer) => connection.exchange.hear(hearer),
    get sessionId() {
      return connection.sessionId;
    },
    renew: connection.renew && (async () => connection.renew?.()),
    close: () => client.close(),
    drop:
      connection.forgo &&
      (() => {
        connection.forgo?.();
        return client.close();
      }),
    deliveries: () => ({ repeated: connection.exchange.repeated, stream: connection.stream ?? "none" }),
    warnings: () => connection.exchange.warnings(),
    network: connection.network,
  };
}
