import { z } from "zod";
import { count, milliseconds } from "../model/fields.ts";
import { Histogram } from "../stats/histogram.ts";
import { pool, type Sample } from "../stats/pool.ts";

/** Latencies in milliseconds in order of time, as base64 of little-endian float32 (relative error below 6e-8). */
export const samples = z.string().refine(areSamples, "not finite float32 values as base64");

/** Latencies to the record's compact form. */
export function encodeSamples(latenciesMs: ArrayLike<number>): string {
  return Buffer.from(Float32Array.from(latenciesMs).buffer).toString("base64");
}

/** The record's compact form back to milliseconds, in order of time. Throws on a length that is not whole samples. */
export function decodeSamples(text: string): Float32Array {
  // Into memory of its own, which Float32Array can look at as it is: there may be millions.
  const bytes = Buffer.alloc(Buffer.byteLength(text, "base64"));
  const length = bytes.write(text, "base64");
  if (length !== bytes.byteLength || length % 4 !== 0)
    throw new RangeError(`samples of ${length} bytes are not whole float32 values`);
  return new Float32Array(bytes.buffer, bytes.byteOffset, length / 4);
}

/** Counts the samples in the record's compact form without decoding them. */
export function sampleCount(text: string): number {
  const digits = text.replace(/=+$/, "").length;
  // Four digits hold three bytes, and a sample has four.
  return Math.floor((digits * 3) / 16);
}

function areSamples(text: string): boolean {
  // Decoding skips characters that are no digits, which leaves too few bytes: checking every character first would take longer than all the rest.
  const padding = text.endsWith("==") ? 2 : text.endsWith("=") ? 1 : 0;
  const bytes = (text.length / 4) * 3 - padding;
  if (bytes % 4 !== 0 || Buffer.from(text, "base64").length !== bytes) return false;
  for (const latency of decodeSamples(text)) if (!Number.isFinite(latency) || latency < 0) return false;
  return true;
}

/** More than ten thousand seconds, as every bucket is 0.5 % wider than the one before. */
const mostBuckets = 8_000;

/** All latencies of a measurement that has too many to keep them one by one: quantiles to 0.5 %, the rest exact. */
export const histogram = z
  .strictObject({
    count: count.positive(),
    minMs: milliseconds,
    maxMs: milliseconds,
    meanMs: milliseconds,
    /** Sum of squared distances from the mean, in square milliseconds. */
    squares: z.number().nonnegative().max(1e45),
    /** Index of the first bucket; bucket k holds what is from 1.005 ** k to 1.005 ** (k + 1) nanoseconds. */
    first: count.max(mostBuckets),
    /** Counts of the first bucket and all that follow it. */
    counts: z.array(count).min(1).max(mostBuckets),
  })
  .refine(
    ({ count, counts }) => counts.reduce((sum, one) => sum + one, 0) === count,
    "counts that do not add up to `count`",
  )
  .refine(({ minMs, meanMs, maxMs }) => minMs <= meanMs && meanMs <= maxMs, "a mean outside of minimum and maximum");

type RecordHistogram = z.infer<typeof histogram>;

export function encodeHistogram(from: Histogram): RecordHistogram {
  const { count, min, max, mean, squares } = from.moments;
  return { count, minMs: min, maxMs: max, meanMs: mean, squares, ...from.stored() };
}

function decodeHistogram({ count, minMs, maxMs, meanMs, squares, ...buckets }: RecordHistogram): Histogram {
  return Histogram.from({ count, min: minMs, max: maxMs, mean: meanMs, squares }, buckets);
}

/** A measurement has its latencies one by one, or where there are too many as a histogram. */
interface Latencies {
  readonly samples: string;
  readonly histogram?: RecordHistogram | undefined;
}

/** The latencies of the ok replies of several measurements, in milliseconds: one by one in order of time, or a histogram. */
export function latenciesOf(measurements: readonly Latencies[]): Sample {
  return pool(
    measurements.map(({ samples, histogram }) => (histogram ? decodeHistogram(histogram) : decodeSamples(samples))),
  );
}

/** Latencies of one measurement that are kept one by one; of more than these a histogram, and every n-th in order of time. */
export const mostSamples = 32_768;

/** A thinned series has at most so many points, and at least a quarter as many. */
export const mostThinned = 2_048;
