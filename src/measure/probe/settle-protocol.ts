import { UserError } from "../../errors.ts";
import type { Arm, LaunchSpec } from "../../plan/plan.ts";
import { isStateless } from "../../plan/protocol.ts";
import type { Context } from "../context.ts";
import { launchWithNotice } from "../launch/launch-with-notice.ts";

interface Settling {
  readonly context: Pick<Context, "launch" | "signal" | "delay" | "clock" | "progress">;
  /** Protocol that each probed arm turned out to speak, by id. */
  readonly spoken: ReadonlyMap<string, string>;
  /** The untimed launch of an arm, where it is not the arm's own. */
  readonly trial?: (arm: Arm) => LaunchSpec;
  /** Told of an arm that did not answer within its start-up limit. */
  readonly onSilent?: ((id: string) => void) | undefined;
}

/**
 * The arms with a fixed revision of the protocol in place of `auto`, so that no timed launch has to find it out. An arm that
 * was not probed is asked for what head of its variant speaks, on an untimed launch of its own, since a commit may well
 * move a server from one line of the protocol to the other.
 */
export async function settleProtocols(
  arms: readonly Arm[],
  { context, spoken, trial = ({ launch }) => launch, onSilent }: Settling,
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
      const asked = { likely: likely(arm), context, onSilent };
      const protocol = spoken.get(id) ?? (await protocolOf({ id, launch: trial(arm) }, asked));
      settled.push({ ...arm, launch: { ...launch, protocol } });
    }
  }
  return settled;
}

type Launched = Pick<Arm, "id" | "launch">;

type SettleOptions = Pick<Settling, "context" | "onSilent"> & { readonly likely: string };

/**
 * A server that works with neither is left to fail in the rounds, where that is reported. One that met `initialize` with
 * silence is not asked again: a server of the stateless line would have refused it.
 */
async function protocolOf({ id, launch }: Launched, { likely, context, onSilent }: SettleOptions): Promise<string> {
  const { clock, signal } = context;
  let isSilent = false;
  for (const protocol of new Set([likely, "auto"])) {
    const from = clock.now();
    try {
      return await answerTo({ id, launch: { ...launch, protocol } }, context);
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof UserError)) throw error;
    }
    isSilent = clock.now() - from >= launch.startupTimeoutMs;
    if (isSilent && !isStateless(protocol)) break;
  }
  if (isSilent) onSilent?.(id);
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
