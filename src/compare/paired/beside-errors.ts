import { metric } from "../../metrics/metric.ts";
import type { Finding } from "../verdict.ts";

/**
 * Speed beside errors. Failing is quick, and the slow calls may be those that failed: a row whose errors rose, or may have
 * risen, is not called faster; and where fewer calls fail, by more than the threshold, answering them may be what it costs.
 */
export function besideErrors(findings: readonly Finding[]): Finding[] {
  const change = new Map(
    findings.flatMap(({ row, metric: id, state, change: errors }) => {
      if (id !== "error_rate" || !errors) return [];
      return errors.estimate > 0 || state === "improved" ? [[row, errors.estimate] as const] : [];
    }),
  );
  return findings.map((one) => {
    const errors = change.get(one.row) ?? 0;
    if (one.state === "improved" && errors > 0)
      return { ...one, state: "inconclusive", reason: "faster, but more of its calls failed" };
    const isSpeed = one.metric !== "error_rate" && metric(one.metric).kind === "noisy";
    if (one.state === "regressed" && isSpeed && -errors > allowed(one))
      return { ...one, state: "inconclusive", reason: "slower, but fewer of its calls failed" };
    return one;
  });
}

function allowed({ threshold: { limit } }: Finding): number {
  if (limit.kind === "relative") return limit.change;
  return limit.kind === "points" ? limit.points : Number.POSITIVE_INFINITY;
}
