import { setImmediate as turn } from "node:timers/promises";
import { collectGarbage } from "../../src/base/host/garbage.ts";

/** Bytes in use once all garbage is gone: what is outside of the heap is given back a turn later. */
export async function usedMemory(): Promise<number> {
  collectGarbage();
  await turn();
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
