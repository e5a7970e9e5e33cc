import type { Clock } from "../../base/host/clock.ts";

/**
 * Calls `wake` once, in a later turn of the event loop and not before a time of the clock, unless the returned function
 * is called first.
 */
export type Alarm = (at: number, wake: () => void) => () => void;

/** The longest wait that `setTimeout` takes; a longer one is woken early and waits again. */
const longestTimerMs = 2 ** 31 - 1;

/** A timer of Node, in whole milliseconds: for deadlines, which need no better. Returns what cancels it. */
export function timer(ms: number, wake: () => void): () => void {
  const set = setTimeout(wake, Math.min(Math.max(1, Math.ceil(ms)), longestTimerMs));
  return () => clearTimeout(set);
}

/** Timers of Node are up to this late; the rest is waited for turn by turn of the event loop. */
const timerLatenessMs = 2;

/**
 * An alarm that is late by microseconds, not by the milliseconds of a timer. In its last two milliseconds it keeps a core
 * busy, though never the event loop: replies are read meanwhile.
 */
export function preciseAlarm(clock: Clock): Alarm {
  return (at, wake) => {
    let sleep: NodeJS.Timeout | undefined;
    let turn: NodeJS.Immediate | undefined;
    const wait = (): void => {
      const sleepMs = at - clock.now() - timerLatenessMs;
      if (sleepMs > 0) sleep = setTimeout(look, Math.min(sleepMs, longestTimerMs));
      else turn = setImmediate(look);
    };
    const look = (): void => (clock.now() >= at ? wake() : wait());
    wait();
    return () => {
      clearTimeout(sleep);
      clearImmediate(turn);
    };
  };
}
