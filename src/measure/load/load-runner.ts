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
  extends Pick<LoopOptions, "clock" | "signal" | "wire" | "classify" | "losses">,
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
      return load.durationMs === undefined ? countedRunner(load, options) : timedRunner(load, options);
  }
}

/** The load of a row's warm-up: as many calls of the same kind as it asks for; where requests leave at a rate, one after the other. */
export function warmUpLoad(load: Load): Load {
  return answeredLoad(load, { requests: load.warmup, delayMs: pauseOf(load) });
}

type Options = RunnerOptions & { readonly timeoutMs: number };

function countedRunner({ concurrency }: ClosedLoad, options: Options): LoadRunner {
  const supply = new FrameSupply(options.encode);
  let requests = 0;
  return {
    prepare: (amount) => {
      requests = amount;
      supply.prepare(amount);
    },
    run: () => runClosedLoop({ ...options, frames: supply.take(requests), concurrency }),
  };
}

/** Frames made for the first block, whose number of requests is not known yet. */
const firstStock = 1000;

/** Ratio of the frames that are made to those that the block before has used. */
const reserve = 1.2;

function timedRunner({ concurrency }: ClosedLoad, options: Options): LoadRunner {
  const supply = new FrameSupply(options.encode);
  let durationMs = 0;
  let wanted = firstStock;
  return {
    prepare: (ms) => {
      durationMs = ms;
      supply.prepare(wanted);
    },
    run: async () => {
      const frames = supply.take(Number.POSITIVE_INFINITY);
      const result = await runClosedLoop({ ...options, frames, concurrency, durationMs });
      wanted = Math.ceil(result.sent * reserve) + concurrency;
      return result;
    },
  };
}

function openRunner({ ratePerSecond, stages, maxInFlight, durationMs }: OpenLoad, options: Options): LoadRunner {
  const supply = new FrameSupply(options.encode);
  if (stages) {
    const { requests, dueMs } = stagedArrivals(stages);
    return {
      prepare: () => supply.prepare(requests),
      run: () => runOpenLoop({ ...options, frames: supply.take(requests), ratePerSecond, dueMs, maxInFlight }),
    };
  }
  let requests = 0;
  return {
    prepare: (amount) => {
      requests = durationMs === undefined ? amount : Math.max(1, Math.round((ratePerSecond * amount) / 1000));
      supply.prepare(requests);
    },
    run: () => runOpenLoop({ ...options, frames: supply.take(requests), ratePerSecond, maxInFlight }),
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
      return runOpenLoop({
        ...options,
        frames,
        ratePerSecond,
        maxInFlight,
        hopeless: search.hopelessAt(ratePerSecond),
      });
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
