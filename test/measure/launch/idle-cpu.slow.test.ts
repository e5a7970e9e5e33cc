import { expect, test } from "vitest";
import { systemClock } from "../../../src/base/host/clock.ts";
import type { ResourceReader } from "../../../src/measure/resources/resources.ts";
import { runPlan } from "../../../src/measure/run/run-plan.ts";
import { arm, dependencies, plan, sampleSpec, toolRow } from "../plans.ts";

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

const arms = [arm(sampleSpec()), arm(sampleSpec(), { id: "base", side: "base" })];

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

test.each(["none", "row"] as const)(
  "is seen in every round that calls it, however quick (isolate: %s)",
  async (isolate) => {
    const setup = { isolate, processes: 1, values: {}, steps: [], teardown: [] };
    const rows = [toolRow("work", { units: 0 }, { load: { requests: 5, warmup: 0 }, setup })];
    const waits: number[] = [];
    const { now } = systemClock;
    let skipped = 0;
    const record = await runPlan(
      plan({ arms, rows, rounds: { kind: "auto", min: 1, max: 3, timeBudgetMs: 600_000 } }),
      dependencies({
        clock: { now: () => now() + skipped },
        delay: async (ms) => {
          // A wait is announced after some seconds; no wait of a round takes so long.
          if (ms >= 1_000) return;
          waits.push(ms);
          skipped += ms;
        },
        outlook: ({ rounds: { length } }) => ({ open: length < 2 ? ["work"] : [] }),
        resources: unevenReader(),
      }),
    );
    expect(record.rounds.map(({ launches }) => launches[0]?.measurements.length)).toEqual([1, 1, 0]);
    // Work that a call starts is not seen where there was no call.
    for (const id of ["head", "base"])
      expect(sharesOf(record, id)).toEqual([expect.any(Number), expect.any(Number), undefined]);
    expect(waits).toHaveLength(2);
    for (const ms of waits) expect(ms).toBeLessThanOrEqual(101);
  },
);

test("is not told where the process cannot be read", async () => {
  const rows = [toolRow("work", { units: 0 }, { load: { requests: 5, warmup: 0 } })];
  const resources: ResourceReader = { method: "none", read: async () => new Map() };
  expect(sharesOf(await runPlan(plan({ arms, rows }), dependencies({ resources })), "head")).toEqual([undefined]);
});
