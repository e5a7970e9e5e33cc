import type { Clock } from "../../host/clock.ts";
import type { NetworkUsage } from "../../server/http/network-meter.ts";
import type { Session, Wire } from "../../server/protocol/session.ts";
import { addNetwork } from "../load/network.ts";
import type { Launch } from "../run/round.ts";
import type { LiveArm } from "./running-arm.ts";
import { SessionPool } from "./session-pool.ts";

export interface SessionsContext {
  readonly launch: Launch;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/** The sessions of one row on one arm: that of the arm itself, and further ones that last as long as the row. */
export interface Sessions extends AsyncDisposable {
  readonly wire: Wire;
  readonly network?: () => NetworkUsage;
}

/**
 * Opens `count` sessions: over HTTP all with the one server, over stdio, where a process is a session, with a process for
 * each; their resources are counted with the arm's. Rejects with the error of the session that cannot be opened; those
 * that were opened are closed then.
 */
export async function openSessions(live: LiveArm, count: number, context: SessionsContext): Promise<Sessions> {
  const closers: (() => Promise<unknown>)[] = [];
  const dispose = async (): Promise<void> => {
    live.companions = [];
    await Promise.all(closers.map((close) => close()));
  };
  const sessions = [live.session];
  try {
    while (sessions.length < count) {
      context.signal.throwIfAborted();
      sessions.push(await openOne(live, { ...context, closers }));
    }
  } catch (error) {
    await dispose();
    throw error;
  }
  const wires = sessions.map(({ wire }) => wire);
  return {
    wire: wires.length === 1 ? live.session.wire : new SessionPool(wires),
    ...(live.session.network
      ? { network: () => addNetwork(sessions.flatMap(({ network }) => network?.() ?? [])) }
      : {}),
    [Symbol.asyncDispose]: dispose,
  };
}

async function openOne(
  live: LiveArm,
  { launch, clock, signal, closers }: SessionsContext & { closers: (() => Promise<unknown>)[] },
): Promise<Session> {
  const { arm, server } = live;
  if (arm.launch.transport === "streamable-http") {
    const session = await server.connect();
    closers.push(() => session.close().catch(() => undefined));
    return session;
  }
  const companion = await launch(arm.launch, { clock, signal });
  closers.push(() => companion.stop());
  live.companions = [...live.companions, companion];
  return companion.connect();
}
