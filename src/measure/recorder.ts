import type { RecordBlock, RecordMeasurement } from "../baseline/record.ts";
import { encodeSamples } from "../baseline/record-samples.ts";
import { median } from "../stats/describe.ts";
import type { LoopResult } from "./loop-result.ts";
import type { Classifier, Outcome } from "./outcome.ts";
import { OutcomeTally } from "./outcome-tally.ts";

/** Gathers what one arm does for one row in one round, in order of time. */
export class Recorder {
  readonly #row: string;
  readonly #classify: Classifier;
  readonly #tally = new OutcomeTally();
  readonly #latencies: number[] = [];
  readonly #blocks: RecordBlock[] = [];
  readonly #sent = { count: 0, bytes: 0 };
  readonly #received = { count: 0, bytes: 0 };
  #cpuMs: number | undefined = 0;

  constructor(row: string, classify: Classifier) {
    this.#row = row;
    this.#classify = classify;
  }

  /** Judges the replies of a finished block and gives the ids of the good ones. `position` counts the blocks of all arms in the round. */
  addBlock(position: number, result: LoopResult): readonly number[] {
    const latencies: number[] = [];
    const ok: number[] = [];
    for (const { id, judged, latencyMs, bytes } of result.answers) {
      const outcome = judged instanceof Uint8Array ? this.#classify(judged, id) : judged;
      this.#tally.add(outcome);
      if (outcome.kind !== "ok") continue;
      latencies.push(latencyMs);
      ok.push(id);
      this.#received.count++;
      this.#received.bytes += bytes;
    }
    for (const failure of result.failures) this.#tally.add(failure);
    this.#sent.count += result.sent;
    this.#sent.bytes += result.sentBytes;
    for (const latency of latencies) this.#latencies.push(latency);
    this.#blocks.push({
      position,
      wallMs: result.wallMs,
      attempted: result.answers.length + result.failures.length,
      ok: latencies.length,
      ...(latencies.length > 0 ? { medianMs: median(latencies), meanMs: mean(latencies) } : {}),
      ...(result.backlog ? { backlog: result.backlog } : {}),
    });
    return ok;
  }

  /** CPU time the server's tree spent on one block; one block without it leaves the whole measurement without. */
  addCpu(ms: number | undefined): void {
    this.#cpuMs = ms === undefined || this.#cpuMs === undefined ? undefined : this.#cpuMs + ms;
  }

  /** What kept the row from being measured at all, as the one thing that was attempted. */
  addFailure(outcome: Outcome): void {
    this.#tally.add(outcome);
  }

  /** `more`: what was observed beside the calls. */
  measurement(more: Partial<RecordMeasurement> = {}): RecordMeasurement {
    const attempted = this.#tally.total;
    return {
      row: this.#row,
      outcomes: this.#tally.outcomes,
      errors: this.#tally.samples,
      blocks: this.#blocks,
      samples: encodeSamples(this.#latencies),
      requestBytes: this.#sent.count > 0 ? this.#sent.bytes / this.#sent.count : 0,
      ...(this.#received.count > 0 ? { responseBytes: this.#received.bytes / this.#received.count } : {}),
      ...(this.#cpuMs !== undefined && attempted > 0 ? { cpuPerCallMs: this.#cpuMs / attempted } : {}),
      ...more,
    };
  }
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
