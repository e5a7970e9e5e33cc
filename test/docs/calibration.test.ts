import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { outcomesOf } from "../../scripts/calibrate/calibrate.ts";
import { wellTried } from "../../scripts/calibrate/document.ts";
import { scenarios } from "../../scripts/calibrate/scenario.ts";
import { renderTallies, tally } from "../../scripts/calibrate/tally.ts";
import { conditionOf, conditionsOf } from "../../scripts/calibrate/trial.ts";
import { readTrials } from "../../scripts/calibrate/trials-file.ts";

const file = (name: string) => new URL(`../../${name}`, import.meta.url);

test("the rates of real trials in the documentation are those of the trials that are kept", async () => {
  const trials = await readTrials(file("fixtures/calibration/trials.jsonl").pathname);
  const page = readFileSync(file("docs/calibration.md"), "utf8");
  const parts = conditionsOf(trials).flatMap((condition) => {
    const own = trials.filter((trial) => conditionOf(trial) === condition);
    const real = tally(outcomesOf(own, scenarios), scenarios);
    return wellTried({ condition, command: "", trials: own, real, replayed: [] });
  });
  expect(parts.length).toBeGreaterThan(0);
  for (const { real } of parts) expect(page).toContain(`### Real trials\n\n${renderTallies(real)}\n`);
  expect(page.match(/^### Real trials$/gm)).toHaveLength(parts.length);
});
