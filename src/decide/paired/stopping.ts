import { isUnderLoad, type MetricId } from "../../metrics/metric.ts";
import type { LeakOutlook, Outlook } from "../../plan/outlook.ts";
import { isServerRow } from "../../record/row-ids.ts";
import { summarise } from "../../table/summarise.ts";
import { isBaseMeasured, type Table } from "../../table/table.ts";
import { bySeverity } from "../decide.ts";
import { decideRun } from "../decide-run.ts";
import { type Finding, isRegression, isUndecided } from "../verdict.ts";
import { enoughFutures, futuresOf, roundsToDraw } from "./futures.ts";
import { besideP50, waitedFor } from "./guards.ts";
import { fewestRounds, roundsNeeded } from "./paired-decision.ts";
import { likeliestLeak, suspectedRow } from "./row-leaks.ts";

/** Launches of a run without base: their trimmed mean is what stored runs are compared by. */
const launchesWithoutBase = 12;

interface StopOptions {
  /** A shard stops by the evidence that all of them together will ask for. */
  readonly shards?: number | undefined;
}

/**
 * Asked after every round of a run that has a base arm: stop when every row is decided, and leave out the rows that are: all
 * their gates, or p50 by a regression. The test stays valid however often it is asked and whenever a row stops; an estimate at
 * the moment it stops lies a little to the side it was decided for, its interval covers that. A run without a base arm, or
 * of whose base no launch gave figures, ends after twelve rounds. Throws as `decideRun`.
 */
export function shouldContinue(table: Table, { shards = 1 }: StopOptions = {}): Outlook {
  const { findings, gates, undecided } = lookAt(table, shards);
  const worst = findings.filter(isRegression).toSorted(bySeverity);
  const regressed = worst.map((finding) => ({ row: rowToProfile(table, finding), metric: finding.metric }));
  const suspect = suspectOf(table, findings);
  const known = regressed.length > 0 ? { regressed } : {};
  const next = suspect ? { suspect } : {};
  const rounds = table.rounds.length;
  const isGated = table.head.arms.some((arm) => arm.reference !== undefined && arm.thresholds !== undefined);
  if (!isBaseMeasured(table) && !isGated)
    return rounds < launchesWithoutBase ? known : { stop: { code: "no-base" }, ...known };
  if (rounds < fewestRounds) return { ...next, ...known };
  if (undecided.length === 0 && !suspect) {
    const of = findings.some(isUndecided) ? "row" : "gate";
    return { stop: { code: "decided", of, rounds }, ...known };
  }
  const open = openRows(table, undecided);
  const rest = {
    open,
    server: openOfServer(findings),
    ...(findings.some(isGrowth) ? { leak: leakOf(undecided) } : {}),
    ...next,
  };
  return {
    ...rest,
    ...known,
    openGates: undecided.length,
    fewest: roundsNeeded(gates),
    mayDecide: (more) => {
      const drawn = roundsToDraw(table, rest);
      // Rounds of a new kind cannot be foretold yet, and rows hardly while another one is called alone.
      if (drawn.length === 0) return true;
      if (!suspect && open.length > 0 && drawn.length < fewestRounds) return drawn.length + more >= fewestRounds;
      let deciding = 0;
      for (const future of futuresOf(table, { more, open, drawn })) {
        const then = lookAt(future, shards);
        if (then.undecided.length === 0 || then.findings.filter(isRegression).length > regressed.length) deciding++;
        if (deciding === enoughFutures) return true;
      }
      return false;
    },
  };
}

/** Judges a run after the rounds of a record, and finds the undecided gates. */
function lookAt(table: Table, shards: number) {
  const ofThresholds = [...table.rows, ...table.head.arms].flatMap(({ thresholds = [] }) => thresholds);
  const asked = new Set([...ofThresholds.map(({ metric }) => metric), "p50", "error_rate", ...besideP50]);
  const { findings, gates } = decideRun({
    table,
    head: summarise(table, "head", { asked }),
    against: isBaseMeasured(table)
      ? { kind: "paired", stored: [], base: summarise(table, "base", { asked }) }
      : { kind: "none", reason: "there is no base arm" },
    pooled: shards,
  });
  const over = new Set(
    table.rows.filter(({ rounds }) => rounds !== undefined && rounds <= table.rounds.length).map(({ id }) => id),
  );
  const isOver = ({ row, metric: id }: Finding) =>
    over.has(row) || (over.size === table.rows.length && isServerRow(row) && isUnderLoad(id));
  return { findings, gates, undecided: waitedFor(findings).filter((one) => !isOver(one)) };
}

/** Metrics of the server that a threshold asks for and no round has decided, those that only warn among them. */
function openOfServer(findings: readonly Finding[]): MetricId[] {
  const open = findings.filter(
    ({ row, state, threshold: { limit } }) => isServerRow(row) && state === "inconclusive" && limit.kind !== "absolute",
  );
  return [...new Set(open.map(({ metric }) => metric))];
}

function isGrowth({ metric: id }: Finding): boolean {
  return id === "memory_growth";
}

function rowToProfile(table: Table, finding: Finding): string {
  const { row } = finding;
  return isGrowth(finding) && isServerRow(row) ? (likeliestLeak(table) ?? row) : row;
}

/** The row to call alone next, where memory that calls keep is gated and no row is shown to keep any. */
function suspectOf(table: Table, findings: readonly Finding[]): Outlook["suspect"] {
  const gated = findings.filter((one) => isGrowth(one) && one.threshold.level === "fail");
  const ofRows = gated.filter(({ row }) => !isServerRow(row));
  if (gated.length === 0 || ofRows.some(isRegression)) return undefined;
  return suspectedRow(table, ofRows.find(isUndecided)?.row);
}

function leakOf(undecided: readonly Finding[]): LeakOutlook {
  const leaks = undecided.filter(isGrowth);
  if (leaks.length === 0) return "decided";
  if (leaks.length === undecided.length) return "last open";
  return leaks.some(({ row, claim = 0 }) => isServerRow(row) && claim > 0) ? "beyond" : "open";
}

/**
 * Rows with an undecided gate, and all where one is on what the server takes under their load. Rows on other variants take turns
 * with these, and some are what these are compared with: they go on together.
 */
function openRows({ rows }: Table, undecided: readonly Finding[]): string[] {
  if (undecided.some((one) => isUnderLoad(one.metric))) return rows.map(({ id }) => id);
  const open = new Set(undecided.filter((one) => !isGrowth(one)).map(({ row }) => row));
  const keys = new Set(rows.filter(({ id }) => open.has(id)).map(({ id, key = id }) => key));
  return rows.filter(({ id, key = id }) => keys.has(key)).map(({ id }) => id);
}
