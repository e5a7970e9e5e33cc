import { isMetricId } from "../metrics/metric.ts";
import type { RunRecord } from "../record/record.ts";
import { whyAdvisory } from "./thresholds.ts";
import type { Finding } from "./verdict.ts";

/**
 * One finding for every row that would have gates but is advisory: the run must not pass for what nobody could judge.
 * The row's own findings are there too, as warnings.
 */
export function advisoryFindings(record: RunRecord): Finding[] {
  return record.rows.flatMap(({ id: row, thresholds }): Finding[] => {
    const why = whyAdvisory(record, row);
    const gate = thresholds.find(({ level, limit }) => level === "fail" && limit.kind !== "absolute");
    if (why === undefined || !gate || !isMetricId(gate.metric)) return [];
    const threshold = { ...gate, metric: gate.metric };
    const reason = `${why}, so its figures are advisory`;
    return [{ row, metric: gate.metric, threshold, state: "not-comparable", rounds: 0, reason }];
  });
}
