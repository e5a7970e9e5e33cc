import type { RecordLoadPass } from "../record/load-pass.ts";
import type { RecordRow, RunRecord } from "../record/record.ts";
import { theilSen } from "../stats/theil-sen.ts";
import { armFor } from "./arms.ts";
import type { MetricId } from "./metric.ts";
import type { Statistics } from "./summary.ts";

/** Loads differ in pace by these: what they hold grows with the pace, not with anything that was made. */
const paces: readonly string[] = ["concurrency", "rate"];

/** What the untimed pass of a row tells of memory, on the arm or that variant of its side which the row is of. */
export function memoryStatistics(record: RunRecord, { arm, row }: { arm: string; row: RecordRow }): Statistics {
  const pass = passOf(record, { arm, row });
  if (!pass) return {};
  const growth = growthAlong(record, { arm, row });
  return {
    load_mean_rss: once(pass.meanRssBytes),
    load_peak_rss: once(pass.peakRssBytes),
    ...(growth ? { [growth.id]: once(growth.bytes) } : {}),
  };
}

/**
 * Bytes held after the load for one more session, or one more of what the matrix counts: the slope over the rows of a
 * sweep, told with the row of its largest value. Undefined for other rows.
 */
function growthAlong(
  record: RunRecord,
  { arm, row }: { arm: string; row: RecordRow },
): { readonly id: MetricId; readonly bytes: number } | undefined {
  const { sweep } = row;
  if (!sweep || paces.includes(sweep.field)) return undefined;
  const rows = record.rows.filter((other) => isOneSweep(other, row));
  if (rows.some((other) => (other.sweep?.value ?? 0) > sweep.value)) return undefined;
  const bytes = theilSen(
    rows.flatMap((other) => {
      const pass = passOf(record, { arm, row: other });
      return pass && other.sweep ? [{ x: other.sweep.value, y: pass.endRssBytes }] : [];
    }),
  );
  if (bytes === undefined) return undefined;
  return { id: sweep.field === "sessions" ? "memory_per_session" : "memory_per_unit", bytes };
}

function isOneSweep(one: RecordRow, other: RecordRow): boolean {
  const place = ({ benchmark, variant, sweep }: RecordRow) =>
    JSON.stringify([benchmark, variant, sweep?.field, sweep?.within]);
  return one.sweep !== undefined && place(one) === place(other);
}

function passOf(record: RunRecord, { arm, row }: { arm: string; row: RecordRow }): RecordLoadPass | undefined {
  const measuring = armFor(record, arm, row.id);
  return record.loadPasses?.find((pass) => pass.row === row.id && pass.arm === measuring);
}

function once(value: number): NonNullable<Statistics[MetricId]> {
  return { state: "measured", value, rounds: [value] };
}
