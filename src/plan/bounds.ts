import type { Plan, Row } from "./plan.ts";

/** All thresholds of a configuration, without its files and servers. */
export interface Bounds extends Pick<Plan, "defaultThresholds" | "serverThresholds"> {
  readonly rows: readonly Pick<Row, "id" | "benchmark" | "thresholds">[];
}
