import type { RecordLaunch, RunRecord } from "../baseline/record.ts";
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

/** Fewer soaked launches than this do not tell a server that is broken from one that failed once. */
const fewestSoaked = 3;

/**
 * A server that fails in half of its launches, at the start or later, is broken, and so is one that fails in half of those
 * that were called for longer to look for leaks; one that fails now and then is in doubt.
 */
function failedLaunches(record: RunRecord, arm: string): Finding[] {
  const arms = new Set(sideOf(record, arm).map(({ id }) => id));
  const launches = record.rounds.flatMap((round) => round.launches.filter((launch) => arms.has(launch.arm)));
  const all = failuresAmong(launches);
  const [first] = all.failed;
  if (!first) return [];
  const soaked = failuresAmong(launches.filter((launch) => launch.soaked));
  const brokenLater = soaked.launches.length >= fewestSoaked && isHalf(soaked);
  const told = brokenLater && !isHalf(all) ? soaked : all;
  const state = isHalf(told) ? "errored" : "inconclusive";
  const named = `${plural(told.launches.length, "launch")}${told === soaked ? " that were called to look for leaks" : ""}`;
  const reason = `${told.failed.length} of ${named} failed: ${told.failed[0]?.failure}`;
  return [broken(serverRow, { state, reason, head: told.failed.length / told.launches.length })];
}

interface Failing {
  readonly launches: readonly RecordLaunch[];
  readonly failed: readonly RecordLaunch[];
}

function failuresAmong(launches: readonly RecordLaunch[]): Failing {
  return { launches, failed: launches.filter(({ failure }) => failure !== undefined) };
}

function isHalf({ launches, failed }: Failing): boolean {
  return failed.length >= launches.length / 2;
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
