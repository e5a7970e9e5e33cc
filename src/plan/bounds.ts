import type { Arm, Plan, Row } from "./plan.ts";
import type { Threshold } from "./threshold.ts";

/** All thresholds of a configuration, without its files and servers. */
export interface Bounds extends Pick<Plan, "defaultThresholds" | "serverThresholds"> {
  readonly rows: readonly Pick<Row, "id" | "benchmark" | "thresholds">[];
  readonly arms: readonly Pick<Arm, "variant" | "reference" | "thresholds">[];
}

/** Returns the bounds of a variant of head against another; undefined without any. */
export function referenceOf(
  { arms }: Pick<Bounds, "arms">,
  { variant }: Pick<Arm, "variant">,
): { readonly reference: string; readonly thresholds?: Threshold[] | undefined } | undefined {
  const bound = arms.find((arm) => variant !== undefined && arm.variant === variant);
  if (bound?.reference === undefined) return undefined;
  const { reference, thresholds } = bound;
  return { reference, thresholds: thresholds && [...thresholds] };
}
