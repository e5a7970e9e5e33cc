import type { Staging, Step } from "../../plan/staging.ts";
import type { JsonObject } from "../../text/json.ts";
import type { BenchmarkConfig } from "../schema/benchmark.ts";
import type { Scalar } from "../schema/cells.ts";
import type { Config } from "../schema/schema.ts";
import type { StepConfig } from "../schema/staging.ts";

/** What happens around the requests of a row; undefined where that is nothing. */
export function stagingOf(
  { isolate, processes, setup = [], teardown = [] }: BenchmarkConfig,
  { config: { defaults }, values }: { config: Config; values: Readonly<Record<string, Scalar>> },
): Staging | undefined {
  const staging: Staging = {
    isolate: isolate ?? defaults.isolate ?? "none",
    processes: processes ?? defaults.processes ?? 1,
    values: Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)])),
    setup: setup.map((step, index) => stepOf(step, `setup[${index}]`)),
    teardown: teardown.map((step, index) => stepOf(step, `teardown[${index}]`)),
  };
  const plain = staging.isolate === "none" && staging.processes === 1 && setup.length + teardown.length === 0;
  return plain && Object.keys(values).length === 0 ? undefined : staging;
}

function stepOf({ tool, arguments: args, repeat, capture, run, per, timeout }: StepConfig, place: string): Step {
  const common = { place, per, timeoutMs: timeout };
  if (run !== undefined) return { ...common, kind: "run", run };
  return {
    ...common,
    kind: "call",
    tool: tool ?? "",
    arguments: (args ?? {}) as JsonObject,
    repeat: repeat ?? 1,
    capture: capture ?? {},
  };
}
