import type { Finding } from "../decide/verdict.ts";
import { metric } from "../metrics/metric.ts";
import { machineParts } from "../record/key.ts";
import { summarise } from "../table/summarise.ts";
import type { Table } from "../table/table.ts";
import { toolLists } from "../table/tool-changes.ts";
import { compare } from "./compare.ts";
import type { Comparison, EnvironmentDifference } from "./comparison.ts";

/**
 * Compares two runs made at different times. Nothing pairs their rounds, and what differs between two runs of the same
 * code on the same machine is far more than their rounds show; so head is judged as against a single stored run, and
 * only large changes can be told.
 */
export function compareRecords({ base, head }: { base: Table; head: Table }): Comparison {
  const summary = summarise(base, "head");
  const entry = { ...commitOf(base), createdAt: base.createdAt, summary, tools: toolLists(base.head.arms) };
  const comparison = compare({
    table: head,
    head: summarise(head, "head"),
    against: { kind: "stored", entries: [entry] },
  });
  const differences = environmentDifferences(base, head);
  return {
    ...comparison,
    reference: { kind: "record", ...commitOf(base), createdAt: base.createdAt },
    findings: comparison.findings.map((finding): Finding => {
      if (differences.length > 0) return acrossEnvironments(finding);
      // One record cannot become five: what stored runs lack is not what helps.
      return finding.reason.code === "few-runs" ? { ...finding, reason: { code: "apart" } } : finding;
    }),
    warnings: [
      ...(base.createdAt === head.createdAt && base.seed === head.seed ? [] : [{ code: "unpaired" } as const]),
      ...(differences.length > 0 ? [{ code: "different-environment", differences } as const] : []),
      ...comparison.warnings,
    ],
  };
}

/**
 * Drops findings that two machines may differ in with the same code; metrics equal in every launch, and errors, stay.
 */
function acrossEnvironments(finding: Finding): Finding {
  const { metric: id, threshold, state } = finding;
  const holds = threshold.limit.kind === "absolute" || metric(id).kind === "exact" || metric(id).compared === "counts";
  if (holds || state === "errored" || state === "no-baseline") return finding;
  return { ...finding, state: "not-comparable", reason: { code: "other-environment" } };
}

function commitOf({ commit }: Table): { commit?: string } {
  return commit ? { commit: commit.sha } : {};
}

/** Compares what stored runs are filed by. Records from before an instrument was chosen lack theirs. */
function environmentDifferences(base: Table, head: Table): EnvironmentDifference[] {
  const partsOf = ({ environment }: Table) =>
    new Map(machineParts(environment).map(({ name, value }) => [name, value]));
  const [before, after] = [partsOf(base), partsOf(head)];
  const areInstrumentsKnown = before.has("instrument") && after.has("instrument");
  return [...new Map([...before, ...after]).keys()]
    .filter((part) => before.get(part) !== after.get(part) && (part !== "instrument" || areInstrumentsKnown))
    .map((part) => ({ part, base: before.get(part) ?? "unknown", head: after.get(part) ?? "unknown" }));
}
