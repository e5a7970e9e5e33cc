import { setImmediate } from "node:timers/promises";
import { summaryOf } from "../../errors.ts";
import { inFlightOf } from "../../model/load.ts";
import type { Restart } from "../../model/restart.ts";
import type { Row } from "../../plan/plan.ts";
import type { RecordRestart } from "../../record/launch.ts";
import { withPort } from "../../server/process/port.ts";
import type { Frame, RunningServer, Session } from "../../server/protocol/session.ts";
import type { RunContext } from "../context.ts";
import type { RunningArm } from "../launch/running-arm.ts";
import { shorten } from "../load/outcome.ts";
import { pingSession } from "../load/ping-session.ts";
import type { Calls } from "./calls.ts";

/*
 * A drill of a deploy: a server is asked to end while it works on calls, and started again at the same address. A call counts
 * that was under way for some time at the signal. A younger one may still lie in a buffer, where no server can know of it.
 */

/** Calls in flight of a load that does not say. */
const usualCalls = 8;

/** Least age at the signal of a call that counts. */
const leastAgeMs = 5;

/** Bursts of calls until one has calls under way at the signal: on a busy machine a wait may last longer than they do. */
const mostTries = 5;

/** Time that the end of a stream may take to arrive after the end of the process. */
const settleMs = 250;

/** A row that restarts its server, on one arm. */
export interface RestartArm {
  readonly running: RunningArm;
  readonly row: Row & { readonly restart: Restart };
  readonly calls: Calls;
}

/** Restarts the server of an arm. It leaves no server running: that of the arm has ended, and the new one too. */
export async function restartServer(arm: RestartArm, context: RunContext): Promise<RecordRestart> {
  const { running, row, calls } = arm;
  const { clock } = context;
  const { session, servers } = running;
  const { shutdownTimeoutMs } = running.arm.launch;
  const repeated = () => session.deliveries?.().repeated ?? 0;
  const before = repeated();
  const burst = await underWay(arm, context);
  const at = clock.now();
  const ends = await Promise.all(servers.map(({ endBy }) => endBy?.(`SIG${row.restart.signal}`, shutdownTimeoutMs)));
  const killed = ends.some((end) => end === undefined);
  // A process that does not end is killed, as a deploy does it. What one leaves behind is in the way of the next.
  if (killed) await Promise.all(servers.map((server) => server.stop()));
  const stream = await endOfStream(session, context);
  const back = await startAgain(running, context);
  try {
    const unreadyMs = back.server && clock.now() - at;
    const answer = back.server && (await answerToOld(running, back.server, context));
    await burst.ended;
    const { marked, lost, seen } = burst;
    return {
      calls: marked.size,
      lost,
      seen,
      repeated: repeated() - before,
      stream,
      killed,
      unreadyMs,
      session: answer,
      failure: back.failure,
    };
  } finally {
    calls.parts?.skip();
    calls.observer?.skip();
    await back.server?.stop();
    await Promise.all(servers.map((server) => server.stop()));
  }
}

/**
 * Sends calls, and marks those that are under way about half-way through the first of them. Where all have ended by then, it
 * waits less long the next time.
 */
async function underWay(arm: RestartArm, { clock, delay, signal }: RunContext): Promise<Burst> {
  const from = clock.now();
  const first = new Burst(arm);
  await first.answered;
  let waitMs = (clock.now() - from) / 2;
  await first.ended;
  for (let tries = mostTries; ; tries--) {
    const burst = new Burst(arm);
    await delay(waitMs, signal);
    // A late timer comes before the replies that are there.
    await setImmediate();
    if (waitMs >= leastAgeMs) burst.mark();
    if (burst.marked.size > 0 || waitMs < leastAgeMs || tries === 1) return burst;
    await burst.ended;
    waitMs = Math.max(leastAgeMs, waitMs / 2);
  }
}

/** Sends as many calls at once as the load has in flight. */
class Burst {
  /** Resolves when a call has ended. */
  readonly answered: Promise<void>;
  /** Resolves when each call has ended or its time is over. */
  readonly ended: Promise<unknown>;
  /** Ids of the calls that were under way at the signal. */
  readonly marked = new Set<number>();
  lost = 0;
  seen: string | undefined;
  readonly #open = new Set<number>();

  constructor({ row, calls }: RestartArm) {
    const frames = Array.from({ length: inFlightOf(row.load) ?? usualCalls }, calls.encode);
    for (const { id } of frames) this.#open.add(id);
    const ends = frames.map((frame) => this.#send(frame, { calls, timeoutMs: row.load.timeoutMs }));
    this.answered = Promise.race(ends);
    this.ended = Promise.all(ends);
  }

  #send(frame: Frame, { calls, timeoutMs }: { readonly calls: Calls; readonly timeoutMs: number }): Promise<void> {
    const { wire, classify } = calls;
    return new Promise((resolve) => {
      const end = (id: number, fault: string | undefined) => {
        if (!this.#open.delete(id)) return;
        clearTimeout(timer);
        if (fault !== undefined && this.marked.has(id)) {
          this.lost++;
          this.seen ??= shorten(fault);
        }
        resolve();
      };
      const timer = setTimeout(() => {
        wire.abandon(frame.id);
        end(frame.id, "no reply in time");
      }, timeoutMs);
      wire.send(frame, {
        onReply: (id, body) => {
          const outcome = classify(body, id);
          end(id, outcome.kind === "ok" ? undefined : outcome.message);
        },
        onFailure: (id, { message }) => end(id, message),
      });
    });
  }

  mark(): void {
    for (const id of this.#open) this.marked.add(id);
  }
}

/** Waits for the end of the stream to arrive. One that stays open behind its process has not been ended. */
async function endOfStream(
  { deliveries }: Session,
  { clock, delay, signal }: RunContext,
): Promise<RecordRestart["stream"]> {
  const from = clock.now();
  while (deliveries?.().stream === "open" && clock.now() - from < settleMs) await delay(10, signal);
  const { stream = "none" } = deliveries?.() ?? {};
  return stream === "open" ? "cut" : stream;
}

/** Starts the server at the address that it had. */
async function startAgain({ arm, server: { url } }: RunningArm, { launch, signal }: RunContext) {
  try {
    return { server: await launch(url ? withPort(arm.launch, Number(url.port)) : arm.launch) };
  } catch (error) {
    signal.throwIfAborted();
    return { failure: shorten(summaryOf(error)) };
  }
}

/** Speaks to the new process in the session of before. Undefined where there are no ids of sessions. */
async function answerToOld(
  { session, arm: { launch } }: RunningArm,
  next: RunningServer,
  { delay, signal }: RunContext,
): Promise<RecordRestart["session"]> {
  if (session.sessionId === undefined || !next.resume) return undefined;
  const timeoutMs = launch.startupTimeoutMs;
  const failure = await pingSession(next.resume, { of: { session, place: 0 }, timeoutMs, delay, signal });
  if (failure === undefined) return "known";
  return failure.kind === "http-status" && failure.status === 404 ? "told" : "stranded";
}
