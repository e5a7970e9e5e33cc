import { UserError } from "../../errors.ts";
import type { Arm, LaunchSpec } from "../../plan/plan.ts";
import type { Context } from "../context.ts";
import { launchWithNotice } from "../launch/launch-with-notice.ts";

interface Settling {
  readonly context: Pick<Context, "launch" | "signal" | "delay" | "clock" | "progress">;
  /** What the probed arms turned out to speak, by id. */
  readonly spoken: ReadonlyMap<string, string>;
  /** The untimed launch of an arm, where it is not the arm's own. */
  readonly trial?: (arm: Arm) => LaunchSpec;
}

/**
 * The arms with a fixed revision of the protocol in place of `auto`, so that no timed launch has to find it out. An arm that
 * was not probed is asked for what head of its variant speaks, on an untimed launch of its own, since a commit may well
 * move a server from one line of the protocol to the other.
 */
export async function settleProtocols(
  arms: readonly Arm[],
  { context, spoken, trial = ({ launch }) => launch }: Settling,
): Promise<Arm[]> {
  const likely = ({ variant }: Arm): string => {
    const head = arms.find((arm) => spoken.has(arm.id) && arm.variant === variant);
    return spoken.get(head?.id ?? "") ?? [...spoken.values()][0] ?? "auto";
  };
  const settled: Arm[] = [];
  for (const arm of arms) {
    const { launch, id } = arm;
    if (launch.protocol !== "auto") settled.push(arm);
    else {
      const protocol = spoken.get(id) ?? (await protocolOf({ id, launch: trial(arm) }, likely(arm), context));
      settled.push({ ...arm, launch: { ...launch, protocol } });
    }
  }
  return settled;
}

type Launched = Pick<Arm, "id" | "launch">;

/** A server that works with neither is left to fail in the rounds, where that is reported. */
async function protocolOf({ id, launch }: Launched, likely: string, context: Settling["context"]): Promise<string> {
  for (const protocol of [likely, "auto"]) {
    try {
      return await answerTo({ id, launch: { ...launch, protocol } }, context);
    } catch (error) {
      context.signal.throwIfAborted();
      if (!(error instanceof UserError)) throw error;
    }
  }
  return likely;
}

async function answerTo(arm: Launched, context: Settling["context"]): Promise<string> {
  const server = await launchWithNotice(arm, context);
  try {
    const { identity } = await server.connect();
    return identity.protocol;
  } finally {
    await server.stop();
  }
}
