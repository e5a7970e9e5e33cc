import { ConfigError, ServerError } from "../errors.ts";
import type { Clock } from "../host/clock.ts";
import type { LaunchSpec } from "../plan/plan.ts";
import { firstStateless } from "../plan/protocol.ts";
import { freePort, wantsPort, withPort } from "./process/port.ts";
import type { LaunchContext } from "./protocol/connection.ts";
import { handshakeFor, prepareStateless, tryStateless } from "./protocol/handshake.ts";
import type { RunningServer } from "./protocol/session.ts";
import { launchStdio } from "./stdio/launch.ts";

/** How a taken port reads in what a server last wrote, in whichever language it is written. */
const portTaken = /EADDRINUSE|address already in use/i;

export interface LaunchOptions {
  readonly clock: Clock;
  /** Gives the launch up; a server that was started is stopped. */
  readonly signal?: AbortSignal;
  /** Told what a person may want to know while waiting. Untrusted text. */
  readonly log?: (line: string) => void;
}

/**
 * Starts a server and does the first handshake with it, or only the handshake where just a URL is given.
 * Rejects with a ServerError that names the cause and the fix; nothing is left running then.
 *
 * Protocol `auto` may take two launches, so it is for launches that are not timed: the stateless line is tried first, as
 * the specification asks of clients that speak both, and then `initialize`, on a fresh launch, since a server of the
 * older line may answer what it does not expect with its end or with silence.
 */
export async function launchServer(spec: LaunchSpec, options: LaunchOptions): Promise<RunningServer> {
  options.signal?.throwIfAborted();
  const launch = async () => launchOnPort(spec, { ...options, openSession: await handshakeFor(spec.protocol) });
  if (spec.protocol !== "auto") return launch();
  let answeredMs: number | undefined;
  const onRefused = (ms: number) => {
    answeredMs = ms;
  };
  const trial = { ...spec, startupTimeoutMs: spec.startupTimeoutMs / 2, protocol: firstStateless };
  try {
    const trying = { openSession: tryStateless, onSpawn: prepareStateless, onRefused };
    return await launchOnPort(trial, { ...options, ...trying });
  } catch (error) {
    options.signal?.throwIfAborted();
    if (error instanceof ConfigError) throw error;
    return { ...(await launch()), trial: { answeredMs } };
  }
}

type Options = LaunchOptions & Omit<LaunchContext, keyof LaunchOptions>;

async function launchOnPort(spec: LaunchSpec, options: Options): Promise<RunningServer> {
  const launch = spec.transport === "stdio" ? launchStdio : (await import("./http/launch.ts")).launchHttp;
  if (!wantsPort(spec)) return launch(spec, options);
  try {
    return await launch(withPort(spec, await freePort()), options);
  } catch (error) {
    if (!(error instanceof ServerError) || !portTaken.test(error.message)) throw error;
    options.log?.("the port was taken before the server got to it; trying once more with another");
    return launch(withPort(spec, await freePort()), options);
  }
}
