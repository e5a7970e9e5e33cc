import { setTimeout as delay } from "node:timers/promises";
import { isMap, type Json, type JsonObject } from "../../base/json.ts";
import { parseMessage } from "../../base/json-depth.ts";
import type { ClientAnswers } from "../../plan/plan.ts";
import { clientInfo } from "./connection.ts";
import type { EncodeOptions, Frame, ReplyListener, Wire } from "./session.ts";

/** Answers a form after the time that a person takes. What the configuration does not fill in takes the defaults of the form. */
export async function answerElicitation(
  { action, content, delayMs }: NonNullable<ClientAnswers["elicitation"]>,
  requestedSchema: unknown,
) {
  await pause(delayMs);
  return { action, ...(action === "accept" ? { content: { ...defaultsOf(requestedSchema), ...content } } : {}) };
}

function defaultsOf(requestedSchema: unknown): JsonObject {
  const properties = isMap(requestedSchema) && isMap(requestedSchema.properties) ? requestedSchema.properties : {};
  const defaults = Object.entries(properties).map(([name, property]) => [
    name,
    isMap(property) ? property.default : undefined,
  ]);
  return Object.fromEntries(defaults.filter(([, value]) => value !== undefined)) as JsonObject;
}

/** The model that is asked for a completion, after the time it takes. */
export async function answerSampling({ text, delayMs }: NonNullable<ClientAnswers["sampling"]>) {
  await pause(delayMs);
  const content = { type: "text" as const, text };
  return { role: "assistant" as const, model: clientInfo.name, stopReason: "endTurn", content };
}

export function answerRoots(roots: NonNullable<ClientAnswers["roots"]>) {
  return { roots: roots.map((root) => ({ ...root })) };
}

/** The session is what keeps the program alive, not an answer that is still due when it ends. */
async function pause(ms: number): Promise<void> {
  if (ms > 0) await delay(ms, undefined, { ref: false });
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
