import type { Clock } from "../base/host/clock.ts";
import type { Outlook } from "../plan/outlook.ts";
import type { LaunchSpec, Plan, Row } from "../plan/plan.ts";
import type { RunningServer, ServerIdentity } from "../server/protocol/session.ts";
import type { RunningCompanion } from "./companion.ts";
import type { CountTokens } from "./launch/tokenizer.ts";
import type { ToolLists } from "./launch/tool-lists.ts";
import type { Alarm } from "./load/alarm.ts";
import type { Programs } from "./program/programs.ts";
import type { Progress } from "./progress.ts";
import type { ResourceReader } from "./resources/resources.ts";
import type { CallsOfRound } from "./row/calls-of-round.ts";

/** Dependencies of measuring, from the probe to the last launch; run, round and launch each add what they know. */
export interface Context {
  readonly clock: Clock;
  /** Ends the run. */
  readonly signal: AbortSignal;
  /** Starts a server, which the caller has to stop. */
  readonly launch: (spec: LaunchSpec) => Promise<RunningServer>;
  readonly resources: ResourceReader;
  readonly delay: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Wakes an open loop when its next request is due. */
  readonly alarm: Alarm;
  readonly progress: Progress;
  /** Tells a message once. `news`: the part of it that has to be new; all of it where absent. */
  readonly warn: (message: string, news?: string) => void;
  readonly companions?: readonly RunningCompanion[] | undefined;
}

/** Context of a run, once it is known what to measure. */
export interface RunContext extends Context {
  /** With the rows that the probe found, and arms whose revision of the protocol is settled. */
  readonly plan: Plan;
  readonly countTokens: CountTokens | undefined;
  /** Servers that answered, by arm; every launch adds to it. */
  readonly identities: Map<string, ServerIdentity>;
  /** Lists of each arm; every launch adds to it. */
  readonly listed: ToolLists;
  /** Programs that each arm was seen to run; the first launch of each adds to it. */
  readonly programs: Programs;
}

export interface RoundContext extends RunContext {
  /** Number of the round, from 0. */
  readonly index: number;
  /** Rows that the round measures; the others are decided. */
  readonly rows: readonly Row[];
  /** True where these are all that have rounds left: what servers hold at the end is comparable between such rounds alone. */
  readonly callsAll: boolean;
  /** Numbers of calls; absent where they are those of the plan. */
  readonly calls: CallsOfRound | undefined;
  /** About how long calls that look for leaks may follow the blocks, asked when these are over; 0: none do. */
  readonly leakCheckMs: () => number;
  /** The one row that these are of. */
  readonly suspect: Outlook["suspect"];
  /** True where a gate needs the idle CPU time of servers. */
  readonly asksIdle: boolean;
  /** True where a gate needs the times of start-up and end; else all arms end at the same time. */
  readonly asksLaunch: boolean;
  /** True where one arm starts after another, so that none takes a core from one whose start-up is timed. */
  readonly startsInTurns: boolean;
  /** True where the reply to a single request in flight is waited for awake, of every arm alike. */
  readonly waitsAwake: boolean;
}

export interface LaunchContext extends RoundContext {
  /** Counts the launches of the group over all rounds: it decides which arm leads. */
  readonly turn: number;
  /** True where the launch is watched until every arm was idle for long enough. */
  readonly watchesIdle: boolean;
  /** Arms of the blocks so far, by the key of their rows; every launch of the round adds to it. */
  readonly order: Record<string, string[]>;
}
