import type { NetworkUsage } from "../../server/http/network-meter.ts";
import type { Session, Wire } from "../../server/protocol/session.ts";
import type { Context } from "../context.ts";
import { addNetwork } from "../load/network.ts";
import type { RunningArm } from "./running-arm.ts";
import { SessionPool } from "./session-pool.ts";

/** The sessions of one row on one arm: that of the arm itself, and further ones that last as long as the row. */
export interface Sessions extends AsyncDisposable {
  readonly wire: Wire;
  /** Each session, that of the arm first, and its wire. */
  readonly all: readonly Session[];
  readonly wires: readonly Wire[];
  /** Traffic of their connections so far; undefined over stdio. */
  readonly network: (() => NetworkUsage) | undefined;
}

/**
 * Opens `count` sessions: over HTTP all with the one server, over stdio, where a process is a session, with a process for
 * each; their resources are counted with the arm's. Rejects with the error of the session that cannot be opened; those
 * that were opened are closed then.
 */
export async function openSessions(
  running: RunningArm,
  count: number,
  { launch, signal }: Pick<Context, "launch" | "signal">,
): Promise<Sessions> {
  const { arm, server, session } = running;
  const closers: (() => Promise<unknown>)[] = [];
  const dispose = async (): Promise<void> => {
    running.dropFurtherServers();
    await Promise.all(closers.map((close) => close()));
  };
  const openOne = async (place: number): Promise<Session> => {
    if (arm.launch.transport === "streamable-http") {
      // Callers share connections, as behind a proxy: a server may take a connection for a caller.
      const another = await server.connect(place, { isPooled: (arm.launch.identities?.length ?? 0) > 1 });
      closers.push(() => another.close().catch(() => undefined));
      return another;
    }
    const another = await launch(arm.launch);
    closers.push(() => another.stop());
    running.addServer(another);
    return another.connect();
  };
  const sessions = [session];
  try {
    while (sessions.length < count) {
      signal.throwIfAborted();
      sessions.push(await openOne(sessions.length));
    }
  } catch (error) {
    await dispose();
    throw error;
  }
  const wires = sessions.map(({ wire }) => wire);
  return {
    wire: wires.length === 1 ? session.wire : new SessionPool(wires),
    all: sessions,
    wires,
    network: session.network && (() => addNetwork(sessions.flatMap(({ network }) => network?.() ?? []))),
    [Symbol.asyncDispose]: dispose,
  };
}
