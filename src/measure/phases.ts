import type { RunningServer, Session } from "../server/session.ts";
import { type ContextCost, contextCost } from "./context-cost.ts";
import { listPages, type RequestOptions } from "./request.ts";
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
