import { leavesSessions } from "../../model/fresh-session.ts";
import type { Outlook } from "../../plan/outlook.ts";
import type { Plan, Row } from "../../plan/plan.ts";
import type { LeakGap, RecordWarning } from "../../record/warning.ts";
import { groupBy } from "../../stats/group-by.ts";
import type { RunContext } from "../context.ts";
import type { RunningArm } from "../launch/running-arm.ts";
import { shorten } from "../load/outcome.ts";
import { CallPaces, isRepeatable } from "../row/calls-of-round.ts";
import { fewestCalls, grow, mostCalls, type Share } from "./memory-growth.ts";

/** Fewest calls of a row that are worth its time: fewer keep less than a heap varies by. */
const fewestOfRow = 100;

/** A check that takes longer may be of fewer calls than wanted, … */
const worthMs = 1000;
/** … but not of fewer than these: they tell nothing that a launch does not differ by. */
const fewestOfAll = 600;

/** Rounds in which the calls may be late before no more are made. */
const mostLate = 2;

/** Checks that may add rows; from then on rounds can be compared. */
const settling = 3;

/** Makes calls that nothing times, to see what they keep in memory: sets `memory_growth`. One for a whole run. */
export class LeakCheck {
  readonly #plan: Plan;
  /** About the longest that the calls of one round may take; 0: none are made. */
  readonly #longestMs: number;
  /** Rows of launches that serve all: others are not called. */
  readonly #shared: readonly Row[];
  readonly #paces = new CallPaces();
  /** Rows that were called; they stay, so that rounds can be compared. */
  readonly #called = new Set<string>();
  /** Calls of a check: as many as the timed ones of the launch leave of those by which a heap has found its size. */
  #wanted = mostCalls;
  #count = 0;
  #late = 0;
  #takenMs = 0;
  /** Ratio of the time of calls here, in flight together and beside another arm, to that of the timed ones. */
  #slowness = 1;
  /** Rows whose calls do other work on one arm than on another, in the newest round that measured them, and why. */
  readonly #unlike = new Map<string, LeakGap | undefined>();
  /** Reason why no more are made. */
  #unfit: LeakGap | undefined;
  /** Reason why head's launches failed in them. */
  #failed: LeakGap | undefined;

  constructor(plan: Plan, shared: readonly Row[]) {
    this.#plan = plan;
    this.#longestMs = plan.leakCheck?.longestMs ?? 0;
    this.#shared = shared;
  }

  /** Number of checks of all rows, and their total time. */
  get times(): { readonly checked: number; readonly checksMs: number } {
    return { checked: this.#count, checksMs: this.#takenMs };
  }

  /** About the shortest time in which one tells anything; infinite where none is made. */
  get leastMs(): number {
    const shares = this.#share();
    if (shares.length === 0 || this.#unfit !== undefined) return Number.POSITIVE_INFINITY;
    const wholeMs = this.#timeOf(shares) * this.#slowness;
    const calls = shares.reduce((sum, { amount }) => sum + amount, 0);
    return Math.min(wholeMs, Math.max(worthMs, (wholeMs * fewestOfAll) / calls));
  }

  /** Takes number and pace of the calls from the timed blocks of a round. */
  learn(arms: readonly RunningArm[]): void {
    const measured = arms.filter(({ failure }) => failure === undefined);
    this.#paces.learn(measured.flatMap(({ measurements }) => measurements));
    for (const [row, why] of whyUnlike(measured)) this.#unlike.set(row, why);
    const timed = measured.map(({ measurements }) =>
      measurements.flatMap(({ blocks }) => blocks).reduce((sum, { attempted }) => sum + attempted, 0),
    );
    this.#wanted = Math.max(fewestCalls, mostCalls - Math.min(mostCalls, ...timed));
  }

  /** Tests whether a row can be called alone. */
  canCall(id: string): boolean {
    return this.#unfit === undefined && this.#called.has(id) && !this.#unlike.get(id);
  }

  /** Calls rows on arms that live side by side, or the `suspect` alone, for about `longestMs` at most. */
  async run(
    arms: readonly RunningArm[],
    context: RunContext,
    { longestMs, suspect }: { readonly longestMs: number; readonly suspect?: Outlook["suspect"] },
  ): Promise<void> {
    const taking = arms.filter(({ server, failure }) => server.pid && failure === undefined);
    if (taking.length === 0 || longestMs === 0 || (!suspect && longestMs < this.leastMs)) return;
    // The first shows that there is a gate: no more than that is spent on credit.
    const { leakCheck, arms: all } = this.#plan;
    const isLimited = leakCheck?.share !== undefined && all.some(({ side }) => side === "base");
    const ms = this.#count === 0 && isLimited ? this.leastMs : longestMs;
    const shares = suspect ? this.#alone(suspect, longestMs) : this.#share(ms);
    const leakChecked = shares.map(({ row }) => row.id);
    const { clock } = context;
    const from = clock.now();
    try {
      const growth = await grow(taking, { shares, context, longestMs: this.#longestMs });
      if (growth.kind === "grown" && !suspect) {
        for (const id of leakChecked) this.#called.add(id);
        this.#slowness = (clock.now() - from) / Math.max(this.#timeOf(shares), 1e-6);
      }
      for (const running of taking)
        running.leakCheck =
          growth.kind === "grown"
            ? { leakChecked, leakCheckCalls: growth.calls, leakCheckRows: growth.byRow.get(running) }
            : { leakChecked };
      if (growth.kind === "late") this.#late += 1;
      if (this.#late >= mostLate) this.#unfit = { code: "late" };
      if (growth.kind === "lost") this.#lose(growth.lost, taking);
    } finally {
      // Beside a row that is called alone the others have their share as before.
      if (!suspect) this.#count += 1;
      if (!suspect) this.#takenMs += clock.now() - from;
    }
  }

  /** The user did not configure these calls: only a head that does not take them where base does has failed. */
  #lose(lost: ReadonlyMap<RunningArm, string>, taking: readonly RunningArm[]): void {
    const bases = taking.filter(({ arm }) => arm.side === "base");
    const unfit = bases.length === 0 ? [...lost.keys()][0] : bases.find((running) => lost.has(running));
    const gap = ({ id }: RunningArm, text = ""): LeakGap => ({ code: "not-taken", arm: id, text: shorten(text) });
    if (unfit) this.#unfit = gap(unfit, lost.get(unfit));
    else
      for (const [running, reason] of lost) {
        running.giveUp(reason);
        this.#failed = gap(running, reason);
      }
  }

  /** Names the rows without a leak check, and why. Empty where all are checked, or no gate needs it. */
  leftOut(): RecordWarning[] {
    const { rows } = this.#plan;
    if (this.#longestMs === 0 || !gatesGrowth(this.#plan)) return [];
    const chosen =
      this.#called.size > 0 ? rows.filter(({ id }) => this.#called.has(id)) : this.#share().map(({ row }) => row);
    const found = rows.flatMap((row) => {
      // The session check looks at what sessions leave.
      if (row.refused || leavesSessions(row.operation)) return [];
      const why = this.#whyNot(row) ?? (chosen.includes(row) ? this.#whyNone() : this.#whyLeftOut(row));
      return why ? [{ id: row.id, why }] : [];
    });
    const gaps = [...groupBy(found, ({ why }) => JSON.stringify(why)).values()].flatMap((same) =>
      same.slice(0, 1).map(({ why }) => ({ rows: same.map(({ id }) => id), why })),
    );
    return gaps.length > 0 ? [{ code: "not-leak-checked", gaps }] : [];
  }

  #whyNone(): LeakGap | undefined {
    if (this.#unfit !== undefined) return this.#unfit;
    if (this.#called.size > 0) return undefined;
    if (this.#failed !== undefined) return this.#failed;
    return { code: this.#late > 0 ? "late" : "no-time" };
  }

  #whyLeftOut(row: Row): LeakGap | undefined {
    const unlike = this.#unlike.get(row.id);
    if (unlike !== undefined) return unlike;
    return this.#paces.knows(row) ? { code: "slow", calls: fewestOfRow, ms: this.#longestMs } : undefined;
  }

  #whyNot(row: Row): LeakGap | undefined {
    if (!this.#shared.includes(row)) return { code: "own-launches" };
    if (!isRepeatable(row)) return { code: "not-repeatable" };
    if (row.calledOnce) return { code: "called-once" };
    return this.#plan.leakCheck?.writes || row.onlyReads ? undefined : { code: "not-read-only" };
  }

  #alone({ row: id, calls }: NonNullable<Outlook["suspect"]>, longestMs: number): readonly Share[] {
    const row = this.#shared.find((one) => one.id === id);
    if (!row) return [];
    const fitting = Math.floor(longestMs / (this.#paces.of(row) * this.#slowness));
    return [{ row, amount: Math.max(fewestOfRow, Math.min(calls, fitting)) }];
  }

  /**
   * Shares a time out among the rows, in their own order. All alike; where that is too short, a slow row gets its part of the
   * time and no more, so that it takes no call from a quick one. Rows that have no time for calls worth making, however long a
   * check may ever take, are left out.
   */
  #share(longestMs = this.#longestMs): readonly Share[] {
    if (this.#longestMs === 0) return [];
    const settled = this.#called.size > 0 && this.#count >= settling;
    const able = this.#shared.filter(
      (row) =>
        this.#whyNot(row) === undefined &&
        !this.#unlike.get(row.id) &&
        this.#paces.knows(row) &&
        (!settled || this.#called.has(row.id)),
    );
    let left = able.toSorted((a, b) => this.#paces.of(a) - this.#paces.of(b));
    // The slowest one is left out first: its part of the time is then that of the others.
    for (let slowest = left.at(-1); slowest; slowest = left.at(-1)) {
      const amount = this.#amounts(left, this.#longestMs).at(-1)?.amount ?? 0;
      if (this.#called.has(slowest.id) || amount >= Math.min(fewestOfRow, this.#mostOf(left))) break;
      left = left.slice(0, -1);
    }
    const amounts = new Map(this.#amounts(left, longestMs).map(({ row, amount }) => [row, amount]));
    return this.#shared.flatMap((row) => {
      const amount = amounts.get(row);
      return amount === undefined ? [] : [{ row, amount: Math.max(1, amount) }];
    });
  }

  /** Calls of rows, quick ones first. */
  #amounts(rows: readonly Row[], longestMs: number): Share[] {
    let leftMs = longestMs;
    return rows.map((row, index) => {
      const paceMs = this.#paces.of(row) * this.#slowness;
      const amount = Math.min(this.#mostOf(rows), Math.floor(leftMs / (rows.length - index) / paceMs));
      leftMs -= amount * paceMs;
      return { row, amount };
    });
  }

  /** Most calls of each of so many rows. */
  #mostOf({ length }: readonly Row[]): number {
    return Math.ceil(this.#wanted / length);
  }

  /** Estimates the time by that of the timed calls. */
  #timeOf(shares: readonly Share[]): number {
    return shares.reduce((sum, { row, amount }) => sum + amount * this.#paces.of(row), 0);
  }
}

/** Shares of ok calls further apart than this are of different work. */
const mostApart = 1 / 2;

/** Returns for each called row why its growth cannot be compared between arms; undefined where it can. */
function whyUnlike(arms: readonly RunningArm[]): ReadonlyMap<string, LeakGap | undefined> {
  const measured = arms.flatMap(({ id, measurements }) =>
    measurements.map(({ row, outcomes, blocks }) => {
      const attempted = blocks.reduce((sum, block) => sum + block.attempted, 0);
      return { id, row, ok: attempted > 0 ? (outcomes.ok ?? 0) / attempted : 1 };
    }),
  );
  return new Map(
    [...groupBy(measured, ({ row }) => row)].map(([row, ofArms]) => {
      const most = Math.max(...ofArms.map(({ ok }) => ok));
      const failing = new Set(ofArms.filter(({ ok }) => most - ok > mostApart).map(({ id }) => id));
      return [row, failing.size > 0 ? { code: "fails", arms: [...failing] } : undefined];
    }),
  );
}

/** Returns whether a leak can fail the run, so that the report has to list what is not checked for one. */
function gatesGrowth({ arms, serverThresholds, rows }: Plan): boolean {
  const bounds = [serverThresholds, ...rows.map(({ thresholds }) => thresholds)].flat();
  return bounds.some(({ metric }) => metric === "memory_growth") || arms.some(({ side }) => side === "base");
}
