import { LatencyLog } from "./latency-log.ts";
import type { Outcome } from "./outcome.ts";
import { OutcomeTally } from "./outcome-tally.ts";

/** How calls ended, in order of time, in memory that does not grow with their number. Only `ok` enters latency. */
export class CallTally {
  readonly latencies = new LatencyLog();
  readonly outcomes = new OutcomeTally();
  /** Of ok replies, as JSON text. */
  receivedBytes = 0;

  addReply(outcome: Outcome, { latencyMs, bytes }: { readonly latencyMs: number; readonly bytes: number }): void {
    this.outcomes.add(outcome);
    if (outcome.kind !== "ok") return;
    this.latencies.add(latencyMs);
    this.receivedBytes += bytes;
  }

  /** Appends what came after. */
  append(later: CallTally): void {
    this.outcomes.merge(later.outcomes);
    this.latencies.append(later.latencies);
    this.receivedBytes += later.receivedBytes;
  }
}
