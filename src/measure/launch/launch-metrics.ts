import { digestOfText } from "../../base/host/digest.ts";
import { isMap } from "../../base/json.ts";
import type { MetricId } from "../../metrics/metric.ts";
import type { RecordTool } from "../../record/record.ts";
import type { RunningServer, Session, StopReport } from "../../server/protocol/session.ts";
import { type RequestOptions, readList } from "../load/request-once.ts";
import type { ServerMetrics } from "./running-arm.ts";
import type { CountTokens } from "./tokenizer.ts";

/** Times of start-up and end: reported only where servers start and end one after another. */
export const timesOfLaunch: readonly MetricId[] = ["startup", "startup_cpu", "handshake", "first_list", "shutdown"];

const longestName = 200;

/** Measures start-up, handshake, first list and context cost, before any load. `tools`: as listed, untrusted. */
export async function startMetrics(
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
    const name = String(tool.name).slice(0, longestName);
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
export function endMetrics(stopped: StopReport, { pid, unread }: Pick<RunningServer, "pid" | "unread">): ServerMetrics {
  const { shutdownMs: shutdown, orphans } = stopped;
  return pid === undefined && unread === undefined
    ? { shutdown }
    : { shutdown, orphans, unclean_exits: isClean(stopped) ? 0 : 1 };
}

/** With code 0, or by the signal that asked for it; 128 + 15 is how shells and runtimes that handle it report that. */
function isClean({ killed, exitCode, signal }: StopReport): boolean {
  return !killed && (exitCode === 0 || exitCode === 143 || signal === "SIGTERM");
}
