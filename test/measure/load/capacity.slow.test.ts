import { availableParallelism, loadavg } from "node:os";
import { expect, test } from "vitest";
import { childEnvironment } from "../../../src/base/host/environment.ts";
import { makePlan } from "../../../src/config/expand/make-plan.ts";
import { parseConfig } from "../../../src/config/parse.ts";
import { runPlan } from "../../../src/measure/run/run-plan.ts";
import { standardRun } from "../../../src/options/run-options.ts";
import type { Plan } from "../../../src/plan/plan.ts";
import { type RecordRound, recordSchema } from "../../../src/record/record.ts";
import { judge, type Stored } from "../../../src/run/judge.ts";
import { summarise } from "../../../src/table/summarise.ts";
import { tabulate } from "../../../src/table/table.ts";
import { dependencies } from "../plans.ts";

/** Requests leave too late there, and a server answers less than it could: a search says so, or finds what is left. */
const isCrowded = (loadavg()[0] ?? 0) > 1.5 * availableParallelism();
if (isCrowded) console.warn("skipped: the machine has more to do than its cores can");

/** Whatever becomes busy meanwhile disturbs one search, not three; a search that errs does so each time. */
const retry = 2;

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

test.skipIf(isCrowded)(
  "a real server of 4 workers and 10 ms a call is found within 5 % of 400/s, in three rounds",
  { retry },
  async () => {
    const plan = planOf(`
server: ${ceiling(10)}
defaults: { rounds: 3, leak_check: 0 }
benchmarks:
  - { tool: work, capacity: { rate: 10/s..2000/s, while: { p95: 200ms, error_rate: 1% } } }
`);
    const record = await runPlan(plan, dependencies());
    expect(recordSchema.parse(record)).toEqual(record);
    const statistic = summarise(tabulate(record), "head").rows[0]?.statistics.capacity;
    if (statistic?.state !== "measured") throw new Error("no capacity");
    expect(statistic.rounds).toHaveLength(3);
    expect(Math.abs(statistic.value / 400 - 1)).toBeLessThan(0.05);
  },
);

/** Returns what is decided on head beside a base that takes 200/s, found in turns, by five times as many rounds as are measured here: ten take a minute. */
async function decided(headMs: number): Promise<string | undefined> {
  const plan = planOf(`
server: ${ceiling(headMs)}
defaults: { rounds: 2, leak_check: 0, warmup: 2 }
benchmarks:
  - { tool: work, capacity: { rate: 55/s..240/s, while: { p95: 150ms }, step: 200ms } }
`);
  const [head] = plan.arms;
  if (!head) throw new Error("a plan has an arm");
  const launch = { ...head.launch, args: [...head.launch.args.slice(0, -1), "20"] };
  const arms: Plan["arms"] = [{ ...head, id: "base", side: "base", launch }, head];
  const record = await runPlan({ ...plan, arms }, dependencies());
  // Step by step, not one search after the other.
  const orders = record.rounds.map(({ order }) => Object.values(order).flat().join(" "));
  for (const order of orders) expect(order).toMatch(/base head head base|head base base head/);
  const rounds = Array.from({ length: 5 * record.rounds.length }, (_, index) => ({
    ...(record.rounds[index % record.rounds.length] as RecordRound),
    index,
  }));
  const stored: Stored = { kind: "none", reason: "" };
  const { findings } = judge({ ...record, rounds }, { stored, failOn: [], reproduce: "" }).comparison;
  return findings.find(({ metric }) => metric === "capacity")?.state;
}

test
  .skipIf(isCrowded)
  .concurrent("a head of a third of base's capacity, found in turns with it, has regressed", { retry }, async () => {
    expect(await decided(60)).toBe("regressed");
  });

test.skipIf(isCrowded).concurrent("a head of the same capacity has not", { retry }, async () => {
  expect(await decided(20)).not.toBe("regressed");
});

test.skipIf(isCrowded)("a spike beyond the ceiling is told by the stage after it", { retry }, async () => {
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
  // Meanwhile 160 of 240 calls are answered, and 80 still wait.
  expect(after?.latency?.p50).toBeGreaterThan(3 * (calm?.latency?.p50 ?? Number.NaN));
});
