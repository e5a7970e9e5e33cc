import { gzipSync } from "node:zlib";
import { mean } from "simple-statistics";
import type { RecordNetwork } from "../../record/launch.ts";
import type { NetworkUsage } from "../../server/http/network-meter.ts";
import type { LoopResult } from "./loop-result.ts";

/** Bodies that are compressed per row, arm and round, and their bytes in all. */
const gzipSample = { bodies: 8, bytes: 4 * 2 ** 20 };

const none = { sentBytes: 0, receivedBytes: 0, opened: 0, failed: 0, requests: 0 };
const counters = Object.keys(none) as (keyof typeof none)[];

/** Counts the network traffic in the blocks of one row on one arm, over HTTP only. */
export class NetworkTally {
  readonly #read: () => NetworkUsage;
  /** Bodies of requests that are going to be sent. */
  readonly requests = new BodySample(gzipSample);
  /** Bodies of replies, also of those that are judged within a block and are in no answer of its result. */
  readonly replies = new BodySample(gzipSample);
  readonly #total = { ...none };
  #before: NetworkUsage | undefined;

  /** `read`: what the connections have carried so far. */
  constructor(read: () => NetworkUsage) {
    this.#read = read;
  }

  begin(): void {
    this.#before = this.#read();
  }

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
  const total = { ...none, setupMs: usages.flatMap(({ setupMs }) => setupMs) };
  for (const usage of usages) for (const key of counters) total[key] += usage[key];
  return total;
}

/** The first few bodies that are offered, as long as they are small enough to be looked at in passing. */
export class BodySample {
  readonly bodies: Uint8Array[] = [];
  readonly #most: { readonly bodies: number; readonly bytes: number };
  #bytes = 0;

  /** `most`: how many to keep, and their bytes in all. */
  constructor(most: { readonly bodies: number; readonly bytes: number }) {
    this.#most = most;
  }

  /** Returns false for a body that it has no room for. */
  offer(body: Uint8Array): boolean {
    const { bodies, bytes } = this.#most;
    if (this.bodies.length >= bodies || this.#bytes + body.byteLength > bytes) return false;
    this.bodies.push(body);
    this.#bytes += body.byteLength;
    return true;
  }
}
