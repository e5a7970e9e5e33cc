import { UserError } from "../../errors.ts";
import { withValues } from "../../plan/placeholders.ts";
import type { Arm } from "../../plan/plan.ts";
import { isStateless } from "../../plan/protocol.ts";
import type { Context } from "../context.ts";
import { launchWithNotice, whileRunning } from "../launch/launch-with-notice.ts";
import type { Probe } from "./examine.ts";

interface Settling {
  readonly context: Pick<Context, "launch" | "signal" | "delay" | "clock" | "progress">;
  readonly probed: Pick<Probe, "spoken" | "rows">;
}

/**
 * The arms with a fixed revision of the protocol in place of `auto`, so that no timed launch has to find it out. An arm that
 * was not probed is asked for what head of its variant speaks, on an untimed launch of its own, since a commit may well
 * move a server from one line of the protocol to the other. Arms without a row are not launched, and stay as they
 * are. `silent`: those that did not answer within their start-up limit.
 */
export async function settleProtocols(arms: readonly Arm[], { context, probed: { spoken, rows } }: Settling) {
  const settled: Arm[] = [];
  const silent = new Set<string>();
  for (const arm of arms) {
    const { id, side, launch, variant } = arm;
    const own = rows.find((row) => row.variant === variant);
    if (launch.protocol !== "auto" || (side !== "control" && !own)) settled.push(arm);
    else {
      const head = arms.find((other) => spoken.has(other.id) && other.variant === variant);
      const likely = spoken.get(head?.id ?? "") ?? [...spoken.values()][0] ?? "auto";
      const trial = { id, launch: withValues(launch, own?.setup?.values ?? {}) };
      const protocol = spoken.get(id) ?? (await protocolOf(trial, { likely, context, silent }));
      settled.push({ ...arm, launch: { ...launch, protocol } });
    }
  }
  return { arms: settled, silent };
}

interface Asking extends Pick<Settling, "context"> {
  readonly likely: string;
  /** Added to. */
  readonly silent: Set<string>;
}

/**
 * A server that works with neither is left to fail in the rounds, where that is reported. One that met `initialize` with
 * silence is not asked again: a server of the stateless line would have refused it.
 */
async function protocolOf(
  { id, launch }: Pick<Arm, "id" | "launch">,
  { likely, context, silent }: Asking,
): Promise<string> {
  const { clock, signal } = context;
  let isSilent = false;
  for (const protocol of new Set([likely, "auto"])) {
    const from = clock.now();
    try {
      const server = await launchWithNotice({ id, launch: { ...launch, protocol } }, context);
      return await whileRunning(server, async ({ identity }) => identity.protocol);
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof UserError)) throw error;
    }
    isSilent = clock.now() - from >= launch.startupTimeoutMs;
    if (isSilent && !isStateless(protocol)) break;
  }
  if (isSilent) silent.add(id);
  return likely;
}
