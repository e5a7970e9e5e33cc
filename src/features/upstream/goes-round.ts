import { isIPv6 } from "node:net";
import { networkInterfaces } from "node:os";
import { family } from "../../base/host/process-tree.ts";
import { type Connection, connectionsOf } from "./connections.ts";

/**
 * Finds connections of processes and their children to other machines than this one, which a server has that goes round the recording.
 * Returns where they lead; empty: none was seen.
 */
export async function connectionsElsewhere(pids: readonly number[]): Promise<readonly string[]> {
  const all = [...new Set(pids.flatMap((pid) => [pid, ...family(pid).map((entry) => entry.pid)]))];
  if (all.length === 0) return [];
  const own = Object.values(networkInterfaces()).flatMap((each) => (each ?? []).map(({ address }) => address));
  return elsewhereAmong(await connectionsOf(all), new Set(own));
}

/** Names the far ends of connections that the processes opened themselves. `own`: addresses of this machine. */
export function elsewhereAmong(connections: readonly Connection[], own: ReadonlySet<string>): string[] {
  const served = new Set(connections.filter(({ remote }) => !remote).map(({ local }) => local.port));
  const ends = connections.flatMap(({ local, remote }) => {
    if (!remote || served.has(local.port) || isLoopback(remote.address) || own.has(remote.address)) return [];
    return isIPv6(remote.address) ? `[${remote.address}]:${remote.port}` : `${remote.address}:${remote.port}`;
  });
  return [...new Set(ends)];
}

function isLoopback(address: string): boolean {
  return address.startsWith("127.") || address === "::1" || address.startsWith("::ffff:127.");
}
