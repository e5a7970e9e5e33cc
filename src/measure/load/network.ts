import { gzipSync } from "node:zlib";
import { mean } from "simple-statistics";
import type { RecordNetwork } from "../../record/launch.ts";
import type { NetworkUsage } from "../../server/http/network-meter.ts";
import type { LoopResult } from "./loop-result.ts";

/** Bodies that are compressed per row, arm and round, and their bytes in all. */
const gzipSample = { bodies: 8, bytes: 4 * 2 ** 20 };

const counters = ["sentBytes", "receivedBytes", "opened", "failed", "requests"] as const;
type Counter = (typeof counters)[number];

/** Counts the network traffic in the blocks of one row on one arm, over HTTP only. */
export class NetworkTally {
  readonly #read: () => NetworkUsage;
  /** Bodies of requests that are going to be sent. */
  readonly requests = new GzipSample();
  /** Bodies of replies, also of those that are judged within a block and are in no answer of its result. */
  readonly replies = new GzipSample();
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
      requestGzipBytes: this.requests.meanBytes(calls),
      responseGzipBytes: this.replies.meanBytes(calls),
    };
  }
}

/** The first few bodies of one direction, as long as they are small enough to be compressed in passing. */
class GzipSample {
  readonly #bodies: Uint8Array[] = [];
  #bytes = 0;

  /** False once the sample is full. */
  offer(body: Uint8Array): boolean {
    const room = this.#bodies.length < gzipSample.bodies && this.#bytes + body.byteLength <= gzipSample.bytes;
    if (!room) return false;
    this.#bodies.push(body);
    this.#bytes += body.byteLength;
    return true;
  }

  /** Bytes of `count` bodies of mean size, each compressed by itself; undefined without a sample. */
  meanBytes(count: number): number | undefined {
    const sizes = this.#bodies.map((body) => gzipSync(body).byteLength);
    return sizes.length > 0 ? count * mean(sizes) : undefined;
  }
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
