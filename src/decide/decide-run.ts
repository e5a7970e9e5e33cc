import type { StoredEntry } from "../history/entry.ts";
import type { ArmSummary } from "../metrics/summary.ts";
import type { RunThresholds } from "../plan/threshold.ts";
import { isServerRow, serverRow } from "../record/row-ids.ts";
import { machineLoad } from "../table/machine-load.ts";
import { summarise } from "../table/summarise.ts";
import type { Side, Table } from "../table/table.ts";
import { type BothLists, toolLists } from "../table/tool-changes.ts";
import { applyGates, type UncheckedGate } from "./apply-gates.ts";
import { breakdowns, failsSince } from "./breakdown.ts";
import { judgeBreakingChanges } from "./breaking-changes.ts";
import { risesOf, shownTogether, speedBesideErrors } from "./cross-checks.ts";
import type { Judge } from "./judge.ts";
import { isSpeedGate, withGuards } from "./paired/guards.ts";
import { correlationOf, looksOf, pairedJudge } from "./paired/paired.ts";
import { checkedRows, judgeLoneRows } from "./paired/row-leaks.ts";
import { judgeModes } from "./paired/slow-mode.ts";
import type { Undecidable } from "./reason.ts";
import { storedJudge } from "./stored/stored.ts";
import { gatedCount, gatesOf, referenceGates, thresholdsOf, whyUndecidable } from "./thresholds.ts";
import { type Finding, isMustWork, type Reference } from "./verdict.ts";

export type Against =
  | { readonly kind: "none"; readonly reason: string; readonly unasked?: boolean }
  /** Earlier runs of the same environment, newest last, at least one. */
  | { readonly kind: "stored"; readonly entries: readonly StoredEntry[] }
  /** The base of the same run; earlier runs, if any, stand in where base has no figure. `base` is its summary where it is known. */
  | { readonly kind: "paired"; readonly stored: readonly StoredEntry[]; readonly base?: ArmSummary };

export interface Deciding {
  readonly table: Table;
  readonly head: ArmSummary;
  readonly against: Against;
  /** Number of records of this size that will be judged together. */
  readonly pooled?: number;
}

export interface DecidedRun {
  readonly reference: Reference;
  readonly findings: readonly Finding[];
  readonly unchecked: readonly UncheckedGate[];
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
export function decideRun({ table, head, against, pooled = 1 }: Deciding): DecidedRun {
  const lists = listsOf(table, against);
  const base = against.kind === "paired" ? baseOf(table, against) : undefined;
  const thresholds = base ? withGuards(table, thresholdsOf(table)) : thresholdsOf(table);
  const ofRows = gatesOf(head, thresholds, base && { summary: base.summary, table });
  const ofReferences = referenceGates(table, head);
  const gates = pooled * (gatedCount([...ofRows, ...ofReferences]) + (base ? mostUnasked(table) : 0));
  const correlation = base ? correlationOf(table) : 0;
  const pairing = { lists, gates, correlation, looks: looksOf(table) };
  const earlier = earlierJudge(against, { table, head, gates });
  const judge = base ? pairedJudge(pairing, earlier) : earlier;
  const applied = applyGates(ofRows, { judge, isOneRun: table.imported?.rounds === "windows" });
  const unasked = base ? unaskedFindings(table, { thresholds, gates }) : [];
  const together = shownTogether([...applied.findings, ...unasked], gates);
  const judged = growthByRow(speedBesideErrors(together, risesOf(ofRows, judge)));
  const besideReference = pairedJudge(pairing, () => ({ state: "inconclusive", reason: { code: "no-figure" } }));
  const ofVariants = applyGates(ofReferences, { judge: besideReference });
  const newest = against.kind === "stored" ? against.entries.at(-1)?.summary : undefined;
  const findings = [
    ...failsSince(table, newest),
    ...breakdowns(table, head, base?.side),
    ...judged,
    ...speedBesideErrors(shownTogether(ofVariants.findings, gates), risesOf(ofReferences, besideReference)),
  ];
  const breaking = judgeBreakingChanges(table, lists);
  const isCrossed = new Set(head.rows.flatMap(({ row, failures }) => (failures.crossed ? row : [])));
  const why = whyUndecidable(table);
  const isExplained = (row: string) => !why && breaking.explained.has(row) && !isCrossed.has(row);
  const unexplained = findings.filter(({ row, threshold }) => !isMustWork(threshold) || !isExplained(row));
  const all = [
    ...(table.changedInBase && base ? unexplained.map(besideChangedBase) : unexplained),
    ...breaking.findings,
  ];
  return {
    reference: referenceTo(against, base?.side),
    findings: why ? all.map((one) => informing(one, why)) : all,
    // Without a comparison no limit on a change is checked.
    unchecked: [...(against.kind === "none" ? [] : applied.unchecked), ...ofVariants.unchecked],
    gates,
    correlation,
    lists,
  };
}

function baseOf(table: Table, { base: summary = summarise(table, "base") }: Extract<Against, { kind: "paired" }>) {
  if (!table.base) throw new RangeError("a paired comparison needs a base arm");
  return { side: table.base, summary };
}

/** Counts the findings on metrics without a threshold that there may be: the number must not grow while rounds are added. */
function mostUnasked(table: Table): number {
  // Every row may turn out to have slow launches.
  return table.rows.length + Number(checkedRows(table).length > 0);
}

/** A base whose files were changed meanwhile lets nothing pass. Results of head alone stay, and so do regressions. */
function besideChangedBase(finding: Finding): Finding {
  const { threshold, state } = finding;
  if (threshold.limit.kind === "absolute" || (state !== "pass" && state !== "improved")) return finding;
  return { ...finding, state: "inconclusive", reason: { code: "base-changed" } };
}

/** Results of a quick run, or of a run whose server was replaced, only inform; budgets of a quick run warn. */
function informing(finding: Finding, why: Undecidable): Finding {
  const { threshold, metric: id, state } = finding;
  if (isMustWork(threshold) || state === "no-baseline") return finding;
  const isBudget = threshold.limit.kind === "absolute" && id !== "breaking_changes";
  if (isBudget) return why.code === "quick" ? { ...finding, threshold: { ...threshold, level: "warn" } } : finding;
  return { ...finding, state: "not-comparable", reason: why };
}

/** The tools of head, and those of base or else of the newest stored run that is known to list any. */
function listsOf({ head, base }: Table, against: Against): BothLists {
  const beside = base ? toolLists(base.arms) : [];
  const earlier = against.kind === "stored" ? against.entries.findLast(({ tools }) => tools)?.tools : undefined;
  return { before: beside.length > 0 ? beside : (earlier ?? []), after: toolLists(head.arms) };
}

/** Judges metrics without a threshold: slow launches, rows that leak. */
function unaskedFindings(table: Table, { thresholds, gates }: { thresholds: RunThresholds; gates: number }): Finding[] {
  const guard = thresholds.get(serverRow)?.find(({ metric: id }) => id === "memory_growth");
  return [
    ...table.rows.flatMap(({ id, paired: { modes } = {} }) =>
      modes && thresholds.get(id)?.some(isSpeedGate) ? judgeModes(id, { modes, gates }) : [],
    ),
    ...judgeLoneRows(table, { guard, gates }),
  ];
}

/** Drops the gate over all rows on memory that single rows are shown to leak. */
function growthByRow(findings: readonly Finding[]): Finding[] {
  const isGrowth = ({ metric: id }: Finding) => id === "memory_growth";
  const isShown = findings.some((one) => isGrowth(one) && !isServerRow(one.row) && one.state === "regressed");
  return findings.filter((one) => !isShown || !isGrowth(one) || one.state !== "inconclusive");
}

/** Judges by earlier runs: all of head, or where base was measured, what it has no figure of. */
function earlierJudge(
  against: Against,
  { table, ...context }: { table: Table; head: ArmSummary; gates: number },
): Judge {
  if (against.kind === "none")
    return () => ({ state: "no-baseline", reason: { code: "no-reference", text: against.reason } });
  const entries = against.kind === "paired" ? against.stored : against.entries;
  if (entries.length === 0) return () => ({ state: "no-baseline", reason: { code: "no-stand-in" } });
  return storedJudge(entries, { ...context, tools: toolLists(table.head.arms), isBusy: machineLoad(table).isBusy });
}

function referenceTo(against: Against, base: Side | undefined): Reference {
  if (against.kind === "none") return against;
  if (against.kind === "paired") return { kind: "paired", ...commitOf(base?.arm) };
  const newest = against.entries.at(-1);
  if (!newest) throw new RangeError("a stored comparison needs at least one entry");
  return { kind: "stored", ...commitOf(newest), createdAt: newest.createdAt, entries: against.entries.length };
}

function commitOf({ commit }: { readonly commit?: string | undefined } = {}): { commit?: string } {
  return commit === undefined ? {} : { commit };
}
