import type { Clock } from "../../base/host/clock.ts";
import { mapValues } from "../../base/json.ts";
import type { Expectation } from "../../model/expectation.ts";
import { freshSessionOf } from "../../model/fresh-session.ts";
import type { HttpOperation, HttpRequest, MixOperation, Operation, StepsOperation } from "../../model/operation.ts";
import { callParams, type RpcOperation } from "../../model/request.ts";
import { type Captures, hasPlaceholders, renderString, type TemplateValues } from "../../model/template.ts";
import { headersAt } from "../../plan/placeholders.ts";
import type { Row } from "../../plan/plan.ts";
import { isStateless, tasksExtension } from "../../plan/protocol.ts";
import type { NetworkUsage } from "../../server/http/network-meter.ts";
import { declaredCapabilities } from "../../server/protocol/connection.ts";
import type { Frame, Sender, Wire } from "../../server/protocol/session.ts";
import type { RunContext } from "../context.ts";
import type { RunningArm } from "../launch/running-arm.ts";
import { openSessions } from "../launch/sessions.ts";
import { MixOrder, MixParts } from "../load/mix.ts";
import type { Classifier, Failure } from "../load/outcome.ts";
import { StageParts } from "../load/stages.ts";
import { changeHands } from "../replies/changed-hands.ts";
import { bodyClassifier, identityClassifier, replyClassifier, turnClassifier } from "../replies/classifiers.ts";
import { type CallContext, NumberedCalls, valuesOf } from "../replies/numbered-calls.ts";
import { isOfCall } from "../replies/reply-check.ts";
import { type SchemaChecks, schemaChecks } from "../replies/schema-checks.ts";
import { FreshSessionWire } from "../wires/fresh-session-wire.ts";
import type { Observer } from "../wires/observer.ts";
import { ProgressWire } from "../wires/progress-wire.ts";
import { type Subscription, subscribe } from "../wires/subscription.ts";
import { TaskWire } from "../wires/task-wire.ts";
import { tracedWire } from "../wires/traced-wire.ts";
import { TurnWire, thinkTimes } from "../wires/turn-wire.ts";
import { UpdateWire } from "../wires/update-wire.ts";
import { rowSeed } from "./schedule.ts";

/** The calls of one row on one arm: how the next one is made, where it is sent, and how its reply is judged. */
export interface Calls extends AsyncDisposable {
  readonly wire: Sender;
  /** Makes the next call. They are numbered from 0, warm-up included, and are the same in every arm. */
  readonly encode: () => Frame;
  readonly classify: Classifier;
  /** Traffic of the connections so far; undefined over stdio. */
  readonly network: (() => NetworkUsage) | undefined;
  /** Parts of a mix, or stages of a load. */
  readonly parts?: MixParts | undefined;
  /** Undefined where nothing but the replies is looked at. */
  readonly observer?: Observer | undefined;
  /** Opens sessions anew that the server has ended for want of calls; absent where the calls are in none. */
  readonly renew?: (() => Promise<void>) | undefined;
  /** Lets sessions change hands; absent where their calls belong to one identity, or open sessions themselves. */
  readonly changeHands?: (() => Promise<Failure[]>) | undefined;
}

export interface CallOptions {
  readonly context: RunContext;
  /** Captures of the set-up on this arm. */
  readonly captures: Captures;
}

/** A server has at least so long to accept a subscription, which is not timed, however short the row's own limit is. */
const leastSubscribingMs = 10_000;

/** Rejects when a session the row needs cannot be opened. */
export async function openCalls(row: Row, running: RunningArm, { context, captures }: CallOptions): Promise<Calls> {
  const { operation, load } = row;
  const { clock, signal, plan } = context;
  const identities = running.arm.launch.identities?.map(({ name }) => name) ?? [];
  const isFresh = freshSessionOf(operation) !== undefined;
  // Each call of `fresh_session` opens its own.
  const dealt = isFresh ? Math.max(1, identities.length) : (load.sessions ?? 1);
  const numbers = new NumberedCalls({ sessions: dealt, identities, captures });
  const around = { row, running, clock, numbers };
  if (operation.kind === "http") return httpCalls(operation, around);
  const schemas = await schemaChecks(row, running, context);
  const sessions = await openSessions(running, load.sessions ?? 1, context);
  const traced = row.traceContext ? tracedWire : (wire: Wire) => wire;
  const [wire, wires] = [traced(sessions.wire), sessions.all.map((session) => traced(session.wire))];
  const options = { clock, signal, timeoutMs: load.timeoutMs };
  const uri = operation.kind === undefined ? operation.updates : undefined;
  const subscribing = { ...options, timeoutMs: Math.max(load.timeoutMs, leastSubscribingMs) };
  const subscription =
    uri === undefined
      ? undefined
      : await subscribe(running.session, { uri, ...subscribing }).catch(async (error: unknown) => {
          await sessions[Symbol.asyncDispose]();
          throw error;
        });
  const seed = rowSeed(plan.seed, row.key ?? row.id);
  const calls = sessionCalls(operation, { ...around, wire, wires, seed, schemas, subscription });
  const fresh = calls.wire instanceof FreshSessionWire ? calls.wire : undefined;
  const identityOf = (id: number) => (fresh ? fresh.placeOf(id) : id % dealt) % identities.length;
  const changes = identities.length > 1 && operation.kind === undefined && !isFresh;
  const hands = { running, sessions: sessions.all, numbers, options };
  return {
    ...calls,
    classify: identityClassifier(calls.classify, { names: identities, identityOf }),
    network: fresh ? () => fresh.network() : sessions.network,
    renew: async () => {
      const { sessionId } = running.session;
      for (const session of sessions.all) await session.renew?.();
      if (running.session.sessionId !== sessionId) await subscription?.renew();
    },
    ...(changes ? { changeHands: () => changeHands(operation, hands) } : {}),
    [Symbol.asyncDispose]: async () => {
      await subscription?.[Symbol.asyncDispose]();
      await fresh?.settled();
      await sessions[Symbol.asyncDispose]();
    },
  };
}

type SessionCalls = Pick<Calls, "wire" | "encode" | "classify" | "parts" | "observer">;

/** The row and arm of calls, and what is the same for all of them. */
interface SessionsAround {
  readonly row: Row;
  readonly running: RunningArm;
  readonly clock: Clock;
  readonly numbers: NumberedCalls;
  /** Wire of all sessions together. */
  readonly wire: Wire;
  /** Wire of each session. */
  readonly wires: readonly Wire[];
  readonly seed: number;
  readonly schemas: SchemaChecks;
  /** To the resource that the calls change. */
  readonly subscription: Subscription | undefined;
}

function sessionCalls(operation: Exclude<Operation, HttpOperation>, around: SessionsAround): SessionCalls {
  if (operation.kind === "mix") return mixCalls(operation, around);
  return operation.kind === "steps" ? turnCalls(operation, around) : rpcCalls(operation, around);
}

function rpcCalls(operation: RpcOperation, around: SessionsAround): SessionCalls {
  const { row, wire, numbers, schemas } = around;
  const { expect, load } = row;
  const { method } = operation;
  const classify = replyClassifier(expect, { method, calls: numbers, schema: schemas(operation) });
  const watched = watchedWire(operation, classify, around);
  const encode = numbered(rpcEncoder(operation, watched ?? wire, numbers.around), numbers, [expect]);
  const stages = "stages" in load && load.stages ? new StageParts(load.stages) : undefined;
  return {
    wire: watched ?? wire,
    encode: () => {
      const frame = encode();
      stages?.made(frame.id);
      return frame;
    },
    classify: watched?.judging(classify) ?? classify,
    parts: stages,
    observer: watched,
  };
}

/** The wire of calls that are followed while they go on; undefined where only the reply counts. */
function watchedWire(
  operation: RpcOperation,
  classify: Classifier,
  { wire, clock, running, subscription, seed }: SessionsAround,
): ProgressWire | TaskWire | UpdateWire | FreshSessionWire | undefined {
  const freshSession = freshSessionOf(operation);
  if (freshSession) {
    const places = running.arm.launch.identities?.length ?? 1;
    const connect = (call: number) => running.server.connect(call % places);
    const { ends } = freshSession;
    const shares = ends.map(({ share }) => share);
    // In an order that is the same in every arm.
    const order = new MixOrder(shares, seed);
    return new FreshSessionWire(wire, { clock, connect, nextEnd: () => ends[order.next()]?.end ?? "delete" });
  }
  if (subscription) return new UpdateWire(wire, { clock, classify, subscription });
  if (operation.progress) return new ProgressWire(wire, clock);
  if (!operation.task) return undefined;
  const stateless = isStateless(running.session.identity.protocol);
  const capabilities = declaredCapabilities(running.arm.launch.client ?? {});
  const asking = stateless
    ? { _meta: { [capabilitiesKey]: { ...capabilities, extensions: { [tasksExtension]: {} } } } }
    : { task: {} };
  return new TaskWire(wire, { asking, fetches: !stateless });
}

/** Key under which a stateless request states the client's capabilities. */
const capabilitiesKey = "io.modelcontextprotocol/clientCapabilities";

type Encoder = (seq: number) => Frame;

/** Makes one call after the other. Only those whose replies are judged by their own call are noted: they are looked up. */
function numbered(
  encode: Encoder,
  numbers: NumberedCalls,
  expectations: readonly (Expectation | undefined)[],
): () => Frame {
  let seq = 0;
  if (!expectations.some(isOfCall)) return () => encode(seq++);
  return () => {
    const frame = encode(seq++);
    numbers.note(frame.id);
    return frame;
  };
}

function rpcEncoder(operation: RpcOperation, wire: Wire, around: CallContext): Encoder {
  const params = callParams(operation, (seq) => valuesOf(seq, around));
  return (seq) => wire.encode(operation.method, params(seq));
}

function mixCalls({ parts }: MixOperation, { wire, numbers, seed, schemas }: SessionsAround): SessionCalls {
  const weights = parts.map(({ weight }) => weight);
  const order = new MixOrder(weights, seed);
  const made = parts.map(({ operation, expect }) => ({
    encode: rpcEncoder(operation, wire, numbers.around),
    classify: replyClassifier(expect, { method: operation.method, calls: numbers, schema: schemas(operation) }),
  }));
  const log = new MixParts(parts.map(({ operation }) => operation.target));
  const encode = (seq: number): Frame => {
    const which = order.next();
    const part = made[which];
    if (!part) throw new RangeError("a mix without parts");
    const frame = part.encode(seq);
    log.made(frame.id, which);
    return frame;
  };
  const anyReply: Classifier = replyClassifier();
  const classify: Classifier = (body, id) => (made[log.partOf(id) ?? -1]?.classify ?? anyReply)(body, id);
  const expectations = parts.map(({ expect }) => expect);
  return { wire, encode: numbered(encode, numbers, expectations), classify, parts: log };
}

function turnCalls(
  { steps, think }: StepsOperation,
  { wires, numbers, seed, clock, schemas }: SessionsAround,
): SessionCalls {
  const { identities, captures } = numbers.around;
  const around = { sessions: wires.length, identities };
  const ready = steps.map(({ operation, expect, capture }) => {
    const { method } = operation;
    return {
      name: operation.target,
      capture,
      classify: turnClassifier(expect, { method, schema: schemas(operation), around }),
      encode: (wire: Wire, seq: number, known: Captures) =>
        rpcEncoder(operation, wire, { ...around, captures: known })(seq),
    };
  });
  const turns = new TurnWire({ clock, wires, captures, steps: ready, think: thinkTimes(think, seed) });
  return { wire: turns, encode: () => turns.encode(), classify: turns.classify, observer: turns };
}

async function httpCalls(
  { request }: HttpOperation,
  { row, running, clock, numbers }: Pick<SessionsAround, "row" | "running" | "clock" | "numbers">,
): Promise<Calls> {
  const { url, authorization } = running.server;
  if (!url) throw new RangeError("a plain HTTP request needs a server that is reached by URL");
  const { launch } = running.arm;
  const { headers } = launch.identities?.[0] ?? launch;
  const { plainHttp } = await import("../../server/http/plain-http.ts");
  const http = plainHttp(url, { clock, headers: headersAt(url, headers), authorization, tls: launch.tls });
  const { path, headers: own, body = "" } = request;
  const varies = hasPlaceholders({ path, headers: own, body });
  const encode = (seq: number) => http.encode(varies ? filled(request, valuesOf(seq, numbers.around)) : request);
  return {
    wire: http,
    encode: numbered(encode, numbers, [row.expect]),
    classify: bodyClassifier(row.expect, numbers),
    network: () => http.network(),
    [Symbol.asyncDispose]: () => http.destroy(),
  };
}

function filled(request: HttpRequest, values: TemplateValues): HttpRequest {
  const fill = (text: string) => renderString(text, values);
  return {
    ...request,
    path: fill(request.path),
    headers: mapValues(request.headers, fill),
    ...(request.body === undefined ? {} : { body: fill(request.body) }),
  };
}
