import { expect, test } from "vitest";
import { childEnvironment } from "../../../src/base/host/environment.ts";
import { makePlan } from "../../../src/config/expand/make-plan.ts";
import { parseConfig } from "../../../src/config/parse.ts";
import { runPlan } from "../../../src/measure/run/run-plan.ts";
import { standardRun } from "../../../src/options/run-options.ts";
import type { Plan } from "../../../src/plan/plan.ts";
import { type RunRecord, recordSchema } from "../../../src/record/record.ts";
import { summarise } from "../../../src/table/summarise.ts";
import { tabulate } from "../../../src/table/table.ts";
import { dependencies } from "../plans.ts";

/*
 * Real servers, also on a busy machine, where requests leave late and replies come late: what is asserted is what no delay can
 * make untrue. How close a search comes is in ./rate-search.test.ts, where time is simulated; what is decided on capacities in
 * ../../decide/every-metric.test.ts.
 */

function planOf(text: string): Plan {
  return makePlan(parseConfig(text, "c.yml"), {
    directory: process.cwd(),
    expansion: { environment: {}, allowed: [] },
    childEnvironment: (configured) => childEnvironment(process.env, configured),
    run: { ...standardRun, seed: 1 },
  });
}

const ceiling = (ms: number) =>
  `{ command: ${JSON.stringify(process.execPath)}, args: [fixtures/servers/ceiling.js, "4", "${ms}"] }`;

/** The rates that each launch of an arm was asked for, and those of them that held. */
function searchesOf({ rounds }: RunRecord, arm: string) {
  const launches = rounds.flatMap((round) => round.launches.filter((launch) => launch.arm === arm));
  return launches.map(({ measurements }) => {
    const steps = measurements.flatMap(({ searchSteps = [] }) => searchSteps);
    return {
      rates: steps.map(({ ratePerSecond }) => ratePerSecond),
      held: steps.flatMap(({ ratePerSecond, result }) => (result === "held" ? ratePerSecond : [])),
    };
  });
}

test("a real server of 4 workers and 10 ms a call holds no rate at which its queue alone is too long", async () => {
  const plan = planOf(`
server: ${ceiling(10)}
defaults: { rounds: 3, leak_check: 0 }
benchmarks:
  - { tool: work, capacity: { rate: 10/s..2000/s, while: { p95: 200ms, error_rate: 1% } } }
`);
  const record = await runPlan(plan, dependencies());
  expect(recordSchema.parse(record)).toEqual(record);
  const searches = searchesOf(record, "head");
  expect(searches).toHaveLength(3);
  for (const { rates, held } of searches) {
    expect(rates[0]).toBeCloseTo(Math.sqrt(10 * 2000), 0);
    // A second of 490/s leaves 90 calls of 2.5 ms each in the queue.
    expect(Math.max(0, ...held)).toBeLessThan(490);
  }
});

test("base and head are searched step by step, not one after the other, each up to its own ceiling", async () => {
  const plan = planOf(`
server: ${ceiling(60)}
defaults: { rounds: 2, leak_check: 0, warmup: 2 }
benchmarks:
  - { tool: work, capacity: { rate: 55/s..240/s, while: { p95: 150ms }, step: 200ms } }
`);
  const [head] = plan.arms;
  if (!head) throw new Error("a plan has an arm");
  const launch = { ...head.launch, args: [...head.launch.args.slice(0, -1), "20"] };
  const arms: Plan["arms"] = [{ ...head, id: "base", side: "base", launch }, head];
  const record = await runPlan({ ...plan, arms }, dependencies());
  const orders = record.rounds.map(({ order }) => Object.values(order).flat().join(" "));
  for (const order of orders) expect(order).toMatch(/base head head base|head base base head/);
  for (const { rates } of searchesOf(record, "base")) expect(rates.length).toBeGreaterThan(1);
  // It takes 67/s: a step of 120/s leaves 10 calls of 15 ms each in the queue.
  for (const { held } of searchesOf(record, "head")) expect(Math.max(0, ...held)).toBeLessThan(120);
});

test("a spike beyond the ceiling is told by the stage after it", async () => {
  const stages = "[{ duration: 500ms, rate: 50/s }, { duration: 400ms, rate: 600/s }, { duration: 200ms, rate: 50/s }]";
  const record = await runPlan(
    planOf(`
server: ${ceiling(10)}
defaults: { rounds: 1, leak_check: 0 }
benchmarks: [{ tool: work, stages: ${stages} }]
`),
    dependencies(),
  );
  expect(recordSchema.parse(record)).toEqual(record);
  const [calm, , after] = summarise(tabulate(record), "head").rows[0]?.parts ?? [];
  expect(calm).toMatchObject({ part: "1. 50/s, 0.5 s", attempted: 25, ok: 25 });
  // Meanwhile 160 of 240 calls are answered: 80 still wait, which takes 200 ms, and half of that at the middle of the stage.
  expect(after?.latency?.p50).toBeGreaterThan(100);
});
