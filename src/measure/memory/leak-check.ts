import { count, duration } from "../../metrics/format.ts";
import type { Plan, Row } from "../../plan/plan.ts";
import { median } from "../../stats/describe.ts";
import { someOf } from "../../text/some-of.ts";
import type { RunContext } from "../context.ts";
import type { RunningArm } from "../launch/running-arm.ts";
import { shorten } from "../load/outcome-tally.ts";
import { amounts, type CheckedArm, grow, leastMore, openAll, timedCalls } from "./memory-growth.ts";

/** How much longer calls of two arms at once take than those of one, about. */
const slowedBySide = 1.5;

/** Rounds in which the calls may be late before no more are made. */
const mostLate = 2;

const lateness = "later calls take several times as long as the timed ones; raise `defaults.leak_check`";

/** Checks that may add rows; from then on rounds can be compared. */
const settling = 3;

/** Makes calls that nothing times, to see what they keep in memory: sets `memory_growth`. One for a whole run. */
export class LeakCheck {
  /** About the longest that the calls of one round may take; 0: none are made. */
  readonly #longestMs: number;
  /** Whether rows that may change something are called too. */
  readonly #writes: boolean;
  /** Rows of launches that serve all: others are not called. */
  readonly #shared: readonly Row[];
  readonly #paces = new CallPaces();
  /** Whether memory that calls keep can fail the run. */
  readonly #isGated: boolean;
  /** Rows that were called; they stay, so that rounds can be compared. */
  readonly #called = new Set<string>();
  #timed = 0;
  #count = 0;
  #late = 0;
  #takenMs = 0;
  #lastMs: number | undefined;
  /** Why no more are made. */
  #unfit: string | undefined;
  /** Why head's launches failed in them. */
  #failed: string | undefined;

  constructor(plan: Plan, shared: readonly Row[]) {
    const { longestMs, writes } = plan.leakCheck ?? { longestMs: 0, writes: false };
    this.#isGated = gatesGrowth(plan);
    this.#longestMs = longestMs;
    this.#writes = writes;
    this.#shared = shared;
  }

  /** How many there were, how long all of them took, and how long the next one will. */
  get times(): { readonly checked: number; readonly checksMs: number; readonly checkMs: number | undefined } {
    return { checked: this.#count, checksMs: this.#takenMs, checkMs: this.#lastMs ?? this.#expectedMs() };
  }

  /** Takes the pace of calls from the timed blocks of a round. */
  learn(arms: readonly RunningArm[]): void {
    const measured = arms.filter(({ isControl, failure }) => !isControl && failure === undefined);
    this.#paces.learn(measured.flatMap(({ measurements }) => measurements));
    if (measured.length > 0) this.#timed = Math.min(...measured.map(({ measurements }) => timedCalls(measurements)));
  }

  /** After the timed blocks of a round, on arms that live side by side. */
  async run(arms: readonly RunningArm[], context: RunContext): Promise<void> {
    const taking = arms.filter(({ isControl, server, failure }) => !isControl && server.pid && failure === undefined);
    const chosen = this.#choose();
    if (taking.length === 0 || chosen.length === 0 || this.#unfit !== undefined) return;
    const { clock } = context;
    const from = clock.now();
    const checked: CheckedArm[] = taking.map((running) => ({ running, rows: [] }));
    try {
      const lost = await openAll(checked, chosen, context);
      const growth =
        lost.size > 0
          ? { lost }
          : await grow(checked, { context, calls: this.#callsAfter(chosen), longestMs: this.#longestMs });
      if (growth === "grown") {
        for (const { id } of chosen) this.#called.add(id);
        this.#lastMs = clock.now() - from;
      }
      for (const running of taking) running.setLeakChecked(chosen.map(({ id }) => id));
      if (growth === "late") this.#late += 1;
      if (this.#late >= mostLate) this.#unfit = lateness;
      if (typeof growth === "object") this.#lose(growth.lost, taking);
    } finally {
      for (const { rows } of checked) for (const { calls } of rows) await calls[Symbol.asyncDispose]();
      this.#count += 1;
      this.#takenMs += clock.now() - from;
    }
  }

  /** Nobody asked for these calls: only a head that does not take them where base does has failed. */
  #lose(lost: ReadonlyMap<RunningArm, string>, taking: readonly RunningArm[]): void {
    const bases = taking.filter(({ arm }) => arm.side === "base");
    const unfit = bases.length === 0 ? [...lost.keys()][0] : bases.find((running) => lost.has(running));
    const told = ({ id }: RunningArm, reason = "") => `${id} did not take them: ${shorten(reason)}`;
    if (unfit) this.#unfit = told(unfit, lost.get(unfit));
    else
      for (const [running, reason] of lost) {
        running.giveUp(reason);
        this.#failed = told(running, reason);
      }
  }

  /** A warning that names the rows in which no leak is looked for, and why. Empty where all are checked, or no gate needs it. */
  leftOut(rows: readonly Row[]): string[] {
    if (this.#longestMs === 0 || !this.#isGated) return [];
    const chosen = this.#called.size > 0 ? rows.filter(({ id }) => this.#called.has(id)) : this.#choose();
    const names = new Map<string, string[]>();
    for (const row of rows) {
      const reason = this.#whyNot(row) ?? (chosen.includes(row) ? this.#whyNone() : this.#whySlow(row));
      if (reason !== undefined) names.set(reason, [...(names.get(reason) ?? []), row.id]);
    }
    const reasons = [...names].map(([reason, ids]) => `${someOf(ids)} (${reason})`);
    return reasons.length > 0 ? [`memory that calls keep is not looked for in ${reasons.join("; ")}`] : [];
  }

  #whyNone(): string | undefined {
    if (this.#unfit !== undefined) return this.#unfit;
    if (this.#called.size > 0) return undefined;
    if (this.#failed !== undefined) return this.#failed;
    return this.#late > 0 ? lateness : "no time for the calls that it takes; raise the time budget";
  }

  #whySlow(row: Row): string | undefined {
    const calls = `${count(amounts.fewest)} calls in ${duration(this.#longestMs)}`;
    return this.#paces.knows(row) ? `too slow for its share of ${calls}; raise \`defaults.leak_check\`` : undefined;
  }

  #whyNot(row: Row): string | undefined {
    if (!this.#shared.includes(row)) return "its launches serve no other row";
    if (!isRepeatable(row)) return "only closed loops of one session, without set-up, are checked";
    if (!this.#writes && !row.onlyReads)
      return "may change something; write `defaults: { leak_check: 3s }` to call it more often all the same";
    return undefined;
  }

  /** As many rows as take turns within the time, quick ones first; in their own order. */
  #choose(): readonly Row[] {
    if (this.#longestMs === 0) return [];
    const able = this.#shared.filter((row) => this.#whyNot(row) === undefined);
    const quickFirst = able.toSorted((a, b) => this.#paces.of([a]) - this.#paces.of([b]));
    const settled = this.#called.size > 0 && this.#count >= settling;
    const chosen = quickFirst.filter((row, index) => {
      const pace = this.#paces.of(quickFirst.slice(0, index + 1));
      return this.#called.has(row.id) || (!settled && pace * amounts.fewest <= this.#longestMs);
    });
    return this.#shared.filter((row) => chosen.includes(row));
  }

  #expectedMs(): number | undefined {
    const chosen = this.#choose();
    return chosen.length === 0 ? undefined : this.#paces.of(chosen) * this.#callsAfter(chosen) * slowedBySide;
  }

  /** How many calls are to follow the timed ones of a round. */
  #callsAfter(chosen: readonly Row[]): number {
    const fitting = Math.floor(this.#longestMs / this.#paces.of(chosen));
    return Math.max(leastMore, Math.min(fitting, amounts.most - this.#timed));
  }
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

/** Whether memory that calls keep can fail the run, so that it has to be told of what it is not looked for in. */
function gatesGrowth({ arms, serverThresholds, rows }: Plan): boolean {
  const bounds = [serverThresholds, ...rows.map(({ thresholds }) => thresholds)].flat();
  return bounds.some(({ metric }) => metric === "memory_growth") || arms.some(({ side }) => side === "base");
}

/** Time of a call by row, of the quickest arm and round so far: a busy moment leaves nothing out for good. */
class CallPaces {
  readonly #paces = new Map<string, number>();

  /** Takes the middle block of each row. */
  learn(measurements: RunningArm["measurements"]): void {
    for (const { row, blocks } of measurements) {
      const paces = blocks.flatMap(({ attempted, wallMs }) => (attempted > 0 ? wallMs / attempted : []));
      if (paces.length > 0)
        this.#paces.set(row, Math.min(median(paces), this.#paces.get(row) ?? Number.POSITIVE_INFINITY));
    }
  }

  knows({ id }: Row): boolean {
    return this.#paces.has(id);
  }

  /** Time of a call in ms where these rows take turns; infinite as long as one of them is not known. */
  of(rows: readonly Row[]): number {
    const known = rows.map(({ id }) => this.#paces.get(id) ?? Number.POSITIVE_INFINITY);
    return known.reduce((sum, pace) => sum + pace, 0) / known.length;
  }
}
