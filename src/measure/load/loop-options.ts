import type { Clock } from "../../host/clock.ts";
import type { Sender } from "../../server/protocol/session.ts";
import type { FrameSource } from "./frame-supply.ts";
import type { LostConnections } from "./lost-connections.ts";
import type { InStretches } from "./segments.ts";

/** What every loop needs. */
export interface RequestLoopOptions extends InStretches {
  readonly wire: Sender;
  readonly timeoutMs: number;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Those of the blocks before, where the loop is one of several. */
  readonly losses?: LostConnections;
  /** Bytes of replies to be kept until they are judged. */
  readonly retainBytes?: number;
}

/** Of one stretch of a loop. */
export type StretchOptions<Options extends RequestLoopOptions> = Options & { readonly frames: FrameSource };
