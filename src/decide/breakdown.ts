import { sum } from "simple-statistics";
import type { ArmSummary, RowSummary } from "../metrics/summary.ts";
import { isSearch } from "../model/load.ts";
import { serverRow } from "../record/row-ids.ts";
import { evidenceMoreOften } from "../stats/more-often.ts";
import type { TableLaunch } from "../table/round.ts";
import type { Side, Table, TableRow } from "../table/table.ts";
import { falseAlarms } from "./judge.ts";
import { type Finding, type FindingState, mustWork } from "./verdict.ts";

/**
 * Finds faults of head whatever the thresholds: nothing measured, launches that gave nothing, replies that reached
 * another caller, rows without one ok reply or, without base, of whose calls more than half fail. `base`: the arm that
 * head was measured beside.
 */
export function breakdowns(table: Table, head: ArmSummary, base?: Side): Finding[] {
  const measured = head.rows.some((row) => row.attempted > 0);
  if (!measured) return [broken(serverRow, { state: "errored", reason: { code: "nothing-measured" } })];
  // Beside base its failures are compared with those of base; a search tries rates at which calls fail.
  const mayFail = new Set(table.rows.filter(({ load }) => base || isSearch(load)).map(({ id }) => id));
  const works = ({ row, ok, attempted }: RowSummary) => ok > 0 && (mayFail.has(row) || ok >= attempted / 2);
  const broke = head.rows.filter((summary) => !works(summary) && summary.failures.crossed === undefined);
  return [
    ...failedLaunches(table.head, base),
    ...crossedReplies(table, head),
    ...neverBack(table),
    ...broke.map((row) => brokenRow(row, base && table.rows.find(({ id }) => id === row.row))),
  ];
}

/** Replies of head that reached another caller. One is enough: what one caller asked for, another has read. */
function crossedReplies({ rows }: Table, head: ArmSummary): Finding[] {
  return head.rows.flatMap(({ row, attempted: calls, failures: { crossed: count = 0 } }) => {
    if (count === 0) return [];
    const measurements = rows.find(({ id }) => id === row)?.head.measurements ?? [];
    const samples = measurements.flatMap(({ errors }) => errors.filter(({ kind }) => kind === "crossed"));
    const { of = "caller", message: sample = "" } = samples.find((one) => one.of === "session") ?? samples[0] ?? {};
    const reason = { code: "crossed", count, calls, of, sample } as const;
    return [broken(row, { state: "errored", reason, head: count / calls })];
  });
}

/** Rows whose restart left the server of head down: whatever base does, users are without one. */
function neverBack({ rows }: Table): Finding[] {
  return rows.flatMap(({ id, head }) => {
    const restarts = head.measurements.flatMap(({ restart }) => restart ?? []);
    const [failure, ...others] = restarts.flatMap((one) => one.failure ?? []);
    if (failure === undefined) return [];
    const down = others.length + 1;
    const reason = { code: "never-back", down, restarts: restarts.length, failure } as const;
    return [broken(id, { state: "errored", reason, head: down / restarts.length })];
  });
}

/**
 * Without a base a server that fails in half of its launches, or whenever leaks are looked for, is broken, and one that fails now
 * and then in doubt. Beside base it is broken once it is shown to fail more often than base does, and in doubt while that may be.
 * Servers that fail alike are no news: a warning names the launches.
 */
function failedLaunches(head: Side, base: Side | undefined): Finding[] {
  const launches = head.launches.flat();
  const failures = launches.flatMap(({ failure }) => failure ?? []);
  const [failure] = failures;
  if (failure === undefined) return [];
  const failed = failures.length;
  const checked = launches.filter(({ leakChecked }) => leakChecked);
  const isDownUnderLoad = checked.length >= fewestLaunches && checked.every(hasFailed);
  const stateAlone = isDownUnderLoad || failed >= launches.length / 2 ? "errored" : "inconclusive";
  const state = base ? stateBeside(head, base) : stateAlone;
  if (!state) return [];
  const ofBase = base ? { ofBase: base.launches.flat().filter(hasFailed).length } : {};
  const reason = { code: "launches-failed", failed, launches: launches.length, ...ofBase, failure } as const;
  return [broken(serverRow, { state, reason, head: failed / launches.length })];
}

/** Fewer launches than this do not tell a server that always fails from one that failed once. */
const fewestLaunches = 3;

/** Two failures in twenty launches, or one in seven, are worth a doubt. */
const evidenceOfDoubt = 0.5;

function stateBeside(head: Side, base: Side): FindingState | undefined {
  const failures = head.launches.map((launches, round) => ({
    before: base.launches[round]?.some(hasFailed) ?? false,
    after: launches.some(hasFailed),
  }));
  // Failures of early launches, as in leak checks, stay shown however long the run goes on.
  const evidence = failures.map((_, last) => evidenceMoreOften(failures.slice(0, last + 1)));
  const isAlways = failures.length >= fewestLaunches && failures.every(({ before, after }) => after && !before);
  if (isAlways || Math.max(...evidence) >= 1 / falseAlarms) return "errored";
  const more = sum(failures.map(({ before, after }) => Number(after) - Number(before)));
  return more > 0 && (evidence.at(-1) ?? 0) >= evidenceOfDoubt ? "inconclusive" : undefined;
}

function hasFailed({ failure }: TableLaunch): boolean {
  return failure !== undefined;
}

/**
 * A row that no call of head answers, or too few. Where head's configuration has dropped or changed the benchmark and base
 * answers it, that is a change for clients, which can be accepted as any other regression.
 */
function brokenRow(summary: RowSummary, besideBase: TableRow | undefined): Finding {
  const { row, attempted, ok, failures } = summary;
  if (attempted === 0) return broken(row, { state: "errored", reason: { code: "nothing-measured" } });
  const isAnswered = besideBase?.base?.readings.some((reading) => reading.ok > 0) ?? false;
  const state = besideBase?.onlyIn === "base" && isAnswered ? "regressed" : "errored";
  const reason = { code: "calls-failed", ok, calls: attempted, failures } as const;
  return broken(row, { state, reason, head: 1 - ok / attempted });
}

/** Tools that were left out since their call failed, although an earlier run measured them: there was no base to try them on. */
export function failsSince({ skipped }: Table, earlier: ArmSummary | undefined): Finding[] {
  return skipped.flatMap(({ benchmark: row, code, reason }) => {
    const before = code === "failed" ? earlier?.rows.find((one) => one.row === row) : undefined;
    if (!before || before.ok === 0) return [];
    return [broken(row, { state: "errored", reason: { code: "skipped", text: reason }, head: 1 })];
  });
}

function broken(row: string, what: Pick<Finding, "state" | "reason" | "head">): Finding {
  return { row, metric: "error_rate", threshold: mustWork, rounds: 0, ...what };
}
