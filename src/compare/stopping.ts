import type { RunRecord } from "../baseline/record.ts";
import { compare } from "./compare.ts";
import { fewestRounds } from "./paired-decision.ts";
import { headArm } from "./records.ts";
import { summarise } from "./summarise.ts";
import { isServerRow } from "./verdict.ts";
import { plural } from "./wording.ts";

export interface Progress {
  /** Whether another round could still decide something. */
  readonly more: boolean;
  /** Rows that need it; the others are decided. */
  readonly undecided: readonly string[];
  /** For the log and the record's `stopReason`. */
  readonly reason: string;
}

/**
 * Asked after every round of a run that has a base arm: stop when every gate is decided. The test stays valid however
 * often it is asked. A run without a base arm has nothing to decide by more rounds. Throws as compare.
 */
export function shouldContinue(record: RunRecord): Progress {
  const hasBase = record.arms.some((arm) => arm.side === "base");
  if (!hasBase && !record.arms.some((arm) => arm.reference !== undefined && arm.thresholds !== undefined))
    return { more: false, undecided: [], reason: "without a base arm more rounds decide nothing" };
  const { findings } = compare({
    record,
    head: summarise(record, headArm(record)),
    against: hasBase ? { kind: "paired", stored: [] } : { kind: "none", reason: "there is no base arm" },
  });
  const over = new Set(
    record.rows.filter(({ rounds }) => rounds !== undefined && rounds <= record.rounds.length).map(({ id }) => id),
  );
  const open = findings.filter(
    ({ row, state, threshold }) =>
      state === "inconclusive" && threshold.level === "fail" && threshold.limit.kind !== "absolute" && !over.has(row),
  );
  const undecided = [...new Set(open.map((finding) => finding.row))];
  const rounds = plural(record.rounds.length, "round");
  if (record.rounds.length < fewestRounds)
    return { more: true, undecided, reason: `${rounds} of at least ${fewestRounds}` };
  if (undecided.length === 0) return { more: false, undecided, reason: `every gate was decided after ${rounds}` };
  const rows = undecided.filter((row) => !isServerRow(row)).length;
  return {
    more: true,
    undecided,
    reason: `${plural(open.length, "gate")} of ${plural(rows, "row")} open after ${rounds}`,
  };
}
