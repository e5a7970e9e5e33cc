import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  Client,
  PROTOCOL_VERSION_META_KEY,
  SdkError,
  SdkErrorCode,
  UnsupportedProtocolVersionError,
} from "@modelcontextprotocol/client";
import { isMap, type Json, type JsonObject } from "../../base/json.ts";
import { parseMessage } from "../../base/json-depth.ts";
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
import { HttpFailure } from "./exchange.ts";
import type { EncodeOptions, Frame, ReplyListener, Session, Wire } from "./session.ts";

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
  await connectInTime(client, connection.transport, options).catch((error: unknown) => {
    options.signal?.throwIfAborted();
    throw explain(error, protocol);
  });
  const handshakeMs = clock.now() - from;
  connection.wire.speakStateless?.(protocol);
  connection.exchange.stamp({
    [PROTOCOL_VERSION_META_KEY]: protocol,
    [CLIENT_INFO_META_KEY]: clientInfo,
    [CLIENT_CAPABILITIES_META_KEY]: capabilities,
  });
  const wire = Object.keys(capabilities).length > 0 ? answeringWire(connection.wire, answers) : connection.wire;
  return sessionOf(client, { connection, protocol, wire, handshakeMs });
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

/** A server that is still not satisfied then never will be. */
const maxRounds = 10;

interface Request {
  readonly method: string;
  readonly params: JsonObject | undefined;
  readonly options: EncodeOptions | undefined;
}

/** A request as its sender knows it, and the id under which it is under way by now. */
interface Call {
  readonly id: number;
  readonly request: Request;
  readonly listener: ReplyListener;
  current: number;
  rounds: number;
}

interface InputRequired {
  readonly inputRequests?: Readonly<Record<string, { readonly method?: unknown; readonly params?: JsonObject }>>;
  readonly requestState?: Json;
}

/**
 * On the stateless line a server asks the client by answering a request with what it still needs; the request is then
 * made again with the answers: https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/mrtr
 * To its user it is one request with one reply. Only in place where answers are configured.
 */
export function answeringWire(wire: Wire, answers: ClientAnswers): Wire {
  /** Requests by the id of the frame, which may be copied on its way here. */
  const requests = new Map<number, Request>();
  const calls = new Map<number, Call>();
  const end = (call: Call, tell: () => void) => {
    if (calls.delete(call.id)) tell();
  };
  const transmit = (frame: Frame, call: Call) => {
    call.current = frame.id;
    wire.send(frame, {
      onReply: (_id, body, at) => {
        const needed = call.rounds < maxRounds ? readInputRequired(body) : undefined;
        if (needed) void goOn(call, { needed, body, at });
        else end(call, () => call.listener.onReply(call.id, body, at));
      },
      onFailure: (_id, failure, at) => end(call, () => call.listener.onFailure(call.id, failure, at)),
      onProgress: (_id, at) => call.listener.onProgress?.(call.id, at),
    });
  };
  const goOn = async (call: Call, reply: { needed: InputRequired; body: Uint8Array; at: number }) => {
    const { inputRequests = {}, requestState } = reply.needed;
    const given = await Promise.all(
      Object.entries(inputRequests).map(async ([key, asked]) => [key, await answerTo(asked, answers)] as const),
    );
    if (!calls.has(call.id)) return;
    if (given.some(([, answer]) => answer === undefined)) {
      end(call, () => call.listener.onReply(call.id, reply.body, reply.at));
      return;
    }
    call.rounds++;
    const { method, params, options } = call.request;
    const again = {
      ...params,
      ...(given.length > 0 ? { inputResponses: Object.fromEntries(given) } : {}),
      ...(requestState === undefined ? {} : { requestState }),
    };
    transmit(wire.encode(method, again as JsonObject, options), call);
  };
  return {
    isParallel: wire.isParallel === true,
    ids: wire.ids,
    encode: (method, params, options) => {
      const frame = wire.encode(method, params, options);
      requests.set(frame.id, { method, params, options });
      return frame;
    },
    send: (frame, listener) => {
      const request = requests.get(frame.id);
      requests.delete(frame.id);
      if (!request) throw new TypeError("a frame is sent over the wire that encoded it");
      const call = { id: frame.id, request, listener, current: frame.id, rounds: 0 };
      calls.set(call.id, call);
      transmit(frame, call);
    },
    abandon: (id) => {
      const call = calls.get(id);
      calls.delete(id);
      if (call) wire.abandon(call.current);
    },
  };
}

/** Undefined for what was not declared, which a server must not ask for. */
async function answerTo(
  { method, params }: { method?: unknown; params?: JsonObject },
  { elicitation, sampling, roots }: ClientAnswers,
): Promise<object | undefined> {
  if (method === "elicitation/create" && elicitation)
    return params?.mode === "url" ? { action: "decline" } : answerElicitation(elicitation, params?.requestedSchema);
  if (method === "sampling/createMessage" && sampling) return answerSampling(sampling);
  if (method === "roots/list" && roots) return answerRoots(roots);
  return undefined;
}

/** The input that a reply asks for; undefined without one. Only a reply with the literal words is parsed. */
function readInputRequired(body: Uint8Array): InputRequired | undefined {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  if (!bytes.includes('"input_required"')) return undefined;
  const message = parseMessage(bytes.toString("utf8"));
  const result = isMap(message) && isMap(message.result) ? message.result : undefined;
  if (result?.resultType !== "input_required") return undefined;
  const { inputRequests = {} } = result;
  return isMap(inputRequests) && Object.values(inputRequests).every(isMap) ? result : undefined;
}
