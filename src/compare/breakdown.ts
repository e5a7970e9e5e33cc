import { sideOf } from "../metrics/arms.ts";
import { plural } from "../metrics/format.ts";
import type { ArmSummary, RowSummary } from "../metrics/summary.ts";
import type { Threshold } from "../plan/threshold.ts";
import type { RecordLaunch, RunRecord } from "../record/record.ts";
import { serverRow } from "../record/row-ids.ts";
import { signTest } from "../stats/sign-test.ts";
import { falseAlarms } from "./judge.ts";
import type { Finding, FindingState } from "./verdict.ts";

/** The arm that head was measured beside, and how many gates of the run share the allowance of false alarms. */
export interface Beside {
  readonly base: string;
  readonly gates: number;
}

/** What is wrong with head whatever the thresholds: nothing measured, launches that gave nothing, rows without one ok reply. */
export function breakdowns(record: RunRecord, head: ArmSummary, beside?: Beside): Finding[] {
  const measured = head.rows.some((row) => row.attempted > 0);
  if (!measured) return [broken(serverRow, { state: "errored", reason: "nothing was measured" })];
  return [...failedLaunches(record, head.arm, beside), ...head.rows.filter((row) => row.ok === 0).map(brokenRow)];
}

/** Fewer launches with a leak check than this do not tell a server that is broken from one that failed once. */
const fewestChecked = 3;

/**
 * A server that fails in half of its launches, at the start or later, is broken. So is one that fails in half of those with
 * a leak check, or in more than base by the sign test. One that fails now and then is in doubt.
 */
function failedLaunches(record: RunRecord, arm: string, beside: Beside | undefined): Finding[] {
  const all = failing(launchesOf(record, arm));
  if (all.failed.length === 0) return [];
  const checked = failing(all.launches.filter((launch) => launch.soaked));
  const brokenLater = checked.launches.length >= fewestChecked && isHalf(checked);
  const told = brokenLater && !isHalf(all) ? checked : all;
  const isBroken = isHalf(told) || (beside !== undefined && failsMore(record, arm, beside));
  const named = `${plural(told.launches.length, "launch")}${told === checked ? " with a leak check" : ""}`;
  const before = beside ? `, ${failing(launchesOf(record, beside.base)).failed.length} of base's` : "";
  const reason = `${told.failed.length} of ${named} failed${before}: ${told.failed[0]?.failure}`;
  const head = told.failed.length / told.launches.length;
  return [broken(serverRow, { state: isBroken ? "errored" : "inconclusive", reason, head })];
}

/** By the rounds in which one of the two failed and the other did not: as many of either, where nothing changed. */
function failsMore(record: RunRecord, arm: string, { base, gates }: Beside): boolean {
  const failures = record.rounds.map((round) => {
    const failsOn = (side: string) => failing(launchesOf({ ...record, rounds: [round] }, side)).failed.length > 0;
    return { head: failsOn(arm), base: failsOn(base) };
  });
  const more = failures.filter((of) => of.head && !of.base).length;
  const fewer = failures.filter((of) => of.base && !of.head).length;
  return signTest(more, fewer) <= falseAlarms / gates;
}

function launchesOf(record: RunRecord, arm: string): RecordLaunch[] {
  const arms = new Set(sideOf(record, arm).map(({ id }) => id));
  return record.rounds.flatMap((round) => round.launches.filter((launch) => arms.has(launch.arm)));
}

interface Failing {
  readonly launches: readonly RecordLaunch[];
  readonly failed: readonly RecordLaunch[];
}

function failing(launches: readonly RecordLaunch[]): Failing {
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
