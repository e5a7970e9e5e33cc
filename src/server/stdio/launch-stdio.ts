import { ConfigError } from "../../errors.ts";
import type { LaunchSpec } from "../../plan/plan.ts";
import { isFetched, launchFailure } from "../launch-failure.ts";
import { spawnServer } from "../process/process.ts";
import { HandshakeTimeout, type LaunchContext } from "../protocol/connection.ts";
import type { RunningServer, Session } from "../protocol/session.ts";
import { StdioConnection } from "./stdio.ts";

/** The longest that a download may go on once it is too late. */
const unpackMs = 60_000;

/** Starts a stdio server and does the handshake; on failure the server is stopped before the error is thrown. */
export async function launchStdio(spec: LaunchSpec, context: LaunchContext): Promise<RunningServer> {
  const { clock, signal, openSession, onRefused } = context;
  const { command, protocol, client: answers = {}, startupTimeoutMs: timeoutMs } = spec;
  if (command === undefined) throw new ConfigError("a stdio server needs a command", { fix: "set `server.command`" });
  const server = await spawnServer({ ...spec, command, endsOn: "stdin" }, clock);
  const connection = new StdioConnection(server, { clock });
  let session: Session;
  try {
    session = await openSession(connection, { clock, timeoutMs, protocol, answers, signal });
  } catch (error) {
    const { exchange, lost, unfinished } = connection;
    const { answeredAt } = exchange;
    if (answeredAt !== undefined) onRefused?.(answeredAt - server.spawnedAt);
    const warnings = exchange.warnings();
    if (unfinished !== "") warnings.push(`it began a line without ending it: ${JSON.stringify(unfinished)}`);
    const failure = launchFailure(error, { spec, server, warnings, lost });
    // Killed while it unpacks, npx leaves half a package in its cache, which no later launch mends.
    if (error instanceof HandshakeTimeout && isFetched(spec)) await server.endByItself(unpackMs, signal);
    await server.stop();
    signal?.throwIfAborted();
    throw failure;
  }
  const readyMs = clock.now() - server.spawnedAt;
  return {
    ...(await server.measured()),
    image: () => server.image(),
    readyMs: () => readyMs,
    connect: async () => session,
    stop: () => server.stop(),
    endBy: (name, limitMs) => server.endBy(name, limitMs),
    watchStderr: (read) => server.watchStderr(read),
    stderrTail: () => server.outputTail,
  };
}
