import type { RecordBlock, RecordMeasurement } from "../../record/record.ts";
import { CallTally, type LoopResult } from "./loop-result.ts";
import type { MixParts } from "./mix.ts";
import type { Classifier, Failure, Outcome } from "./outcome.ts";
import type { LoopOptions } from "./request-loop.ts";
import type { RssReading } from "./timeline.ts";

type Observed = Partial<RecordMeasurement> & {
  readonly cpu?: { readonly ms: number | undefined; readonly further: number };
};

/** Gathers what one arm does for one row in one round, in order of time. */
export class Recorder {
  readonly #row: string;
  readonly #classify: Classifier;
  readonly #parts: MixParts | undefined;
  readonly #tally: CallTally;
  readonly #blocks: RecordBlock[] = [];
  readonly #sent = { count: 0, bytes: 0 };
  /** Time of the load so far. */
  #wallMs = 0;

  constructor(row: string, { classify, parts }: Pick<LoopOptions, "classify" | "parts">) {
    this.#row = row;
    this.#classify = classify;
    this.#parts = parts;
    this.#tally = new CallTally(parts);
  }

  /**
   * Judges the replies of a finished block that are not judged yet. `position` counts the blocks of all arms in the round; a
   * `fault` is one of all its replies, whatever they say. Returns its calls.
   */
  addBlock(position: number, result: LoopResult, fault?: Failure): CallTally {
    const block = new CallTally(this.#parts);
    if (fault) block.outcomes.add(fault, result.answers.length + (result.further?.outcomes.total ?? 0));
    else if (result.judged) block.append(result.judged);
    else for (const answer of result.answers) block.addReply(this.#classify(answer.body, answer.id), answer);
    if (result.further && !fault) block.append(result.further);
    block.outcomes.merge(result.failures);
    this.#tally.append(block, this.#wallMs);
    this.#wallMs += result.wallMs;
    this.#sent.count += result.sent;
    this.#sent.bytes += result.sentBytes;
    const { latencies } = block;
    this.#blocks.push({
      position,
      wallMs: result.wallMs,
      attempted: block.outcomes.total,
      ok: latencies.count,
      ...(latencies.count > 0 ? { medianMs: latencies.median, meanMs: latencies.mean } : {}),
      backlog: result.backlog,
    });
    return block;
  }

  /** Adds readings of memory at times of the next block. */
  addMemory(readings: readonly RssReading[]): void {
    this.#tally.timeline.addMemory(readings.map(({ atMs, rssBytes }) => ({ atMs: this.#wallMs + atMs, rssBytes })));
  }

  /** Records the reason why the row could not be measured at all, as its only attempt. */
  addFailure(outcome: Outcome): void {
    this.#tally.outcomes.add(outcome);
  }

  /** `cpu`: time that the server's tree spent on all blocks and on so many `further` calls. `more`: what else was observed. */
  measurement({ cpu, ...more }: Observed = {}): RecordMeasurement {
    const { outcomes, latencies, timeline, receivedBytes } = this.#tally;
    const attempted = outcomes.total;
    return {
      row: this.#row,
      outcomes: outcomes.outcomes,
      errors: outcomes.samples,
      blocks: this.#blocks,
      ...latencies.stored(),
      requestBytes: this.#sent.count > 0 ? this.#sent.bytes / this.#sent.count : 0,
      responseBytes: latencies.count > 0 ? receivedBytes / latencies.count : undefined,
      cpuPerCallMs: cpu?.ms !== undefined && attempted > 0 ? cpu.ms / (attempted + cpu.further) : undefined,
      parts: this.#parts?.result(this.#tally.ofParts),
      timeline: timeline.stored(this.#wallMs),
      ...more,
    };
  }
}

/** Refuses calls of which most failed. Throws an Error that says how they ended. */
export function requireMostOk(result: LoopResult, classify: Classifier): void {
  if (result.disconnected !== undefined) throw new Error(`the connection was lost: ${result.disconnected}`);
  const { outcomes } = new Recorder("", { classify }).addBlock(0, result);
  const { ok = 0 } = outcomes.outcomes;
  if (ok > outcomes.total / 2) return;
  const [first] = outcomes.samples;
  throw new Error(`${ok} of ${outcomes.total} calls were ok${first ? ` (${first.kind}: ${first.message})` : ""}`);
}
