import type { Clock } from "../clock.ts";
import type { Row } from "../config/plan.ts";
import { theilSen } from "../stats/theil-sen.ts";
import { type Calls, openCalls } from "./calls.ts";
import { runClosedLoop } from "./closed-loop.ts";
import { giveUp, type LiveArm } from "./live-arm.ts";
import type { ResourceReader } from "./resources.ts";
import type { Launch } from "./round.ts";

/*
 * Memory that calls take and do not give back shows as a slope of RSS over calls, which the short blocks of a round are too
 * few to tell from the growing of a young heap. So a round ends with calls that nothing times, as many on every arm at the
 * same time. The slope of one arm is that heap, and kilobytes per call on unchanged code; the difference of two is not.
 */

/** Readings of memory along the way; the slope is that of the line through them. */
const readings = 10;

/** More calls than these tell no more; with fewer, the steps in which a heap grows hide what a call leaves behind. */
const calls = { most: 2000, fewest: 500 };

/** A row so slow that the fewest calls take this many times as long as asked for is left out. */
const patience = 4;

export interface SoakContext {
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly resources: ResourceReader;
  readonly launch: Launch;
  readonly seed: number;
}

/** Grows what servers hold, one row per round in turn, and sets their `memory_growth`. One for a whole run. */
export class Soak {
  readonly #durationMs: number;
  readonly #writes: boolean;
  /** Calls by row: found when a row is first measured, and then the same in every round. */
  readonly #amounts = new Map<string, number>();

  /** About how long the calls of one round take; 0: there are none. `writes`: also those that may change something. */
  constructor(durationMs: number, { writes }: { readonly writes: boolean }) {
    this.#durationMs = durationMs;
    this.#writes = writes;
  }

  /** After the timed blocks of a round: on arms that live side by side, of which the rows are `rows`. */
  async run(arms: readonly LiveArm[], { rows, round, ...context }: SoakContext & Turn): Promise<void> {
    this.#learn(arms);
    const taking = arms.filter(({ arm, server, failure }) => arm.side !== "control" && server.pid && !failure);
    const able = rows.filter((row) => this.#whyNot(row) === undefined && this.#amountOf(row) > 0);
    const row = able[round % able.length];
    if (!row || taking.length === 0) return;
    const opened: { live: LiveArm; calls: Calls }[] = [];
    try {
      for (const live of taking)
        opened.push({ live, calls: await openCalls(row, live, { ...context, captures: new Map() }) });
      await grow(opened, { ...context, row, amount: Math.floor(this.#amountOf(row) / readings) });
    } catch (error) {
      context.signal.throwIfAborted();
      for (const { live } of opened) giveUp(live, error instanceof Error ? error.message : String(error));
    } finally {
      for (const { calls } of opened) await calls[Symbol.asyncDispose]();
    }
  }

  /** Which rows' calls no memory is watched for, and why; undefined when there are none. */
  leftOut(rows: readonly Row[]): string | undefined {
    if (this.#durationMs === 0) return undefined;
    const names = new Map<string, string[]>();
    for (const row of rows) {
      const reason = this.#whyNot(row);
      if (reason !== undefined) names.set(reason, [...(names.get(reason) ?? []), row.id]);
    }
    if (names.size === 0) return undefined;
    const reasons = [...names].map(([reason, ids]) => `${someOf(ids)} (${reason})`);
    return `memory that calls keep is not looked for in ${reasons.join("; ")}`;
  }

  #whyNot(row: Row): string | undefined {
    if (!isRepeatable(row)) return "only plain closed loops of one session are soaked";
    if (!this.#writes && !row.onlyReads)
      return "may change something; write `defaults: { soak: 400ms }` to call it more often all the same";
    if (this.#amounts.get(row.id) === 0) return "too slow; raise `defaults.soak`";
    return undefined;
  }

  #amountOf({ id }: Row): number {
    return this.#amounts.get(id) ?? 0;
  }

  #learn(arms: readonly LiveArm[]): void {
    const paces = new Map<string, number>();
    const measurements = arms.flatMap((live) => (live.arm.side === "control" ? [] : live.measurements));
    for (const { row, blocks } of measurements) {
      const attempted = blocks.reduce((sum, block) => sum + block.attempted, 0);
      const wallMs = blocks.reduce((sum, block) => sum + block.wallMs, 0);
      if (attempted > 0) paces.set(row, Math.max(paces.get(row) ?? 0, wallMs / attempted));
    }
    for (const [row, pace] of paces) {
      if (this.#amounts.has(row)) continue;
      const isSlow = pace * calls.fewest > patience * this.#durationMs;
      const amount = Math.min(calls.most, Math.max(calls.fewest, this.#durationMs / pace));
      this.#amounts.set(row, isSlow ? 0 : amount);
    }
  }
}

const mostNamed = 5;

function someOf(names: readonly string[]): string {
  const more = names.length - mostNamed;
  return [...names.slice(0, mostNamed), ...(more > 0 ? [`${more} more`] : [])].join(", ");
}

interface Turn {
  readonly rows: readonly Row[];
  /** From 0. */
  readonly round: number;
}

/** Rows whose calls can go on as they are: nothing is prepared for each, and one session is all they need. */
function isRepeatable({ staging, load, variant }: Row): boolean {
  const { setup = [], teardown = [] } = staging ?? {};
  return (
    variant === undefined &&
    setup.length + teardown.length === 0 &&
    (load.sessions ?? 1) === 1 &&
    load.kind === "closed"
  );
}

interface Growing extends SoakContext {
  readonly row: Row;
  /** Calls between two readings. */
  readonly amount: number;
}

async function grow(
  opened: readonly { live: LiveArm; calls: Calls }[],
  { row, amount, clock, signal, resources }: Growing,
): Promise<void> {
  const points = new Map(opened.map(({ live }) => [live, [] as { x: number; y: number }[]]));
  const read = async (sent: number): Promise<void> => {
    const usages = await resources.read(opened.flatMap(({ live }) => live.server.pid ?? []));
    for (const [live, own] of points) {
      const usage = live.server.pid === undefined ? undefined : usages.get(live.server.pid);
      if (usage) own.push({ x: sent, y: usage.rssBytes });
    }
  };
  const concurrency = row.load.kind === "closed" ? row.load.concurrency : 1;
  await read(0);
  for (let turn = 1; turn <= readings; turn++) {
    signal.throwIfAborted();
    const results = await Promise.all(
      opened.map(({ calls: { wire, encode, classify } }) => {
        const frames = Array.from({ length: amount }, encode);
        return runClosedLoop({ wire, classify, clock, signal, frames, concurrency, timeoutMs: row.load.timeoutMs });
      }),
    );
    for (const [index, { disconnected, gaveUp }] of results.entries()) {
      const live = opened[index]?.live;
      if (live && disconnected !== undefined)
        giveUp(live, `connection lost after the blocks, in more calls of ${row.id}: ${disconnected}`);
      if (disconnected !== undefined || gaveUp) return;
    }
    await read(turn * amount);
  }
  for (const [{ metrics }, own] of points) {
    const slope = theilSen(own);
    if (slope !== undefined && own.length > readings) metrics.memory_growth = slope * 1000;
  }
}
