import { answeredLoad, type Load, pauseOf } from "../../model/load.ts";
import type { ClosedLoad } from "../../model/loads/closed-load.ts";
import type { OpenLoad } from "../../model/loads/open-load.ts";
import type { SearchLoad } from "../../model/loads/search-load.ts";
import type { Frame } from "../../server/protocol/session.ts";
import type { Context } from "../context.ts";
import { type BatchLoopOptions, runBatchLoop } from "./batch-loop.ts";
import { runClosedLoop } from "./closed-loop.ts";
import { FrameSupply } from "./frame-supply.ts";
import type { LoopResult } from "./loop-result.ts";
import { runOpenLoop } from "./open-loop.ts";
import { RateSearch } from "./rate-search.ts";
import type { LoopOptions } from "./request-loop.ts";
import { stagedArrivals } from "./stages.ts";

/** Sends the blocks of one row on one arm, whatever its load. */
export interface LoadRunner {
  /** Does what can be done before the timed window opens. `amount`: requests or batches, or milliseconds where the load has a duration. */
  prepare(amount: number): void;
  /** Sends what was prepared; the timed window. Rejects only when the run is interrupted. */
  run(): Promise<LoopResult>;
  /** Search whose steps the blocks are. */
  readonly search?: RateSearch;
}

export interface RunnerOptions
  extends Pick<LoopOptions, "clock" | "signal" | "wire" | "classify" | "parts" | "losses">,
    Pick<Context, "alarm" | "delay"> {
  readonly encode: () => Frame;
  /** See closed-loop.ts. */
  readonly waitsAwake?: boolean | undefined;
}

export function loadRunner(load: Load, given: RunnerOptions): LoadRunner {
  const options = { ...given, timeoutMs: load.timeoutMs };
  switch (load.kind) {
    case "open":
      return openRunner(load, options);
    case "search":
      return searchRunner(load, options);
    case "batch":
      return batchRunner(load, { ...options, size: load.size, dispatch: load.dispatch, delayMs: load.delayMs ?? 0 });
    case "closed":
      // Single requests with pauses between them are batches of one.
      if (load.delayMs)
        return batchRunner(load, { ...options, size: 1, dispatch: { kind: "burst" }, delayMs: load.delayMs });
      return closedRunner(load, options);
  }
}

/** The load of a row's warm-up: as many calls of the same kind as it asks for; where requests leave at a rate, one after the other. */
export function warmUpLoad(load: Load): Load {
  return answeredLoad(load, { requests: load.warmup, delayMs: pauseOf(load) });
}

type Options = RunnerOptions & { readonly timeoutMs: number };

/** Frames made for the first block, whose number of requests is not known yet. */
const firstStock = 1000;

/** Ratio of the frames that are made to those that the block before has used. */
const reserve = 1.2;

function closedRunner({ concurrency, durationMs }: ClosedLoad, options: Options): LoadRunner {
  const supply = new FrameSupply(options.encode);
  let amount = 0;
  let wanted = firstStock;
  return {
    prepare: (next) => {
      amount = next;
      supply.prepare(durationMs === undefined ? amount : wanted);
    },
    run: async () => {
      if (durationMs === undefined) return runClosedLoop({ ...options, frames: supply.take(amount), concurrency });
      const frames = supply.take(Number.POSITIVE_INFINITY);
      const result = await runClosedLoop({ ...options, frames, concurrency, durationMs: amount });
      wanted = Math.ceil(result.sent * reserve) + concurrency;
      return result;
    },
  };
}

function openRunner({ ratePerSecond, stages, maxInFlight, durationMs }: OpenLoad, options: Options): LoadRunner {
  const supply = new FrameSupply(options.encode);
  const staged = stages && stagedArrivals(stages);
  const inTime = (ms: number) => Math.max(1, Math.round((ratePerSecond * ms) / 1000));
  let requests = 0;
  return {
    prepare: (amount) => {
      requests = staged?.requests ?? (durationMs === undefined ? amount : inTime(amount));
      supply.prepare(requests);
    },
    run: () => {
      const frames = supply.take(requests);
      return runOpenLoop({ ...options, frames, ratePerSecond, dueMs: staged?.dueMs, maxInFlight });
    },
  };
}

/** Each block is a step of the search. */
function searchRunner(load: SearchLoad, options: Options): LoadRunner {
  const { maxInFlight } = load;
  const search = new RateSearch(load);
  const supply = new FrameSupply(options.encode);
  return {
    search,
    prepare: () => supply.prepare(search.callsAt(search.rate ?? 0)),
    run: () => {
      const ratePerSecond = search.rate;
      if (ratePerSecond === undefined) throw new RangeError("the search is over");
      const frames = supply.take(search.callsAt(ratePerSecond));
      const hopeless = search.hopelessAt(ratePerSecond);
      return runOpenLoop({ ...options, frames, ratePerSecond, maxInFlight, hopeless });
    },
  };
}

function batchRunner({ durationMs }: Load, options: Omit<BatchLoopOptions, "until">): LoadRunner {
  let until: BatchLoopOptions["until"] = { batches: 0 };
  return {
    prepare: (amount) => {
      until = durationMs === undefined ? { batches: amount } : { durationMs: amount };
    },
    run: () => runBatchLoop({ ...options, until }),
  };
}
