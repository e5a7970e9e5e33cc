import type { RunningArm } from "../launch/running-arm.ts";

/**
 * Makes sure that the token of a server lasts for what it is asked next, where it takes one. Rejects as fetching it does, for which
 * there is as long as for a start, or once the signal aborts.
 */
export async function renewToken(
  { server: { authorization }, arm: { launch } }: Pick<RunningArm, "server" | "arm">,
  signal: AbortSignal,
): Promise<void> {
  // 4.1m is no whole number of milliseconds.
  const timeoutMs = Math.ceil(launch.startupTimeoutMs);
  await authorization?.renew(AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]));
}
