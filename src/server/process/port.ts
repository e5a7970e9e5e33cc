import { once } from "node:events";
import { type AddressInfo, connect, createServer } from "node:net";
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

export async function freePort(): Promise<number> {
  const [port = 0] = await freePorts(1);
  return port;
}

/** Ports that were free a moment ago, no two alike: all are held until the last is found. */
export async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer());
  try {
    return await Promise.all(
      servers.map(async (server) => {
        await once(server.listen(0, "127.0.0.1"), "listening");
        return (server.address() as AddressInfo).port;
      }),
    );
  } finally {
    await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
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
