import { describe, expect, test } from "vitest";
import { decideDifferences, judgementOf } from "../../src/decide/paired/decide-gate.ts";
import { runPlan } from "../../src/measure/run/run-plan.ts";
import { arm, dependencies, plan, sampleSpec, toolRow } from "../measure/plans.ts";

const hasProc = process.platform === "linux";
/** For a fixed number of rounds the first twelve look for leaks; one that the machine disturbs may tell nothing. */
const rounds = 12;

/** Judges a server that keeps so much per call against one that keeps nothing, by real launches and real memory. */
async function judge(leakBytes: number) {
  const record = await runPlan(
    plan({
      arms: [arm(sampleSpec("--leak-bytes", String(leakBytes))), arm(sampleSpec(), { id: "base", side: "base" })],
      rows: [toolRow("work", { units: 0 }, { load: { requests: 50, warmup: 10 } })],
      rounds: { kind: "fixed", min: rounds, max: rounds, timeBudgetMs: 600_000 },
      // However busy the machine is, the row is not too slow.
      leakCheck: { longestMs: 600_000, writes: false },
    }),
    dependencies(),
  );
  const differences = record.rounds.flatMap(({ launches }) => {
    const of = (side: string) => launches.find((one) => one.arm === side)?.metrics.memory_growth;
    const [head, base] = [of("head"), of("base")];
    return head === undefined || base === undefined ? [] : [{ worse: head - base }];
  });
  expect(differences.length).toBeGreaterThanOrEqual(8);
  const id = "memory_growth";
  return judgementOf(decideDifferences(differences, { id, limit: 500_000, gates: 1 }), { base: 0 });
}

describe.runIf(hasProc)("memory that calls keep", () => {
  test("is found", { timeout: 600_000 }, async () => {
    const found = await judge(4 * 1024);
    expect(found.state).toBe("regressed");
    expect(found.change?.estimate).toBeGreaterThan(500_000);
  });

  test("is not found where there is none", { timeout: 600_000 }, async () => {
    const found = await judge(0);
    expect(found.state).not.toBe("regressed");
    expect(Math.abs(found.change?.estimate ?? Number.NaN)).toBeLessThan(1_000_000);
  });
});
