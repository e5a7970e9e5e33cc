import { ofScope } from "../../plan/bounds.ts";
import type { Row } from "../../plan/plan.ts";
import { overrideThresholds, type Threshold } from "../../plan/threshold.ts";
import { type BenchmarkConfig, benchmarkName } from "../schema/benchmark.ts";
import type { Config } from "../schema/schema.ts";
import { loadsOf } from "./make-load.ts";

/** What a row is called, how it is loaded and what binds it. */
export type BoundLoad = Pick<Row, "id" | "benchmark" | "load" | "thresholds" | "sweep">;

/** Those of a benchmark: one, or one for each value of the list its load has. `general` holds where it says nothing. */
export function boundLoads(benchmark: BenchmarkConfig, config: Config, general: readonly Threshold[]): BoundLoad[] {
  const name = benchmarkName(benchmark);
  const thresholds = ofScope(overrideThresholds(general, benchmark.thresholds ?? []), "row");
  return loadsOf(benchmark, config).map(({ load, sweep }) => ({
    id: sweep ? `${name} ${sweep.suffix}` : name,
    benchmark: name,
    load,
    thresholds,
    ...(sweep ? { sweep: { field: sweep.field, value: sweep.value } } : {}),
  }));
}
