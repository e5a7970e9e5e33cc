import type { z } from "zod";

/** Keys that a feature adds to the top of `mcp-bench.yml`, and what each may hold. */
export type FeatureKeys = Readonly<Record<string, z.ZodType>>;

let added: FeatureKeys = {};

/** Adds keys to the configuration. The list of features does so when a program loads it. */
export function addFeatureKeys(keys: FeatureKeys): void {
  added = { ...added, ...keys };
}

/** Returns the keys of all features: the same object until a feature adds some. */
export function featureKeys(): FeatureKeys {
  return added;
}
