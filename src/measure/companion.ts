import type { Environment } from "../base/host/environment.ts";
import type { Plan, Row } from "../plan/plan.ts";
import type { RecordMeasurement } from "../record/record.ts";
import type { RunningArm } from "./launch/running-arm.ts";
import type { Failure } from "./load/outcome.ts";

/**
 * Starts a helper of a feature that runs beside the servers of a run, such as a listener that gets their requests. Throws
 * UserError where it cannot be started.
 */
export type Companion = (plan: Plan, context: CompanionContext) => Promise<RunningCompanion>;

export interface CompanionContext {
  readonly signal: AbortSignal;
  /** Adds a warning to the record. It may hold untrusted words. `news`: the part that has to be new; all of it where absent. */
  readonly warn: (message: string, news?: string) => void;
}

export interface RunningCompanion {
  /** The plan with what the companion adds to it: most often variables in `arms[].launch.env`. */
  readonly plan: Plan;
  /** Begins to watch the calls of a row on an arm in a round, before its warm-up; undefined: there is nothing to see. */
  readonly watch: (calls: WatchedCalls) => Promise<RowWatch | undefined>;
  /** Stops it: nothing that it started may be left behind. Called once, whatever happened. */
  readonly stop: () => Promise<void>;
}

export interface WatchedCalls {
  /** Holds the processes of its servers, in `servers`. */
  readonly running: RunningArm;
  readonly row: Row;
  /** Number of the round, from 0. */
  readonly round: number;
}

/** Watches the calls of one row on one arm in one round. All of it happens outside of what is timed. */
export interface RowWatch {
  /** A block is about to begin: what was seen before, such as the warm-up, does not count. */
  readonly begin: () => Promise<void>;
  /** A block of so many calls is over. Returns a fault that its replies need not show: all of them failed then. */
  readonly end: (calls: number) => Promise<Failure | undefined>;
  /** Measurements to add to those of the row. */
  readonly result: () => Partial<RecordMeasurement>;
}

/** Makes the companion of one run; undefined where the configuration does not ask for one. Throws UserError. */
export type MakeCompanion = (options: CompanionOptions) => Promise<Companion | undefined>;

export interface CompanionOptions {
  readonly head: ConfiguredCommit;
  /** Absent where no base is measured. */
  readonly base?: ConfiguredCommit | undefined;
  readonly environment: Environment;
  /** Values that must be written nowhere. */
  readonly secrets: readonly string[];
}

/** The configuration under which a commit is started, and the folder of its server. */
export interface ConfiguredCommit {
  /** The parsed configuration, with the keys of features. */
  readonly config: object;
  /** Absolute. */
  readonly directory: string;
}

/** Starts companions, each with the plan of the one before. Where one fails, and at the end, all are stopped. */
export async function startCompanions(companions: readonly Companion[], plan: Plan, context: CompanionContext) {
  const running: RunningCompanion[] = [];
  const stop = async () => {
    await Promise.all(running.map((one) => one.stop()));
  };
  try {
    let whole = plan;
    for (const start of companions) {
      const started = await start(whole, context);
      running.push(started);
      whole = started.plan;
    }
    return { plan: whole, running, [Symbol.asyncDispose]: stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
