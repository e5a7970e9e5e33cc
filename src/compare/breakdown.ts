import type { RunRecord } from "../baseline/record.ts";
import type { Threshold } from "../config/threshold.ts";
import { plural } from "../stats/format.ts";
import type { ArmSummary, RowSummary } from "../stats/summary.ts";
import { sideOf } from "./arms.ts";
import { type Finding, type FindingState, serverRow } from "./verdict.ts";

/** What is wrong with head whatever the thresholds: nothing measured, launches that gave nothing, rows without one ok reply. */
export function breakdowns(record: RunRecord, head: ArmSummary): Finding[] {
  const measured = head.rows.some((row) => row.attempted > 0);
  if (!measured) return [broken(serverRow, { state: "errored", reason: "nothing was measured" })];
  return [...failedLaunches(record, head.arm), ...head.rows.filter((row) => row.ok === 0).map(brokenRow)];
}

/** A server that fails in half of its launches, at the start or later, is broken; one that fails now and then is in doubt. */
function failedLaunches(record: RunRecord, arm: string): Finding[] {
  const arms = new Set(sideOf(record, arm).map(({ id }) => id));
  const launches = record.rounds.flatMap((round) => round.launches.filter((launch) => arms.has(launch.arm)));
  const failed = launches.filter((launch) => launch.failure !== undefined);
  const [first] = failed;
  if (!first) return [];
  const state = failed.length >= launches.length / 2 ? "errored" : "inconclusive";
  const reason = `${failed.length} of ${plural(launches.length, "launch")} failed: ${first.failure}`;
  return [broken(serverRow, { state, reason, head: failed.length / launches.length })];
}

function brokenRow({ row, attempted, failures }: RowSummary): Finding {
  if (attempted === 0) return broken(row, { state: "errored", reason: "nothing was measured" });
  const kinds = Object.entries(failures).map(([kind, count]) => `${count} × ${kind}`);
  const reason = `none of ${plural(attempted, "call")} was ok (${kinds.join(", ")})`;
  return broken(row, { state: "errored", reason, head: 1 });
}

/** Not of the configuration: holds for every run. */
export const mustWork: Threshold = {
  metric: "error_rate",
  level: "fail",
  limit: { kind: "absolute", value: 0 },
  text: "must answer",
};

function broken(row: string, what: { state: FindingState; reason: string; head?: number }): Finding {
  return { row, metric: "error_rate", threshold: mustWork, rounds: 0, ...what };
}
