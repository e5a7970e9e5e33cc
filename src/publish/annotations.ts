import type { Finding, Verdict } from "../compare/verdict.ts";
import { metric } from "../stats/metric.ts";

export interface Annotation {
  readonly level: "error" | "warning" | "notice";
  readonly title: string;
  readonly message: string;
  /** Path from the root of the repository. */
  readonly file?: string;
  readonly line?: number;
}

/** GitHub shows ten annotations of one kind per step; one is kept for the message with which the step fails. */
const limit = 9;

/** One annotation per regressed or over-budget finding, worst first, at the line of its benchmark; the rest is counted. */
export function verdictAnnotations(
  verdict: Pick<Verdict, "regressed" | "failed">,
  { file, lineOf }: { file?: string; lineOf: (row: string) => number | undefined },
): Annotation[] {
  const level = verdict.failed ? "error" : "warning";
  const place = (finding: Finding) => {
    const line = lineOf(finding.row);
    if (file === undefined) return {};
    return { file, ...(line !== undefined && { line }) };
  };
  const all = verdict.regressed.map(
    (finding): Annotation => ({
      level,
      title: `${finding.row}: ${metric(finding.metric).label} ${finding.state}`,
      message: finding.reason,
      ...place(finding),
    }),
  );
  if (all.length <= limit) return all;
  const hidden = all.length - (limit - 1);
  const rest: Annotation = { level, title: "More findings", message: `${hidden} more are in the job summary.` };
  return [...all.slice(0, limit - 1), rest];
}
