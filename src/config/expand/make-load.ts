import {
  type BatchLoad,
  type ClosedLoad,
  type Dispatch,
  type Load,
  mostSteps,
  type OpenLoad,
  type SearchLoad,
  type Stage,
} from "../../plan/workload.ts";
import type { BenchmarkConfig } from "../schema/benchmark-fields.ts";
import type { Config } from "../schema/schema.ts";
import type { Pace } from "./row-names.ts";

const standard = { concurrency: 1, requests: 100, batches: 20, warmup: 10, timeout: 30_000, maxInFlight: 1_000 };

/** The fields of a benchmark that say how it is loaded, lists replaced by one of their values. */
type LoadConfig = Pick<
  BenchmarkConfig,
  "requests" | "duration" | "warmup" | "timeout" | "max_in_flight" | "delay" | "batch" | "capacity" | "stages"
> & {
  readonly concurrency?: number | undefined;
  readonly rate?: number | undefined;
  readonly sessions?: number | undefined;
};

/** One row's load, and the field that its benchmark has several values of. */
interface PacedLoad {
  readonly load: Load;
  readonly pace?: Pace;
}

const sweepable = ["concurrency", "rate", "sessions"] as const;

/** The loads of a benchmark: one, or one for each value of the list it has. */
export function loadsOf(benchmark: BenchmarkConfig, config: Config): PacedLoad[] {
  const own = { ...benchmark, sessions: benchmark.sessions ?? sessionsOfIdentities(benchmark, config) };
  // A pause of zero is no pause.
  const paced =
    own.rate !== undefined || own.capacity || own.stages || own.batch || own.delay || own.sessions !== undefined;
  const concurrency = own.concurrency ?? (paced ? undefined : config.defaults.concurrency);
  const fields = { concurrency, rate: own.rate, sessions: own.sessions };
  const field = sweepable.find((key) => Array.isArray(fields[key]));
  const values = field === undefined ? [undefined] : [fields[field] ?? []].flat();
  return values.map((value) => {
    const one = (setting: number | number[] | undefined) => (Array.isArray(setting) ? value : setting);
    const chosen = { concurrency: one(concurrency), rate: one(own.rate), sessions: one(own.sessions) };
    const load = loadOf({ ...own, ...chosen }, config);
    if (field === undefined || value === undefined || values.length === 1) return { load };
    return { load, pace: { field, value } };
  });
}

/** Returns one session for each identity, where the benchmark opens none of its own; undefined for a server of one caller. */
function sessionsOfIdentities(
  { http, fresh_session, updates, batch, delay }: BenchmarkConfig,
  { server }: Config,
): number | undefined {
  if (http || fresh_session || updates !== undefined || batch || delay || typeof server !== "object") return undefined;
  return server.identities?.length;
}

/** The load of rows without a configuration. */
export function defaultLoad(config: Config): Load {
  const concurrency = [config.defaults.concurrency ?? standard.concurrency].flat()[0];
  return loadOf({ concurrency }, config);
}

function loadOf(own: LoadConfig, { defaults }: Config): Load {
  const common = {
    warmup: own.warmup ?? defaults.warmup ?? standard.warmup,
    timeoutMs: own.timeout ?? defaults.timeout ?? standard.timeout,
    ...(own.sessions === undefined ? {} : { sessions: own.sessions }),
  };
  const maxInFlight = own.max_in_flight ?? standard.maxInFlight;
  if (own.capacity) {
    const { rate, while: conditions, step: stepMs } = own.capacity;
    const durationMs = mostSteps(rate) * stepMs;
    return { kind: "search", ...rate, stepMs, conditions, maxInFlight, ...common, durationMs } satisfies SearchLoad;
  }
  if (own.stages) {
    const stages = stagesOf(own.stages);
    const durationMs = stages.reduce((sum, stage) => sum + stage.durationMs, 0);
    const calls = stages.reduce((sum, { durationMs: ms, from, to }) => sum + (ms * (from + to)) / 2, 0);
    return {
      kind: "open",
      ratePerSecond: calls / durationMs,
      stages,
      maxInFlight,
      ...common,
      durationMs,
    } satisfies OpenLoad;
  }
  const every = { ...common, ...extentOf(own, defaults) };
  const pause = own.delay ? { delayMs: own.delay } : {};
  if (own.rate !== undefined)
    return {
      kind: "open",
      ratePerSecond: own.rate,
      maxInFlight,
      ...every,
    } satisfies OpenLoad;
  if (own.batch)
    return {
      kind: "batch",
      size: own.batch.size,
      dispatch: dispatchOf(own.batch.dispatch),
      ...every,
      ...pause,
    } satisfies BatchLoad;
  const concurrency = own.concurrency ?? own.sessions ?? standard.concurrency;
  return { kind: "closed", concurrency, ...every, ...pause } satisfies ClosedLoad;
}

/** A stage without a length only sets the rate from which the next one goes on. */
function stagesOf(written: NonNullable<BenchmarkConfig["stages"]>): Stage[] {
  let level = 0;
  return written.flatMap(({ duration: durationMs, rate, target = 0 }) => {
    const stage = { durationMs, from: rate ?? level, to: rate ?? target };
    level = stage.to;
    return durationMs > 0 ? [stage] : [];
  });
}

type Extent = { readonly requests: number } | { readonly durationMs: number };

/** Chooses the length of a benchmark: its own comes before the default. */
function extentOf(own: LoadConfig, defaults: Config["defaults"]): Extent {
  for (const { requests, duration } of [own, defaults]) {
    if (duration !== undefined) return { durationMs: Math.max(1, Math.round(duration)) };
    if (requests !== undefined) return { requests };
  }
  return { requests: own.batch ? standard.batches : standard.requests };
}

function dispatchOf(dispatch: NonNullable<BenchmarkConfig["batch"]>["dispatch"]): Dispatch {
  return typeof dispatch === "string" ? { kind: dispatch } : { kind: "waves", size: dispatch.waves };
}
