import type { Row } from "../../plan/plan.ts";
import { hasPlaceholders } from "../../plan/template.ts";
import type { CallPaces } from "./call-paces.ts";
import { requestsOf } from "./requests.ts";

/** In less time than this on one arm, a single call that is held up is a large part of a row. */
const leastMs = 20;

/** Times as many calls as asked for: more tell little, and a record holds them all. */
const mostTimes = 10;

/** Blocks of one arm in so much time: a core that is slow for a moment is slow for base and for head. */
const blocksOfLeast = 4;

/** How often a row is called on one arm in a round, and in how many blocks; undefined: as few calls are. */
export interface CallsOfRow {
  readonly requests: number;
  readonly blocks: number | undefined;
}

interface Known {
  readonly paces: CallPaces;
  /** How long a server takes to start; 0 where that is not known. */
  readonly startupMs: number;
}

/**
 * How often quick rows are called in the next round, by row; the others as often as the plan says. A launch that takes long is
 * worth some time: the calls of all rows on both arms take about half as long as one server takes to start.
 */
export function callsOfRound(rows: readonly Row[], { paces, startupMs }: Known): ReadonlyMap<string, CallsOfRow> {
  const calls = new Map<string, CallsOfRow>();
  const wantedMs = Math.max(leastMs, startupMs / (4 * rows.length));
  for (const row of rows) {
    const { requests: asked } = row.load;
    if (asked === undefined || !mayBeCalledMore(row) || !paces.knows(row)) continue;
    const requests = Math.min(Math.ceil(wantedMs / paces.of(row)), mostTimes * asked);
    if (requests > asked) calls.set(row.id, { requests, blocks: blocksOf(row, requests, paces) });
  }
  return calls;
}

/** A block fills all connections twice over. */
function blocksOf({ load, id }: Row, requests: number, paces: CallPaces): number | undefined {
  const fitting = requests / (2 * (load.kind === "closed" ? load.concurrency : 1));
  const wanted = (blocksOfLeast * requests * paces.of({ id })) / leastMs;
  const times = Math.floor(Math.min(wanted, fitting) / blocksOfLeast);
  return times > 1 ? blocksOfLeast * times : undefined;
}

/** Nobody asked for these calls: only what reads is called more often, and what is the same in every call. */
function mayBeCalledMore(row: Row): boolean {
  return (
    row.onlyReads === true &&
    isRepeatable(row) &&
    row.operation.kind !== "http" &&
    row.load.kind === "closed" &&
    row.load.delayMs === undefined &&
    requestsOf(row).every(({ operation }) => !hasPlaceholders(operation.params ?? {}))
  );
}

/** Rows whose calls can go on as they are, several at once: nothing is prepared for each, and one session is all they need. */
export function isRepeatable({ operation, staging, load, variant }: Row): boolean {
  const { setup = [], teardown = [] } = staging ?? {};
  return (
    variant === undefined &&
    setup.length + teardown.length === 0 &&
    (load.sessions ?? 1) === 1 &&
    load.kind === "closed" &&
    operation.kind !== "steps" &&
    (operation.kind !== undefined || operation.updates === undefined)
  );
}
