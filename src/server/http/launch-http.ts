import { lookup } from "node:dns/promises";
import { setTimeout as delay } from "node:timers/promises";
import { timeLimit } from "../../base/time-limit.ts";
import { ConfigError, ServerError } from "../../errors.ts";
import { headersAt } from "../../plan/placeholders.ts";
import type { LaunchSpec } from "../../plan/plan.ts";
import { patienceMs } from "../../plan/protocol.ts";
import type { AccessToken } from "../auth/access-token.ts";
import { tokenFor } from "../auth/tokens.ts";
import { launchFailure } from "../launch-failure.ts";
import { announcedUrl } from "../process/output-lines.ts";
import { addressOf, isListening } from "../process/port.ts";
import { type ServerProcess, spawnServer } from "../process/process.ts";
import { HandshakeTimeout, type LaunchContext } from "../protocol/connection.ts";
import { HttpFailure } from "../protocol/exchange.ts";
import type { RunningServer, Session, WireFailure } from "../protocol/session.ts";
import type { HttpConnections } from "./connections.ts";
import { HttpConnection } from "./http.ts";
import { MirroredArguments } from "./stateless-headers.ts";
import { readTrust, type TlsTrust } from "./tls.ts";

/** Pause between two attempts to connect to a server that is starting; start-up is known no better than this. */
const pollMs = 5;
/** Pause after a refusal: the server is up by then, and hammering would slow what it still has to do. */
const refusedPollMs = 25;
/** Time for which a server that answers may lack the route: a wrong path is known long before the time is up. */
const lateRouteMs = 5_000;
/** In less time than this a handshake that got no answer shows nothing. */
const leastAttemptMs = 1_000;

/** Reaches a server by its URL, having started it first where a command is given. */
export async function launchHttp(spec: LaunchSpec, options: LaunchContext): Promise<RunningServer> {
  const trust = readTrust(spec.tls);
  const common = { spec, trust, options, mirrored: new MirroredArguments(), pool: {}, open: new Set<HttpConnection>() };
  if (spec.command === undefined) return reach({ ...common, url: parseUrl(spec.url) });
  let url = spec.urlFrom ? undefined : parseUrl(spec.url);
  if (url && (await isListening(url)))
    throw new ServerError(`something is already listening on ${url.host}`, {
      where: spec.command,
      fix: "end it, or let each launch have its own port: write ${PORT} in `url` and in `args` or `env`",
    });
  const { clock, signal } = options;
  const server = await spawnServer({ ...spec, command: spec.command, endsOn: "SIGTERM" }, clock);
  server.keepStdout();
  options.onSpawn?.();
  try {
    url ??= await announcedUrl(spec, { server, clock, signal });
    const target = { ...common, url, server };
    // The time of an authorization server does not count. Launches at one address share its tokens.
    const spentMs = () => tokenOf(spec.identities?.[0] ?? spec, target)?.spentMs ?? 0;
    const spentBefore = spentMs();
    const first = await firstSession(target, server);
    const readyMs = clock.now() - server.spawnedAt - (spentMs() - spentBefore);
    return running(target, { first, readyMs, shown: await server.shown() });
  } catch (error) {
    // A server that dies in the handshake breaks the connection before its exit is seen.
    await server.exitWithin(100);
    const failure = launchFailure(error, {
      spec: { ...spec, ...(url ? { url: url.href } : {}) },
      server,
      warnings: [],
    });
    await server.stop();
    signal?.throwIfAborted();
    throw failure;
  }
}

interface Target {
  readonly spec: LaunchSpec;
  readonly url: URL;
  readonly trust: TlsTrust;
  readonly options: LaunchContext;
  readonly mirrored: MirroredArguments;
  /** Connections of the first session, which lasts as long as the launch. */
  readonly pool: { connections?: HttpConnections };
  /** Sessions that nobody has closed yet: a soak opens thousands on one launch. */
  readonly open: Set<HttpConnection>;
  /** Absent for a server reached by URL alone. */
  readonly server?: ServerProcess;
}

async function reach(target: Target): Promise<RunningServer> {
  const { spec, options } = target;
  try {
    const first = await connect(target, { timeoutMs: spec.startupTimeoutMs });
    return running(target, { first });
  } catch (error) {
    options.signal?.throwIfAborted();
    throw launchFailure(error, { spec, warnings: [] });
  }
}

/** `isPooled`: with the connections that all sessions of several identities share. */
async function connect(
  target: Target,
  { timeoutMs, place = 0, isPooled = false }: { timeoutMs: number; place?: number; isPooled?: boolean },
): Promise<Session> {
  const { spec, options, pool, open } = target;
  const { clock, signal, openSession } = options;
  const { protocol, client: answers = {} } = spec;
  const { token, ...caller } = callerAt(place, target);
  if (token) {
    const timeout = AbortSignal.timeout(Math.max(0, Math.round(timeoutMs)));
    const until = signal ? AbortSignal.any([signal, timeout]) : timeout;
    await (pool.connections ? token.ensure(until) : token.renew(until));
  }
  const connection = new HttpConnection(target.url, {
    ...caller,
    connections: isPooled ? pool.connections : undefined,
    onEnd: () => open.delete(connection),
  });
  const session = await openSession(connection, { clock, timeoutMs, protocol, answers, signal });
  open.add(connection);
  pool.connections ??= connection.connections;
  return session;
}

/** The options of connections of one of the identities. */
function callerAt(place: number, target: Target) {
  const { spec, url, trust, options, server, mirrored } = target;
  const caller = spec.identities?.[place % spec.identities.length] ?? spec;
  const token = tokenOf(caller, target);
  const headers = headersAt(url, caller.headers);
  return { clock: options.clock, headers, authorization: token, token, trust, server, mirrored };
}

function tokenOf({ auth }: Pick<LaunchSpec, "auth">, { url, options: { clock } }: Target): AccessToken | undefined {
  return auth && tokenFor(auth, { url, clock });
}

/** Those of all identities; the header is that of the first. */
function tokensOf(target: Target): RunningServer["authorization"] {
  const { spec } = target;
  const tokens = (spec.identities ?? [spec]).flatMap((caller) => tokenOf(caller, target) ?? []);
  const [first] = tokens;
  return (
    first && {
      get header() {
        return first.header;
      },
      renew: async (signal) => {
        for (const token of tokens) await token.renew(signal);
      },
    }
  );
}

/** Tries until the server accepts a handshake, its process ends, its refusal is final or the time is up. */
async function firstSession(target: Target, server: ServerProcess): Promise<Session> {
  const { clock, signal } = target.options;
  const deadline = server.spawnedAt + target.spec.startupTimeoutMs;
  let refusal: unknown;
  let missingSince: number | undefined;
  while (!server.exit && clock.now() < deadline) {
    signal?.throwIfAborted();
    const listening = await isListening(target.url);
    const timeoutMs = Math.max(1, deadline - clock.now());
    try {
      if (listening) return await connect(target, { timeoutMs });
    } catch (error) {
      const failure = error instanceof HttpFailure ? error.failure : undefined;
      if (!mayPass(failure)) {
        // The last attempt may have had next to no time; what was said before tells more than that.
        throw error instanceof HandshakeTimeout && timeoutMs < leastAttemptMs ? (refusal ?? error) : error;
      }
      const isMissing = failure?.kind === "http-status" && failure.status === 404;
      missingSince = isMissing ? (missingSince ?? clock.now()) : undefined;
      if (missingSince !== undefined && clock.now() - missingSince > lateRouteMs) throw error;
      refusal = error;
    }
    await delay(listening ? refusedPollMs : pollMs);
  }
  throw refusal ?? new HttpFailure({ kind: "disconnected", message: await whyUnreachable(target) });
}

async function whyUnreachable({ url, spec }: Target): Promise<string> {
  const { host } = addressOf(url);
  const found = await lookup(host).catch(() => undefined);
  if (!found) return `the host ${JSON.stringify(host)} is unknown`;
  return `nothing accepts connections within ${timeLimit(patienceMs(spec))}`;
}

/** Accepts failures of a server that is still starting: no connection yet, a route not there yet, a backend missing. */
function mayPass(failure: WireFailure | undefined): boolean {
  if (failure?.kind === "disconnected") return !failure.untrusted;
  if (failure?.kind !== "http-status") return false;
  return failure.status === 404 || failure.status === 429 || failure.status >= 500;
}

function running(
  target: Target,
  { first, readyMs, shown }: { first: Session; readyMs?: number; shown?: Awaited<ReturnType<ServerProcess["shown"]>> },
): RunningServer {
  const { spec, server } = target;
  let unused: Session | undefined = first;
  return {
    stderrTail: () => "",
    ...shown,
    url: target.url,
    authorization: tokensOf(target),
    readyMs: () => readyMs,
    connect: async (place = 0, { isPooled = false } = {}) => {
      const session = place === 0 ? unused : undefined;
      if (session) {
        unused = undefined;
        return session;
      }
      return connect(target, { timeoutMs: spec.startupTimeoutMs, place, isPooled }).catch((error: unknown) => {
        throw launchFailure(error, { spec, server, warnings: [] });
      });
    },
    resume: ({ session: { sessionId, identity }, place }) => {
      const resumed = { sessionId, protocol: identity.protocol };
      const connection = new HttpConnection(target.url, { ...callerAt(place, target), resumed });
      connection.wire.ids.next = firstResumedId;
      connection.forgo();
      return { wire: connection.wire, close: () => connection.transport.close() };
    },
    stop: async () => {
      // Connections kept open would keep a server that ends gracefully from ending.
      await Promise.all([...target.open].map(({ transport }) => transport.close()));
      // A server reached by URL alone is not ours to stop.
      return server?.stop() ?? { exitCode: null, signal: null, killed: false, orphans: 0 };
    },
  };
}

/** Ids of requests in a resumed session begin here, beyond those that it has seen. */
const firstResumedId = 2_000_000_000;

function parseUrl(text: string | undefined): URL {
  if (text !== undefined && URL.canParse(text) && /^https?:/i.test(text)) return new URL(text);
  throw new ConfigError(`streamable-http needs a URL, not ${JSON.stringify(text ?? "")}`, {
    expected: "an address such as http://127.0.0.1:${PORT}/mcp",
    fix: "set `server.url`",
  });
}
