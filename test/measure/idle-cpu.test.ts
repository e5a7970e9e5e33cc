import { expect, test } from "vitest";
import { controlLaunch } from "../../src/control-arm.ts";
import { resourceReader } from "../../src/measure/resources.ts";
import { runPlan } from "../../src/measure/run-plan.ts";
import { arm, dependencies, plan, toolRow } from "./plans.ts";

test.skipIf(resourceReader(process.platform).method === "none")(
  "a server that is busy while nobody asks is told from one that waits",
  async () => {
    const burning = arm(controlLaunch(process.env, ["--idle-cpu-percent", "50"]));
    const waiting = arm(controlLaunch(process.env), { id: "base", side: "base" });
    const rows = [toolRow("work", { units: 500 }, { load: { requests: 60 } })];
    const record = await runPlan(plan({ arms: [burning, waiting], rows }), dependencies());
    const share = (id: string) => record.rounds[0]?.launches.find((one) => one.arm === id)?.metrics.idle_cpu ?? -1;
    expect(share("head")).toBeGreaterThan(0.15); // half of a core, less what others take from it
    expect(share("base")).toBeGreaterThanOrEqual(0);
    expect(share("base")).toBeLessThan(share("head") / 2);
  },
);
