import type { RunRecord } from "../../src/record/record.ts";
import { runWarningText } from "../../src/report/words/run-warning.ts";

/** Returns what a run warns of, in words. */
export function warningTexts({ warnings }: Pick<RunRecord, "warnings">): string[] {
  return warnings.map(runWarningText);
}
