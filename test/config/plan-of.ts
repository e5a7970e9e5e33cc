import { makePlan, type PlanOptions } from "../../src/config/expand/make-plan.ts";
import { parseConfig } from "../../src/config/parse.ts";
import { standardRun } from "../../src/options/run-options.ts";
import type { Plan } from "../../src/plan/plan.ts";

/** The plan of a configuration file, of a project in `/project` with an empty environment unless told otherwise. */
export function planOf(text: string, options: Partial<PlanOptions> = {}): Plan {
  const { directory = "/project" } = options;
  return makePlan(parseConfig(text, "c.yml", { workingDirectory: directory }), {
    directory,
    expansion: { environment: {}, allowed: [] },
    childEnvironment: (configured) => ({ ...configured }),
    run: { ...standardRun, seed: 1 },
    ...options,
  });
}
