import { realpathSync } from "node:fs";
import { messageOf } from "../../../errors.ts";
import type { RunContext } from "../../../measure/context.ts";
import { shorten } from "../../../measure/load/outcome.ts";
import { causeOf } from "../../../measure/run/stop-reasons.ts";
import type { Arm, Row } from "../../../plan/plan.ts";
import { isMade, mostLaunches, type ProfileKind, type RecordProfile } from "../../../record/profile.ts";
import { compareProfiles, fewestLaunches } from "../profile/compare-profiles.ts";
import { withPlaceNames } from "../profile/place-name.ts";
import { pooled } from "../profile/pool.ts";
import { ProfileError } from "../profile/profile.ts";
import { type Lengths, profileLaunch, type SeenLaunch } from "./profile-launch.ts";
import type { NoProfile, Profiler, RawProfile } from "./profiler.ts";
import { profilers as all } from "./profilers.ts";

/** Subject of a profile: a row, or the start-up of the server, for which any row of its variant will do. */
export interface Target {
  readonly row: Row;
  readonly kind: ProfileKind;
}

/** Effort for one row: the profiles of an arm have some two thousand samples. */
export const usual: Effort = { launches: mostLaunches, warmUpMs: 200, lookMs: 400 };

export interface Effort extends Lengths {
  /** Most launches of each arm: there are no more once a cause is clear. */
  readonly launches: number;
}

/** The longest that one row is profiled: this, or where its server is slow, a part of the time that is left. */
const longestOfRowMs = 30_000;
const longestPart = 1 / 3;

/** About what a launch takes beside, until one was made: its start, its end, and the reading of its profile. */
const expectedBesideMs = 400;

/** The shortest look: a hundred samples. */
const shortestLookMs = 100;

/** One may be bad luck. The very first one tells that nothing can be seen. */
const mostFailures = 2;

/** Returns as much of the lengths as fits, down to the shortest look. */
function within(longestMs: number, { warmUpMs, lookMs }: Lengths): Lengths {
  const part = Math.min(1, Math.max(shortestLookMs / lookMs, longestMs / (warmUpMs + lookMs)));
  return { warmUpMs: part * warmUpMs, lookMs: part * lookMs };
}

interface ProfileOptions {
  readonly context: RunContext;
  /** Time at which the run has to be over. */
  readonly untilMs: number;
  readonly profilers?: readonly Profiler[] | undefined;
  readonly effort?: Effort | undefined;
  /** Keeps what one launch gave, for the tools of its language. */
  readonly keep?: ((of: Kept) => Promise<void>) | undefined;
}

export interface Kept extends RawProfile {
  readonly target: string;
  readonly arm: string;
  /** From 1. */
  readonly launch: number;
}

/**
 * Looks into the servers of both arms while they do what a row does: several launches of each in turns, so that whatever the
 * machine does meets both. The record has a line on what could not be profiled: the rounds are measured by then.
 */
export async function profileRows(targets: readonly Target[], options: ProfileOptions): Promise<RecordProfile[]> {
  const found: RecordProfile[] = [];
  for (const target of targets) found.push(...(await profileTarget(target, options)));
  return found;
}

async function profileTarget(target: Target, options: ProfileOptions): Promise<RecordProfile[]> {
  const { signal, plan } = options.context;
  const arms = plan.arms.filter(({ variant }) => variant === target.row.variant);
  // A server that is not started by us, or starts elsewhere, runs without what is added to its environment.
  if (arms.some(({ launch }) => launch.command === undefined)) {
    const unknown = "the server is already running; a profiler has to start it";
    return arms.map((arm) => ({ ...about(arm, target), unknown }));
  }
  const { seen, failure = "no time left" } = await lookInto(target, arms, options);
  const why = shorten(signal.aborted ? causeOf(signal.reason) : failure);
  return arms.map((arm) => {
    const own = seen.get(arm) ?? [];
    return own.length === 0 ? { ...about(arm, target), unknown: why } : profileOf(target, arm, own);
  });
}

function about({ id: arm }: Arm, { row, kind }: Target) {
  return { ...(kind === "start-up" ? {} : { row: row.id }), arm, kind };
}

function profileOf(target: Target, arm: Arm, own: readonly SeenLaunch[]): RecordProfile {
  const by = [...new Set(own.flatMap((launch) => launch.by))].join(", ");
  try {
    const { frames, ...rest } = pooled(own);
    return { ...about(arm, target), by, ...rest, frames: withPlaceNames(frames, realDirectory(arm.launch.cwd)) };
  } catch (error) {
    // Launches that have nothing in common may be too large together.
    return { ...about(arm, target), unknown: shorten(reasonOf(error)) };
  }
}

/** Tests whether the launches so far show so clearly what is slower that no further ones are needed. */
function isClear(seen: ReadonlyMap<Arm, readonly SeenLaunch[]>, target: Target): boolean {
  const enough = [...seen].filter(([, own]) => own.length >= fewestLaunches);
  const [base, head] = (["base", "head"] as const).map((side) => enough.find(([arm]) => arm.side === side));
  if (!base || !head) return false;
  const [before, after] = [profileOf(target, ...base), profileOf(target, ...head)];
  return isMade(before) && isMade(after) && compareProfiles(before, after).isClear;
}

/** Profiles launches of each arm for as long as there is time, and returns why the first of the others could not be profiled. */
async function lookInto(
  { row, kind }: Target,
  arms: readonly Arm[],
  { context, untilMs, profilers = all, effort = usual, keep }: ProfileOptions,
): Promise<{ seen: ReadonlyMap<Arm, readonly SeenLaunch[]>; failure: string | undefined }> {
  const { clock, signal } = context;
  const seen = new Map<Arm, SeenLaunch[]>(arms.map((arm) => [arm, []]));
  const failures: string[] = [];
  const now = clock.now();
  const leftMs = Number.isFinite(untilMs) ? untilMs - now : 0;
  const until = Math.min(untilMs, now + Math.max(longestOfRowMs, longestPart * leftMs));
  const isHopeless = () => failures.length >= ([...seen.values()].flat().length === 0 ? 1 : mostFailures);
  const isOver = () => signal.aborted || isHopeless();
  let besideMs = expectedBesideMs;
  for (let turn = 0; turn < effort.launches && !isOver() && !isClear(seen, { row, kind }); turn++) {
    const began = clock.now();
    const lengths = within((until - began) / ((effort.launches - turn) * arms.length) - besideMs, effort);
    const lookedMs = lengths.warmUpMs + lengths.lookMs;
    if (began + (turn === 0 ? 0 : arms.length * (besideMs + lookedMs)) > until) break;
    // One that always came first would be the one that finds the machine quiet.
    for (const arm of turn % 2 === 0 ? arms : arms.toReversed()) {
      if (isOver()) break;
      const launch = await profileLaunch(row, arm, { kind, profilers, lengths, context }).catch(
        (error: unknown): NoProfile => ({ unable: reasonOf(error) }),
      );
      if ("unable" in launch) {
        failures.push(launch.unable);
        continue;
      }
      seen.get(arm)?.push(launch);
      const of = { target: kind === "start-up" ? kind : row.id, arm: arm.id, launch: turn + 1 };
      for (const one of launch.raw)
        await keep?.({ ...one, ...of }).catch((error: unknown) =>
          context.warn(`raw profiles are not kept: ${reasonOf(error)}`, "raw profiles"),
        );
    }
    besideMs = Math.max(0, (clock.now() - began) / arms.length - lookedMs);
  }
  return { seen, failure: failures[0] };
}

/** Returns a directory as programs name it: on macOS a temporary one is reached by a link. */
function realDirectory(directory: string): string {
  try {
    return realpathSync(directory);
  } catch {
    return directory;
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof ProfileError) return `a profile cannot be read: ${error.message}`;
  return messageOf(error);
}
