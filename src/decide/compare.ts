import type { ArmSummary } from "../metrics/summary.ts";
import { isServerRow, serverRow } from "../record/row-ids.ts";
import { machineLoad } from "../table/machine-load.ts";
import type { Modes } from "../table/modes.ts";
import { summarise } from "../table/summarise.ts";
import type { Table } from "../table/table.ts";
import { applyGates } from "./apply-gates.ts";
import { failsSince, isMustWork } from "./breakdown.ts";
import { judgeBreakingChanges } from "./breaking-changes.ts";
import { crossCheck, labelWarnings, speedBesideErrors } from "./cross-checks.ts";
import type { Judge } from "./judge.ts";
import { listWarnings } from "./list-warnings.ts";
import { lostPrefix } from "./lost-prefix.ts";
import { type ControlMove, controlMove, judgeNeighbours } from "./paired/control.ts";
import { isSpeedGated, withGuards } from "./paired/guards.ts";
import { pairedJudge, roundsOfRun } from "./paired/paired.ts";
import { roundWarnings } from "./paired/round-warnings.ts";
import { checkedRows, judgeLoneRows } from "./paired/row-leaks.ts";
import { judgeModes } from "./paired/slow-mode.ts";
import type { Warning } from "./reason.ts";
import { judgeReferences, referenceGates } from "./references.ts";
import { type StoredEntry, storedJudge } from "./stored/stored.ts";
import { gatedCount, gatesOf, type RunThresholds, thresholdsOf, whyUndecidable } from "./thresholds.ts";
import { type BothLists, toolChanges, toolLists } from "./tool-changes.ts";
import type { Comparison, Finding, Reference } from "./verdict.ts";
import { launchFailures, runWarnings } from "./warnings.ts";

/** Reference that head is compared with. */
export type Against =
  | { readonly kind: "none"; readonly reason: string; readonly unasked?: boolean }
  /** Earlier runs of the same environment, newest last, at least one. */
  | { readonly kind: "stored"; readonly entries: readonly StoredEntry[] }
  /** The base of the same run; earlier runs, if any, stand in where base has no figure. `base` is its summary where it is known. */
  | { readonly kind: "paired"; readonly stored: readonly StoredEntry[]; readonly base?: ArmSummary };

interface Comparing<Reference> {
  readonly table: Table;
  readonly head: ArmSummary;
  readonly against: Reference;
  /** Number of records of this size that will be judged together. */
  readonly pooled?: number;
  /** False: the run goes on, and figures that only a report shows are left out. */
  readonly isReported?: boolean;
}

/**
 * Applies every threshold of a run to head. `head` is its summary of head. Rows without a single ok
 * reply are errored, whatever their thresholds. Throws UserError on thresholds this version does not know, RangeError
 * where the run lacks the base or the entries that `against` names.
 */
export function compare({ against, ...run }: Comparing<Against>): Comparison {
  const { table, head } = run;
  const comparison =
    against.kind === "paired" ? comparePaired({ ...run, against }) : compareEarlier({ ...run, against });
  const lists = listsOf(table, against);
  const breaking = judgeBreakingChanges(table, lists);
  const tools = toolChanges(lists);
  const lost = lostPrefix(lists);
  const isCrossed = new Set(head.rows.flatMap(({ row, failures }) => (failures.crossed ? row : [])));
  const findings = comparison.findings.filter(
    ({ row, threshold }) => !isMustWork(threshold) || !breaking.explained.has(row) || isCrossed.has(row),
  );
  return {
    ...comparison,
    findings: [
      ...(table.changedInBase && against.kind === "paired" ? findings.map(besideChangedBase) : findings),
      ...breaking.findings,
    ],
    warnings: [...listWarnings(table), ...comparison.warnings],
    ...(tools ? { tools } : {}),
    ...(lost ? { lostPrefix: lost } : {}),
    ...(table.quick ? { quick: true } : {}),
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
  const beside = base ? toolLists(base) : [];
  const earlier = against.kind === "stored" ? against.entries.findLast(({ tools }) => tools)?.tools : undefined;
  return { before: beside.length > 0 ? beside : (earlier ?? []), after: toolLists(head) };
}

type Earlier = Exclude<Against, { kind: "paired" }>;

function compareEarlier({ table, head, against, pooled = 1 }: Comparing<Earlier>): Comparison {
  const gates = gatesOf(head, thresholdsOf(table));
  const ofReferences = referenceGates(table, head);
  const count = pooled * gatedCount([...gates, ...ofReferences.map(({ gate }) => gate)]);
  const { findings, warnings } = applyGates(gates, {
    table,
    head,
    judge: earlierJudge(against, { table, head, gates: count }),
    compares: against.kind !== "none",
  });
  const references = judgeReferences(ofReferences, { lists: listsOf(table, against), gates: count, correlation: 0 });
  return {
    reference: referenceTo(against),
    findings: [...failsSince(table, newestOf(against)), ...speedBesideErrors(findings), ...labelWarnings(references)],
    warnings: [...baseWithout(table, against.kind), ...runWarnings(table, head, newestOf(against)), ...warnings],
    gates: count,
  };
}

/** A base arm that gave nothing to compare with, which is why earlier runs are asked. */
function baseWithout(table: Table, against: Earlier["kind"]): Warning[] {
  const [first] = table.base ? launchFailures(table, table.base) : [];
  if (!first) return [];
  return [{ code: "base-not-measured", isStored: against === "stored", first }];
}

function newestOf(against: Earlier): ArmSummary | undefined {
  return against.kind === "stored" ? against.entries.at(-1)?.summary : undefined;
}

function comparePaired({
  table,
  head,
  against: { stored, base = summarise(table, "base") },
  pooled = 1,
  isReported = true,
}: Comparing<Extract<Against, { kind: "paired" }>>): Comparison {
  if (!table.base) throw new RangeError("a paired comparison needs a base arm");
  const thresholds = withGuards(table, thresholdsOf(table));
  const gates = gatesOf(head, thresholds, { summary: base, table });
  const { p50, modes, correlation } = roundsOfRun(table);
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
  const pairing = { lists: { before: toolLists(table.base), after: toolLists(table.head) }, gates: count, correlation };
  const judge = pairedJudge({ ...pairing, slowdown: move?.slowdown ?? 0, isReported }, otherwise);
  const { findings, warnings } = applyGates(gates, { table, head, judge, compares: true, base: table.base });
  const unasked = unaskedFindings(table, { thresholds, modes, move, gates: count });
  const judged = growthByRow(crossCheck([...findings, ...unasked], { gates: count }));
  const { commit } = table.base.arm;
  return {
    reference: { kind: "paired", ...(commit === undefined ? {} : { commit }) },
    findings: [...labelWarnings(judged), ...labelWarnings(judgeReferences(ofReferences, pairing))],
    warnings: [
      ...roundWarnings(table, { findings: judged, p50, correlation, gates: count }),
      ...runWarnings(table, head, base),
      ...launchFailures(table, table.base),
      ...warnings,
    ],
    gates: count,
  };
}

interface DefaultChecks {
  readonly thresholds: RunThresholds;
  readonly modes: readonly (readonly [row: string, modes: Modes])[];
  readonly move: ControlMove | undefined;
  readonly gates: number;
}

/** Judges metrics without a threshold: slow launches, harm to neighbours, rows that leak. */
function unaskedFindings(table: Table, { thresholds, modes, move, gates }: DefaultChecks): Finding[] {
  const guard = thresholds.get(serverRow)?.find(({ metric: id }) => id === "memory_growth");
  const judged = [
    ...modes.map(([row, found]) => judgeModes(row, { modes: found, gates })),
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
  const { isStolen, waits, isDisturbed } = machineLoad(table);
  const isBusy = isStolen || waits || isDisturbed;
  return storedJudge(against.entries, { ...context, tools: toolLists(table.head), isBusy });
}

function referenceTo(against: Earlier): Reference {
  if (against.kind === "none") return against;
  const newest = against.entries.at(-1);
  if (!newest) throw new RangeError("a stored comparison needs at least one entry");
  const { commit, createdAt } = newest;
  return { kind: "stored", ...(commit === undefined ? {} : { commit }), createdAt, entries: against.entries.length };
}
