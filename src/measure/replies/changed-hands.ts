import { callParams, type RpcOperation } from "../../model/request.ts";
import type { Session } from "../../server/protocol/session.ts";
import type { RunningArm } from "../launch/running-arm.ts";
import type { Failure } from "../load/outcome.ts";
import { type RequestOptions, requestOnce } from "../load/request-once.ts";
import { identityClassifier } from "./classifiers.ts";
import { type NumberedCalls, valuesOf } from "./numbered-calls.ts";

interface Hands {
  readonly running: RunningArm;
  /** The first belong to one identity each, in their order. */
  readonly sessions: readonly Session[];
  readonly numbers: NumberedCalls;
  readonly options: RequestOptions;
}

/** More identities than these do not take over a session. */
const mostHands = 8;

/**
 * Lets each identity call once in the session of the one before it, as whoever has got hold of a session id would. A server may
 * refuse that, or answer the caller; a reply with a name of another identity is `crossed`.
 */
export async function changeHands(
  operation: RpcOperation,
  { running, sessions, numbers, options }: Hands,
): Promise<Failure[]> {
  const { identities: names = [] } = numbers.around;
  const { resume } = running.server;
  const crossed: Failure[] = [];
  for (const [owner, session] of sessions.slice(0, Math.min(names.length, mostHands)).entries()) {
    if (!resume || session.sessionId === undefined) continue;
    const caller = (owner + 1) % names.length;
    const resumed = resume({ session, place: caller });
    const values = { ...valuesOf(owner, numbers.around), identity: names[caller] };
    const params = callParams(operation, () => values)(owner);
    const request = { method: operation.method, ...(params ? { params } : {}) };
    const judge = identityClassifier(() => ({ kind: "ok" }), { names, identityOf: () => caller });
    try {
      const { reply } = await requestOnce(resumed.wire, request, options);
      const outcome = judge(Buffer.from(JSON.stringify(reply)), 0);
      const message = `in the session of ${JSON.stringify(names[owner])}, ${"message" in outcome ? outcome.message : ""}`;
      if (outcome.kind !== "ok") crossed.push({ ...outcome, message });
    } catch {
      options.signal.throwIfAborted();
    } finally {
      await resumed.close();
    }
  }
  return crossed;
}
