import { ConfigError, ServerError } from "../errors.ts";
import type { LaunchSpec } from "../plan/plan.ts";
import { firstStateless } from "../plan/protocol.ts";
import { withImage } from "./process/container.ts";
import { freePort, portTaken, wantsPort, withPort } from "./process/port.ts";
import type { LaunchContext, LaunchOptions, OpenSession } from "./protocol/connection.ts";
import type { RunningServer } from "./protocol/session.ts";
import { launchStdio } from "./stdio/stdio.ts";

/**
 * Starts a server and does the first handshake with it, or only the handshake where just a URL is given.
 * Rejects with a ServerError that names the cause and the fix; nothing is left running then.
 *
 * Protocol `auto` may take two launches, so it is for launches that are not timed: see docs/decisions/0008.
 */
export async function launchServer(asked: LaunchSpec, options: LaunchOptions): Promise<RunningServer> {
  options.signal?.throwIfAborted();
  const spec = await withImage(asked);
  const launch = async () => launchOnPort(spec, { ...options, openSession: await handshakeFor(spec.protocol) });
  if (spec.protocol !== "auto") return launch();
  const first = { ...spec, startupTimeoutMs: spec.startupTimeoutMs / 2 };
  try {
    // The SDK is loaded while the server starts: this launch is not timed. A failure of it is that of the opening.
    const onSpawn = () => void loadHandshakes().catch(() => undefined);
    const openSession: OpenSession = async (connection, handshake) =>
      (await loadHandshakes()).openByEither(connection, handshake);
    return await launchOnPort(first, { ...options, openSession, onSpawn });
  } catch (error) {
    options.signal?.throwIfAborted();
    if (error instanceof ConfigError) throw error;
    return { ...(await launch()), isSecond: true };
  }
}

async function launchOnPort(spec: LaunchSpec, options: LaunchContext): Promise<RunningServer> {
  const launch = spec.transport === "stdio" ? launchStdio : (await import("./http/launch-http.ts")).launchHttp;
  if (!wantsPort(spec)) return launch(spec, options);
  const onFreePort = async () => launch(withPort(spec, await freePort()), options);
  try {
    return await onFreePort();
  } catch (error) {
    // Another program was quicker to take the port.
    // biome-ignore lint/plugin: the server wrote it
    if (!(error instanceof ServerError) || !portTaken.test(error.message)) throw error;
    return onFreePort();
  }
}

const loadHandshakes = () => import("./protocol/handshake.ts");

/**
 * Returns the function that opens a session in the requested revision of the protocol. The SDK is loaded here, before a
 * server is started, so that no start-up has to wait for it. Throws a ConfigError for a revision that the SDK does not know.
 */
async function handshakeFor(protocol: string): Promise<OpenSession> {
  const { openByDiscover, openByInitialize, revisions } = await loadHandshakes();
  if (protocol === firstStateless) return openByDiscover;
  if (protocol === "auto" || revisions.includes(protocol)) return openByInitialize;
  throw new ConfigError(`unknown protocol revision ${JSON.stringify(protocol)}`, {
    expected: ["auto", firstStateless, ...revisions].join(", "),
    fix: "correct `server.protocol`",
  });
}
