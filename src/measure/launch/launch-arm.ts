import { digestOfText } from "../../base/host/digest.ts";
import { isMap, nameOf } from "../../base/json.ts";
import { summaryOf } from "../../errors.ts";
import { isMetricId, isUnderLoad, type MetricId } from "../../metrics/metric.ts";
import type { Arm } from "../../plan/plan.ts";
import type { RecordLaunch, RecordTool } from "../../record/record.ts";
import { clientCall } from "../../server/process/container.ts";
import type { RunningServer, ServerIdentity, Session, StopReport } from "../../server/protocol/session.ts";
import { median } from "../../stats/describe.ts";
import type { RoundContext } from "../context.ts";
import { shorten } from "../load/outcome.ts";
import { type RequestOptions, readList } from "../load/request-once.ts";
import { launchWithNotice } from "./launch-with-notice.ts";
import { RunningArm, type ServerMetrics } from "./running-arm.ts";
import type { CountTokens } from "./tokenizer.ts";
import { readUsage } from "./usage.ts";

interface OpenOptions {
  readonly context: RoundContext;
  /** Servers of this launch, to be stopped whatever happens; added to. */
  readonly started: RunningServer[];
}

/** Starts and measures the server of an arm. A failure gives its record; only a head in round 0 rejects with it. */
export async function openArm(arm: Arm, { context, started }: OpenOptions): Promise<RunningArm | RecordLaunch> {
  const { signal, resources, index } = context;
  try {
    const running = await openServer(arm, { context, started });
    const [usage] = (await readUsage([running], resources)).values();
    running.setMetrics(told({ idle_rss: usage?.rssBytes, startup_cpu: usage?.cpuMs }, context));
    await context.programs.add(arm, running.server, running.session.identity);
    return running;
  } catch (error) {
    signal.throwIfAborted();
    if (index === 0 && arm.side === "head") throw error;
    return { ...notStopped(arm), failure: shorten(summaryOf(error)) };
  }
}

async function openServer(arm: Arm, { context, started }: OpenOptions): Promise<RunningArm> {
  const { clock, signal, launch, countTokens, identities, listed, warn, index } = context;
  // Head has answered the probe; base may never.
  const isAwaited = arm.side === "base" && !identities.has(arm.id);
  const server = await (isAwaited ? launchWithNotice(arm, context) : launch(arm.launch));
  started.push(server);
  const session = await server.connect();
  const first = identities.get(arm.id) ?? session.identity;
  identities.set(arm.id, first);
  const other = arm.launch.command === undefined ? otherIdentity(session, first) : undefined;
  const news = `${arm.id} became another server`;
  if (other) warn(`${news} by round ${index + 1}: ${named(other)}, not ${named(first)}`, news);
  const options = { clock, signal, timeoutMs: arm.launch.startupTimeoutMs, countTokens };
  const { metrics, list, tools } = await startMetrics(server, session, options);
  if (list) listed.add(arm, list);
  const running = new RunningArm(arm, { server, session, tools, other });
  running.setMetrics(told(metrics, context));
  return running;
}

/** Keeps the times of start-up and end only where none disturbs the others. */
function told(metrics: ServerMetrics, { asksLaunch }: RoundContext): ServerMetrics {
  return asksLaunch ? metrics : { ...metrics, ...Object.fromEntries(timesOfLaunch.map((id) => [id, undefined])) };
}

/** Identity of the server, where another one answers than at first: a server that is not ours may be replaced at any time. */
function otherIdentity({ identity }: Session, first: ServerIdentity): RecordLaunch["server"] {
  const { name, version, protocol } = identity;
  const isSame = name === first.name && version === first.version && protocol === first.protocol;
  return isSame ? undefined : { name, version, protocol };
}

function named({ name, version, protocol }: Pick<ServerIdentity, "name" | "version" | "protocol">): string {
  return `${name} ${version} (protocol ${protocol})`;
}

/** Ends the session and the server of an arm. */
export async function closeArm(running: RunningArm, context: RoundContext): Promise<RecordLaunch> {
  const { arm, server, session, failure } = running;
  await session.close().catch(() => undefined);
  const stopped = await server.stop();
  const setups = session.network?.().setupMs ?? [];
  if (setups.length > 0) running.setMetrics({ connection_setup: median(setups) });
  if (failure === undefined) running.setMetrics(told(endMetrics(stopped, server), context));
  const { exitCode, killed, orphans } = stopped;
  return {
    arm: arm.id,
    server: running.other,
    // Without some rows, what the server holds at the end is not that after all rows.
    metrics: context.callsAll ? running.metrics : withoutLoadMetrics(running.metrics),
    ...running.leakCheck,
    exitCode,
    killed,
    orphans,
    measurements: [...running.measurements],
    failure,
  };
}

/** Records an arm stopped amid its rows: neither the end of its server nor its resources say anything. */
export function cutShort({ arm, measurements, metrics, failure }: RunningArm): RecordLaunch {
  return { ...notStopped(arm), metrics: withoutLoadMetrics(metrics), measurements: [...measurements], failure };
}

/** Records a server that was not seen to end: it never started, or is still running. */
function notStopped({ id }: Arm): RecordLaunch {
  return { arm: id, metrics: {}, exitCode: null, killed: false, orphans: 0, measurements: [] };
}

function withoutLoadMetrics(metrics: RunningArm["metrics"]): RunningArm["metrics"] {
  return Object.fromEntries(Object.entries(metrics).filter(([id]) => !isMetricId(id) || !isUnderLoad(id)));
}

/** Times of start-up and end: reported only where a gate asks for them. */
export const timesOfLaunch: readonly MetricId[] = ["startup", "startup_cpu", "handshake", "first_list", "shutdown"];

/** Start-ups that together take no more of a core than this leave each other all that they need. */
const mostWork = 1 / 2;

/** Tests whether servers mostly waited while they started: then all arms can do so at the same time and be timed. */
export function mostlyWait(arms: readonly Arm[], launches: readonly RecordLaunch[]): boolean {
  // The engine that starts a container works where its CPU time is not counted.
  const isSeen = ({ launch: { command, args } }: Arm) => command !== undefined && !clientCall({ command, args });
  const waited = ({ metrics: { startup, startup_cpu: cpuMs } }: RecordLaunch) =>
    startup !== undefined && cpuMs !== undefined && arms.length * cpuMs <= mostWork * startup;
  return arms.every(isSeen) && launches.every(waited);
}

const longestName = 200;

/** Measures start-up, handshake, first list and context cost, before any load. `tools`: as listed, untrusted. */
async function startMetrics(
  server: RunningServer,
  session: Session,
  { countTokens, ...options }: RequestOptions & { readonly countTokens: CountTokens | undefined },
) {
  const { instructions } = session.identity;
  const { firstMs, pages, items } = await readList(session, "tools", options);
  const cost = contextCost(pages, { instructions, countTokens });
  const phases = { startup: server.readyMs(), handshake: session.handshakeMs };
  // Without the capability there is no list, which is something else than an empty one.
  if (firstMs === undefined)
    return { metrics: { ...phases, ...cost.metrics, tools_list_tokens: undefined }, list: undefined, tools: items };
  const bytes = pages.reduce((sum, page) => sum + Buffer.byteLength(JSON.stringify(page)), 0);
  const metrics = { ...phases, ...cost.metrics, first_list: firstMs, tools_list_bytes: bytes };
  return { metrics, list: { tools: cost.tools, pages }, tools: items };
}

/** Measures what a model has to read before it can call a tool, in bytes and, where configured, tokens. */
export function contextCost(
  pages: readonly Record<string, unknown>[],
  { instructions = "", countTokens }: { instructions?: string | undefined; countTokens?: CountTokens | undefined },
) {
  const listed = pages.flatMap(({ tools }) => (Array.isArray(tools) ? tools : [])).filter(isMap);
  const tools = listed.map((tool): RecordTool => {
    const text = JSON.stringify(tool);
    const name = nameOf(tool.name).slice(0, longestName);
    return { name, bytes: Buffer.byteLength(text), tokens: countTokens?.(text), digest: digestOfText(text) };
  });
  const isCounted = countTokens && tools.every(({ tokens }) => tokens !== undefined);
  return {
    metrics: {
      instructions_bytes: Buffer.byteLength(instructions),
      instructions_tokens: countTokens?.(instructions),
      tools_list_tokens: isCounted ? tools.reduce((sum, { tokens = 0 }) => sum + tokens, 0) : undefined,
    },
    tools,
  };
}

/** Measures the end of a launch; a server that was not started here leaves nothing behind. */
function endMetrics(stopped: StopReport, { pid, unread }: Pick<RunningServer, "pid" | "unread">): ServerMetrics {
  const { shutdownMs: shutdown, orphans } = stopped;
  return pid === undefined && unread === undefined
    ? { shutdown }
    : { shutdown, orphans, unclean_exits: isClean(stopped) ? 0 : 1 };
}

/** With code 0, or by the signal that asked for it; 128 + 15 is how shells and runtimes that handle it report that. */
function isClean({ killed, exitCode, signal }: StopReport): boolean {
  return !killed && (exitCode === 0 || exitCode === 143 || signal === "SIGTERM");
}
