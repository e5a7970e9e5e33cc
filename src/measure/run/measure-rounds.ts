import type { RunRecord } from "../../record/record.ts";
import { loadTokenizer } from "../launch/tokenizer.ts";
import { assertMeasured } from "./assert-measured.ts";
import { type Dependencies, type Probed, Run } from "./run.ts";

/** Rounds until there is a reason to stop, and the passes under load after them. Throws as runPlan. */
export async function measureRounds({ plan, found }: Probed, dependencies: Dependencies): Promise<RunRecord> {
  const { signal } = dependencies;
  const countTokens = plan.tokenizer === undefined ? undefined : await loadTokenizer(plan.tokenizer);
  const run = new Run({ plan, found }, { ...dependencies, countTokens });
  try {
    while (run.stopReason === undefined) await run.measureRound();
    await run.passLoads();
  } catch (error) {
    if (!signal.aborted) throw error;
    run.interrupt(signal.reason);
  } finally {
    await run.end();
  }
  run.warnOfUnseen();
  const record = run.record();
  assertMeasured(record);
  return record;
}
