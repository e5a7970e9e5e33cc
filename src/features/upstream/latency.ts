import { createHash } from "node:crypto";
import { seededRandom } from "../../stats/random.ts";
import type { Exchange } from "./exchange.ts";
import type { UpstreamConfig } from "./upstream-schema.ts";

export type Latency = UpstreamConfig["latency"];

interface Asked {
  readonly exchange: Exchange;
  /** Times of all recorded exchanges of the route. */
  readonly recordedMs: readonly number[];
  /** Names the request among all of the run but not the arm, which gets the same draws as the others. */
  readonly name: string;
}

/** The 95th percentile of the standard normal distribution. */
const z95 = 1.6449;

/** Returns how long a replayed API takes for the first byte of a response, and from there to the last. */
export function delayOf(latency: Latency, { exchange, recordedMs, name }: Asked) {
  switch (latency.kind) {
    case "none":
      return { waitMs: 0, receiveMs: 0 };
    case "fixed":
      return { waitMs: latency.ms, receiveMs: 0 };
    case "as-recorded":
      return { waitMs: exchange.waitMs, receiveMs: exchange.receiveMs };
    case "drawn": {
      const place = Math.floor(randomOf(name)() * recordedMs.length);
      return { waitMs: recordedMs[place] ?? exchange.waitMs, receiveMs: 0 };
    }
    // From a log-normal distribution.
    case "spread": {
      const random = randomOf(name);
      const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
      const sigma = Math.log(latency.p95Ms / latency.medianMs) / z95;
      return { waitMs: latency.medianMs * Math.exp(sigma * normal), receiveMs: 0 };
    }
  }
}

function randomOf(name: string): () => number {
  return seededRandom(createHash("sha256").update(name).digest().readUInt32LE(0));
}
