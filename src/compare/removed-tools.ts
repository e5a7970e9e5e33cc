import type { RunRecord } from "../record/record.ts";
import { serverRow, serverRowOf } from "../record/row-ids.ts";
import { thresholdsOf } from "./thresholds.ts";
import { type BothLists, toolChanges } from "./tool-changes.ts";
import type { Finding, Warning } from "./verdict.ts";

/** Names that a message holds. */
const named = 10;

/**
 * Tools that were listed before and are not any more, by their name: whoever calls them will fail. A warning, as a tool may go on
 * purpose, unless the configuration says how many may.
 */
export function judgeRemovedTools(record: RunRecord, { before, after }: BothLists): RemovedTools {
  const thresholds = (thresholdsOf(record).get(serverRow) ?? []).filter(({ metric }) => metric === "removed_tools");
  const servers = after.map(({ variant }) => ({
    row: serverRowOf(variant),
    gone: goneOf({ before, after: after.filter((list) => list.variant === variant) }),
  }));
  const findings = servers.flatMap(({ row, gone }) =>
    thresholds.flatMap((threshold): Finding[] => {
      if (!gone || threshold.limit.kind !== "absolute") return [];
      const state = gone.length > threshold.limit.value ? "regressed" : "pass";
      const reason = gone.length === 0 ? "all tools are still there" : sentence(gone);
      return [{ row, metric: "removed_tools", threshold, state, head: gone.length, rounds: 1, reason }];
    }),
  );
  const gone = [...new Set(servers.flatMap((server) => server.gone ?? []))];
  const isTold = findings.some(({ state }) => state === "regressed") || gone.length === 0;
  return { findings, warnings: isTold ? [] : [{ code: "tools-removed", message: sentence(gone) }] };
}

interface RemovedTools {
  readonly findings: readonly Finding[];
  readonly warnings: readonly Warning[];
}

function goneOf(lists: BothLists): string[] | undefined {
  const changes = toolChanges(lists);
  return changes && [...changes.removed, ...changes.renamed.map(({ from }) => from)].map(({ name }) => name);
}

function sentence(gone: readonly string[]): string {
  const more = gone.length > named ? ` and ${gone.length - named} more` : "";
  return `base lists ${gone.slice(0, named).join(", ")}${more}, which head does not`;
}
