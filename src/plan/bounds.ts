import type { Row } from "./plan.ts";
import type { Threshold } from "./threshold.ts";

/** All thresholds of a configuration, without its files and servers. */
export interface Bounds {
  readonly rows: readonly Pick<Row, "id" | "benchmark" | "thresholds">[];
  /** Thresholds of a row that has none of its own. */
  readonly defaultThresholds: readonly Threshold[];
  readonly serverThresholds: readonly Threshold[];
  readonly arms: readonly BoundArm[];
}

/** Bounds of an arm against another variant. */
interface BoundArm {
  readonly variant?: string | undefined;
  readonly reference?: string | undefined;
  readonly thresholds?: readonly Threshold[] | undefined;
}

/** Returns the bounds of a variant of head against another; undefined without any. */
export function referenceOf(
  { arms }: Pick<Bounds, "arms">,
  { variant }: { readonly variant?: string | undefined },
): { readonly reference: string; readonly thresholds?: Threshold[] | undefined } | undefined {
  const bound = arms.find((arm) => variant !== undefined && arm.variant === variant);
  if (bound?.reference === undefined) return undefined;
  const { reference, thresholds } = bound;
  return { reference, thresholds: thresholds && [...thresholds] };
}
