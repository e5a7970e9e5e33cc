import { metric } from "../metrics/metric.ts";
import type { Row } from "./plan.ts";
import type { Threshold } from "./threshold.ts";

/** What is allowed of what is measured. A plan has it; so has a configuration, without its files and servers. */
export interface Bounds {
  readonly rows: readonly Pick<Row, "id" | "benchmark" | "thresholds">[];
  /** Of a row that has none of its own. */
  readonly defaultThresholds: readonly Threshold[];
  readonly serverThresholds: readonly Threshold[];
  readonly arms: readonly BoundArm[];
}

/** Of an arm, what binds it to another variant. */
interface BoundArm {
  readonly variant?: string | undefined;
  readonly reference?: string | undefined;
  readonly thresholds?: readonly Threshold[] | undefined;
}

/** Bounds of a row by its id; undefined where it has none of its own. */
export function boundsByRow({ rows }: Bounds): (id: string) => readonly Threshold[] | undefined {
  const known = new Map(rows.map(({ id, thresholds }) => [id, thresholds]));
  return (id) => known.get(id);
}

/** What binds a variant of head to another; undefined where nothing does. */
export function referenceOf(
  { arms }: Bounds,
  { variant }: { readonly variant?: string | undefined },
): { readonly reference: string; readonly thresholds?: Threshold[] } | undefined {
  const bound = arms.find((arm) => variant !== undefined && arm.variant === variant);
  if (bound?.reference === undefined) return undefined;
  const { reference, thresholds } = bound;
  return { reference, ...(thresholds === undefined ? {} : { thresholds: [...thresholds] }) };
}

/** Those about one call, or those about the server. */
export function ofScope(thresholds: readonly Threshold[], scope: "row" | "server"): Threshold[] {
  return thresholds.filter((threshold) => metric(threshold.metric).scope === scope);
}
