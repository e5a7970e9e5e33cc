import { nearest } from "../../base/nearest.ts";
import { shortLine } from "../../base/untrusted.ts";
import { ConfigError, ServerError } from "../../errors.ts";
import { requestsOf } from "../../model/operation.ts";
import { methods, type RpcOperation } from "../../model/request.ts";
import { listsUsed, renderParams, renderString } from "../../model/template.ts";
import { placeOf, type Row } from "../../plan/plan.ts";
import type { RunRecord } from "../../record/record.ts";
import { shorten } from "../load/outcome.ts";
import { type Reply, resultText } from "../load/reply.ts";
import { requestOnce } from "../load/request-once.ts";
import { lackedBy, skipReason } from "./check-row.ts";
import type { OpenProbe } from "./read-offer.ts";
import { patienceMs, tryCall } from "./try-call.ts";

const methodNotFound = -32601;

/** Returns why a server cannot measure a row: a reason to skip it, or the error of what the row names and the server lacks. */
export async function whyUnable(row: Row, probed: OpenProbe): Promise<string | ConfigError | undefined> {
  const { offer } = probed;
  return skipReason(row, offer) ?? lackedBy(row, offer) ?? (await askOnce(row, probed));
}

/**
 * Asks a server once, untimed, for what a row needs and no list can promise. Returns why the row is to be skipped, a
 * method of the protocol that the server does not know, or the error of an unknown method or of a resource that cannot
 * be read. Rows that expect an error are left alone, and resources that a set-up or an earlier step may make.
 */
async function askOnce(row: Row, probed: OpenProbe): Promise<string | ConfigError | undefined> {
  const isPrepared = row.operation.kind === "steps" || (row.setup?.steps.length ?? 0) > 0;
  for (const { operation, expect } of requestsOf(row)) {
    const { method, target } = operation;
    const { list, refused } = methods.get(method) ?? {};
    // An operation on a list exists, and need not be called to know.
    if (expect?.error || list || listsUsed(operation.params ?? {}).length > 0) continue;
    const reply = await answer(operation, probed);
    if (reply?.kind !== "error") continue;
    if (reply.code === methodNotFound) {
      if (methods.has(method))
        return `the server does not know ${method} (it answers ${reply.code}: ${shortLine(reply.message)})`;
      return unknownMethod(row, method);
    }
    if (refused && !isPrepared)
      return new ConfigError(`the server cannot ${refused.does} ${target}: ${shortLine(reply.message)}`, {
        where: placeOf(row),
        fix: `${refused.fix}, or set \`expect: { error: true }\` if the refusal is what you measure`,
      });
  }
  return undefined;
}

/** Undefined where no reply comes in time: that is to be counted and seen when it is measured. */
async function answer(
  { method, params }: RpcOperation,
  { session, options, identity }: OpenProbe,
  seq = 0,
): Promise<Reply | undefined> {
  const request = { method, ...(params === undefined ? {} : { params: renderParams(params, { seq, identity }) }) };
  const timeoutMs = Math.min(options.timeoutMs, patienceMs);
  try {
    return (await requestOnce(session.wire, request, { ...options, timeoutMs })).reply;
  } catch (error) {
    if (error instanceof ServerError) return undefined;
    throw error;
  }
}

function unknownMethod(row: Row, method: string): ConfigError {
  const known = [...methods.keys()];
  const hint = nearest(method, known);
  return new ConfigError(`the server does not know the method ${JSON.stringify(method)}`, {
    where: placeOf(row),
    expected: `one of ${known.join(", ")}, or a method of the server's own`,
    fix: `${hint === undefined ? "" : `did you mean ${hint}? `}If the refusal is what you measure, set \`expect: { error: true }\``,
  });
}

/** Reason why a row is left out; with a code where it was discovered and tried. Holds untrusted text. */
export type WhyLeftOut = Omit<RunRecord["skipped"][number], "benchmark">;

/** Calls a discovered row, twice where it is slow at first. Returns why it is left out: a list that fails is not. */
export async function tryRow(row: Row, { session, options }: OpenProbe): Promise<WhyLeftOut | undefined> {
  for (const { operation } of requestsOf(row)) {
    const { method, params = {} } = operation;
    const rendered = renderParams(params, { seq: 0 });
    const ask = () => tryCall({ method, params: rendered }, session.wire, options);
    const first = await ask();
    const tried = first.kind === "slow" ? await ask() : first;
    if (tried.kind === "slow") {
      const reason = `one call is not answered within ${patienceMs / 1000} s; list it under \`benchmarks\` to measure it anyway`;
      return { code: "slow", reason };
    }
    if (tried.kind === "failed" && method === "tools/call") return { code: "failed", reason: shorten(tried.reason) };
  }
  return undefined;
}

/** A call that is like no other. */
const unlikeOthers = 1_000_000_007;

/** Tests whether a single, untimed call is answered with text that only its own reply can hold, as `text` says. */
export async function answersWithOwn(operation: RpcOperation, text: string, probed: OpenProbe): Promise<boolean> {
  const reply = await answer(operation, probed, unlikeOthers);
  if (reply?.kind !== "result" || reply.result.isError === true) return false;
  return resultText(reply.result).includes(renderString(text, { seq: unlikeOthers }));
}
