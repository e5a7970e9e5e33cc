import { metric } from "../metrics/metric.ts";
import type { RecordEnvironment } from "../record/record.ts";
import { summarise } from "../table/summarise.ts";
import type { Table } from "../table/table.ts";
import { compare } from "./compare.ts";
import { toolLists } from "./tool-changes.ts";
import type { Comparison, Finding, Warning } from "./verdict.ts";

/**
 * Compares two runs made at different times. Nothing pairs their rounds, and what differs between two runs of the same
 * code on the same machine is far more than their rounds show; so head is judged as against a single stored run, and
 * only large changes can be told.
 */
export function compareRecords({ base, head }: { base: Table; head: Table }): Comparison {
  const summary = summarise(base, "head");
  const entry = { ...commitOf(base), createdAt: base.createdAt, summary, tools: toolLists(base.head) };
  const comparison = compare({
    table: head,
    head: summarise(head, "head"),
    against: { kind: "stored", entries: [entry] },
  });
  const differences = environmentDifferences(base, head);
  return {
    ...comparison,
    reference: { kind: "record", ...commitOf(base), createdAt: base.createdAt },
    findings: comparison.findings.map(differences.length > 0 ? acrossEnvironments : withoutMoreRuns),
    warnings: [...unpaired(base, head), ...otherEnvironment(differences), ...comparison.warnings],
  };
}

/** One record cannot become five: what stored runs lack is not what helps. */
function withoutMoreRuns(finding: Finding): Finding {
  if (finding.lack?.code !== "few-runs") return finding;
  const lack = { code: "apart" } as const;
  return { ...finding, lack, reason: lack };
}

/**
 * Drops findings that two machines may differ in with the same code; metrics equal in every launch, and errors, stay.
 */
function acrossEnvironments(finding: Finding): Finding {
  const { metric: id, threshold, state } = finding;
  const holds = threshold.limit.kind === "absolute" || metric(id).kind === "exact" || metric(id).compared === "counts";
  if (holds || state === "errored" || state === "no-baseline") return finding;
  return { ...finding, state: "not-comparable", reason: "the records come from different environments" };
}

function commitOf({ commit }: Table): { commit?: string } {
  return commit ? { commit: commit.sha } : {};
}

function unpaired(base: Table, head: Table): Warning[] {
  if (base.createdAt === head.createdAt && base.seed === head.seed) return [];
  const message =
    "the two records were measured at different times. The machine may have changed as well, so only large changes show; measure both commits in one run to see small ones";
  return [{ code: "unpaired", message }];
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
  "pinning",
] as const satisfies readonly (keyof RecordEnvironment)[];

function environmentDifferences(base: Table, head: Table): string[] {
  return identifying
    .filter((field) => base.environment[field] !== head.environment[field])
    .map((field) => `${field} ${base.environment[field]} and ${head.environment[field]}`);
}

function otherEnvironment(differences: readonly string[]): Warning[] {
  if (differences.length === 0) return [];
  const message = `the records come from different environments (${differences.join("; ")}): times and memory are not compared`;
  return [{ code: "different-environment", message }];
}
