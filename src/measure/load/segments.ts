import type { Frame } from "../../server/protocol/session.ts";
import { CallTally } from "./call-tally.ts";
import { type FrameSource, framesOf } from "./frame-supply.ts";
import type { Backlog, LoopResult } from "./loop-result.ts";
import type { MixParts } from "./mix.ts";
import type { Classifier } from "./outcome.ts";

/** What a loop came to that pauses when its replies take too much memory. */
export interface Stretch extends LoopResult {
  /** Requests that are still to be sent; may be infinite. 0 where the loop is over. */
  readonly left: number;
}

export interface InStretches {
  /** Sent in this order. */
  readonly frames: readonly Frame[] | FrameSource;
  /** For replies that do not fit into memory until the loop is over. */
  readonly classify: Classifier;
  /** Of the mix that the requests are of. */
  readonly parts?: MixParts;
}

/**
 * Runs a loop in stretches, each as long as there is room for its replies, and judges them in between: nothing is in
 * flight then, so that it is in no latency, and the wall time is the sum of those of the stretches. The replies of the
 * first one are given back as they are. `run`: sends frames until the next pause; `spentMs`: wall time of the stretches before.
 */
export async function inStretches(
  { frames, classify, parts }: InStretches,
  run: (source: FrameSource, spentMs: number) => Promise<Stretch>,
): Promise<LoopResult> {
  const source = "next" in frames ? frames : framesOf(frames);
  let { left, ...whole } = await run(source, 0);
  if (left === 0) return whole;
  const further = new CallTally(parts);
  while (left > 0) {
    const next = await run({ requests: left, next: () => source.next() }, whole.wallMs);
    for (const answer of next.answers) further.addReply(classify(answer.body, answer.id), answer);
    whole = joined(whole, next);
    left = next.left;
  }
  return { ...whole, further };
}

/** With the answers of the first. */
function joined(first: LoopResult, { left: _left, ...then }: Stretch): LoopResult {
  first.failures.merge(then.failures);
  return {
    ...then,
    wallMs: first.wallMs + then.wallMs,
    answers: first.answers,
    failures: first.failures,
    sent: first.sent + then.sent,
    sentBytes: first.sentBytes + then.sentBytes,
    ...(first.backlog && then.backlog ? { backlog: joinedBacklog(first.backlog, then.backlog) } : {}),
  };
}

function joinedBacklog(first: Backlog, then: Backlog): Backlog {
  return { most: Math.max(first.most, then.most), dropped: first.dropped + then.dropped };
}
