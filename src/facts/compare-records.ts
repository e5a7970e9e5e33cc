import type { Finding } from "../decide/verdict.ts";
import { metric } from "../metrics/metric.ts";
import { instrumentClass } from "../record/key.ts";
import type { RecordEnvironment } from "../record/record.ts";
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

const identifying = [
  "os",
  "arch",
  "cpuModel",
  "cores",
  "runnerImage",
  "runnerKey",
  "elsewhere",
  "runtime",
] as const satisfies readonly (keyof RecordEnvironment)[];

function environmentDifferences(base: Table, head: Table): EnvironmentDifference[] {
  const [before, after] = [base, head].map(({ environment }) => ({
    ...environment,
    instrument: instrumentClass(environment),
  }));
  const areInstrumentsKnown = before?.instrument !== undefined && after?.instrument !== undefined;
  return [...identifying, ...(areInstrumentsKnown ? ["instrument" as const] : [])]
    .filter((field) => before?.[field] !== after?.[field])
    .map((field) => ({ field, base: String(before?.[field] ?? "unknown"), head: String(after?.[field] ?? "unknown") }));
}
