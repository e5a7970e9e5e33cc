import { tmpdir } from "node:os";
import { makePlan } from "../../src/config/expand/make-plan.ts";
import { parseConfig } from "../../src/config/parse.ts";
import { standardRun } from "../../src/options/run-options.ts";
import type { Plan } from "../../src/plan/plan.ts";
import type { Scenario } from "./scenario.ts";

/** Returns what a configuration with the benchmarks of a scenario comes to: rows with their thresholds, rounds. */
export function scenarioPlan(
  { rows, requests, thresholds, units }: Scenario,
  { seed, secondsPerRow }: { seed: number; secondsPerRow: number },
): Plan {
  const benchmarks = Array.from({ length: rows }, (_, row) => {
    return `  - { name: row ${row + 1}, tool: work, arguments: { units: ${units[row % units.length]} } }`;
  });
  const text = [
    "server: { command: node, args: [sample-server.js] }",
    `defaults: { requests: ${requests}, warmup: 10, time_budget: ${secondsPerRow * rows}s }`,
    `thresholds: ${thresholds}`,
    "benchmarks:",
    ...benchmarks,
  ].join("\n");
  return makePlan(parseConfig(text, "calibration"), {
    directory: tmpdir(),
    expansion: { environment: {}, allowed: [] },
    childEnvironment: () => ({}),
    run: { ...standardRun, seed },
  });
}
