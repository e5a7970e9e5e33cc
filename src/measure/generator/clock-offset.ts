import type { ClockOffset } from "../../record/generators.ts";

/** When a request left and its reply came, by our clock, and the whole second that the server wrote in between. All in ms since 1970. */
interface Reading {
  readonly sentAt: number;
  readonly receivedAt: number;
  readonly date: number;
}

const second = 1000;

/** Known well enough. */
const closeMs = 25;

const mostRequests = 12;

/** What is known of the server's clock with one more reading; undefined where no clock fits all of them. */
function narrowed(known: ClockOffset, { sentAt, receivedAt, date }: Reading): ClockOffset | undefined {
  const atLeastMs = Math.max(known.atLeastMs, date - receivedAt);
  const atMostMs = Math.min(known.atMostMs, date + second - sentAt);
  return atLeastMs <= atMostMs ? { atLeastMs, atMostMs } : undefined;
}

interface Reader {
  readonly delay: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly signal: AbortSignal;
  readonly now: () => number;
  /** The server's `Date`, in ms since 1970; undefined where it tells none. */
  readonly readDate: () => Promise<number | undefined>;
  /** When there has to be an end, by our clock. */
  readonly until: number;
}

/**
 * By how much the server's clock is ahead of ours. `Date` (https://www.rfc-editor.org/rfc/rfc9110#name-date) has whole seconds:
 * a request made when the server should be between two of them halves what is not known. Undefined where the server tells no
 * time, or several clocks answer.
 */
export async function clockOffset({ now, readDate, delay, signal, until }: Reader): Promise<ClockOffset | undefined> {
  let known: ClockOffset = { atLeastMs: -1e15, atMostMs: 1e15 };
  for (let request = 0; request < mostRequests && known.atMostMs - known.atLeastMs > closeMs; request++) {
    if (request > 0) {
      const middle = (known.atLeastMs + known.atMostMs) / 2;
      const sinceTick = (now() + middle) % second;
      const wait = second - sinceTick;
      if (now() + wait > until) break;
      await delay(wait, signal);
    }
    const sentAt = now();
    const date = await readDate();
    if (date === undefined) return undefined;
    const closer = narrowed(known, { sentAt, receivedAt: now(), date });
    if (!closer) return undefined;
    known = closer;
  }
  return known;
}
