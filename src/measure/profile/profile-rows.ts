import { realpathSync } from "node:fs";
import type { Arm } from "../../plan/plan.ts";
import { withPlaceNames } from "../../profile/place-name.ts";
import { pooled } from "../../profile/pool.ts";
import { ProfileError } from "../../profile/profile.ts";
import { isMade, mostLaunches, type RecordProfile } from "../../record/profile.ts";
import type { RunContext } from "../context.ts";
import { shorten } from "../load/outcome-tally.ts";
import { causeOf } from "../run/stopping.ts";
import { type Lengths, profileLaunch, type SeenLaunch, whyNot } from "./profile-launch.ts";
import type { Profiler, RawProfile } from "./profiler.ts";
import { profilers as all } from "./profilers.ts";
import { type Target, withSpans } from "./targets.ts";

/** How much is done for one row: in a look of so long are a thousand samples. */
const usual: Effort = { launches: mostLaunches, warmUpMs: 300, lookMs: 700 };

export interface Effort extends Lengths {
  /** Of each arm. */
  readonly launches: number;
}

/** The longest that one row is looked at. */
const longestOfRowMs = 30_000;

/** About what a launch takes beside: its start, its end, and the reading of its profile. */
const besideMs = 400;

/** The shortest look: a hundred samples. */
const shortestLookMs = 100;

/** The same effort in as much time as there is. */
function within(longestMs: number, { launches, warmUpMs, lookMs }: Effort): Effort {
  const ofLaunchMs = longestMs / (2 * launches) - besideMs;
  const part = Math.min(1, Math.max(shortestLookMs / lookMs, ofLaunchMs / (warmUpMs + lookMs)));
  return { launches, warmUpMs: part * warmUpMs, lookMs: part * lookMs };
}

export interface ProfileOptions {
  readonly context: RunContext;
  /** When the run has to be over. */
  readonly untilMs: number;
  readonly profilers?: readonly Profiler[] | undefined;
  readonly effort?: Effort | undefined;
  /** Keeps what one launch gave, for the tools of its language. */
  readonly keep?: ((of: Kept) => Promise<void>) | undefined;
}

/** A raw profile, and what it is of. */
export interface Kept extends RawProfile {
  readonly target: string;
  readonly arm: string;
  /** From 1. */
  readonly launch: number;
}

/**
 * Looks into the servers of both arms while they do what a row does: several launches of each in turns, so that whatever the
 * machine does meets both. What cannot be profiled is told in the record, in one line: the rounds are measured by then.
 */
export async function profileRows(targets: readonly Target[], options: ProfileOptions): Promise<RecordProfile[]> {
  const found: RecordProfile[] = [];
  let sendsSpans = true;
  for (const target of withSpans(targets)) {
    if (target.kind === "spans" && !sendsSpans) continue;
    const profiles = await profileTarget(target, options);
    // Most servers send none, which is worth no line, nor another launch.
    if (target.kind === "spans") sendsSpans = profiles.some(isMade);
    if (target.kind !== "spans" || sendsSpans) found.push(...profiles);
  }
  return found;
}

async function profileTarget({ row, kind }: Target, options: ProfileOptions): Promise<RecordProfile[]> {
  const { context, untilMs, profilers = all, keep } = options;
  const { clock, signal, plan } = context;
  const arms = plan.arms.filter(({ side, variant }) => side !== "control" && variant === row.variant);
  const seen = new Map<Arm, SeenLaunch[]>(arms.map((arm) => [arm, []]));
  const about = (arm: Arm) => ({ ...(kind === "start-up" ? {} : { row: row.id }), arm: arm.id, kind });
  const none = (reason: string) => arms.map((arm) => ({ ...about(arm), unknown: shorten(reason) }));
  const until = Math.min(untilMs, clock.now() + longestOfRowMs);
  const effort = within(until - clock.now(), options.effort ?? usual);
  let longestMs = 0;
  const isLate = () => signal.aborted || clock.now() + longestMs > until;
  try {
    for (const { launch } of arms) {
      const reason = whyNot(launch);
      if (reason !== undefined) return none(reason);
    }
    for (let turn = 0; turn < effort.launches && !isLate(); turn++) {
      const began = clock.now();
      // One that always came first would be the one that finds the machine quiet.
      for (const arm of turn % 2 === 0 ? arms : arms.toReversed()) {
        const launch = await profileLaunch(row, arm, { kind, profilers, lengths: effort, context });
        if ("unable" in launch) return none(launch.unable);
        seen.get(arm)?.push(launch);
        for (const raw of launch.raw)
          await keep?.({ ...raw, target: kind === "start-up" ? kind : row.id, arm: arm.id, launch: turn + 1 });
      }
      longestMs = Math.max(longestMs, clock.now() - began);
    }
  } catch (error) {
    // What is finished by then counts.
    if (!signal.aborted) return none(reasonOf(error));
  }
  return arms.map((arm): RecordProfile => {
    const own = seen.get(arm) ?? [];
    if (own.length === 0) return { ...about(arm), unknown: signal.aborted ? causeOf(signal.reason) : "no time left" };
    const by = [...new Set(own.flatMap((launch) => launch.by))].join(", ");
    try {
      const { frames, ...rest } = pooled(own);
      return { ...about(arm), by, ...rest, frames: withPlaceNames(frames, realDirectory(arm.launch.cwd)) };
    } catch (error) {
      // Launches that have nothing in common may be too large together.
      return { ...about(arm), unknown: shorten(reasonOf(error)) };
    }
  });
}

/** As programs name it: on macOS a temporary directory is reached by a link. */
function realDirectory(directory: string): string {
  try {
    return realpathSync(directory);
  } catch {
    return directory;
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof ProfileError) return `a profile cannot be read: ${error.message}`;
  return error instanceof Error ? error.message : String(error);
}
