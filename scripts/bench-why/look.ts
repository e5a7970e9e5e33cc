import { env, platform } from "node:process";
import { setTimeout as wait } from "node:timers/promises";
import { systemClock } from "../../src/base/host/clock.ts";
import { childEnvironment } from "../../src/base/host/environment.ts";
import { profileRows, usual } from "../../src/features/why/measure/profile-rows.ts";
import { compareProfiles, type FunctionChange } from "../../src/features/why/profile/compare-profiles.ts";
import type { RunContext } from "../../src/measure/context.ts";
import { ToolLists } from "../../src/measure/launch/tool-lists.ts";
import { preciseAlarm } from "../../src/measure/load/alarm.ts";
import { Programs } from "../../src/measure/program/programs.ts";
import { resourceReader } from "../../src/measure/resources/resources.ts";
import type { Arm } from "../../src/plan/plan.ts";
import { isMade } from "../../src/record/profile.ts";
import { launchServer } from "../../src/server/open.ts";
import { madeLaunch, madeLoad, madePlan, madeRow, toolCall } from "../made-run.ts";

export interface Command {
  readonly command: string;
  readonly args: readonly string[];
  readonly directory: string;
}

/** Says what a report would say. */
export interface Named {
  readonly culprit?: string | undefined;
  /** Says why there is no profile. */
  readonly reason?: string | undefined;
  readonly functions: readonly FunctionChange[];
}

const text =
  "the quick <brown> fox & the lazy dog jump over a small fence while seven wizards box with five dozen jugs ".repeat(
    3,
  );

const row = madeRow({
  id: "work",
  operation: toolCall("work", { text }),
  load: madeLoad({ requests: 50, warmup: 10 }),
});

/** Looks into two servers as a run does after a row regressed. */
export async function compareArms(base: Command, head: Command, lookMs: number): Promise<Named> {
  const signal = new AbortController().signal;
  const clock = systemClock;
  const launch: RunContext["launch"] = (spec) => launchServer(spec, { clock, signal });
  const arm = (side: "base" | "head", { command, args, directory }: Command): Arm => ({
    id: side,
    side,
    launch: madeLaunch({ command, args, env: childEnvironment(env, {}), cwd: directory }),
  });
  const plan = madePlan({ arms: [arm("head", head), arm("base", base)], rows: [row], rounds: 1 });
  const context: RunContext = {
    clock,
    signal,
    launch,
    resources: resourceReader(platform),
    delay: (ms, aborted) => wait(ms, undefined, { signal: aborted }),
    alarm: preciseAlarm(clock),
    progress: () => undefined,
    warn: () => undefined,
    plan,
    countTokens: undefined,
    identities: new Map(),
    listed: new ToolLists(),
    programs: new Programs({ arms: [] }),
  };
  const effort = { ...usual, lookMs };
  const profiles = await profileRows([{ row, kind: "time" }], { context, untilMs: clock.now() + 120_000, effort });
  const [before, after] = ["base", "head"].map((side) => profiles.find((profile) => profile.arm === side));
  if (!before || !after || !isMade(before) || !isMade(after)) {
    const unknown = profiles.find((profile) => !isMade(profile));
    return { reason: unknown && !isMade(unknown) ? unknown.unknown : "no profile", functions: [] };
  }
  const { culprit, functions } = compareProfiles(before, after);
  return { culprit: culprit?.name, functions };
}
