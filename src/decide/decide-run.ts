import type { ArmSummary } from "../metrics/summary.ts";
import { isServerRow, serverRow } from "../record/row-ids.ts";
import { machineLoad } from "../table/machine-load.ts";
import { summarise } from "../table/summarise.ts";
import type { Table } from "../table/table.ts";
import { type BothLists, toolLists } from "../table/tool-changes.ts";
import { applyGates, type UncheckedGates } from "./apply-gates.ts";
import { failsSince, isMustWork } from "./breakdown.ts";
import { judgeBreakingChanges } from "./breaking-changes.ts";
import { labelWarnings, shownTogether, speedBesideErrors } from "./cross-checks.ts";
import type { Judge } from "./judge.ts";
import { type ControlMove, controlMove, judgeNeighbours } from "./paired/control.ts";
import { isSpeedGated, withGuards } from "./paired/guards.ts";
import { correlationOf, pairedJudge } from "./paired/paired.ts";
import { checkedRows, judgeLoneRows } from "./paired/row-leaks.ts";
import { judgeModes } from "./paired/slow-mode.ts";
import { judgeReferences, referenceGates } from "./references.ts";
import { type StoredEntry, storedJudge } from "./stored/stored.ts";
import { gatedCount, gatesOf, type RunThresholds, thresholdsOf, whyUndecidable } from "./thresholds.ts";
import type { Finding, Reference } from "./verdict.ts";

export type Against =
  | { readonly kind: "none"; readonly reason: string; readonly unasked?: boolean }
  /** Earlier runs of the same environment, newest last, at least one. */
  | { readonly kind: "stored"; readonly entries: readonly StoredEntry[] }
  /** The base of the same run; earlier runs, if any, stand in where base has no figure. `base` is its summary where it is known. */
  | { readonly kind: "paired"; readonly stored: readonly StoredEntry[]; readonly base?: ArmSummary };

export interface Deciding<Reference = Against> {
  readonly table: Table;
  readonly head: ArmSummary;
  readonly against: Reference;
  /** Number of records of this size that will be judged together. */
  readonly pooled?: number;
  /** False: the run goes on, and figures that only a report shows are left out. */
  readonly isReported?: boolean;
}

export interface DecidedRun {
  readonly reference: Reference;
  readonly findings: readonly Finding[];
  readonly unchecked: readonly UncheckedGates[];
  /** Fail-level gates judged statistically: the evidence asked of each grows with their number. */
  readonly gates: number;
  readonly correlation: number;
  readonly lists: BothLists;
}

/**
 * Applies every threshold of a run to head. `head` is its summary of head. Rows without a single ok
 * reply are errored, whatever their thresholds. Throws UserError on thresholds this version does not know, RangeError
 * where the run lacks the base or the entries that `against` names.
 */
export function decideRun({ against, ...run }: Deciding): DecidedRun {
  const { table, head } = run;
  const lists = listsOf(table, against);
  const decided =
    against.kind === "paired" ? decidePaired({ ...run, lists, against }) : decideEarlier({ ...run, lists, against });
  const breaking = judgeBreakingChanges(table, lists);
  const isCrossed = new Set(head.rows.flatMap(({ row, failures }) => (failures.crossed ? row : [])));
  const findings = decided.findings.filter(
    ({ row, threshold }) => !isMustWork(threshold) || !breaking.explained.has(row) || isCrossed.has(row),
  );
  return {
    ...decided,
    findings: [
      ...(table.changedInBase && against.kind === "paired" ? findings.map(besideChangedBase) : findings),
      ...breaking.findings,
    ],
  };
}

/** A base whose files were changed meanwhile lets nothing pass. Results of head alone stay, and so do regressions. */
function besideChangedBase(finding: Finding): Finding {
  const { threshold, state } = finding;
  if (threshold.limit.kind === "absolute" || (state !== "pass" && state !== "improved")) return finding;
  return { ...finding, state: "inconclusive", reason: { code: "base-changed" } };
}

/** The tools of head, and those of base or else of the newest stored run that is known to list any. */
function listsOf({ head, base }: Table, against: Against): BothLists {
  const beside = base ? toolLists(base.arms) : [];
  const earlier = against.kind === "stored" ? against.entries.findLast(({ tools }) => tools)?.tools : undefined;
  return { before: beside.length > 0 ? beside : (earlier ?? []), after: toolLists(head.arms) };
}

type Earlier = Exclude<Against, { kind: "paired" }>;

type DecidingOnLists<Reference> = Deciding<Reference> & { readonly lists: BothLists };

function decideEarlier({ table, head, against, lists, pooled = 1 }: DecidingOnLists<Earlier>): DecidedRun {
  const gates = gatesOf(head, thresholdsOf(table));
  const ofReferences = referenceGates(table, head);
  const count = pooled * gatedCount([...gates, ...ofReferences.map(({ gate }) => gate)]);
  const judge = earlierJudge(against, { table, head, gates: count });
  const { findings, unchecked } = applyGates(gates, { table, head, judge, compares: against.kind !== "none" });
  const references = judgeReferences(ofReferences, { lists, gates: count, correlation: 0 });
  const newest = against.kind === "stored" ? against.entries.at(-1)?.summary : undefined;
  return {
    reference: referenceTo(against),
    findings: [...failsSince(table, newest), ...speedBesideErrors(findings), ...labelWarnings(references)],
    unchecked,
    gates: count,
    correlation: 0,
    lists,
  };
}

function decidePaired({
  table,
  head,
  against: { stored, base = summarise(table, "base") },
  lists,
  pooled = 1,
  isReported = true,
}: DecidingOnLists<Extract<Against, { kind: "paired" }>>): DecidedRun {
  if (!table.base) throw new RangeError("a paired comparison needs a base arm");
  const thresholds = withGuards(table, thresholdsOf(table));
  const gates = gatesOf(head, thresholds, { summary: base, table });
  const correlation = correlationOf(table);
  const ofReferences = referenceGates(table, head);
  // Every row may turn out to have slow launches: the number must not grow while rounds are added.
  const hasControl = table.arms.some(({ side }) => side === "control");
  const others = table.rows.length + (hasControl ? 1 : 0) + (checkedRows(table).length > 0 ? 1 : 0);
  const count = pooled * (gatedCount([...gates, ...ofReferences.map(({ gate }) => gate)]) + others);
  const move = controlMove(table);
  const otherwise: Judge =
    stored.length > 0
      ? earlierJudge({ kind: "stored", entries: stored }, { table, head, gates: count })
      : () => ({ state: "no-baseline", reason: { code: "no-stand-in" } });
  const pairing = { lists, gates: count, correlation };
  const judge = pairedJudge({ ...pairing, slowdown: Math.max(0, move?.estimate ?? 0), isReported }, otherwise);
  const { findings, unchecked } = applyGates(gates, { table, head, judge, compares: true, base: table.base });
  const unasked = unaskedFindings(table, { thresholds, move, gates: count });
  const judged = growthByRow(speedBesideErrors(shownTogether([...findings, ...unasked], count)));
  const { commit } = table.base.arm;
  return {
    reference: { kind: "paired", ...(commit === undefined ? {} : { commit }) },
    findings: [...labelWarnings(judged), ...labelWarnings(judgeReferences(ofReferences, pairing))],
    unchecked,
    gates: count,
    correlation,
    lists,
  };
}

/** Judges metrics without a threshold: slow launches, harm to neighbours, rows that leak. */
function unaskedFindings(
  table: Table,
  { thresholds, move, gates }: { thresholds: RunThresholds; move: ControlMove | undefined; gates: number },
): Finding[] {
  const guard = thresholds.get(serverRow)?.find(({ metric: id }) => id === "memory_growth");
  const judged = [
    ...table.rows.flatMap(({ id, paired }) => (paired?.modes ? judgeModes(id, { modes: paired.modes, gates }) : [])),
    ...(move && isSpeedGated(thresholds) ? [judgeNeighbours(move, gates)] : []),
    ...judgeLoneRows(table, { guard, gates }),
  ];
  if (whyUndecidable(table) === undefined) return judged;
  return judged.map((one) => ({ ...one, threshold: { ...one.threshold, level: "warn" } }));
}

/** Drops the gate over all rows on memory that single rows are shown to leak. */
function growthByRow(findings: readonly Finding[]): Finding[] {
  const isGrowth = ({ metric: id }: Finding) => id === "memory_growth";
  const isShown = findings.some((one) => isGrowth(one) && !isServerRow(one.row) && one.state === "regressed");
  return findings.filter((one) => !isShown || !isGrowth(one) || one.state !== "inconclusive");
}

function earlierJudge(
  against: Earlier,
  { table, ...context }: { table: Table; head: ArmSummary; gates: number },
): Judge {
  if (against.kind === "none")
    return () => ({ state: "no-baseline", reason: { code: "no-reference", text: against.reason } });
  const { isBusy } = machineLoad(table);
  return storedJudge(against.entries, { ...context, tools: toolLists(table.head.arms), isBusy });
}

function referenceTo(against: Earlier): Reference {
  if (against.kind === "none") return against;
  const newest = against.entries.at(-1);
  if (!newest) throw new RangeError("a stored comparison needs at least one entry");
  const { commit, createdAt } = newest;
  return { kind: "stored", ...(commit === undefined ? {} : { commit }), createdAt, entries: against.entries.length };
}
