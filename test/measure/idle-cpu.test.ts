import { expect, test } from "vitest";
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

test("the CPU time an arm uses while others are measured is told by arm", async () => {
  const arms = [arm(controlLaunch(process.env)), arm(controlLaunch(process.env), { id: "base", side: "base" })];
  const measured = async (requests: number) => {
    const rows = [toolRow("work", { units: 2000 }, { load: { requests, warmup: 0 } })];
    const record = await runPlan(plan({ arms, rows }), dependencies({ resources: unevenReader() }));
    const of = (id: string) => record.rounds[0]?.launches.find((launch) => launch.arm === id)?.metrics.idle_cpu;
    return { head: of("head"), base: of("base") };
  };
  const { head = 0, base = 0 } = await measured(40);
  expect(head).toBeGreaterThan(0);
  expect(base).toBeGreaterThan(20 * head);
});
