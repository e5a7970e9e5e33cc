import type { OpenWay, Way, WayOptions } from "./upstream.ts";

/** A proxy that servers are led to by their environment, with a certificate authority of its own for HTTPS. */
export const proxyWay: Way = {
  open: async ({ upstream, folder, complain }: WayOptions): Promise<OpenWay> => {
    const { Authority } = await import("./proxy/authority.ts");
    const { UpstreamProxy } = await import("./proxy/proxy.ts");
    const { proxyEnvironment } = await import("./proxy/environment.ts");
    const authority = await Authority.make();
    const proxy = new UpstreamProxy({ authority, upstream, complain });
    const port = await proxy.listen();
    try {
      const env = await proxyEnvironment({ authority, port, folder });
      return { env, ports: [port], close: () => proxy.close() };
    } catch (error) {
      await proxy.close();
      throw error;
    }
  },
};
