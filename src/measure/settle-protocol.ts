import type { Arm, LaunchSpec } from "../config/plan.ts";
import { UserError } from "../errors.ts";
import type { RoundContext } from "./round.ts";

type Context = Pick<RoundContext, "launch" | "clock" | "signal">;

/**
 * The arms with a fixed revision of the protocol in place of `auto`, so that no timed launch has to find it out. `spoken`
 * is what the probed arm turned out to speak; every other arm is asked for the same, and on an untimed launch of its own,
 * since a commit may well move a server from one line of the protocol to the other.
 */
export async function settleProtocols(
  arms: readonly Arm[],
  { probed, spoken, ...context }: Context & { readonly probed: string; readonly spoken: string },
): Promise<Arm[]> {
  const settled: Arm[] = [];
  for (const arm of arms) {
    const { launch, id } = arm;
    if (launch.protocol !== "auto") settled.push(arm);
    else {
      const protocol = id === probed ? spoken : await protocolOf(launch, { ...context, spoken });
      settled.push({ ...arm, launch: { ...launch, protocol } });
    }
  }
  return settled;
}

/** A server that works with neither is left to fail in the rounds, where that is reported. */
async function protocolOf(spec: LaunchSpec, context: Context & { readonly spoken: string }): Promise<string> {
  const { spoken, signal } = context;
  for (const protocol of [spoken, "auto"]) {
    try {
      return await answerTo({ ...spec, protocol }, context);
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof UserError)) throw error;
    }
  }
  return spoken;
}

async function answerTo(spec: LaunchSpec, { launch, clock, signal }: Context): Promise<string> {
  const server = await launch(spec, { clock, signal });
  try {
    const { identity } = await server.connect();
    return identity.protocol;
  } finally {
    await server.stop();
  }
}
