import type { RecordRow } from "../../record/record.ts";
import { theilSen } from "../../stats/theil-sen.ts";
import { middleOf, type RowMetric, type SweptReading } from "./definition.ts";

const memory = { unit: "bytes", better: "less", kind: "noisy", scope: "row", optional: true } as const;
const level = { ...memory, isTypical: true } as const;
/** A slope may be zero. */
const slope = { ...memory, compared: "rise" } as const;

/** Metrics of the memory of a row that asks for it. */
export const loadMemory = {
  load_peak_rss: { ...level, label: "peak RSS under load", perRound: middleOf(({ memory }) => memory?.peakRssBytes) },
  load_mean_rss: { ...level, label: "mean RSS under load", perRound: middleOf(({ memory }) => memory?.meanRssBytes) },
  memory_per_unit: { ...slope, label: "memory per unit", acrossRows: growthAlong((one) => one !== "sessions") },
  memory_per_session: { ...slope, label: "memory per session", acrossRows: growthAlong((one) => one === "sessions") },
} as const satisfies Record<string, RowMetric>;

/** Loads differ in pace by these: what they hold grows with the pace, not with anything that was made. */
const paces: readonly string[] = ["concurrency", "rate"];

/**
 * Bytes held after the calls for one more session, or one more of what the matrix counts: the slope over the rows of a
 * sweep in one round, given with the row of its largest value. Undefined for other rows.
 */
function growthAlong(isOfInterest: (field: string) => boolean) {
  return (all: readonly SweptReading[], row: RecordRow): number | undefined => {
    const { sweep } = row;
    if (!sweep || paces.includes(sweep.field) || !isOfInterest(sweep.field)) return undefined;
    const swept = all.filter((other) => isOneSweep(other.row, row));
    if (swept.some((other) => (other.row.sweep?.value ?? 0) > sweep.value)) return undefined;
    return theilSen(
      swept.flatMap((other) => {
        const y = other.reading.middle(({ memory }) => memory?.endRssBytes);
        return y === undefined || !other.row.sweep ? [] : [{ x: other.row.sweep.value, y }];
      }),
    );
  };
}

function isOneSweep(one: RecordRow, other: RecordRow): boolean {
  const place = ({ benchmark, variant, sweep }: RecordRow) =>
    JSON.stringify([benchmark, variant, sweep?.field, sweep?.within]);
  return one.sweep !== undefined && place(one) === place(other);
}
