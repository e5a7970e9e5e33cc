import { once } from "node:events";
import { connect, createServer } from "node:net";
import type { LaunchSpec } from "../../plan/plan.ts";

const placeholder = "${" + "PORT}";

/** True when the launch asks for a port of its own. */
export function wantsPort(spec: LaunchSpec): boolean {
  const places = [...spec.args, ...Object.values(spec.env), ownUrl(spec) ?? ""];
  return places.some((text) => text.includes(placeholder));
}

/** Puts `port` wherever the launch says `${PORT}`: arguments, environment and URL. */
export function withPort(spec: LaunchSpec, port: number): LaunchSpec {
  const fill = (text: string) => text.replaceAll(placeholder, String(port));
  const env = Object.fromEntries(Object.entries(spec.env).map(([name, value]) => [name, fill(value)]));
  const url = ownUrl(spec);
  return { ...spec, args: spec.args.map(fill), env, ...(url === undefined ? {} : { url: fill(url) }) };
}

/** The URL where we choose its port; a server that picks its own says it later. */
function ownUrl({ url, urlFrom }: LaunchSpec): string | undefined {
  return urlFrom ? undefined : url;
}

/** A port that was free a moment ago. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  if (address === null || typeof address === "string") throw new TypeError("a TCP server has an address with a port");
  return address.port;
}

/** Whether something accepts connections where `url` points. */
export async function isListening(url: URL): Promise<boolean> {
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const socket = connect({ host, port: Number(url.port || (url.protocol === "https:" ? 443 : 80)) });
  try {
    await once(socket, "connect", { signal: AbortSignal.timeout(1_000) });
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
