import { machineLoad } from "../metrics/machine-load.ts";
import type { Arms } from "../metrics/row-rounds.ts";
import { summarise } from "../metrics/summarise.ts";
import type { ArmSummary } from "../metrics/summary.ts";
import type { RunRecord } from "../record/record.ts";
import { isServerRow, serverRow } from "../record/row-ids.ts";
import { applyGates } from "./apply-gates.ts";
import { failsSince, isMustWork } from "./breakdown.ts";
import { judgeBreakingChanges } from "./breaking-changes.ts";
import { crossCheck, speedBesideErrors } from "./cross-checks.ts";
import type { Judge } from "./judge.ts";
import { listWarnings } from "./list-warnings.ts";
import { lostPrefix } from "./lost-prefix.ts";
import { type ControlMove, controlMove, judgeNeighbours } from "./paired/control.ts";
import { isSpeedGated, withGuards } from "./paired/guards.ts";
import { labelWarnings, pairedJudge, roundsOfRun } from "./paired/paired.ts";
import { roundWarnings } from "./paired/round-warnings.ts";
import { checkedRows, judgeLoneRows } from "./paired/row-leaks.ts";
import { judgeModes, type Modes } from "./paired/slow-mode.ts";
import { judgeReferences, referenceGates } from "./references.ts";
import { type StoredEntry, storedJudge } from "./stored/stored.ts";
import { gatedCount, gatesOf, type RunThresholds, thresholdsOf, whyUndecidable } from "./thresholds.ts";
import { type BothLists, toolChanges, toolLists } from "./tool-changes.ts";
import type { Comparison, Finding, Reference, Warning } from "./verdict.ts";
import { launchFailures, runWarnings } from "./warnings.ts";

/** Reference that head is compared with. */
export type Against =
  | { readonly kind: "none"; readonly reason: string; readonly unasked?: boolean }
  /** Earlier runs of the same environment, newest last, at least one. */
  | { readonly kind: "stored"; readonly entries: readonly StoredEntry[] }
  /** The record's own base arm; earlier runs, if any, stand in where base has no figure. `base` is its summary where it is known. */
  | { readonly kind: "paired"; readonly stored: readonly StoredEntry[]; readonly base?: ArmSummary };

/**
 * Applies every threshold of a run to head. `head` is the summary of the record's head arm. Rows without a single ok
 * reply are errored, whatever their thresholds. Throws UserError on thresholds this version does not know, RangeError
 * where the record lacks the base arm or the entries that `against` names.
 */
export function compare({
  record,
  head,
  against,
  pooled = 1,
  intervals = true,
}: {
  record: RunRecord;
  head: ArmSummary;
  against: Against;
  /** Number of records of this size that will be judged together. */
  pooled?: number;
  /** False where only the states are read: intervals take longer than all decisions. */
  intervals?: boolean;
}): Comparison {
  const comparison =
    against.kind === "paired"
      ? comparePaired({ record, head, against, pooled, intervals })
      : compareEarlier({ record, head, against, pooled });
  const lists = listsOf(record, against);
  const breaking = judgeBreakingChanges(record, lists);
  const tools = toolChanges(lists);
  const lost = lostPrefix(lists);
  const isCrossed = new Set(head.rows.flatMap(({ row, failures }) => (failures.crossed ? row : [])));
  const findings = comparison.findings.filter(
    ({ row, threshold }) => !isMustWork(threshold) || !breaking.explained.has(row) || isCrossed.has(row),
  );
  return {
    ...comparison,
    findings: [
      ...(record.changedInBase && against.kind === "paired" ? findings.map(besideChangedBase) : findings),
      ...breaking.findings,
    ],
    warnings: [...listWarnings(record), ...comparison.warnings],
    ...(tools ? { tools } : {}),
    ...(lost ? { lostPrefix: lost } : {}),
    ...(record.quick ? { quick: true } : {}),
  };
}

/** A base whose files were changed meanwhile lets nothing pass. Results of head alone stay, and so do regressions. */
function besideChangedBase(finding: Finding): Finding {
  const { threshold, state } = finding;
  if (threshold.limit.kind === "absolute" || (state !== "pass" && state !== "improved")) return finding;
  return { ...finding, state: "inconclusive", reason: "files of base were changed while it was measured" };
}

/** The tools of head, and those of base or else of the newest stored run that is known to list any. */
function listsOf(record: RunRecord, against: Against): BothLists {
  const beside = toolLists(record, "base");
  const earlier = against.kind === "stored" ? against.entries.findLast(({ tools }) => tools)?.tools : undefined;
  return { before: beside.length > 0 ? beside : (earlier ?? []), after: toolLists(record, "head") };
}

type Earlier = Exclude<Against, { kind: "paired" }>;

function compareEarlier({
  record,
  head,
  against,
  pooled,
}: {
  record: RunRecord;
  head: ArmSummary;
  against: Earlier;
  pooled: number;
}): Comparison {
  const gates = gatesOf(head, thresholdsOf(record));
  const ofReferences = referenceGates(record, head);
  const count = pooled * gatedCount([...gates, ...ofReferences.map(({ gate }) => gate)]);
  const { findings, warnings } = applyGates(gates, {
    record,
    head,
    judge: earlierJudge(against, { record, head, gates: count }),
    compares: against.kind !== "none",
  });
  const references = judgeReferences(ofReferences, { record, head, gates: count });
  return {
    reference: referenceTo(against),
    findings: [...failsSince(record, newestOf(against)), ...speedBesideErrors(findings), ...labelWarnings(references)],
    warnings: [...baseWithout(record, against.kind), ...runWarnings(record, head, newestOf(against)), ...warnings],
    gates: count,
  };
}

/** A base arm that gave nothing to compare with, which is why earlier runs are asked. */
function baseWithout(record: RunRecord, against: Earlier["kind"]): Warning[] {
  const arm = record.arms.find((candidate) => candidate.side === "base");
  const [first] = arm ? launchFailures(record, arm.id) : [];
  if (!first) return [];
  const fix = "A checkout holds only committed files: `build` in the configuration has to make the rest";
  // What the server wrote comes last: it is long, and what does not fit is cut off.
  const instead = against === "stored" ? "with stored runs only" : "with nothing";
  const message = `the base commit failed, so head is compared ${instead}. ${fix}. First failure: ${first.message}`;
  return [{ code: "base-not-measured", message }];
}

function newestOf(against: Earlier): ArmSummary | undefined {
  return against.kind === "stored" ? against.entries.at(-1)?.summary : undefined;
}

interface Paired {
  readonly record: RunRecord;
  readonly head: ArmSummary;
  readonly against: Extract<Against, { kind: "paired" }>;
  readonly pooled: number;
  readonly intervals: boolean;
}

function comparePaired({ record, head, against: { stored, ...against }, pooled, intervals }: Paired): Comparison {
  const arm = record.arms.find((candidate) => candidate.side === "base");
  if (!arm) throw new RangeError("a paired comparison needs a base arm");
  const { base = summarise(record, arm.id) } = against;
  const arms = { base: arm.id, head: head.arm };
  const thresholds = withGuards(record, { thresholds: thresholdsOf(record), arms });
  const gates = gatesOf(head, thresholds);
  const { p50, modes, correlation } = roundsOfRun(record, arms);
  const ofReferences = referenceGates(record, head);
  // Every row may turn out to have slow launches: the number must not grow while rounds are added.
  const hasControl = record.arms.some(({ side }) => side === "control");
  const others = record.rows.length + (hasControl ? 1 : 0) + (checkedRows(record).length > 0 ? 1 : 0);
  const count = pooled * (gatedCount([...gates, ...ofReferences.map(({ gate }) => gate)]) + others);
  const move = controlMove(record, arms);
  const otherwise = earlierJudge(earlierOf(stored), { record, head, gates: count });
  const slowdown = move?.slowdown ?? 0;
  const judge = pairedJudge({ record, base, arms, modes, slowdown, correlation, gates: count, intervals }, otherwise);
  const { findings, warnings } = applyGates(gates, { record, head, judge, compares: true, base: arm.id });
  const unasked = unaskedFindings(record, { arms, thresholds, modes, move, gates: count });
  const judged = growthByRow(crossCheck([...findings, ...unasked], { gates: count }));
  return {
    reference: { kind: "paired", ...(arm.commit === undefined ? {} : { commit: arm.commit }) },
    findings: [
      ...labelWarnings(judged),
      ...labelWarnings(judgeReferences(ofReferences, { record, head, gates: count, correlation })),
    ],
    warnings: [
      ...roundWarnings(record, { findings: judged, p50, correlation, gates: count }),
      ...runWarnings(record, head, base),
      ...launchFailures(record, arms.base),
      ...warnings,
    ],
    gates: count,
  };
}

interface DefaultChecks {
  readonly arms: Arms;
  readonly thresholds: RunThresholds;
  readonly modes: ReadonlyMap<string, Modes>;
  readonly move: ControlMove | undefined;
  readonly gates: number;
}

/** Judges metrics without a threshold: slow launches, harm to neighbours, rows that leak. */
function unaskedFindings(record: RunRecord, { arms, thresholds, modes, move, gates }: DefaultChecks): Finding[] {
  const guard = thresholds.get(serverRow)?.find(({ metric: id }) => id === "memory_growth");
  const judged = [
    ...[...modes].map(([row, found]) => judgeModes(row, { modes: found, gates })),
    ...(move && isSpeedGated(thresholds) ? [judgeNeighbours(move, gates)] : []),
    ...judgeLoneRows(record, { arms, guard, gates }),
  ];
  if (whyUndecidable(record) === undefined) return judged;
  return judged.map((one) => ({ ...one, threshold: { ...one.threshold, level: "warn" } }));
}

/** Drops the gate over all rows on memory that single rows are shown to leak. */
function growthByRow(findings: readonly Finding[]): Finding[] {
  const isGrowth = ({ metric: id }: Finding) => id === "memory_growth";
  const isShown = findings.some((one) => isGrowth(one) && !isServerRow(one.row) && one.state === "regressed");
  return findings.filter((one) => !isShown || !isGrowth(one) || one.state !== "inconclusive");
}

function earlierOf(stored: readonly StoredEntry[]): Earlier {
  return stored.length > 0
    ? { kind: "stored", entries: stored }
    : { kind: "none", reason: "no stored run can take its place" };
}

function earlierJudge(
  against: Earlier,
  { record, ...context }: { record: RunRecord; head: ArmSummary; gates: number },
): Judge {
  if (against.kind === "none") return () => ({ state: "no-baseline", reason: against.reason });
  const { isStolen, waits } = machineLoad(record);
  return storedJudge(against.entries, { ...context, tools: toolLists(record, "head"), isBusy: isStolen || waits });
}

function referenceTo(against: Earlier): Reference {
  if (against.kind === "none") return against;
  const newest = against.entries.at(-1);
  if (!newest) throw new RangeError("a stored comparison needs at least one entry");
  const { commit, createdAt } = newest;
  return { kind: "stored", ...(commit === undefined ? {} : { commit }), createdAt, entries: against.entries.length };
}
