import type { Clock } from "../../../base/host/clock.ts";
import type { LaunchSpec } from "../../../plan/plan.ts";
import type { ProfileKind } from "../../../record/profile.ts";
import { type Profile, together } from "../profile/profile.ts";
import type { HookServer } from "./hook-server.ts";

/**
 * A way to profile a server while it is called: one for each runtime. Nothing of it runs until a row is profiled, and what it
 * does is done on launches of its own that nothing times.
 *
 * To add one: an object of this type, its name in `profilers.ts`, its format's parser in `src/profile`.
 */
export interface Profiler {
  /** Name in reports, such as `Node.js sampling profiler`. */
  readonly name: string;
  readonly kinds: readonly ProfileKind[];
  /** Makes ready for one launch. What it adds must not disturb programs that are none of its own: it is added to every server. */
  prepare(launch: LaunchSpec, options: PrepareOptions): Promise<PreparedProfiler>;
}

/** Reason why there is no profile, in one line for people. May hold untrusted words. */
export interface NoProfile {
  readonly unable: string;
}

export interface PrepareOptions {
  readonly kind: ProfileKind;
  /** Fresh and empty, one for each launch and profiler. */
  readonly folder: string;
  /** Server of the hooks that are loaded into the processes of the server: they report to it and take its orders. */
  readonly hooks: HookServer;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/** One profiler in one launch. Disposed of after the server was stopped, whatever happened before. */
export interface PreparedProfiler extends AsyncDisposable {
  /** The launch, with what it adds to environment or arguments. */
  readonly launch: LaunchSpec;
  /**
   * Begins once the server has answered the calls of its warm-up, and gives back which processes it sees into. `pids`: those of
   * the server that no other profiler sees into. Of a `start-up` it is not called: there the profiler begins with the process,
   * and `stop` comes when the server answers.
   */
  readonly start: (pids: readonly number[]) => Promise<readonly number[]>;
  /** Ends after the last reply, the server still running. */
  readonly stop: () => Promise<ProcessSamples | NoProfile>;
}

/** Samples of one process or of several together, in ms or bytes in all; files have the names of the system. */
export interface ProcessSamples {
  readonly profile: Profile;
  /** Profiles as the tools of the language open them. */
  readonly raw: readonly RawProfile[];
}

/** The text of a profile, whose secrets are replaced before it is kept. */
export interface RawProfile {
  /** A plain file name, such as `1234.cpuprofile`. */
  readonly name: string;
  readonly text: string;
}

/** Puts the profiles of processes together. Without any, returns the first reason, else `unable`. */
export function samplesOf(found: readonly (ProcessSamples | NoProfile)[], unable: string): ProcessSamples | NoProfile {
  const taken = found.filter((one) => "profile" in one);
  if (taken.length === 0) return found.find((one) => "unable" in one) ?? { unable };
  return { profile: together(taken.map(({ profile }) => profile)), raw: taken.flatMap(({ raw }) => raw) };
}
