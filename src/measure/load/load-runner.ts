import type { Clock } from "../../host/clock.ts";
import type { BatchLoad, ClosedLoad, Load, OpenLoad } from "../../plan/workload.ts";
import type { Frame, Sender } from "../../server/protocol/session.ts";
import type { Alarm } from "./alarm.ts";
import { type BatchLoopOptions, runBatchLoop } from "./batch-loop.ts";
import { runClosedLoop } from "./closed-loop.ts";
import { FrameSupply } from "./frame-supply.ts";
import type { LoopResult } from "./loop-result.ts";
import { runOpenLoop } from "./open-loop.ts";
import type { Classifier } from "./outcome.ts";
import type { LostConnections } from "./responsiveness.ts";

/** Sends the blocks of one row on one arm, whatever its load. */
export interface LoadRunner {
  /** Does what can be done before the timed window opens. `amount`: requests or batches, or milliseconds where the load has a duration. */
  prepare(amount: number): void;
  /** Sends what was prepared; the timed window. Rejects only when the run is interrupted. */
  run(): Promise<LoopResult>;
}

export interface RunnerTools {
  readonly wire: Sender;
  /** The next request of the row. */
  readonly encode: () => Frame;
  readonly classify: Classifier;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly alarm: Alarm;
  readonly delay: (ms: number, signal: AbortSignal) => Promise<void>;
  /** A server that is gone in one block may show only in the next ones, where blocks are short. */
  readonly losses?: LostConnections | undefined;
}

export function loadRunner(load: Load, tools: RunnerTools): LoadRunner {
  const { timeoutMs } = load;
  switch (load.kind) {
    case "open":
      return openRunner(load, { ...tools, timeoutMs });
    case "batch":
      return batchRunner(load, { ...tools, timeoutMs });
    case "closed":
      if (load.delayMs) return pacedRunner({ ...load, delayMs: load.delayMs }, { ...tools, timeoutMs });
      return load.durationMs === undefined
        ? countedRunner(load, { ...tools, timeoutMs })
        : timedRunner(load, { ...tools, timeoutMs });
  }
}

/** The load of a row's warm-up: so many calls of the same kind; where requests leave at a rate, one after the other. */
export function warmUpLoad({ warmup, timeoutMs, ...load }: Load): Load {
  const counted = { requests: warmup, warmup: 0, timeoutMs };
  if (load.kind === "batch")
    return { kind: "batch", size: load.size, dispatch: load.dispatch, ...counted, ...pause(load) };
  if (load.kind === "open") return { kind: "closed", concurrency: 1, ...counted };
  return { kind: "closed", concurrency: load.concurrency, ...counted, ...pause(load) };
}

function pause({ delayMs }: Pick<ClosedLoad | BatchLoad, "delayMs">): { delayMs?: number } {
  return delayMs === undefined ? {} : { delayMs };
}

type Tools = RunnerTools & { readonly timeoutMs: number };

function countedRunner({ concurrency }: ClosedLoad, tools: Tools): LoadRunner {
  const supply = new FrameSupply(tools.encode);
  let requests = 0;
  return {
    prepare: (amount) => {
      requests = amount;
      supply.prepare(amount);
    },
    run: () => runClosedLoop({ ...tools, frames: supply.take(requests), concurrency }),
  };
}

/** Frames made for the first block, whose number of requests nobody knows yet. */
const firstStock = 1000;

/** How many more frames are made than the block before has used. */
const reserve = 1.2;

function timedRunner({ concurrency }: ClosedLoad, tools: Tools): LoadRunner {
  const supply = new FrameSupply(tools.encode);
  let durationMs = 0;
  let wanted = firstStock;
  return {
    prepare: (ms) => {
      durationMs = ms;
      supply.prepare(wanted);
    },
    run: async () => {
      const frames = supply.take(Number.POSITIVE_INFINITY);
      const result = await runClosedLoop({ ...tools, frames, concurrency, durationMs });
      wanted = Math.ceil(result.sent * reserve) + concurrency;
      return result;
    },
  };
}

function openRunner({ ratePerSecond, maxInFlight, durationMs }: OpenLoad, tools: Tools): LoadRunner {
  const supply = new FrameSupply(tools.encode);
  let requests = 0;
  return {
    prepare: (amount) => {
      requests = durationMs === undefined ? amount : Math.max(1, Math.round((ratePerSecond * amount) / 1000));
      supply.prepare(requests);
    },
    run: () => runOpenLoop({ ...tools, frames: supply.take(requests), ratePerSecond, maxInFlight }),
  };
}

function batchRunner(load: BatchLoad, tools: Tools): LoadRunner {
  const { size, dispatch, delayMs = 0 } = load;
  return inBatches(load, { ...tools, size, dispatch, delayMs });
}

/** Single requests with pauses between them are batches of one. */
function pacedRunner(load: ClosedLoad & { readonly delayMs: number }, tools: Tools): LoadRunner {
  return inBatches(load, { ...tools, size: 1, dispatch: { kind: "burst" }, delayMs: load.delayMs });
}

function inBatches({ durationMs }: Load, options: Omit<BatchLoopOptions, "until">): LoadRunner {
  let until: BatchLoopOptions["until"] = { batches: 0 };
  return {
    prepare: (amount) => {
      until = durationMs === undefined ? { batches: amount } : { durationMs: amount };
    },
    run: () => runBatchLoop({ ...options, until }),
  };
}
