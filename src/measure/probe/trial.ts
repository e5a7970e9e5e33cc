import type { RpcOperation } from "../../plan/operation.ts";
import type { Session } from "../../server/protocol/session.ts";
import { runClosedLoop } from "../load/closed-loop.ts";
import { replyClassifier } from "../load/outcome.ts";
import type { RequestOptions } from "../load/request.ts";

/** A discovered operation that needs longer is not worth some hundred calls that nobody asked for. */
const patienceMs = 2_000;

/**
 * Tries a discovered operation twice, since a first call may be slow for reasons of its own. Returns why it should be
 * left out; errors are no reason, they are to be counted and seen.
 */
export async function tooSlow(
  { method, params }: RpcOperation,
  { wire }: Session,
  { clock, signal }: RequestOptions,
): Promise<string | undefined> {
  const ask = async (): Promise<boolean> => {
    const frames = [params === undefined ? wire.encode(method) : wire.encode(method, params)];
    const loop = { wire, frames, concurrency: 1, timeoutMs: patienceMs, clock, signal, classify: replyClassifier() };
    const { failures } = await runClosedLoop(loop);
    return failures.outcomes.timeout !== undefined;
  };
  if (!((await ask()) && (await ask()))) return undefined;
  return `one call is not answered within ${patienceMs / 1000} s; list it under \`benchmarks\` to measure it all the same`;
}
