import { addFeatureKeys } from "../config/schema/feature-keys.ts";
import type { Feature } from "../feature.ts";
import { k6 } from "./k6/feature.ts";
import { page } from "./page/feature.ts";
import { trace } from "./trace/feature.ts";
import { upstream } from "./upstream/feature.ts";
import { why } from "./why/feature.ts";

/** Features of the product. Deleting a line and its folder removes one. */
export const features: readonly Feature[] = [k6, page, trace, upstream, why];

for (const { configuration = {} } of features) addFeatureKeys(configuration);
