import { gzipSync } from "node:zlib";
import { mean } from "simple-statistics";
import type { RecordNetwork } from "../../record/launch.ts";
import type { NetworkUsage } from "../../server/http/network-meter.ts";
import { BodySample } from "./body-sample.ts";
import type { LoopResult } from "./loop-result.ts";

/** Bodies that are compressed per row, arm and round, and their bytes in all. */
const gzipSample = { bodies: 8, bytes: 4 * 2 ** 20 };

const counters = ["sentBytes", "receivedBytes", "opened", "failed", "requests"] as const;
type Counter = (typeof counters)[number];

/** Counts the network traffic in the blocks of one row on one arm, over HTTP only. */
export class NetworkTally {
  readonly #read: () => NetworkUsage;
  /** Bodies of requests that are going to be sent. */
  readonly requests = new BodySample(gzipSample);
  /** Bodies of replies, also of those that are judged within a block and are in no answer of its result. */
  readonly replies = new BodySample(gzipSample);
  readonly #total: Record<Counter, number> = { sentBytes: 0, receivedBytes: 0, opened: 0, failed: 0, requests: 0 };
  #before: NetworkUsage | undefined;

  /** `read`: what the connections have carried so far. */
  constructor(read: () => NetworkUsage) {
    this.#read = read;
  }

  /** Right before a block. */
  begin(): void {
    this.#before = this.#read();
  }

  /** Right after it. */
  end({ answers }: LoopResult): void {
    const [before, after] = [this.#before, this.#read()];
    if (!before) return;
    for (const key of counters) this.#total[key] += Math.max(0, after[key] - before[key]);
    this.#before = undefined;
    for (const { body } of answers) if (!this.replies.offer(body)) break;
  }

  /** Compresses the sample: not for the time in which requests are timed. `calls`: how many are timed as one. */
  result(calls: number): RecordNetwork {
    return {
      ...this.#total,
      requestGzipBytes: gzipBytes(this.requests, calls),
      responseGzipBytes: gzipBytes(this.replies, calls),
    };
  }
}

/** Bytes of `count` bodies of mean size, each compressed by itself; undefined without a sample. */
function gzipBytes({ bodies }: BodySample, count: number): number | undefined {
  return bodies.length > 0 ? count * mean(bodies.map((body) => gzipSync(body).byteLength)) : undefined;
}

export function addNetwork(usages: readonly NetworkUsage[]): NetworkUsage {
  const sum = (key: Counter) => usages.reduce((total, usage) => total + usage[key], 0);
  return {
    sentBytes: sum("sentBytes"),
    receivedBytes: sum("receivedBytes"),
    opened: sum("opened"),
    failed: sum("failed"),
    requests: sum("requests"),
    setupMs: usages.flatMap(({ setupMs }) => setupMs),
  };
}
