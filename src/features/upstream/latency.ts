import { createHash } from "node:crypto";
import { seededRandom } from "../../stats/random.ts";
import type { Exchange } from "./exchange.ts";

/** Time that a replayed API takes for the first byte of a response. */
export type Latency =
  | { readonly kind: "none" }
  | { readonly kind: "fixed"; readonly ms: number }
  /** Also in how long it takes from there to the last byte. */
  | { readonly kind: "as-recorded" }
  /** Drawn from the recorded times of the same route. */
  | { readonly kind: "drawn" }
  /** Drawn from a log-normal distribution. */
  | { readonly kind: "spread"; readonly medianMs: number; readonly p95Ms: number };

export interface Delay {
  readonly waitMs: number;
  readonly receiveMs: number;
}

const none: Delay = { waitMs: 0, receiveMs: 0 };

interface Asked {
  readonly exchange: Exchange;
  /** Times of all recorded exchanges of the route. */
  readonly recordedMs: readonly number[];
  /** Names the request among all of the run but not the arm, which gets the same draws as the others. */
  readonly name: string;
}

/** The 95th percentile of the standard normal distribution. */
const z95 = 1.6449;

/** Returns how long the response to one request takes. */
export function delayOf(latency: Latency, { exchange, recordedMs, name }: Asked): Delay {
  switch (latency.kind) {
    case "none":
      return none;
    case "fixed":
      return { waitMs: latency.ms, receiveMs: 0 };
    case "as-recorded":
      return { waitMs: exchange.waitMs, receiveMs: exchange.receiveMs };
    case "drawn": {
      const place = Math.floor(randomOf(name)() * recordedMs.length);
      return { waitMs: recordedMs[place] ?? exchange.waitMs, receiveMs: 0 };
    }
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
