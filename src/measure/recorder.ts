import { encodeSamples, type RecordBlock, type RecordMeasurement } from "../baseline/record.ts";
import type { Frame } from "../server/session.ts";
import { median } from "../stats/describe.ts";
import type { LoopResult } from "./loop-result.ts";
import type { Classifier } from "./outcome.ts";
import { OutcomeTally } from "./outcome-tally.ts";

const newline = 0x0a;

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

  /** Judges the replies of a finished block. `position` counts the blocks of all arms in the round. */
  addBlock(position: number, frames: readonly Frame[], result: LoopResult): void {
    const latencies: number[] = [];
    for (const { judged, latencyMs, bytes } of result.answers) {
      const outcome = judged instanceof Uint8Array ? this.#classify(judged) : judged;
      this.#tally.add(outcome);
      if (outcome.kind !== "ok") continue;
      latencies.push(latencyMs);
      this.#received.count++;
      this.#received.bytes += bytes;
    }
    for (const failure of result.failures) this.#tally.add(failure);
    for (const { bytes } of frames) {
      this.#sent.count++;
      this.#sent.bytes += bytes.byteLength - (bytes.at(-1) === newline ? 1 : 0);
    }
    for (const latency of latencies) this.#latencies.push(latency);
    this.#blocks.push({
      position,
      wallMs: result.wallMs,
      attempted: result.answers.length + result.failures.length,
      ok: latencies.length,
      ...(latencies.length > 0 ? { medianMs: median(latencies), meanMs: mean(latencies) } : {}),
    });
  }

  /** CPU time the server's tree spent on one block; one block without it leaves the whole measurement without. */
  addCpu(ms: number | undefined): void {
    this.#cpuMs = ms === undefined || this.#cpuMs === undefined ? undefined : this.#cpuMs + ms;
  }

  measurement(): RecordMeasurement {
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
    };
  }
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
