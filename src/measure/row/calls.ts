import type { Clock } from "../../base/host/clock.ts";
import type { Expectation } from "../../model/expectation.ts";
import type { FreshSession, SessionEnd } from "../../model/fresh-session.ts";
import type { HttpOperation, HttpRequest, MixOperation, StepsOperation } from "../../model/operation.ts";
import { callParams, type RpcOperation } from "../../model/request.ts";
import { type Captures, hasPlaceholders, renderString, type TemplateValues } from "../../model/template.ts";
import { headersAt } from "../../plan/placeholders.ts";
import type { Row } from "../../plan/plan.ts";
import { isStateless, tasksExtension } from "../../plan/protocol.ts";
import type { NetworkUsage } from "../../server/http/network-meter.ts";
import { declaredCapabilities } from "../../server/protocol/client.ts";
import type { Frame, Sender, Wire } from "../../server/protocol/session.ts";
import type { RunContext } from "../context.ts";
import type { RunningArm } from "../launch/running-arm.ts";
import { openSessions } from "../launch/sessions.ts";
import { MixOrder, MixParts, type Parts } from "../load/mix.ts";
import { bodyClassifier, type Classifier, type Failure, replyClassifier } from "../load/outcome.ts";
import { StageParts } from "../load/stages.ts";
import { changeHands } from "../replies/changed-hands.ts";
import { identityClassifier } from "../replies/identity-classifier.ts";
import { callOfTurn, NumberedCalls } from "../replies/numbered-calls.ts";
import { isOfCall } from "../replies/reply-check.ts";
import { type SchemaChecks, schemaChecks } from "../replies/schema-checks.ts";
import { turnClassifier } from "../replies/turn-classifier.ts";
import { FreshSessionWire } from "../wires/fresh-session-wire.ts";
import type { Observer } from "../wires/observer.ts";
import { ProgressWire } from "../wires/progress-wire.ts";
import { Subscription } from "../wires/subscription.ts";
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
  /** Parts of a mix or of steps. */
  readonly parts: Parts | undefined;
  /** Undefined where nothing but the replies is looked at. */
  readonly observer: Observer | undefined;
  /** Opens sessions anew that the server has ended for want of calls; absent where the calls are in none. */
  readonly renew?: (() => Promise<void>) | undefined;
  /** Lets sessions change hands; absent where their calls belong to one identity, or open sessions themselves. */
  readonly changeHands?: (() => Promise<Failure[]>) | undefined;
}

interface CallOptions {
  readonly context: RunContext;
  /** Captures of the set-up on this arm. */
  readonly captures: Captures;
}

/** Rejects when a session the row needs cannot be opened. */
export async function openCalls(row: Row, running: RunningArm, { context, captures }: CallOptions): Promise<Calls> {
  const { operation, load, expect } = row;
  const count = load.sessions ?? 1;
  const identities = running.arm.launch.identities?.map(({ name }) => name) ?? [];
  // Each call of `fresh_session` opens its own.
  const dealt = operation.kind === undefined && operation.freshSession ? Math.max(1, identities.length) : count;
  const numbers = new NumberedCalls({ sessions: dealt, identities, captures });
  if (operation.kind === "http") return httpCalls(operation, { running, expect, clock: context.clock, numbers });
  const schemas = await schemaChecks(row, running, context);
  const sessions = await openSessions(running, count, context);
  const { network } = sessions;
  const traced = row.traceContext ? tracedWire : (wire: Wire) => wire;
  const [wire, wires] = [traced(sessions.wire), sessions.wires.map(traced)];
  const { clock, signal } = context;
  const seed = rowSeed(context.plan.seed, row.key ?? row.id);
  const stages = "stages" in load && load.stages ? new StageParts(load.stages) : undefined;
  const uri = operation.kind === undefined ? operation.updates : undefined;
  const subscription =
    uri === undefined
      ? undefined
      : await Subscription.open(running.session, { uri, clock, signal, timeoutMs: load.timeoutMs });
  const callsOf = (): SessionCalls => {
    if (operation.kind === "mix") return mixCalls(operation, { wire, numbers, seed, schemas });
    if (operation.kind === "steps") return turnCalls(operation, { wires, captures, seed, clock, schemas, identities });
    return rpcCalls(operation, { wire, numbers, expect, clock, running, subscription, schemas, stages, seed });
  };
  const calls = callsOf();
  const close = async (): Promise<void> => {
    await subscription?.[Symbol.asyncDispose]();
    if (calls.wire instanceof FreshSessionWire) await calls.wire.settled();
    await sessions[Symbol.asyncDispose]();
  };
  const identityOf = (id: number) => {
    const session = calls.wire instanceof FreshSessionWire ? calls.wire.placeOf(id) : id % dealt;
    return session % identities.length;
  };
  const classify = identityClassifier(calls.classify, { names: identities, identityOf });
  const hands = { running, sessions: sessions.all, numbers, options: { clock, signal, timeoutMs: load.timeoutMs } };
  const changes = identities.length > 1 && operation.kind === undefined && !operation.freshSession;
  const renew = async () => {
    for (const session of sessions.all) await session.renew?.();
  };
  return {
    network,
    ...calls,
    classify,
    renew,
    ...(changes ? { changeHands: () => changeHands(operation, hands) } : {}),
    [Symbol.asyncDispose]: close,
  };
}

type SessionCalls = Omit<Calls, "network" | "renew" | "changeHands" | keyof AsyncDisposable> &
  Partial<Pick<Calls, "network">>;

interface RpcOptions {
  readonly wire: Wire;
  readonly numbers: NumberedCalls;
  readonly expect: Expectation | undefined;
  readonly clock: Clock;
  readonly running: RunningArm;
  /** To the resource that the calls change. */
  readonly subscription: Subscription | undefined;
  readonly schemas: SchemaChecks;
  readonly stages: StageParts | undefined;
  readonly seed: number;
}

function rpcCalls(operation: RpcOperation, options: RpcOptions): SessionCalls {
  const { wire, numbers, expect, schemas, stages } = options;
  const { method } = operation;
  const classify = replyClassifier(expect, { method, calls: numbers, schema: schemas(operation) });
  const watched = watchedWire(operation, { ...options, classify });
  const plain = numbered(rpcEncoder(operation, { wire: watched ?? wire, numbers }), noteFor([expect], numbers));
  const encode = stages ? () => noted(plain(), stages) : plain;
  if (!watched) return { wire, encode, classify, parts: stages, observer: undefined };
  const judged = { encode, classify: watched.judging(classify), parts: stages, observer: watched };
  return watched instanceof FreshSessionWire
    ? { wire: watched, ...judged, network: () => watched.network() }
    : { wire: watched, ...judged };
}

function noted(frame: Frame, stages: StageParts): Frame {
  stages.made(frame.id);
  return frame;
}

/** The wire of calls that are followed while they go on; undefined where only the reply counts. */
function watchedWire(
  { progress, task, freshSession }: RpcOperation,
  { wire, clock, running, subscription, classify, seed }: RpcOptions & { readonly classify: Classifier },
): ProgressWire | TaskWire | UpdateWire | FreshSessionWire | undefined {
  if (freshSession) {
    const places = running.arm.launch.identities?.length ?? 1;
    const connect = (call: number) => running.server.connect(call % places);
    return new FreshSessionWire(wire, { clock, connect, nextEnd: sessionEnder(freshSession, seed) });
  }
  if (subscription) return new UpdateWire(wire, { clock, classify, subscription });
  if (progress) return new ProgressWire(wire, clock);
  if (!task) return undefined;
  const stateless = isStateless(running.session.identity.protocol);
  const capabilities = declaredCapabilities(running.arm.launch.client ?? {});
  const asking = stateless
    ? { _meta: { [capabilitiesKey]: { ...capabilities, extensions: { [tasksExtension]: {} } } } }
    : { task: {} };
  return new TaskWire(wire, { asking, fetches: !stateless });
}

/** Draws how each session ends, in an order that is the same in every arm; undefined where all end by DELETE. */
function sessionEnder(fresh: true | FreshSession, seed: number): (() => SessionEnd) | undefined {
  if (fresh === true) return undefined;
  const { ends } = fresh;
  const order = new MixOrder(
    ends.map(({ share }) => share),
    seed,
  );
  return () => ends[order.next()]?.end ?? "delete";
}

/** Key under which a stateless request states the client's capabilities. */
const capabilitiesKey = "io.modelcontextprotocol/clientCapabilities";

type Encoder = (seq: number) => Frame;

function numbered(encode: Encoder, note: NumberedCalls | undefined): () => Frame {
  let seq = 0;
  if (!note) return () => encode(seq++);
  return () => {
    const frame = encode(seq++);
    note.note(frame.id);
    return frame;
  };
}

/** Returns the hook that notes calls: only replies that are judged by their own call are looked up. */
function noteFor(
  expectations: readonly (Expectation | undefined)[],
  numbers: NumberedCalls,
): NumberedCalls | undefined {
  return expectations.some(isOfCall) ? numbers : undefined;
}

interface Encoding {
  readonly wire: Wire;
  readonly numbers: Pick<NumberedCalls, "valuesOf">;
}

function rpcEncoder(operation: RpcOperation, { wire, numbers }: Encoding): Encoder {
  const { method } = operation;
  const params = callParams(operation, (seq) => numbers.valuesOf(seq));
  return (seq) => {
    const own = params(seq);
    return own === undefined ? wire.encode(method) : wire.encode(method, own);
  };
}

interface MixOptions {
  readonly wire: Wire;
  readonly numbers: NumberedCalls;
  readonly seed: number;
  readonly schemas: SchemaChecks;
}

function mixCalls({ parts }: MixOperation, { seed, schemas, ...encoding }: MixOptions): SessionCalls {
  const weights = parts.map(({ weight }) => weight);
  const order = new MixOrder(weights, seed);
  const made = parts.map(({ operation, expect }) => ({
    encode: rpcEncoder(operation, encoding),
    classify: replyClassifier(expect, {
      method: operation.method,
      calls: encoding.numbers,
      schema: schemas(operation),
    }),
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
  const note = noteFor(
    parts.map(({ expect }) => expect),
    encoding.numbers,
  );
  return { wire: encoding.wire, encode: numbered(encode, note), classify, parts: log, observer: undefined };
}

interface TurnOptions {
  readonly wires: readonly Wire[];
  readonly captures: Captures;
  readonly seed: number;
  readonly clock: Clock;
  readonly schemas: SchemaChecks;
  readonly identities: readonly string[];
}

function turnCalls(
  { steps, think }: StepsOperation,
  { wires, captures, seed, clock, schemas, identities }: TurnOptions,
): SessionCalls {
  const around = { sessions: wires.length, identities };
  const ready = steps.map(({ operation, expect, capture }) => {
    const { method } = operation;
    return {
      name: operation.target,
      capture,
      classify: turnClassifier(expect, { method, schema: schemas(operation), around }),
      encode: (wire: Wire, seq: number, known: Captures) =>
        rpcEncoder(operation, { wire, numbers: callOfTurn(() => ({ seq, made: seq, captures: known }), around) })(seq),
    };
  });
  const turns = new TurnWire({ clock, wires, captures, steps: ready, think: thinkTimes(think, seed) });
  const { classify } = turns;
  return { wire: turns, encode: () => turns.encode(), classify, parts: turns, observer: undefined };
}

interface HttpOptions {
  readonly running: RunningArm;
  readonly expect: Expectation | undefined;
  readonly clock: Clock;
  readonly numbers: NumberedCalls;
}

async function httpCalls({ request }: HttpOperation, { running, expect, clock, numbers }: HttpOptions): Promise<Calls> {
  const { url, authorization } = running.server;
  if (!url) throw new RangeError("a plain HTTP request needs a server that is reached by URL");
  const { headers, tls } = running.arm.launch;
  const { PlainHttp } = await import("../../server/http/plain-http.ts");
  const http = new PlainHttp(url, { clock, headers: headersAt(url, headers), authorization, tls });
  const { path, headers: own, body = "" } = request;
  const rendered = (seq: number) => filled(request, numbers.valuesOf(seq));
  const varies = hasPlaceholders({ path, headers: own, body });
  const encode = varies ? (seq: number) => http.encode(rendered(seq)) : () => http.encode(request);
  return {
    wire: http,
    encode: numbered(encode, noteFor([expect], numbers)),
    classify: bodyClassifier(expect, numbers),
    network: () => http.network(),
    parts: undefined,
    observer: undefined,
    [Symbol.asyncDispose]: () => http.destroy(),
  };
}

function filled(request: HttpRequest, values: TemplateValues): HttpRequest {
  const fill = (text: string) => renderString(text, values);
  const headers = Object.entries(request.headers).map(([name, value]) => [name, fill(value)] as const);
  return {
    ...request,
    path: fill(request.path),
    headers: Object.fromEntries(headers),
    ...(request.body === undefined ? {} : { body: fill(request.body) }),
  };
}
