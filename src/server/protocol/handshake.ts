import { ConfigError } from "../../errors.ts";
import { firstStateless, isStateless } from "../../plan/protocol.ts";
import type { OpenSession } from "./connection.ts";

const loadStateless = () => import("./discover.ts");

/** The stateless line's opening for a launch that is not timed: its SDK is loaded while the server starts. */
export const tryStateless: OpenSession = async (connection, options) =>
  (await loadStateless()).openByDiscover(connection, options);

/** Begins to load it for a server that cannot be asked yet; that this fails is told by the opening. */
export function prepareStateless(): void {
  loadStateless().catch(() => undefined);
}

/**
 * How to open a session in the requested revision of the protocol. The SDK of its line is loaded here, before a server is
 * started, so that no start-up has to wait for it. Throws a ConfigError for a revision that no SDK knows.
 */
export async function handshakeFor(protocol: string): Promise<OpenSession> {
  if (protocol === firstStateless) return (await import("./discover.ts")).openByDiscover;
  const { openByInitialize, revisions } = await import("./initialize.ts");
  if (protocol === "auto" || (!isStateless(protocol) && revisions.includes(protocol))) return openByInitialize;
  throw new ConfigError(`unknown protocol revision ${JSON.stringify(protocol)}`, {
    expected: ["auto", firstStateless, ...revisions].join(", "),
    fix: "correct `server.protocol`",
  });
}
