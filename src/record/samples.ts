import { z } from "zod";

/** Float64 latencies in order of time, as base64 of little-endian float32 (relative error below 6e-8). */
export const samples = z
  .string()
  .regex(/^[A-Za-z0-9+/]*={0,2}$/, "base64")
  .refine(areSamples, "not finite float32 values");

/** Latencies to the record's compact form. */
export function encodeSamples(latenciesMs: ArrayLike<number>): string {
  return Buffer.from(Float32Array.from(latenciesMs).buffer).toString("base64");
}

/** The record's compact form back to milliseconds, in order of time. Throws on a length that is not whole samples. */
export function decodeSamples(text: string): Float32Array {
  const bytes = Uint8Array.from(Buffer.from(text, "base64"));
  if (bytes.byteLength % 4 !== 0)
    throw new RangeError(`samples of ${bytes.byteLength} bytes are not whole float32 values`);
  return new Float32Array(bytes.buffer);
}

function areSamples(text: string): boolean {
  try {
    return decodeSamples(text).every((latency) => Number.isFinite(latency) && latency >= 0);
  } catch {
    return false;
  }
}
