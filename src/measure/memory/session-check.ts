import { messageOf, ServerError } from "../../errors.ts";
import { freshSessionOf, leavesSessions } from "../../model/fresh-session.ts";
import type { Row } from "../../plan/plan.ts";
import type { RecordSessions } from "../../record/launch.ts";
import { median } from "../../stats/describe.ts";
import { theilSen } from "../../stats/theil-sen.ts";
import type { RunContext } from "../context.ts";
import type { RunningArm } from "../launch/running-arm.ts";
import { type ArmUsage, readUsage } from "../launch/usage.ts";
import { runClosedLoop } from "../load/closed-loop.ts";
import { isUnknownSession, pingSession } from "../load/ping-session.ts";
import { requireMostOk } from "../load/recorder.ts";
import type { TreeUsage } from "../resources/process-usage.ts";
import type { Calls } from "../row/calls.ts";
import type { FreshSessionWire } from "../wires/fresh-session-wire.ts";

/*
 * Memory that sessions leave with the server shows in its slope over sessions, once the first of them have filled what it
 * keeps for any. How long the server holds sessions that nobody uses is asked of the sessions themselves, each of them once: a
 * session that was asked is no longer one that nobody uses.
 */

/** Nothing times these sessions: in flight together they take no longer than the server works on them. */
const inFlight = 8;

/** Sessions before the first reading: the heap finds the size that work on sessions takes. */
const settling = 160;

/** Readings after it, … */
const stretches = 8;
/** … each after so many sessions. */
const perStretch = 24;

/** Sessions of a slow server are no more than there is time for. */
const longestMs = { settling: 1500, stretch: 400 };

/** Most questions whether sessions are still known, and the shortest pause between two. */
const questions = 40;
const leastPauseMs = 100;

/** Sessions cost at least so much that its reuse can be seen. */
const leastBytes = 16_000;

/** A server that reuses the memory of sessions needs less than this share of it for those of two waves, … */
const reused = 1 / 2;
/** … once its garbage collector has run, which may take ten times as many, and is not waited for longer. */
const reuse = { waves: 10, longestMs: 15_000 };

/**
 * Tests whether memory of ended sessions has yet to be used again, from what each session took in one wave after another. The
 * first wave alone tells too much of a session: a heap may not have found its size by then.
 */
export function isToShowReuse(waves: readonly number[]): boolean {
  return keptForGood(waves) >= Math.max(leastBytes, reused * median(waves));
}

/**
 * Returns the memory that a session keeps for good, from what each took in one wave after another: the least over two waves
 * together. A heap grows by garbage, too, but not in all of them; after a collection it stands still for less than two.
 */
export function keptForGood(waves: readonly number[]): number {
  if (waves.length < 2) return waves[0] ?? 0;
  const pairs = waves.slice(1).map((wave, before) => (wave + (waves[before] ?? wave)) / 2);
  return Math.max(0, Math.min(...pairs));
}

export interface SessionArm {
  readonly running: RunningArm;
  readonly row: Row;
  readonly calls: Calls;
  readonly wire: FreshSessionWire;
}

/** Opens and ends sessions on all arms at the same time. Arms on which that fails are left out, with a warning. */
export async function checkSessions(
  arms: readonly SessionArm[],
  context: RunContext,
): Promise<ReadonlyMap<RunningArm, RecordSessions>> {
  const checks = arms.map((arm) => new SessionCheck(arm, context));
  const able = () => checks.filter(({ hasFailed }) => !hasFailed);
  const running = arms.map((arm) => arm.running);
  /** Further sessions, with a reading after each stretch. */
  const wave = async (): Promise<void> => {
    for (let stretch = 0; stretch <= stretches; stretch++) {
      if (stretch > 0) await Promise.all(able().map((check) => check.open(perStretch, longestMs.stretch)));
      const look = stretch === 0 || stretch === stretches ? "holdings" : "again";
      const usage = await readUsage(running, context.resources, look);
      for (const check of able()) check.read(usage);
    }
    for (const check of able()) check.end();
  };
  await Promise.all(able().map((check) => check.open(settling, longestMs.settling)));
  await wave();
  await Promise.all(able().map((check) => check.watch()));
  const until = context.clock.now() + reuse.longestMs;
  for (let count = 0; count < reuse.waves && able().some((check) => check.isToBeReused); count++) {
    if (context.clock.now() > until) break;
    await Promise.all(able().map(({ arm }) => arm.wire.settled()));
    await wave();
  }
  for (const { calls } of arms) calls.observer?.skip();
  return new Map(able().map((check) => [check.arm.running, check.result()]));
}

interface Reading extends TreeUsage {
  /** Opened so far. */
  readonly sessions: number;
}

class SessionCheck {
  hasFailed = false;
  readonly arm: SessionArm;
  readonly #context: RunContext;
  /** True where the server knows each session to be over: nothing of it is to stay. */
  readonly #areDeleted: boolean;
  #opened = 0;
  #readings: Reading[] = [];
  #kept: Pick<RecordSessions, "opened" | "bytes" | "files" | "threads"> | undefined;
  /** Memory that each session of the waves after the first took. */
  readonly #further: number[] = [];
  #reclaim: RecordSessions["reclaim"];

  constructor(arm: SessionArm, context: RunContext) {
    this.arm = arm;
    this.#context = context;
    this.#areDeleted = !leavesSessions(arm.row.operation);
  }

  /** Opens and ends sessions, as many as there is time for. */
  async open(sessions: number, durationMs: number): Promise<void> {
    const { clock, signal } = this.#context;
    const { calls, row } = this.arm;
    const { wire, encode, classify } = calls;
    const { timeoutMs } = row.load;
    try {
      const frames = Array.from({ length: sessions }, encode);
      const options = { wire, classify, clock, signal, concurrency: inFlight, timeoutMs, durationMs, frames };
      const result = await runClosedLoop(options);
      requireMostOk(result, classify);
      this.#opened += result.sent;
    } catch (error) {
      this.#warn("what sessions leave behind", error);
      this.hasFailed = true;
    }
  }

  #warn(what: string, error: unknown): void {
    const { signal, warn } = this.#context;
    const { running, row } = this.arm;
    signal.throwIfAborted();
    warn(`${running.id}: ${row.id}: ${what} is unknown: ${messageOf(error)}`);
  }

  read(usage: ArmUsage): void {
    const own = usage.get(this.arm.running);
    if (own) this.#readings.push({ sessions: this.#opened, ...own });
  }

  end(): void {
    const readings = this.#readings;
    this.#readings = [];
    const [first, last] = [readings[0], readings.at(-1)];
    const opened = first && last ? last.sessions - first.sessions : 0;
    if (!first || !last || opened === 0) return;
    const rise = (from: number | undefined, to: number | undefined) =>
      // Descriptors that come and go by themselves are a small share of so many sessions.
      from === undefined || to === undefined ? undefined : Math.round((10 * (to - from)) / opened) / 10 || 0;
    if (this.#kept) {
      this.#further.push((last.rssBytes - first.rssBytes) / opened);
      return;
    }
    this.#kept = {
      opened,
      bytes: theilSen(readings.map(({ sessions, rssBytes }) => ({ x: sessions, y: rssBytes }))),
      files: rise(first.openFiles, last.openFiles),
      threads: rise(first.threads, last.threads),
    };
  }

  /** Watches for how long the server knows sessions that nobody uses, where the row asks for that. */
  async watch(): Promise<void> {
    try {
      await this.#watch();
    } catch (error) {
      this.#warn("how long sessions are held", error);
    }
  }

  async #watch(): Promise<void> {
    const { idleMs } = freshSessionOf(this.arm.row.operation) ?? {};
    const { left } = this.arm.wire;
    if (idleMs === undefined || left.length === 0) return;
    const ids = left.map(({ session }) => session.sessionId);
    const gap = ids.includes(undefined) ? "no-ids" : new Set(ids).size < ids.length ? "reused-ids" : undefined;
    if (gap) this.#reclaim = { kind: gap };
    else if (await this.#knows({ place: 0, sessionId: madeUpId })) this.#reclaim = { kind: "any-id" };
    else this.#reclaim = await this.#watchFor(idleMs);
  }

  async #watchFor(idleMs: number): Promise<RecordSessions["reclaim"]> {
    const { clock, delay, signal } = this.#context;
    const { left } = this.arm.wire;
    const from = clock.now();
    const pauseMs = Math.max(idleMs / Math.min(questions, left.length), leastPauseMs);
    while (clock.now() - from < idleMs && left.length > 0) {
      await delay(Math.min(pauseMs, idleMs), signal);
      const afterMs = clock.now() - from;
      // One that is refused may have been lost by itself.
      if (!(await this.#knowsNext()) && !(await this.#knowsNext())) return { kind: "refused", afterMs };
    }
    return { kind: "known", afterMs: Math.min(idleMs, clock.now() - from) };
  }

  /** Asks for the newest session that was not asked for yet. */
  async #knowsNext(): Promise<boolean> {
    const next = this.arm.wire.left.pop();
    return next !== undefined && this.#knows({ place: next.place, sessionId: next.session.sessionId });
  }

  /** Throws ServerError where the server gives no answer that tells. */
  async #knows({ place, sessionId }: { readonly place: number; readonly sessionId: string | undefined }) {
    const { row, running } = this.arm;
    const { server, session } = running;
    if (!server.resume) return false;
    const of = { session: { identity: session.identity, sessionId }, place };
    const failure = await pingSession(server.resume, { of, timeoutMs: row.load.timeoutMs, ...this.#context });
    this.#context.signal.throwIfAborted();
    if (failure && !isUnknownSession(failure)) throw new ServerError(`it did not answer: ${failure.message}`);
    return failure === undefined;
  }

  /** True where the server no longer knows sessions, and has not been seen to use their memory again. */
  get isToBeReused(): boolean {
    if (this.#areDeleted) return this.#bytes >= leastBytes;
    return this.#reclaim?.kind === "refused" && isToShowReuse(this.#waves);
  }

  /** Memory that each session keeps, of those that were deleted for good. */
  get #bytes(): number {
    return this.#areDeleted ? keptForGood(this.#waves) : (this.#kept?.bytes ?? 0);
  }

  get #waves(): readonly number[] {
    return [this.#kept?.bytes ?? 0, ...this.#further];
  }

  result(): RecordSessions {
    const { ends = [], idleMs = 0 } = freshSessionOf(this.arm.row.operation) ?? {};
    const isNotReused = !this.#areDeleted && this.isToBeReused;
    const reclaim = isNotReused ? { kind: "not-reused" as const, afterMs: idleMs } : this.#reclaim;
    const kept = this.#kept && { ...this.#kept, bytes: this.#bytes };
    return { ends: ends.map(({ end }) => end), opened: 0, ...kept, reclaim };
  }
}

const madeUpId = "00000000-0000-4000-8000-000000000000";
