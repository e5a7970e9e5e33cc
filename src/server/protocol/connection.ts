import { setTimeout as delay } from "node:timers/promises";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import type { Clock } from "../../base/host/clock.ts";
import { version } from "../../base/host/version.ts";
import { isMap, type JsonObject } from "../../base/json.ts";
import type { ClientAnswers } from "../../plan/plan.ts";
import type { Exchange } from "./exchange.ts";
import type { Deliveries, Session } from "./session.ts";

export const clientInfo = { name: "mcp-bench", version };

/** The capabilities a client with these answers declares; nothing for what it cannot answer. */
export function declaredCapabilities({ elicitation, sampling, roots }: ClientAnswers): Record<string, JsonObject> {
  return {
    ...(elicitation ? { elicitation: { form: {} } } : {}),
    ...(sampling ? { sampling: {} } : {}),
    ...(roots ? { roots: {} } : {}),
  };
}

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

/** One connection with two faces: the SDK's transport for the handshake and checks, the wire for timed requests. */
export interface Connection extends Pick<Session, "wire" | "network" | "sessionId" | "renew"> {
  readonly transport: Transport;
  readonly exchange: Exchange;
  readonly stream?: Deliveries["stream"];
  /** From now on its end is no more than the end of its connections; absent over stdio. */
  forgo?(): void;
}

export interface HandshakeOptions {
  readonly clock: Clock;
  readonly timeoutMs: number;
  /** Requested protocol revision; `auto` where the server may answer with any of its line. */
  readonly protocol: string;
  readonly answers: ClientAnswers;
  readonly signal?: AbortSignal | undefined;
}

export class HandshakeTimeout extends Error {}

/** Opens a session on a fresh connection. Rejects with a HandshakeTimeout, the SDK's or the transport's error, or a ServerError. */
export type OpenSession = (connection: Connection, options: HandshakeOptions) => Promise<Session>;

export interface LaunchOptions {
  readonly clock: Clock;
  /** Gives the launch up; a server that was started is stopped. */
  readonly signal?: AbortSignal;
  /** Told what a person may want to know while waiting. Untrusted text. */
  readonly log?: (line: string) => void;
}

export interface LaunchContext extends LaunchOptions {
  readonly openSession: OpenSession;
  /** The port of the address was chosen here, and neither arguments nor environment tell it. */
  readonly isPortUntold?: boolean | undefined;
  /** Called once the process of a server that is reached over HTTP has been started. */
  readonly onSpawn?: (() => void) | undefined;
  /** Told when a server has answered that is not understood, just before the launch fails: milliseconds since its spawn. */
  readonly onRefused?: ((sinceSpawnMs: number) => void) | undefined;
}

interface Capabilities {
  readonly extensions?: unknown;
  readonly resources?: { readonly subscribe?: unknown } | undefined;
}

/** Methods that the clients of both SDKs have. */
interface SdkClient {
  getServerVersion(): { readonly name: string; readonly version: string } | undefined;
  getServerCapabilities(): Capabilities | undefined;
  getInstructions(): string | undefined;
  connect(transport: Transport, options: { timeout: number; signal: AbortSignal }): Promise<void>;
  close(): Promise<void>;
}

/** The SDK limits its requests only, and over HTTP a server may leave the notification that ends the handshake unanswered. */
export async function connectInTime(
  client: SdkClient,
  transport: Transport,
  { timeoutMs, signal }: Pick<HandshakeOptions, "timeoutMs" | "signal">,
): Promise<void> {
  signal?.throwIfAborted();
  let timer: NodeJS.Timeout | undefined;
  // The SDK never lets go of a signal it was given, and ours outlives thousands of sessions.
  const ended = new AbortController();
  const abort = () => ended.abort(signal?.reason);
  const stopped = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new HandshakeTimeout("the handshake timed out")), timeoutMs);
    ended.signal.addEventListener("abort", () => reject(signal?.reason), { once: true });
  });
  signal?.addEventListener("abort", abort, { once: true });
  try {
    const connected = client.connect(transport, { timeout: timeoutMs, signal: ended.signal });
    await Promise.race([connected, stopped]);
  } catch (error) {
    // The SDK's client has no transport to close until the server has answered.
    void transport.close();
    throw error;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", abort);
  }
}

function namesOf(capabilities: Capabilities): string[] {
  const { extensions, resources } = capabilities;
  return [
    ...Object.keys(capabilities),
    ...(resources?.subscribe === true ? ["resources.subscribe"] : []),
    ...(isMap(extensions) ? Object.keys(extensions) : []),
  ];
}

/** It stands in the log, in the record and in reports. */
const longestName = 200;

function brief(text: string): string {
  return text.length > longestName ? `${text.slice(0, longestName)}…` : text;
}

export function sessionOf(
  client: Omit<SdkClient, "connect">,
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
