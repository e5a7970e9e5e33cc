import type { Transport } from "@modelcontextprotocol/client";
import type { Clock } from "../../base/host/clock.ts";
import { version } from "../../base/host/version.ts";
import type { JsonObject } from "../../base/json.ts";
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
}

export interface LaunchContext extends LaunchOptions {
  readonly openSession: OpenSession;
  /** Called once the process of a server that is reached over HTTP has been started. */
  readonly onSpawn?: (() => void) | undefined;
}
