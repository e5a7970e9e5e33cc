import type { Arm } from "../../plan/plan.ts";
import type { RecordLaunch } from "../../record/record.ts";
import type { RunningServer, Session } from "../../server/protocol/session.ts";
import { connectionSetup } from "../load/network.ts";
import { shorten } from "../load/outcome-tally.ts";
import type { LaunchContext } from "../run/round.ts";
import { endingMetrics, measurePhases } from "./launch-metrics.ts";
import { type LiveArm, liveArm, readUsage } from "./running-arm.ts";

interface OpenContext extends LaunchContext {
  /** Servers of this launch, to be stopped whatever happens; added to. */
  readonly started: RunningServer[];
}

/**
 * Starts the server of an arm and measures how that goes. One that fails gives what is recorded of it; only a head in
 * round 0 rejects, with its error.
 */
export async function openArm(arm: Arm, context: OpenContext): Promise<LiveArm | RecordLaunch> {
  const { clock, signal, resources, index } = context;
  try {
    const { server, session } =
      arm.side === "control" ? await context.control.open(arm, context) : await start(arm, context);
    context.identify(arm.id, session.identity);
    const { countTokens } = context;
    const options = { clock, signal, timeoutMs: arm.launch.startupTimeoutMs, countTokens };
    const { metrics, tools } =
      arm.side === "control" ? { metrics: {}, tools: [] } : await measurePhases(server, session, options);
    context.listed?.(arm.id, tools);
    const live = liveArm(arm, { server, session, metrics });
    const usage = (await readUsage(resources, [live])).get(live);
    if (usage) live.metrics.idle_rss = usage.rssBytes;
    return live;
  } catch (error) {
    signal.throwIfAborted();
    if (index === 0 && arm.side === "head") throw error;
    const failure = shorten(error instanceof Error ? error.message : String(error));
    return { ...notStopped(arm), failure };
  }
}

async function start(
  arm: Arm,
  { launch, clock, signal, started }: OpenContext,
): Promise<{ server: RunningServer; session: Session }> {
  const server = await launch(arm.launch, { clock, signal });
  started.push(server);
  return { server, session: await server.connect() };
}

/** Ends the session and the server of an arm; the control goes on, unless it failed. */
export async function closeArm(live: LiveArm, { complete, control }: LaunchContext): Promise<RecordLaunch> {
  const { arm, server, session, measurements, soaked, failure } = live;
  if (arm.side === "control") {
    if (failure === undefined) return { ...notStopped(arm), measurements };
    await control.stop();
    return { ...notStopped(arm), measurements, failure };
  }
  const metrics = complete ? live.metrics : withoutLoadMetrics(live.metrics);
  await session.close().catch(() => undefined);
  const stopped = await server.stop();
  const { exitCode, killed, orphans } = stopped;
  const ending = failure === undefined ? endingMetrics(stopped, server.pid) : {};
  return {
    arm: arm.id,
    metrics: { ...metrics, ...connectionSetup(session), ...ending },
    ...(soaked ? { soaked: [...soaked] } : {}),
    exitCode,
    killed,
    orphans,
    measurements,
    ...(failure === undefined ? {} : { failure }),
  };
}

/** What is recorded of a server that was not seen to end: it never started, or goes on. */
function notStopped({ id }: Arm): RecordLaunch {
  return { arm: id, metrics: {}, exitCode: null, killed: false, orphans: 0, measurements: [] };
}

/** Metrics of the server that depend on what it was asked. */
function withoutLoadMetrics({
  steady_rss,
  peak_rss,
  threads,
  open_files,
  ...metrics
}: LiveArm["metrics"]): LiveArm["metrics"] {
  return metrics;
}
