import { availableParallelism, loadavg } from "node:os";
import { expect, test } from "vitest";
import { makePlan } from "../../src/config/expand/make-plan.ts";
import { parseConfig } from "../../src/config/parse.ts";
import { childEnvironment } from "../../src/host/environment.ts";
import { runPlan } from "../../src/measure/run/run-plan.ts";
import { summarise } from "../../src/metrics/summarise.ts";
import { standardRun } from "../../src/plan/run-options.ts";
import { recordSchema } from "../../src/record/record.ts";
import { dependencies } from "./plans.ts";

/** Requests leave too late there, and a server answers less than it could: a search says so, or finds what is left. */
const isCrowded = (loadavg()[0] ?? 0) > 1.5 * availableParallelism();
if (isCrowded) console.warn("skipped: the machine has more to do than its cores can");

test.skipIf(isCrowded)(
  "a real server of 4 workers and 10 ms a call is found within 5 % of 400/s, in three rounds and a minute",
  async () => {
    const text = `
server: { command: ${JSON.stringify(process.execPath)}, args: [fixtures/servers/ceiling.js, "4", "10"] }
defaults: { rounds: 3, leak_check: 0 }
benchmarks:
  - { tool: work, capacity: { rate: 10/s..2000/s, while: { p95: 200ms, error_rate: 1% } } }
`;
    const plan = makePlan(parseConfig(text, "c.yml"), {
      directory: process.cwd(),
      expansion: { environment: {}, allowed: [] },
      childEnvironment: (configured) => childEnvironment(process.env, configured),
      run: { ...standardRun, seed: 1 },
    });
    const startedAt = performance.now();
    const record = await runPlan(plan, dependencies());
    expect(performance.now() - startedAt).toBeLessThan(60_000);
    expect(recordSchema.parse(record)).toEqual(record);
    const statistic = summarise(record, "head").rows[0]?.statistics.capacity;
    if (statistic?.state !== "measured") throw new Error("no capacity");
    expect(statistic.rounds).toHaveLength(3);
    expect(Math.abs(statistic.value / 400 - 1)).toBeLessThan(0.05);
  },
);
