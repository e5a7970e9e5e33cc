import type { MetricId } from "../../metrics/metric.ts";
import type { RunningServer, Session, StopReport } from "../../server/protocol/session.ts";
import { listPages, type RequestOptions } from "../load/request.ts";
import { type ContextCost, contextCost } from "./context-cost.ts";
import type { CountTokens } from "./tokenizer.ts";

/** What happens once per launch before any load: start-up, handshake, first list, and what a model has to read. */
export async function measurePhases(
  server: RunningServer,
  session: Session,
  options: RequestOptions & { readonly countTokens?: CountTokens | undefined },
): Promise<ContextCost> {
  const startup = server.readyMs();
  const phases = { ...(startup === undefined ? {} : { startup }), handshake: session.handshakeMs };
  const { instructions } = session.identity;
  const cost = (pages: readonly Record<string, unknown>[]) => contextCost(pages, { ...options, instructions });
  if (!session.capabilities.has("tools")) {
    const { tools_list_tokens: _none, ...metrics } = cost([]).metrics;
    return { metrics: { ...phases, ...metrics }, tools: [] };
  }
  const { firstMs, results } = await listPages(session.wire, "tools/list", options);
  const bytes = results.reduce((sum, result) => sum + Buffer.byteLength(JSON.stringify(result)), 0);
  const { metrics, tools } = cost(results);
  return { metrics: { ...phases, first_list: firstMs, tools_list_bytes: bytes, ...metrics }, tools };
}

/** How a launch ended; without a process of its own there is nothing to leave behind. */
export function endingMetrics(stopped: StopReport, pid: number | undefined): Partial<Record<MetricId, number>> {
  const { shutdownMs, orphans } = stopped;
  return {
    ...(shutdownMs === undefined ? {} : { shutdown: shutdownMs }),
    ...(pid === undefined ? {} : { orphans, unclean_exits: isClean(stopped) ? 0 : 1 }),
  };
}

/** With code 0, or by the signal that asked for it; 128 + 15 is how shells and runtimes that handle it report that. */
function isClean({ killed, exitCode, signal }: StopReport): boolean {
  return !killed && (exitCode === 0 || exitCode === 143 || signal === "SIGTERM");
}
