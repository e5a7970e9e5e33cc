import { UserError } from "../../errors.ts";
import type { Arm, LaunchSpec } from "../../plan/plan.ts";
import type { RoundContext } from "../run/round.ts";

type Context = Pick<RoundContext, "launch" | "clock" | "signal">;

/**
 * The arms with a fixed revision of the protocol in place of `auto`, so that no timed launch has to find it out. `spoken`
 * is what the probed arms turned out to speak, by id; every other arm is asked for what head of its variant speaks, and on
 * an untimed launch of its own, since a commit may well move a server from one line of the protocol to the other. `trial`
 * gives that launch where it is not the arm's own.
 */
export async function settleProtocols(
  arms: readonly Arm[],
  {
    spoken,
    trial = ({ launch }) => launch,
    ...context
  }: Context & { readonly spoken: ReadonlyMap<string, string>; readonly trial?: (arm: Arm) => LaunchSpec },
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
      const protocol = spoken.get(id) ?? (await protocolOf(trial(arm), { ...context, spoken: likely(arm) }));
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
