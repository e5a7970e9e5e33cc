import { z } from "zod";
import { Histogram } from "../stats/histogram.ts";
import { count, milliseconds } from "./numbers.ts";

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
    squares: milliseconds,
    /** Index of the first bucket; bucket k holds what is from 1.005 ** k to 1.005 ** (k + 1) nanoseconds. */
    first: count.max(mostBuckets),
    /** Of the first bucket and all that follow it. */
    counts: z.array(count).min(1).max(mostBuckets),
  })
  .refine(
    ({ count, counts }) => counts.reduce((sum, one) => sum + one, 0) === count,
    "counts that do not add up to `count`",
  )
  .refine(({ minMs, meanMs, maxMs }) => minMs <= meanMs && meanMs <= maxMs, "a mean outside of minimum and maximum");

export type RecordHistogram = z.infer<typeof histogram>;

export function encodeHistogram(from: Histogram): RecordHistogram {
  const { count, min, max, mean, squares } = from.moments;
  return { count, minMs: min, maxMs: max, meanMs: mean, squares, ...from.stored() };
}

export function decodeHistogram({ count, minMs, maxMs, meanMs, squares, ...buckets }: RecordHistogram): Histogram {
  return Histogram.from({ count, min: minMs, max: maxMs, mean: meanMs, squares }, buckets);
}
