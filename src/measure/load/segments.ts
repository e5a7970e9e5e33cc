import type { Frame, Sender } from "../../server/protocol/session.ts";
import type { Context } from "../context.ts";
import { CallTally } from "./call-tally.ts";
import { type FrameSource, framesOf } from "./frame-supply.ts";
import type { Answer, Backlog, LoopResult } from "./loop-result.ts";
import type { MixParts } from "./mix.ts";
import type { Classifier } from "./outcome.ts";
import type { LostConnections } from "./responsiveness.ts";

/*
 * Replies are judged when nothing is timed, so they are kept until then. A loop with more of them than memory should hold is
 * run in segments: it stops sending when the room for replies is full, and goes on once those it has are judged.
 */

/** Room for replies that are kept until they are judged. */
const most = { bytes: 32 * 2 ** 20, replies: 100_000 };

export interface LoopOptions extends Pick<Context, "clock" | "signal"> {
  readonly wire: Sender;
  /** Sent in this order. */
  readonly frames: readonly Frame[] | FrameSource;
  /** Judges the replies that do not fit into memory until the loop is over. */
  readonly classify: Classifier;
  /** Parts of the mix that the requests belong to. */
  readonly parts?: MixParts | undefined;
  readonly timeoutMs: number;
  /** Lost connections of the blocks before: where these are short, a server that is gone may show only in the next ones. */
  readonly losses?: LostConnections | undefined;
  /** Bytes of replies to keep until they are judged. */
  readonly retainBytes?: number | undefined;
}

export type SegmentOptions<Options extends LoopOptions> = Options & {
  readonly frames: FrameSource;
  /** Wall time of the segments before. */
  readonly spentMs: number;
};

export interface Segment extends LoopResult {
  /** Requests still to be sent; may be infinite. 0 where the loop is over. */
  readonly left: number;
}

/**
 * Runs a loop in as many segments as the room for its replies makes necessary. Between two segments nothing is in flight,
 * so judging is in no latency, and the wall time is the sum of those of the segments. The replies of the first segment are
 * given back, judged only where others follow. `run` sends frames until its segment is over; `spentMs`: wall time of the
 * segments before.
 */
export async function runInSegments(
  { frames, classify, parts }: Pick<LoopOptions, "frames" | "classify" | "parts">,
  run: (source: FrameSource, spentMs: number) => Promise<Segment>,
): Promise<LoopResult> {
  const source = "next" in frames ? frames : framesOf(frames);
  let { left, ...whole } = await run(source, 0);
  if (left === 0) return whole;
  const judge = (answers: readonly Answer[], tally: CallTally): CallTally => {
    for (const answer of answers) tally.addReply(classify(answer.body, answer.id), answer);
    return tally;
  };
  // Not once the loop is over: to which call a reply is, is not known for ever.
  whole = { ...whole, judged: judge(whole.answers, new CallTally(parts)) };
  const further = new CallTally(parts);
  while (left > 0) {
    const next = await run({ requests: left, next: () => source.next() }, whole.wallMs);
    judge(next.answers, further);
    whole = joined(whole, next);
    left = next.left;
  }
  return { ...whole, further };
}

/** With the answers of the first. */
function joined(first: LoopResult, { left: _left, ...then }: Segment): LoopResult {
  first.failures.merge(then.failures);
  return {
    ...then,
    wallMs: first.wallMs + then.wallMs,
    answers: first.answers,
    judged: first.judged,
    failures: first.failures,
    sent: first.sent + then.sent,
    sentBytes: first.sentBytes + then.sentBytes,
    lagMs: first.lagMs === undefined ? undefined : Math.max(first.lagMs, then.lagMs ?? 0),
    backlog: first.backlog && then.backlog ? joinedBacklog(first.backlog, then.backlog) : undefined,
  };
}

function joinedBacklog(first: Backlog, then: Backlog): Backlog {
  return { most: Math.max(first.most, then.most), dropped: first.dropped + then.dropped };
}

/** The replies of one segment, kept until nothing is timed any more. */
export class ReplyLog {
  readonly answers: Answer[] = [];
  readonly #mostBytes: number;
  #bytes = 0;

  constructor(mostBytes = most.bytes) {
    this.#mostBytes = mostBytes;
  }

  /** True: nothing more should be sent. Replies to what is in flight are still kept. */
  get isFull(): boolean {
    return this.#bytes > this.#mostBytes || this.answers.length >= most.replies;
  }

  add(id: number, body: Uint8Array, { latencyMs, atMs }: Pick<Answer, "latencyMs" | "atMs">): void {
    const bytes = body.byteLength;
    this.#bytes += bytes;
    this.answers.push({ id, latencyMs, atMs, bytes, body });
  }
}
