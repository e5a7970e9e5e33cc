import type { Threshold } from "../plan/threshold.ts";
import type { RecordRow } from "../record/record.ts";
import { serverRow, serverRowOf } from "../record/row-ids.ts";
import type { Table } from "../table/table.ts";
import { type BothLists, brokenTools, toolChanges } from "../table/tool-changes.ts";
import { thresholdsOf } from "./thresholds.ts";
import { type Finding, isRegression } from "./verdict.ts";

/** Holds for a benchmark that a person wrote, unless the configuration has a threshold of its own. */
const unbroken: Threshold = {
  metric: "breaking_changes",
  level: "fail",
  limit: { kind: "absolute", value: 0 },
  text: "0",
};

/**
 * Judges changes of the listed tools that break their callers. They fail the run where a benchmark that a person wrote calls
 * the tool; thresholds of `breaking_changes` decide instead where there are any. `explained`: rows whose calls have to fail, as
 * head no longer takes them: that no call answers is no finding of its own.
 */
export function judgeBreakingChanges(table: Table, { before, after }: BothLists) {
  const thresholds = (thresholdsOf(table).get(serverRow) ?? []).filter(({ metric }) => metric === "breaking_changes");
  const lists = after.flatMap((list) => {
    const changes = toolChanges({ before, after: [list] });
    return changes ? [{ variant: list.variant, broken: brokenTools(changes) }] : [];
  });
  const ofServers = lists.flatMap(({ variant, broken }) =>
    thresholds.map((threshold) => found(serverRowOf(variant), { threshold, count: broken.length })),
  );
  const rows = table.rows.flatMap((row) => {
    const list = lists.find(({ variant }) => variant === row.variant);
    const broken = list?.broken.filter(({ tool }) => isWrittenFor(row, tool)) ?? [];
    return broken.length > 0 ? [{ row, broken }] : [];
  });
  const ofRows = rows.map(({ row, broken }) => found(row.id, { threshold: unbroken, count: broken.length }));
  const findings = thresholds.length > 0 ? ofServers : ofRows;
  const failing = new Set(findings.filter(isRegression).map(({ row }) => row));
  const explained = rows.filter(({ row: { id, variant, refused }, broken }) => {
    const fails = failing.has(id) || failing.has(serverRowOf(variant));
    return fails && (refused || broken.some(({ isGone }) => isGone));
  });
  return { findings, explained: new Set(explained.map(({ row }) => row.id)) };
}

/** Tests whether a row is written for head's tools, as all that head adds to its configuration is. */
function isWrittenFor({ method, target, origin, onlyIn }: RecordRow, tool: string): boolean {
  return origin === undefined && onlyIn !== "head" && method === "tools/call" && target === tool;
}

function found(row: string, { threshold, count }: { threshold: Threshold; count: number }): Finding {
  const isBeyond = threshold.limit.kind === "absolute" && count > threshold.limit.value;
  return {
    row,
    metric: "breaking_changes",
    threshold,
    state: isBeyond ? "regressed" : "pass",
    head: count,
    rounds: 1,
    reason: { code: "none" },
  };
}
