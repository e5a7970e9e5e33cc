import { randomInt } from "node:crypto";
import { once } from "node:events";
import { connect, createServer, type Server } from "node:net";
import { mapValues } from "../../base/json.ts";
import { portPlaceholder } from "../../plan/placeholders.ts";
import type { LaunchSpec } from "../../plan/plan.ts";

/** Matches a server's message that its port is taken, in whichever language it is written. */
export const portTaken = /EADDRINUSE|address already in use/i;

/** True when the launch asks for a port of its own. */
export function wantsPort(spec: LaunchSpec): boolean {
  return [...spec.args, ...Object.values(spec.env), ownUrl(spec) ?? ""].some((text) => text.includes(portPlaceholder));
}

/** Puts `port` wherever the launch says `${PORT}`: arguments, environment and URL. */
export function withPort(spec: LaunchSpec, port: number): LaunchSpec {
  const fill = (text: string) => text.replaceAll(portPlaceholder, String(port));
  const url = ownUrl(spec);
  return {
    ...spec,
    args: spec.args.map(fill),
    env: mapValues(spec.env, fill),
    ...(url === undefined ? {} : { url: fill(url) }),
  };
}

/** The URL where we choose its port; a server that picks its own says it later. */
function ownUrl({ url, urlFrom }: LaunchSpec): string | undefined {
  return urlFrom ? undefined : url;
}

/**
 * The ports we choose from: below those that a system gives to whoever asks for any, which are 32,768 and up on Linux and
 * 49,152 and up on macOS. A port of those could be another program's by the time the server opens it.
 */
const lowestPort = 10_240;
const highestPort = 32_767;

export async function freePort(): Promise<number> {
  const [port = 0] = await freePorts(1);
  return port;
}

/** Ports that were free a moment ago, no two alike: all are held until the last is found. */
export async function freePorts(count: number): Promise<number[]> {
  const held = new Map<number, Server>();
  try {
    while (held.size < count) {
      const port = randomInt(lowestPort, highestPort + 1);
      const server = createServer();
      const isFree = await once(server.listen(port, "127.0.0.1"), "listening").then(
        () => true,
        (error: NodeJS.ErrnoException) => {
          if (error.code !== "EADDRINUSE") throw error;
          return false;
        },
      );
      if (isFree) held.set(port, server);
    }
    return [...held.keys()];
  } finally {
    await Promise.all([...held.values()].map((server) => new Promise((resolve) => server.close(resolve))));
  }
}

export function addressOf({ hostname, port, protocol }: URL): { readonly host: string; readonly port: number } {
  return { host: hostname.replace(/^\[|\]$/g, ""), port: Number(port || (protocol === "https:" ? 443 : 80)) };
}

export async function isListening(url: URL): Promise<boolean> {
  const socket = connect(addressOf(url));
  try {
    await once(socket, "connect", { signal: AbortSignal.timeout(1_000) });
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
