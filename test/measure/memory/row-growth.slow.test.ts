import { expect, test } from "vitest";
import { keptByRow, leakingRows } from "../../../src/compare/leaking-rows.ts";
import { runPlan } from "../../../src/measure/run/run-plan.ts";
import { arm, controlSpec, dependencies, plan, toolRow } from "../plans.ts";

/** Calls of about 0.2 ms: thousands of them are made on a busy machine, too. */
const units = [19, 20, 21, 22];

/** What the rows keep where head's launches have these flags, as if the gate on growth had failed. */
async function keptWithin(longestMs: number, flags: readonly string[]) {
  const record = await runPlan(
    plan({
      arms: [arm(controlSpec(...flags)), arm(controlSpec(), { id: "base", side: "base" })],
      rows: units.map((amount) => ({
        ...toolRow("work", { units: amount }, { load: { requests: 20, warmup: 2 } }),
        id: `row ${amount}`,
      })),
      rounds: { kind: "fixed", min: 1, max: 1, timeBudgetMs: 600_000 },
      leakCheck: { longestMs, writes: true },
    }),
    dependencies({ outlook: () => ({ more: false, reason: "the gate on growth failed", leaks: true }) }),
  );
  const kept = keptByRow(record);
  expect(kept.map(({ row }) => row).toSorted(), record.warnings.join("\n")).toEqual(units.map((one) => `row ${one}`));
  return kept;
}

/** Rows that stand out. Where a busy machine lets few calls be made, which tell of the young heap alone, they get more time. */
async function leakingOf(...flags: string[]) {
  let kept = await keptWithin(6_000, flags);
  if (kept.some(({ calls }) => calls < 1_000)) kept = await keptWithin(24_000, flags);
  return { kept, leaking: leakingRows(kept).map(({ row }) => row) };
}

test.runIf(process.platform === "linux")(
  "of four tools of a real server the one that keeps 10 KB per call is named, and none where nothing is kept",
  { timeout: 240_000 },
  async () => {
    const found = await leakingOf("--leak-bytes", "10240", "--only-units", "21");
    expect(found.leaking, JSON.stringify(found.kept)).toEqual(["row 21"]);
    expect(found.kept[0]?.more).toBeGreaterThan(5000);
    const quiet = await leakingOf();
    expect(quiet.leaking, JSON.stringify(quiet.kept)).toEqual([]);
  },
);
