import type { Plan, Row } from "../config/plan.ts";
import { median } from "../stats/describe.ts";
import { openCalls } from "./calls.ts";
import { giveUp, type LiveArm } from "./live-arm.ts";
import { amounts, type GrowthContext, grow, leastMore, type Soaked, timedCalls } from "./memory-growth.ts";
import type { Launch } from "./round.ts";
import type { LeakOutlook } from "./stopping.ts";

export interface SoakContext extends GrowthContext {
  readonly launch: Launch;
  readonly seed: number;
}

/** Rounds with a soak where no decision says how many it takes: without a base arm, and of a fixed number. */
const soakedRounds = { alone: 3, fixed: 12 };

/** The most of the time so far that soaks may have taken where other gates are open: these need time as well. */
const largestShare = 0.5;

interface SoFar {
  /** Rounds. */
  readonly done: number;
  readonly leak: LeakOutlook;
  /** Time of the run, and of its soaks. */
  readonly elapsedMs: number;
  readonly soaksMs: number;
}

/** Whether the next round looks for leaks. */
export function soaks(
  { arms, rounds }: Pick<Plan, "arms" | "rounds">,
  { done, leak, elapsedMs, soaksMs }: SoFar,
): boolean {
  if (!arms.some(({ side }) => side === "base")) return done < soakedRounds.alone;
  if (rounds.kind === "fixed") return done < soakedRounds.fixed;
  return leak === "last open" || (leak === "open" && soaksMs <= elapsedMs * largestShare);
}

/** Whether memory that calls keep can fail the run, so that it has to be told of what it is not looked for in. */
export function gatesGrowth({ arms, serverThresholds, rows }: Plan): boolean {
  const bounds = [serverThresholds, ...rows.map(({ thresholds }) => thresholds)].flat();
  return bounds.some(({ metric }) => metric === "memory_growth") || arms.some(({ side }) => side === "base");
}

/** Grows what servers hold, and sets their `memory_growth`. One for a whole run. */
export class Soak {
  readonly #longestMs: number;
  readonly #writes: boolean;
  /** Time of a call by row, of the quickest arm and round so far: a busy moment leaves nothing out for good. */
  readonly #paces = new Map<string, number>();
  /** Rows that were called; they stay, so that rounds can be compared. */
  readonly #called = new Set<string>();
  #takenMs = 0;

  /** About the longest that the calls of one round may take; 0: none. `writes`: also those that may change something. */
  constructor(longestMs: number, { writes }: { readonly writes: boolean }) {
    this.#longestMs = longestMs;
    this.#writes = writes;
  }

  /** How long all of them took so far. */
  get takenMs(): number {
    return this.#takenMs;
  }

  /** After the timed blocks of a round: on arms that live side by side, of which the rows are `rows`. */
  async run(arms: readonly LiveArm[], { rows, ...context }: SoakContext & { rows: readonly Row[] }): Promise<void> {
    this.#learn(arms);
    const taking = arms.filter(({ arm, server, failure }) => arm.side !== "control" && server.pid && !failure);
    if (taking.length === 0) return;
    const chosen = this.#choose(rows);
    if (chosen.length === 0) return;
    const from = context.clock.now();
    const opened: Soaked[] = taking.map((live) => ({ live, rows: [] }));
    try {
      for (const { live, rows: own } of opened)
        for (const row of chosen)
          own.push({ row, calls: await openCalls(row, live, { ...context, captures: new Map() }) });
      const timed = Math.min(...taking.map(({ measurements }) => timedCalls(measurements)));
      await grow(opened, { ...context, more: this.#more(chosen, timed) });
      for (const { id } of chosen) this.#called.add(id);
      for (const { live } of opened) live.soaked = rows.filter((row) => chosen.includes(row)).map(({ id }) => id);
    } catch (error) {
      context.signal.throwIfAborted();
      for (const { live } of opened) giveUp(live, error instanceof Error ? error.message : String(error));
    } finally {
      for (const { rows: own } of opened) for (const { calls } of own) await calls[Symbol.asyncDispose]();
      this.#takenMs += context.clock.now() - from;
    }
  }

  /** Which rows' calls no memory is watched for, and why; undefined when there are none. */
  leftOut(rows: readonly Row[]): string | undefined {
    if (this.#longestMs === 0) return undefined;
    const chosen = this.#called.size > 0 ? rows.filter(({ id }) => this.#called.has(id)) : this.#choose(rows);
    const names = new Map<string, string[]>();
    for (const row of rows) {
      const isSlow = this.#paces.has(row.id) && !chosen.includes(row);
      const reason = this.#whyNot(row) ?? (isSlow ? "too slow; raise `defaults.soak`" : undefined);
      if (reason !== undefined) names.set(reason, [...(names.get(reason) ?? []), row.id]);
    }
    if (names.size === 0) return undefined;
    const reasons = [...names].map(([reason, ids]) => `${someOf(ids)} (${reason})`);
    return `memory that calls keep is not looked for in ${reasons.join("; ")}`;
  }

  #whyNot(row: Row): string | undefined {
    if (!isRepeatable(row)) return "only plain closed loops of one session are soaked";
    if (!this.#writes && !row.onlyReads)
      return "may change something; write `defaults: { soak: 3s }` to call it more often all the same";
    return undefined;
  }

  /** As many rows as take turns within the time, quick ones first. */
  #choose(rows: readonly Row[]): readonly Row[] {
    if (this.#longestMs === 0) return [];
    const able = rows.filter((row) => this.#whyNot(row) === undefined);
    const quickFirst = able.toSorted((a, b) => this.#pace([a]) - this.#pace([b]));
    return quickFirst.filter((row, index) => {
      const pace = this.#pace(quickFirst.slice(0, index + 1));
      return this.#called.has(row.id) || pace * amounts.fewest <= this.#longestMs;
    });
  }

  /** How many calls are to follow the timed ones of a round. */
  #more(chosen: readonly Row[], timed: number): number {
    const fitting = Math.floor(this.#longestMs / this.#pace(chosen));
    return Math.max(leastMore, Math.min(fitting, amounts.most - timed));
  }

  /** Time of a call where these rows take turns. */
  #pace(rows: readonly Row[]): number {
    const known = rows.map(({ id }) => this.#paces.get(id) ?? Number.POSITIVE_INFINITY);
    return known.reduce((sum, pace) => sum + pace, 0) / known.length;
  }

  #learn(arms: readonly LiveArm[]): void {
    const measurements = arms.flatMap((live) => (live.arm.side === "control" ? [] : live.measurements));
    for (const { row, blocks } of measurements) {
      const paces = blocks.flatMap(({ attempted, wallMs }) => (attempted > 0 ? wallMs / attempted : []));
      if (paces.length > 0)
        this.#paces.set(row, Math.min(median(paces), this.#paces.get(row) ?? Number.POSITIVE_INFINITY));
    }
  }
}

const mostNamed = 5;

function someOf(names: readonly string[]): string {
  const more = names.length - mostNamed;
  return [...names.slice(0, mostNamed), ...(more > 0 ? [`${more} more`] : [])].join(", ");
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
