import { expect, test } from "vitest";
import { systemClock } from "../../src/clock.ts";
import { controlLaunch } from "../../src/control-arm.ts";
import type { ResourceReader } from "../../src/measure/resources.ts";
import { runPlan } from "../../src/measure/run-plan.ts";
import { arm, dependencies, plan, toolRow } from "./plans.ts";

/** Between two readings the second arm uses a thousand times as much CPU time as the first. */
function unevenReader(): ResourceReader {
  let readings = 0;
  return {
    method: "fake",
    async read(roots) {
      readings += 1;
      return new Map(
        roots.map((pid, index) => {
          const cpuMs = readings * (index === 1 ? 10 : 0.01);
          return [pid, { processes: 1, rssBytes: 1, peakRssBytes: 1, cpuMs }];
        }),
      );
    },
  };
}

const arms = [arm(controlLaunch(process.env)), arm(controlLaunch(process.env), { id: "base", side: "base" })];

function sharesOf(record: Awaited<ReturnType<typeof runPlan>>, id: string) {
  return record.rounds.map(({ launches }) => launches.find((launch) => launch.arm === id)?.metrics.idle_cpu);
}

test("the CPU time an arm uses while others are measured is told by arm", async () => {
  const rows = [toolRow("work", { units: 2000 }, { load: { requests: 40, warmup: 0 } })];
  const record = await runPlan(plan({ arms, rows }), dependencies({ resources: unevenReader() }));
  const [head = 0] = sharesOf(record, "head");
  const [base = 0] = sharesOf(record, "base");
  expect(head).toBeGreaterThan(0);
  expect(base).toBeGreaterThan(20 * head);
});

test("is seen in every round, however quick the calls are and however few rows are left to measure", async () => {
  const rows = [toolRow("work", { units: 0 }, { load: { requests: 5, warmup: 0 } })];
  const waits: number[] = [];
  const { now } = systemClock;
  let skipped = 0;
  const { rounds, ...record } = await runPlan(
    plan({ arms, rows, rounds: { kind: "auto", min: 1, max: 3, timeBudgetMs: 600_000 } }),
    dependencies({
      clock: { now: () => now() + skipped },
      delay: async (ms) => {
        waits.push(ms);
        skipped += ms;
      },
      outlook: () => ({ more: true, open: [], reason: "idle CPU is open" }),
      resources: unevenReader(),
    }),
  );
  expect(rounds.map(({ launches }) => launches[0]?.measurements.length)).toEqual([1, 0, 0]);
  for (const id of ["head", "base"])
    expect(sharesOf({ rounds, ...record }, id)).toEqual(Array(3).fill(expect.any(Number)));
  // Where no block ran, all of it is waited for.
  expect(waits.slice(1)).toEqual([101, 101]);
});

test("is not told where the process cannot be read", async () => {
  const rows = [toolRow("work", { units: 0 }, { load: { requests: 5, warmup: 0 } })];
  const resources: ResourceReader = { method: "none", read: async () => new Map() };
  expect(sharesOf(await runPlan(plan({ arms, rows }), dependencies({ resources })), "head")).toEqual([undefined]);
});
