import type { JsonObject } from "../config/json.ts";
import type { HttpOperation, MixOperation, Row, RpcOperation } from "../config/plan.ts";
import { hasPlaceholders, renderParams } from "../config/template.ts";
import { PlainHttp } from "../server/plain-http.ts";
import type { Frame, Wire } from "../server/session.ts";
import type { LiveArm } from "./live-arm.ts";
import { MixOrder } from "./mix-order.ts";
import { bodyClassifier, type Classifier, replyClassifier } from "./outcome.ts";
import { rowSeed } from "./schedule.ts";
import { openSessions, type SessionsContext } from "./sessions.ts";

/** The calls of one row on one arm: how the next one is made, where it is sent, and how its reply is judged. */
export interface Calls extends AsyncDisposable {
  readonly wire: Pick<Wire, "send" | "abandon">;
  /** Makes the next call. They are numbered from 0, warm-up included, and are the same in every arm. */
  readonly encode: () => Frame;
  readonly classify: Classifier;
}

export interface CallsContext extends SessionsContext {
  /** Of the run. */
  readonly seed: number;
}

/** Rejects when a session the row needs cannot be opened. */
export async function openCalls(row: Row, live: LiveArm, context: CallsContext): Promise<Calls> {
  const { operation, load } = row;
  if (operation.kind === "http") return httpCalls(operation, row, { live, context });
  const sessions = await openSessions(live, load.sessions ?? 1, context);
  const { wire } = sessions;
  const calls =
    operation.kind === "mix"
      ? mixCalls(operation, { wire, seed: rowSeed(context.seed, row.id) })
      : { encode: numbered(rpcEncoder(operation, wire)), classify: replyClassifier(row.expect) };
  return { wire, ...calls, [Symbol.asyncDispose]: () => sessions[Symbol.asyncDispose]() };
}

type Encoder = (seq: number) => Frame;

function numbered(encode: Encoder): () => Frame {
  let seq = 0;
  return () => encode(seq++);
}

function rpcEncoder({ method, params }: RpcOperation, wire: Wire): Encoder {
  if (params === undefined) return () => wire.encode(method);
  if (!hasPlaceholders(params)) return () => wire.encode(method, params);
  return (seq) => wire.encode(method, renderParams(params, { seq }));
}

function mixCalls(
  { parts }: MixOperation,
  { wire, seed }: { wire: Wire; seed: number },
): Pick<Calls, "encode" | "classify"> {
  const weights = parts.map(({ weight }) => weight);
  const order = new MixOrder(weights, seed);
  const made = parts.map(({ operation, expect }) => ({
    encode: rpcEncoder(operation, wire),
    classify: replyClassifier(expect),
  }));
  const judges = new Map<number, Classifier>();
  const encode = (seq: number): Frame => {
    const part = made[order.next()];
    if (!part) throw new RangeError("a mix without parts");
    const frame = part.encode(seq);
    judges.set(frame.id, part.classify);
    return frame;
  };
  const classify: Classifier = (body, id) => {
    const judge = judges.get(id) ?? replyClassifier();
    judges.delete(id);
    return judge(body, id);
  };
  return { encode: numbered(encode), classify };
}

function httpCalls(
  { request }: HttpOperation,
  { expect }: Row,
  { live, context }: { live: LiveArm; context: CallsContext },
): Calls {
  const { url } = live.server;
  if (!url) throw new RangeError("a plain HTTP request needs a server that is reached by URL");
  const { headers, tls } = live.arm.launch;
  const http = new PlainHttp(url, { clock: context.clock, headers, tls });
  const { path, body } = request;
  const text: JsonObject = body === undefined ? { path } : { path, body };
  const rendered = (seq: number) => ({ ...request, ...(renderParams(text, { seq }) as typeof text) });
  const encode = hasPlaceholders(text) ? (seq: number) => http.encode(rendered(seq)) : () => http.encode(request);
  return {
    wire: http,
    encode: numbered(encode),
    classify: bodyClassifier(expect),
    [Symbol.asyncDispose]: () => http.destroy(),
  };
}
