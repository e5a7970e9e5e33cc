import type { RecordLoadPass } from "../../record/load-pass.ts";
import type { RecordRow } from "../../record/record.ts";
import { theilSen } from "../../stats/theil-sen.ts";
import type { RowMetric, RunFacts } from "./definition.ts";

const memory = {
  unit: "bytes",
  better: "less",
  kind: "noisy",
  scope: "row",
  compared: "none",
  optional: true,
} as const;

/** Metrics of memory from the untimed pass of a row. */
export const loadMemory = {
  load_peak_rss: { ...memory, label: "peak RSS under load", perRun: (...of) => passOf(...of)?.peakRssBytes },
  load_mean_rss: { ...memory, label: "mean RSS under load", perRun: (...of) => passOf(...of)?.meanRssBytes },
  memory_per_unit: { ...memory, label: "memory per unit", perRun: growthAlong((field) => field !== "sessions") },
  memory_per_session: { ...memory, label: "memory per session", perRun: growthAlong((field) => field === "sessions") },
} as const satisfies Record<string, RowMetric>;

interface Where {
  readonly arm: string;
  readonly row: RecordRow;
}

/** Loads differ in pace by these: what they hold grows with the pace, not with anything that was made. */
const paces: readonly string[] = ["concurrency", "rate"];

/**
 * Bytes held after the load for one more session, or one more of what the matrix counts: the slope over the rows of a
 * sweep, told with the row of its largest value. Undefined for other rows.
 */
function growthAlong(isOfInterest: (field: string) => boolean) {
  return (run: RunFacts, { arm, row }: Where): number | undefined => {
    const { sweep } = row;
    if (!sweep || paces.includes(sweep.field) || !isOfInterest(sweep.field)) return undefined;
    const rows = run.rows.filter((other) => isOneSweep(other, row));
    if (rows.some((other) => (other.sweep?.value ?? 0) > sweep.value)) return undefined;
    return theilSen(
      rows.flatMap((other) => {
        const pass = passOf(run, { arm, row: other });
        return pass && other.sweep ? [{ x: other.sweep.value, y: pass.endRssBytes }] : [];
      }),
    );
  };
}

function isOneSweep(one: RecordRow, other: RecordRow): boolean {
  const place = ({ benchmark, variant, sweep }: RecordRow) =>
    JSON.stringify([benchmark, variant, sweep?.field, sweep?.within]);
  return one.sweep !== undefined && place(one) === place(other);
}

function passOf({ loadPasses = [] }: RunFacts, { arm, row }: Where): RecordLoadPass | undefined {
  return loadPasses.find((pass) => pass.row === row.id && pass.arm === arm);
}
