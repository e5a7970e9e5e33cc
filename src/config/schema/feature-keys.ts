import type { z } from "zod";

/** Keys that a feature adds to the top of `mcp-bench.yml`, and what each may hold. */
export type FeatureKeys = Readonly<Record<string, z.ZodType>>;

const added: Record<string, z.ZodType> = {};

/** Adds keys to the configuration. The list of features does so once, when a program loads it, before anything is read. */
export function addFeatureKeys(keys: FeatureKeys): void {
  Object.assign(added, keys);
}

/** Returns the keys of all features. */
export function featureKeys(): FeatureKeys {
  return added;
}
