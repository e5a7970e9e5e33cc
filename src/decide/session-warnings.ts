import { figureOf, type RowSummary } from "../metrics/summary.ts";
import { reclaimGaps } from "../record/launch.ts";
import type { TableRow } from "../table/table.ts";
import type { Warning } from "./reason.ts";

/** An abandoned session that keeps less than this is not warned of without a configuration. */
const muchBytes = 64_000;

/** Warns about sessions that the server keeps although nobody uses them, where no limit was set, and about those that cannot be told apart. */
export function leftSessions({ origin, head }: TableRow, { row, statistics }: RowSummary): Warning[] {
  const reclaims = head.measurements.flatMap(({ sessions }) => sessions?.reclaim ?? []);
  const gaps = reclaimGaps.filter((gap) => reclaims.some(({ kind }) => kind === gap));
  const warnings = gaps.map((gap): Warning => ({ code: "session-ids", row, gap }));
  const bytes = figureOf(statistics, "session_memory");
  const held = reclaims.flatMap((one) => (one.kind === "known" || one.kind === "not-reused" ? one.afterMs : []));
  if (origin === undefined || bytes === undefined || bytes < muchBytes || held.length === 0) return warnings;
  return [...warnings, { code: "sessions-kept", row, bytes, idleMs: Math.max(...held) }];
}
