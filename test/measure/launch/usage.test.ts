import { expect, test } from "vitest";
import type { ResourceReader } from "../../../src/measure/resources/resources.ts";
import { runPlan } from "../../../src/measure/run/run-plan.ts";
import { arm, dependencies, plan, sampleSpec, toolRow } from "../plans.ts";

const arms = [arm(sampleSpec()), arm(sampleSpec(), { id: "base", side: "base" })];
const rows = [toolRow("work", { units: 0 }, { load: { requests: 4, warmup: 1 } })];

/** A reader of servers that work on for so many looks after their warm-up, in which each uses 1 ms of CPU time. */
function readerAfter(looks: number) {
  const seen = { looks: 0, atReading: [] as number[] };
  const resources: ResourceReader = {
    method: "fake",
    areAtWork: () => ++seen.looks < looks,
    async read(roots, look) {
      if (look === "known") seen.atReading.push(seen.looks);
      return new Map(roots.map((pid) => [pid, { processes: 1, rssBytes: 1, peakRssBytes: 1, cpuMs: seen.looks }]));
    },
  };
  return { seen, resources };
}

async function cpuPerCall(looks: number) {
  const { seen, resources } = readerAfter(looks);
  const record = await runPlan(plan({ arms, rows }), dependencies({ resources, delay: async () => {} }));
  const launches = record.rounds[0]?.launches ?? [];
  return { seen, cpu: launches.map(({ measurements }) => measurements[0]?.cpuPerCallMs) };
}

test("CPU time that a server uses behind its warm-up is not that of its calls", async () => {
  const { seen, cpu } = await cpuPerCall(7);
  expect(seen.atReading[0]).toBe(7);
  expect(cpu).toEqual([0, 0]);
});

test("a server that never rests is measured all the same", async () => {
  const { seen, cpu } = await cpuPerCall(Number.POSITIVE_INFINITY);
  expect(seen.atReading[0]).toBeGreaterThan(1);
  expect(cpu).toEqual([0, 0]);
});
