import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import type { Wire } from "./session.ts";

/** One connection with two faces: the SDK's transport for the handshake and checks, the wire for timed requests. */
export interface Connection {
  readonly transport: Transport;
  readonly wire: Wire;
  /** What the server did wrong without breaking the connection. Untrusted text. */
  warnings(): string[];
}
