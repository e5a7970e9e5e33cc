import { type Bounds, ofScope } from "../../plan/bounds.ts";
import type { Row } from "../../plan/plan.ts";
import { defaultThresholds, overrideThresholds, type Threshold } from "../../plan/threshold.ts";
import type { BenchmarkConfig } from "../schema/benchmark.ts";
import type { Config } from "../schema/schema.ts";
import { boundLoads } from "./bound-loads.ts";
import { rowsOfEntry } from "./rows.ts";

/** The bounds of a configuration; without one the standard ones. Throws ConfigError as makePlan does about rows. */
export function boundsOf(config: Config | undefined): Bounds {
  const general = overrideThresholds(defaultThresholds, config?.thresholds ?? []);
  return {
    rows: config ? rowsOf(config, general) : [],
    defaultThresholds: ofScope(general, "row"),
    serverThresholds: ofScope(general, "server"),
    arms: Object.entries(config?.variants ?? {}).map(([variant, { reference, thresholds }]) => ({
      variant,
      reference,
      thresholds,
    })),
  };
}

/** Every row of a benchmark is bound by its own cell: cases, matrix values and variants may each say something else. */
function rowsOf(config: Config, general: readonly Threshold[]): Row[] {
  // What is called makes neither names nor bounds.
  const rowsOfCell = (benchmark: BenchmarkConfig): Row[] =>
    boundLoads(benchmark, config, general).map((bound) => ({
      ...bound,
      operation: { method: "", target: "" },
      configHash: "",
    }));
  return (config.benchmarks ?? []).flatMap((entry) =>
    rowsOfEntry(entry, { config, line: undefined, fixedRounds: true, rowsOf: rowsOfCell }),
  );
}
