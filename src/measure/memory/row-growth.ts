import { messageOf } from "../../errors.ts";
import type { Row } from "../../plan/plan.ts";
import type { RecordRowGrowth } from "../../record/load-pass.ts";
import { someOf } from "../../text/some-of.ts";
import type { RunContext } from "../context.ts";
import type { RunningArm } from "../launch/running-arm.ts";
import { shorten } from "../load/outcome-tally.ts";
import { causeOf } from "../run/stopping.ts";
import { launchForRow } from "./launch-for-row.ts";
import { type CheckedArm, grow, mostCalls, openAll } from "./memory-growth.ts";

/*
 * The leak check of a round calls its rows in turns, so its gate cannot tell which of them keeps memory. Where it found
 * that calls do, each row is called alone on fresh launches of head and base side by side, once per run, after the rounds.
 */

/** A row that the leak check called, and how long a call of it takes there. */
export interface CheckedRow {
  readonly row: Row;
  readonly callMs: number;
}

/** How long one row is called: a busy machine made 270 calls of a 2 ms tool in 2 s, whose 10 KB each did not stand out; … */
const longestOfRowMs = 5000;

/** … and about how long all of them are, however many there are. */
const longestMs = 30_000;

/** The most of the time budget that is kept for this, so that a leak does not leave the other gates without time. */
const largestShare = 0.1;

/** About the time that looking at single rows takes. */
export function rowGrowthsMs(rows: readonly CheckedRow[], timeBudgetMs: number | undefined): number {
  return Math.min(rows.length * longestOfRowMs, longestMs, largestShare * (timeBudgetMs ?? Number.POSITIVE_INFINITY));
}

/** What the calls of each row keep, as far as there is time. What fails is a warning: the rounds are measured by then. */
export async function readRowGrowths(
  rows: readonly CheckedRow[],
  { context, untilMs }: { readonly context: RunContext; readonly untilMs: number },
): Promise<RecordRowGrowth[]> {
  const { clock, signal, warn } = context;
  const growths: RecordRowGrowth[] = [];
  const unknown = new Map<string, string[]>();
  let longestSoFarMs = 0;
  const read = async (checked: CheckedRow): Promise<RecordRowGrowth[] | string> => {
    if (signal.aborted) return causeOf(signal.reason);
    const from = clock.now();
    if (from + longestSoFarMs > untilMs) return "no time left";
    const found = await growthOf(checked, { context, longestMs: Math.min(longestOfRowMs, longestMs / rows.length) });
    longestSoFarMs = Math.max(longestSoFarMs, clock.now() - from);
    return signal.aborted ? causeOf(signal.reason) : found;
  };
  for (const checked of rows) {
    const found = await read(checked);
    if (typeof found === "string") unknown.set(found, [...(unknown.get(found) ?? []), checked.row.id]);
    else growths.push(...found);
  }
  const reasons = [...unknown].map(([reason, ids]) => `${someOf(ids)} (${reason})`);
  if (reasons.length > 0) warn(`how much memory the calls of single rows keep is not known of ${reasons.join("; ")}`);
  return growths;
}

interface GrowthOptions {
  readonly context: RunContext;
  readonly longestMs: number;
}

/** One growth per arm, or why it is not known. */
async function growthOf(
  { row, callMs }: CheckedRow,
  { context, longestMs }: GrowthOptions,
): Promise<RecordRowGrowth[] | string> {
  const launched: RunningArm[] = [];
  const arms: CheckedArm[] = [];
  try {
    for (const arm of context.plan.arms.filter(({ side, variant }) => side !== "control" && variant === row.variant))
      launched.push(await launchForRow(row, arm, context));
    arms.push(...launched.map((running) => ({ running, rows: [] })));
    const amount = Math.max(1, Math.min(mostCalls, Math.floor(longestMs / callMs)));
    const lost = await openAll(arms, [{ row, amount }], context);
    const growth = lost.size > 0 ? ({ kind: "lost", lost } as const) : await grow(arms, { context, longestMs });
    if (growth.kind === "late") return "its calls take several times as long as the timed ones";
    if (growth.kind === "lost") return [...growth.lost].map(([{ id }, why]) => `${id}: ${shorten(why)}`).join(", ");
    const { calls } = growth;
    return launched.flatMap(({ id, metrics: { memory_growth: perThousand } }) =>
      perThousand === undefined ? [] : [{ row: row.id, arm: id, calls, bytesPerCall: Math.round(perThousand / 1000) }],
    );
  } catch (error) {
    return shorten(messageOf(error));
  } finally {
    for (const { rows } of arms) for (const { calls } of rows) await calls[Symbol.asyncDispose]();
    await Promise.all(launched.map(({ server }) => server.stop()));
  }
}
