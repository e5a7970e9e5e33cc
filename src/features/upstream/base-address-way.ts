import { createServer, type Server } from "node:http";
import { listenLocally, serve } from "./serve.ts";
import type { OpenWay, WayOptions } from "./upstream.ts";

/** Plain HTTP at an address of this machine, which a variable names in place of the real one: no certificates. */
export async function openAddresses({ upstream, addresses }: WayOptions): Promise<OpenWay> {
  const servers: Server[] = [];
  const env: Record<string, string> = {};
  const ports: number[] = [];
  for (const [name, address] of Object.entries(addresses)) {
    const real = new URL(address);
    const server = createServer((request, response) => {
      void serve(upstream, `${real.origin}${request.url ?? "/"}`, { request, response });
    });
    // A server may keep a connection for as long as it lives, and be idle meanwhile.
    server.keepAliveTimeout = 0;
    server.requestTimeout = 0;
    const port = await listenLocally(server);
    servers.push(server);
    ports.push(port);
    const path = real.pathname === "/" && !address.endsWith("/") ? "" : real.pathname;
    env[name] = `http://127.0.0.1:${port}${path}`;
  }
  return {
    env,
    ports,
    close: async () => {
      for (const server of servers) {
        server.closeAllConnections();
        await new Promise((resolve) => server.close(resolve));
      }
    },
  };
}
