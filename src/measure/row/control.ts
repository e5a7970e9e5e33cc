import type { Load } from "../../model/load.ts";
import type { ClosedLoad } from "../../model/loads/closed-load.ts";
import { requestsOf } from "../../model/operation.ts";
import { callParams, type RpcOperation } from "../../model/request.ts";
import { listsUsed } from "../../model/template.ts";
import type { Row } from "../../plan/plan.ts";
import type { Session } from "../../server/protocol/session.ts";
import { runClosedLoop } from "../load/closed-loop.ts";
import type { RequestOptions } from "../load/request-once.ts";
import { replyClassifier } from "../replies/classifiers.ts";
import type { ScheduledBlock } from "./schedule.ts";

/*
 * The control arm: a bundled server that does a fixed amount of work, as long as a call of the benchmark takes. What its
 * calls take beside base, beside head and from run to run tells how the machine was.
 */

/** Calls of the control in one block: enough to see the machine, few enough to cost about a tenth of the time. */
const callsPerBlock = { share: 0.1, most: 5 };

/** The control is never asked for longer calls than this, however slow the benchmark is. */
const longestMs = 20;

/** Makes the control's version of a row. */
export function controlRow({ expect: _expect, ...row }: Row): Row {
  const { timeoutMs } = row.load;
  const load: ClosedLoad = { kind: "closed", concurrency: 1, requests: 0, warmup: 2, timeoutMs };
  return { ...row, operation: workOf(row.controlUnits ?? 0), load };
}

function workOf(units: number): RpcOperation {
  return { method: "tools/call", params: { name: "work", arguments: { units } }, target: "work" };
}

/** Puts a short block of the control behind every block, so that each arm has as many beside it. */
export function withControl(
  schedule: readonly ScheduledBlock[],
  { arm, load }: { readonly arm: string; readonly load: Load },
): ScheduledBlock[] {
  const { share, most } = callsPerBlock;
  const calls = ({ amount }: ScheduledBlock) =>
    load.durationMs === undefined ? Math.min(most, Math.max(1, Math.round(amount * share))) : most;
  return schedule.flatMap((block) => [block, { arm, amount: calls(block) }]);
}

/** Time of a call of a row, and the units of work that take the control about as long. */
export interface ControlMatch {
  readonly callMs: number;
  readonly units: number;
}

/**
 * Units of work that take the control about as long as a call of each row takes, by row id; rows without a reply
 * are left out. Untimed. The units are rounded to a grid of ratio √2, so that later runs arrive at the same.
 */
export async function matchControl(
  rows: readonly Row[],
  { server, control, ...options }: RequestOptions & { readonly server: Session; readonly control: Session },
): Promise<Map<string, ControlMatch>> {
  const price = await priceOfWork(control, options);
  const matched = new Map<string, ControlMatch>();
  for (const row of rows) {
    const [first] = requestsOf(row);
    if (!first) continue;
    const callMs = await quickestMs(first.operation, server, { ...options, timeoutMs: row.load.timeoutMs });
    if (callMs === undefined) continue;
    const units = onGrid((Math.min(callMs, longestMs) - price.fixedMs) / price.perUnitMs);
    matched.set(row.id, { callMs, units });
  }
  return matched;
}

function onGrid(units: number): number {
  return units < 1 ? 0 : Math.round(2 ** (Math.round(2 * Math.log2(units)) / 2));
}

/** Work of about 1 ms, and of about 64 ms. */
const priced = { first: 100, most: 6_400 };

/**
 * Takes more work as long as it does not stand out of what a call costs anyway: on a busy machine a little work is lost in
 * the noise, and a price near nothing would make every call of the control take minutes.
 */
async function priceOfWork(control: Session, options: RequestOptions): Promise<{ fixedMs: number; perUnitMs: number }> {
  // Twice: the first calls find code that is not compiled yet.
  await quickestMs(workOf(priced.first), control, options);
  const fixedMs = (await quickestMs(workOf(0), control, options)) ?? 0;
  for (let units = priced.first; ; units *= 4) {
    // A control that does not answer is given nothing to do.
    const wholeMs = (await quickestMs(workOf(units), control, options)) ?? Number.POSITIVE_INFINITY;
    if (wholeMs >= 2 * fixedMs) return { fixedMs, perUnitMs: (wholeMs - fixedMs) / units };
    // Work that never stands out costs what all of it did, call included.
    if (units >= priced.most) return { fixedMs, perUnitMs: wholeMs / units };
  }
}

/**
 * The quickest of five calls after two for warming up: the others wait for what a fresh server compiles, or for the machine. Undefined
 * where none was answered, or needs what no set-up has captured.
 */
async function quickestMs(
  operation: RpcOperation,
  { wire }: Session,
  options: RequestOptions,
): Promise<number | undefined> {
  if (listsUsed(operation.params ?? {}).length > 0) return undefined;
  const params = callParams(operation, (seq) => ({ seq }));
  const frames = Array.from({ length: 7 }, (_, seq) => wire.encode(operation.method, params(seq)));
  const loop = { ...options, wire, concurrency: 1, classify: replyClassifier() };
  const warmUp = await runClosedLoop({ ...loop, frames: frames.slice(0, 2) });
  if (warmUp.answers.length === 0) return undefined;
  const { answers } = await runClosedLoop({ ...loop, frames: frames.slice(2) });
  return answers.length > 0 ? Math.min(...answers.map(({ latencyMs }) => latencyMs)) : undefined;
}
